import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../electron/contract/failure'
import { syncSchedules } from '../../../electron/contract/sync-values'
import { nextStart } from '../../../electron/sync/sync-state'
import { startBench, type Bench } from './fixture'

const minute = 60_000
const hour = 60 * minute

function runs({ state }: Bench): number {
  return state.last?.run ?? 0
}

describe('the schedule', () => {
  it('begins with the first run as soon as there is a connection, and then every hour', async () => {
    const bench = startBench()
    bench.schedule = 'hourly'
    bench.syncs.follow(['c'])
    await bench.until(() => runs(bench) === 1)
    expect(bench.time.elapsed()).toBeLessThan(2000)
    expect(bench.state.nextAt).toBe((bench.state.last?.startedAt ?? 0) + hour)
    await bench.time.pass(58 * minute)
    expect(runs(bench)).toBe(1)
    await bench.time.pass(3 * minute)
    expect(runs(bench)).toBe(2)
  })

  it('goes on after an error while it was looked at', async () => {
    const warned: unknown[] = []
    let isBroken = false
    const bench = startBench({}, 1, {
      scheduleOf() {
        if (!isBroken) return 'hourly'
        isBroken = false
        throw new Error('a bug')
      },
      log: { info: () => undefined, warn: (_, { error }) => warned.push(error) }
    })
    bench.syncs.follow(['c'])
    await bench.until(() => runs(bench) === 1)
    isBroken = true
    await bench.time.pass(90 * minute)
    expect(warned).toEqual([new Error('a bug')])
    expect(runs(bench)).toBe(2)
  })

  it('off means that the button alone begins a run', async () => {
    const bench = startBench()
    bench.syncs.follow(['c'])
    await bench.time.pass(48 * hour)
    expect(bench.store.requests).toEqual([])
    expect(bench.state).toMatchObject({ schedule: 'off', nextAt: null })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete' })
  })

  it('a run that is due when the app starts begins a few seconds after', async () => {
    const bench = startBench()
    bench.schedule = '15-minutes'
    await bench.sync()
    bench.restart()
    await bench.time.pass(20 * minute)
    bench.syncs.follow(['c'])
    await bench.time.pass(4000)
    expect(runs(bench)).toBe(1)
    await bench.time.pass(3000)
    expect(runs(bench)).toBe(2)
  })

  it('begins no run of a connection that goes while its key is looked at', async () => {
    const asked = Promise.withResolvers<undefined>()
    const given = Promise.withResolvers<undefined>()
    let isHeld = false
    const bench = startBench({}, 1, {
      async credentialsOf() {
        if (isHeld) {
          asked.resolve(undefined)
          await given.promise
        }
        return ok({ userId: 'another', key: isHeld ? 'new' : 'old' })
      }
    })
    bench.schedule = 'hourly'
    bench.store.isRefusingKey = true
    bench.syncs.follow(['c'])
    await bench.until(() => bench.state.because?.code === 'key-refused' && bench.state.phase === 'idle')
    isHeld = true
    bench.store.isRefusingKey = false
    await bench.time.pass(2 * hour)
    await asked.promise
    const requests = bench.store.requests.length
    await bench.syncs.forget('c')
    given.resolve(undefined)
    await bench.time.pass(minute)
    expect(bench.store.requests).toHaveLength(requests)
  })

  it('another schedule holds at once', async () => {
    const bench = startBench()
    bench.schedule = 'daily'
    bench.syncs.follow(['c'])
    await bench.until(() => runs(bench) === 1)
    await bench.time.pass(hour)
    const set = await bench.syncs.setSchedule('c', '15-minutes')
    expect(set).toMatchObject({ ok: true, value: { schedule: '15-minutes' } })
    await bench.time.pass(minute)
    expect(runs(bench)).toBe(2)
    await bench.syncs.setSchedule('c', 'off')
    await bench.time.pass(24 * hour)
    expect(runs(bench)).toBe(2)
  })

  it('fault 93: a clock that jumps a year ahead starts one run, not thousands', async () => {
    const bench = startBench()
    bench.schedule = 'hourly'
    bench.syncs.follow(['c'])
    await bench.until(() => runs(bench) === 1)
    bench.time.jump(365 * 24 * hour)
    await bench.time.pass(10 * minute)
    expect(runs(bench)).toBe(2)
  })

  it('fault 93: a clock that jumps a year back keeps the list being read', async () => {
    const bench = startBench()
    bench.schedule = 'hourly'
    bench.syncs.follow(['c'])
    await bench.until(() => runs(bench) === 1)
    bench.time.jump(-365 * 24 * hour)
    await bench.time.pass(62 * minute)
    expect(runs(bench)).toBe(2)
  })

  it('fault 93: the clock jumps during a run: its duration and its pace are not touched', async () => {
    const bench = startBench({ products: 2000, cap: 20, latency: [50, 50] })
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 1000)
    bench.time.jump(-30 * 24 * hour)
    const summary = await bench.ended()
    expect(summary.outcome).toBe('complete')
    expect(summary.duration).toBeGreaterThan(0)
    expect(summary.duration).toBeLessThan(10_000)
  })

  it('fault 14, 93: a run that was due during sleep begins after it', async () => {
    const bench = startBench()
    bench.schedule = 'hourly'
    bench.syncs.follow(['c'])
    await bench.until(() => runs(bench) === 1)
    bench.syncs.suspend()
    await bench.time.pass(10 * hour)
    expect(runs(bench)).toBe(1)
    bench.syncs.wake()
    await bench.time.pass(10_000)
    expect(runs(bench)).toBe(2)
  })

  it('fault 93: whatever the clocks say, the next start is within an interval from now', () => {
    const time = fc.integer({ min: -1e15, max: 1e15 })
    fc.assert(
      fc.property(fc.constantFrom(...syncSchedules), fc.option(time), time, (schedule, last, now) => {
        const next = nextStart(schedule, last, now)
        expect(next === null).toBe(schedule === 'off')
        expect(next ?? now).toBeGreaterThanOrEqual(now)
        expect(next ?? now).toBeLessThanOrEqual(now + 24 * hour)
      })
    )
  })
})
