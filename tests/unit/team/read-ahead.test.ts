import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ok } from '../../../electron/contract/failure'
import { CarrierFailure, type SegmentName } from '../../../electron/team/carriers/carrier'
import { readBeside } from '../../../electron/team/exchange'
import type { TeamBook } from '../../../electron/team/types'

const device = 'd'.repeat(32)
const segment = (sequence: number): SegmentName => ({ device, sequence })

/** Reads four segments; which of them is a snapshot, and of what, or cannot be read, as given. */
async function readFour(
  options: { folds?: { at: number; first: number; through: number }; missing?: number } = {}
): Promise<string[]> {
  const events: string[] = []
  const names = [1, 2, 3, 4].map(segment)
  // A fake in place of a team's database: only what reading asks of it.
  const book: Pick<TeamBook, 'collect' | 'survey' | 'take'> = {
    collect: () => Promise.resolve(ok(false)),
    survey: () =>
      Promise.resolve(ok({ append: [], check: [], read: names, remove: [], ignored: 0, isCloned: false })),
    async take({ sequence }) {
      await nextTurn()
      events.push(`taken ${sequence}`)
      const folded = options.folds?.at === sequence ? options.folds : null
      return ok({ problem: null, products: [], folded })
    }
  }
  const carrier = {
    list: () => Promise.resolve(names),
    read: ({ sequence }: SegmentName) => {
      events.push(`asked ${sequence}`)
      if (sequence !== options.missing) return Promise.resolve(new Uint8Array())
      return Promise.reject(new CarrierFailure('not-found', 'late'))
    }
  }
  const refused = (): never => {
    throw new Error('not asked for when reading')
  }
  const deps = {
    book: book as TeamBook,
    carrier,
    key: refused,
    newKey: refused,
    reviewer: refused,
    now: () => 0
  }
  await readBeside(
    deps,
    new AbortController().signal,
    () => Promise.resolve(),
    () => undefined
  )
  return events
}

it('the next segment is on its way while one is taken', async () => {
  const events = await readFour()
  expect(events.slice(0, 3)).toEqual(['asked 1', 'asked 2', 'taken 1'])
  expect(events.filter((event) => event.startsWith('taken'))).toEqual([
    'taken 1',
    'taken 2',
    'taken 3',
    'taken 4'
  ])
  expect(events.filter((event) => event.startsWith('asked'))).toHaveLength(4)
})

it('what a snapshot stands for is not taken, also where it is on its way already', async () => {
  const events = await readFour({ folds: { at: 1, first: 2, through: 3 } })
  expect(events.filter((event) => event.startsWith('taken'))).toEqual(['taken 1', 'taken 4'])
  expect(events).not.toContain('asked 3')
})

it('a segment that is late keeps nobody from the others', async () => {
  const events = await readFour({ missing: 2 })
  expect(events.filter((event) => event.startsWith('taken'))).toEqual(['taken 1', 'taken 3', 'taken 4'])
})
