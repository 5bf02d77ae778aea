import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reviewMarks } from '../../../electron/contract/review-state'
import { tries } from '../../support/property-tries'
import { take } from './review-thread'
import { contents, merge, person, share } from './colleagues'
import type { Side } from './open-side'

function undo(side: Side, entry: number | null = null): number {
  const undone = take(side.ask('undo', { entry, by: side.by, at: ++side.at }))
  if (undone === null || 'prevented' in undone) throw new Error('there is nothing to take back')
  return undone.number
}

/** Gives one person all that another has. */
const tell = (from: Side, to: Side): ReturnType<typeof merge> => merge(to, share(from))

describe('what was shared and then taken back', () => {
  it('is taken back for colleagues as well: a product that was never marked is unreviewed again', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    ada.mark('approved', 'a')
    take(tell(ada, bo))
    undo(ada)
    expect(ada.review('a')).toMatchObject({ mark: 0, markedAt: null, markedBy: '' })
    expect(take(tell(ada, bo))).toMatchObject({ marks: 1 })
    expect(bo.review('a')).toMatchObject({ mark: 0, seen: null, markedAt: null, markedBy: '' })
    // Nor does what Bo was told before bring it back.
    take(tell(bo, ada))
    expect(ada.review('a').mark).toBe(0)
  })

  it('leaves the mark of whoever had marked before, with their name and time', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    bo.mark('approved', 'a')
    take(tell(bo, ada))
    const [before] = contents(bo, ['a'])
    ada.at = bo.at + 1
    ada.mark('ignored', 'a')
    take(tell(ada, bo))
    expect(bo.review('a').mark).toBe(3)
    undo(ada)
    take(tell(ada, bo))
    expect(contents(bo, ['a'])).toEqual([before])
    expect(contents(ada, ['a'])).toEqual([before])
    bo.mark('needs-work', 'a')
    take(tell(bo, ada))
    expect(ada.review('a').mark).toBe(2)
  })

  it('is no news for somebody who was never told of it', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    ada.mark('approved', 'a')
    undo(ada)
    bo.mark('ignored', 'b')
    expect(take(tell(ada, bo))).toMatchObject({ marks: 0, notes: 0, takenBack: 1 })
    expect(bo.review('a')).toMatchObject({ mark: 0, markedAt: null })
    ada.mark('approved', 'c')
    take(tell(ada, bo))
    undo(bo)
    expect(bo.review('c').mark).toBe(0)
  })

  it('is there again where the taking back is taken back', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    ada.mark('approved', 'a')
    ada.note('a', 'Fine')
    take(tell(ada, bo))
    const before = contents(bo)
    const numbers = [undo(ada), undo(ada)]
    take(tell(ada, bo))
    expect(bo.review('a')).toMatchObject({ mark: 0, note: '' })
    for (const number of numbers) undo(ada, number)
    take(tell(ada, bo))
    expect(contents(bo)).toEqual(before)
  })

  it('may be a note: the one before it comes back, also one of two people', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    ada.note('a', 'Too dark')
    bo.note('a', 'Too small')
    take(tell(bo, ada))
    const before = contents(ada, ['a'])
    ada.note('a', 'All wrong')
    take(tell(ada, bo))
    expect(bo.review('a').note).toBe('All wrong')
    undo(ada)
    take(tell(ada, bo))
    expect(contents(ada, ['a'])).toEqual(before)
    expect(contents(bo, ['a'])).toEqual(before)
  })

  it('fault 93: is newer than what it was, also when the clock was set back in between', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    ada.mark('approved', 'a')
    take(tell(ada, bo))
    ada.at -= 60_000
    undo(ada)
    take(tell(ada, bo))
    expect(bo.review('a').mark).toBe(0)
    ada.mark('ignored', 'a')
    take(tell(ada, bo))
    expect(bo.review('a').mark).toBe(3)
  })
})

const names = ['a', 'b']
const deed = fc.oneof(
  fc.record({
    mark: fc.constantFrom(...reviewMarks),
    reason: fc.option(fc.constantFrom('price', 'Too dark')),
    product: fc.constantFrom(...names)
  }),
  fc.record({ note: fc.constantFrom('', 'one', 'two'), product: fc.constantFrom(...names) }),
  fc.record({ undo: fc.nat(5) }),
  fc.constant('tell' as const)
)

it('somebody who is told of some of what another did and undid, and of the last, has what they have', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 12 }), (deeds) => {
      const [ada, bo] = [person('Ada'), person('Bo', 1000)]
      for (const next of deeds) {
        if (next === 'tell') take(tell(ada, bo))
        else if ('mark' in next) ada.markFor(next.reason, next.mark, next.product)
        else if ('note' in next) ada.note(next.product, next.note)
        else {
          const log = take(ada.ask('log', { product: null, before: null, limit: 200 }))
          const entry = log[next.undo]?.number
          if (entry !== undefined) ada.ask('undo', { entry, by: ada.by, at: ++ada.at })
        }
      }
      take(tell(ada, bo))
      const said = (side: Side): unknown[] =>
        names.map((name) => {
          const { mark, markReason, markedAt, markedBy, note } = side.review(name)
          return { mark, markReason, markedAt, markedBy, note }
        })
      expect(said(bo)).toEqual(said(ada))
      take(tell(bo, ada))
      expect(said(ada)).toEqual(said(bo))
    }),
    { numRuns: tries(40) }
  )
})
