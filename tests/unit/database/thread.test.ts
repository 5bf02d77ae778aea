import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Thread, createWatchdog } from '../../../electron/database/thread'
import { testFolder } from '../../support/folder'
import { bundle } from '../../support/threads'
import type { StuckMethods } from './support/stuck-thread'
import { eventually } from '../../support/eventually'

describe('a thread that got stuck', () => {
  it('fails what waits for it, is told of, and the next call starts another; what it had begun to write is undone', async () => {
    const fileOf = await bundle({ stuck: 'tests/unit/database/support/stuck-thread.ts' })
    const warned: unknown[] = []
    // First, so that it goes last: Windows keeps a folder in which a file is open.
    const input = { file: join(testFolder(), 'rows.sqlite') }
    const thread = new Thread<StuckMethods>({
      file: fileOf('stuck'),
      name: 'stuck',
      silentFor: 2000,
      log: { warn: (event, facts) => warned.push([event, facts]), error: () => undefined }
    })
    onTestFinished(() => thread.close())
    expect((await thread.call('write', 'c', input)).result.ok).toBe(true)
    const [stuck, waiting] = await Promise.all([
      thread.call('hang', 'c', input),
      thread.call('count', 'c', input)
    ])
    const failure = { code: 'internal', facts: { reason: 'stuck: it gave no sign of life' } }
    expect([stuck.result, waiting.result]).toEqual([
      { ok: false, failure },
      { ok: false, failure }
    ])
    expect(warned).toEqual([['a thread is gone', { name: 'stuck', reason: 'it gave no sign of life' }]])
    expect((await thread.call('count', 'c', input)).result).toEqual({ ok: true, value: 1 })
  })
})

describe('a thread that nobody calls', () => {
  it('ends without a word, and the next call starts another', async () => {
    const fileOf = await bundle({ stuck: 'tests/unit/database/support/stuck-thread.ts' })
    const warned: unknown[] = []
    const input = { file: join(testFolder(), 'rows.sqlite') }
    const thread = new Thread<StuckMethods>({
      file: fileOf('stuck'),
      name: 'quiet',
      endsAfter: 50,
      log: { warn: (event) => warned.push(event), error: (event) => warned.push(event) }
    })
    onTestFinished(() => thread.close())
    await thread.call('write', 'c', input)
    const { life } = thread
    await eventually(() => expect(thread.isRunning).toBe(false))
    expect((await thread.call('count', 'c', input)).result).toEqual({ ok: true, value: 1 })
    expect(thread.life).not.toBe(life)
    expect(warned).toEqual([])
  })
})

describe('the watchdog of a thread', () => {
  afterEach(() => vi.useRealTimers())

  function watched(): { dog: ReturnType<typeof createWatchdog>; pings: () => number; gone: () => number } {
    vi.useFakeTimers()
    const [ping, onSilent] = [vi.fn(), vi.fn()]
    const dog = createWatchdog({ silentFor: 8000, ping, onSilent })
    return { dog, pings: () => ping.mock.calls.length, gone: () => onSilent.mock.calls.length }
  }

  it('tells of silence once, and not before its time', () => {
    const { dog, gone } = watched()
    dog.begin()
    vi.advanceTimersByTime(7999)
    expect(gone()).toBe(0)
    vi.advanceTimersByTime(20_000)
    expect(gone()).toBe(1)
  })

  it('lets long work go on that answers now and then, and bothers nobody without work', () => {
    const { dog, pings, gone } = watched()
    dog.begin()
    for (let minute = 0; minute < 60; minute++) {
      vi.advanceTimersByTime(6000)
      dog.heard()
    }
    expect(pings()).toBeGreaterThan(60)
    dog.end()
    const before = pings()
    vi.advanceTimersByTime(60_000)
    expect([pings(), gone()]).toEqual([before, 0])
  })

  it('begins anew with each work', () => {
    const { dog, gone } = watched()
    dog.begin()
    vi.advanceTimersByTime(7000)
    dog.end()
    dog.begin()
    vi.advanceTimersByTime(7000)
    expect(gone()).toBe(0)
  })

  it('does not take the sleep of the computer for silence', () => {
    const { dog, gone } = watched()
    dog.begin()
    // Timers stand still meanwhile, and what was due rings once afterwards.
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(1000)
    expect(gone()).toBe(0)
  })
})

describe('a thread that works in the background', () => {
  it.runIf(process.platform === 'linux')(
    'gives way to the others of its process, and lowers no other',
    async () => {
      const fileOf = await bundle({ stuck: 'tests/unit/database/support/stuck-thread.ts' })
      const before = getPriority()
      const thread = new Thread<StuckMethods>({
        file: fileOf('stuck'),
        name: 'background',
        log: { warn: () => undefined, error: () => undefined }
      })
      onTestFinished(() => thread.close())
      const answer = await thread.call('niceness', 'c', null)
      // Who runs the tests with less priority keeps that.
      expect(answer.result).toEqual({ ok: true, value: Math.max(10, before) })
      expect(getPriority()).toBe(before)
    }
  )
})
