import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectScope } from 'vue'
import type { Input } from '../../../../../../electron/contract/channels'
import { fail, ok, type Result } from '../../../../../../electron/contract/failure'
import type { LogEntry } from '../../../../../../electron/contract/review'
import { useReviewLog } from '../../../../../../renderer/features/review/panel/review-log'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { logEntry } from './builders'
import { openConnection, startStores } from '../../../support/stores'

let main: MainProcess
let log: ReturnType<typeof useReviewLog>
let scope = effectScope()
/** The number of the newest entry; they go down to 1. */
let newest = 0

function answer({ before, limit }: Input<'reviews:log'>): Result<LogEntry[]> {
  const first = Math.min(newest, (before ?? newest + 1) - 1)
  const count = Math.max(0, Math.min(limit, first))
  return ok(Array.from({ length: count }, (_, index) => logEntry({ number: first - index })))
}
const numbers = (): number[] => (log.entries ?? []).map(({ number }) => number)

beforeEach(() => {
  main = sitInMainProcess()
  main.always('reviews:log', answer)
  startStores()
  log = useReviewLog()
  scope = effectScope()
})
afterEach(() => scope.stop())

/** Opens the log, as the list of it does that is on screen. */
const open = (): Promise<void> | undefined => scope.run(log.open)

describe('the log of a connection', () => {
  it('shows fifty entries of all products at first, newest first, and whether there are more', async () => {
    newest = 51
    await open()
    expect(main.last('reviews:log').input).toMatchObject({ connectionId: 'shop', productId: null })
    expect(numbers()).toHaveLength(50)
    expect(numbers()[0]).toBe(51)
    expect(log.hasEarlier).toBe(true)
    await log.earlier()
    expect(numbers()).toEqual(Array.from({ length: 51 }, (_, index) => 51 - index))
    expect(log.hasEarlier).toBe(false)
  })

  it('ends where exactly fifty are there', async () => {
    newest = 50
    await open()
    expect(numbers()).toHaveLength(50)
    expect(log.hasEarlier).toBe(false)
  })

  it('goes back further than can be asked for at once, without a gap', async () => {
    newest = 400
    await open()
    for (let n = 0; n < 5; n += 1) await log.earlier()
    expect(numbers()).toEqual(Array.from({ length: 300 }, (_, index) => 400 - index))
    expect(Math.max(...main.asked('reviews:log').map(({ input }) => input.limit))).toBeLessThanOrEqual(200)
  })

  it('follows what is done, as far back as it is shown', async () => {
    newest = 120
    await open()
    await log.earlier()
    newest = 121
    main.emit('reviews:changed', { connectionId: 'other', productIds: null })
    await flushPromises()
    expect(numbers()[0]).toBe(120)
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-1'] })
    await flushPromises()
    expect(numbers()[0]).toBe(121)
    expect(numbers()).toHaveLength(100)
  })

  it('of another connection begins anew, and is not read once nobody looks at it', async () => {
    newest = 120
    await open()
    await log.earlier()
    main.hold('reviews:log')
    void log.reload()
    const late = main.last('reviews:log')
    main.always('reviews:log', answer)
    openConnection('other')
    const other = open()
    expect(log.entries).toBeNull()
    await late.answer(ok([logEntry({ number: 999 })]))
    await other
    expect(numbers()).toHaveLength(50)
    scope.stop()
    const asked = main.asked('reviews:log').length
    main.emit('reviews:changed', { connectionId: 'other', productIds: null })
    await flushPromises()
    expect(main.asked('reviews:log')).toHaveLength(asked)
  })

  it('is being read until the last that was asked for is there, and then shows that', async () => {
    newest = 120
    await open()
    main.hold('reviews:log')
    void log.reload()
    const older = main.last('reviews:log')
    void log.earlier()
    await older.answer(answer({ ...older.input, limit: 51 }))
    expect(log.isReading).toBe(true)
    const newer = main.last('reviews:log')
    await newer.answer(answer(newer.input))
    expect(log.isReading).toBe(false)
    expect(numbers()).toHaveLength(100)
  })

  it('stays in sight where it cannot be read again, with why', async () => {
    newest = 3
    await open()
    main.always('reviews:log', () => fail('storage-failed'))
    await log.reload()
    expect(log.failed?.code).toBe('storage-failed')
    expect(numbers()).toEqual([3, 2, 1])
    expect(log.isReading).toBe(false)
  })
})
