import fc from 'fast-check'
import type { Change, StoreNature, Trouble } from '../../support/simulated-store'
import { plainNature } from './fixture'

/** `browse`: a person looks at the page that is told beside it, which is saved too; `mark`: marks all changes as seen. */
const acts = ['pause', 'stop', 'kill', 'kill', 'sleep', 'network-back', 'browse', 'browse', 'mark'] as const
type Act = (typeof acts)[number]

/** What is done to a run, and when: so many ms, or requests, after it began. */
interface Doing {
  at: number
  by: 'ms' | 'requests'
  act: Act
  page: number
  limit: number
}

/** What happens to a sync of a store from its start to its end. */
export interface Sitting {
  /** What is done to the list before it, with nobody looking. */
  before: Omit<Change, 'at'>[]
  acts: Doing[]
  believesDrop: boolean
  /** What happens to the list in it; left out: what does so by the nature of the store. */
  changes?: Change[]
}

export interface Story {
  seed: number
  /** As of `VirtualTime`. */
  tick: number
  nature: StoreNature
  sittings: Sitting[]
}

/** Of the list, evenly: nearly all numbers that a computer has between 0 and 1 are as good as 0. */
const part = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000)
const kinds = ['insert', 'remove', 'move', 'edit', 'swap'] as const
const blow = {
  kind: fc.constantFrom(...kinds),
  where: part,
  to: part,
  count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 }))
}
const change: fc.Arbitrary<Change> = fc.record({ at: fc.integer({ min: 1, max: 40 }), ...blow })
const trouble: fc.Arbitrary<Trouble> = fc.record({
  at: fc.integer({ min: 1, max: 50 }),
  for: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 })),
  kind: fc.constantFrom(
    ...(['error', 'busy', 'limited', 'limited-silently', 'reset', 'stall', 'offline', 'portal'] as const),
    ...(['web-page', 'cut', 'wrong-page', 'no-totals', 'other-totals'] as const)
  ),
  amount: fc.integer({ min: 1, max: 120 })
})
const lies: Trouble['kind'][] = ['other-page', 'empty', 'short']
/** A page that looks right and is not. A store that tells the same untruth again and again is believed: it is its list. */
const lie: fc.Arbitrary<Trouble> = fc.record({
  at: fc.integer({ min: 1, max: 50 }),
  for: fc.constant(1),
  kind: fc.constantFrom(...lies),
  amount: fc.integer({ min: 1, max: 60 })
})
const sitting: fc.Arbitrary<Sitting> = fc.record({
  before: fc.array(fc.record(blow), { maxLength: 3 }),
  acts: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 4000 }),
      act: fc.constantFrom(...acts),
      page: fc.integer({ min: 1, max: 9 }),
      limit: fc.constant(10),
      by: fc.constant('ms' as const)
    }),
    { maxLength: 4 }
  ),
  believesDrop: fc.boolean()
})

const nature: fc.Arbitrary<StoreNature> = fc.record({
  products: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 160 })),
  bad: fc.constantFrom(0, 0, 0, 7),
  twice: fc.constantFrom(0, 0, 0, 11),
  cap: fc.oneof(fc.constantFrom(null, 10, 20), fc.integer({ min: 1, max: 60 })),
  capKind: fc.constantFrom(...(['shrinks-pages', 'cuts-pages'] as const)),
  refusesAbove: fc.option(
    fc.record({ limit: fc.integer({ min: 25, max: 400 }), status: fc.constantFrom(400, 413, 422) }),
    {
      freq: 4
    }
  ),
  totals: fc.constantFrom(
    ...([
      'both',
      'both',
      'both',
      'both',
      'items',
      'pages',
      'none',
      'too-many',
      'too-few',
      'nonsense'
    ] as const)
  ),
  afterEnd: fc.constantFrom(
    ...(['empty', 'empty', 'not-found', 'bad-request', 'last-again', 'last-as-itself'] as const)
  ),
  latency: fc.constantFrom<[number, number]>([5, 5], [20, 60], [1, 400]),
  changes: fc.array(change, { maxLength: 4 }),
  recap: fc.option(
    fc.record({
      at: fc.integer({ min: 1, max: 30 }),
      cap: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 60 }))
    }),
    { freq: 2 }
  ),
  troubles: fc
    .tuple(fc.array(trouble, { maxLength: 3 }), fc.option(lie))
    .map(([troubles, told]) => (told ? [told, ...troubles] : troubles))
})

/**
 * Leaves out untruths that nobody can see through: a store that gives the first 20 of 23 products, says that there are 20 and
 * has no second page; one that says nothing of its totals, shows an empty page for a full one, and has lost what was on it by
 * the time it is looked at again; or one that cuts its pages and says how many products it has once alone: more than there were,
 * and as many as the first page has once others were added, behind which it shows none.
 */
function plausible({ totals, capKind, changes, troubles }: StoreNature): Partial<StoreNature> {
  const isCounted = totals === 'both' || totals === 'items'
  const isEverTold = isCounted || totals === 'too-many' || totals === 'too-few'
  const unseen: Trouble['kind'][] = changes.length === 0 || isCounted ? [] : [...lies]
  if (changes.length > 0 && !isEverTold && capKind === 'cuts-pages') unseen.push('other-totals')
  return {
    capKind: totals === 'too-few' ? 'shrinks-pages' : capKind,
    troubles: troubles.filter(({ kind }) => !unseen.includes(kind))
  }
}

const tick = fc.constantFrom(0, 0, 0.2)

export const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.integer(),
  tick,
  nature: nature.map((chosen) => ({ ...plainNature, ...chosen, ...plausible(chosen) })),
  sittings: fc.array(sitting, { minLength: 1, maxLength: 3 })
})

/** Something that happens to a long list at a part of two readings of it, and whether a person sees it right after that. */
const event = fc.record({
  at: part,
  change: fc.record(blow),
  /** What goes at the same time as something else comes, so that no total tells of it. */
  isExchange: fc.boolean(),
  glance: fc.option(
    fc.record({
      after: fc.integer({ min: 0, max: 12 }),
      isAtEnd: fc.boolean(),
      limit: fc.constantFrom(10, 25, 100)
    })
  )
})
const longSitting = fc.record({
  before: fc.array(fc.record(blow), { maxLength: 5 }),
  events: fc.array(event, { minLength: 1, maxLength: 3 }),
  acts: fc.array(fc.record({ at: part, act: fc.constantFrom<Act>('pause', 'kill', 'mark') }), {
    maxLength: 2
  })
})

/** Many pages, of which only samples are read a second time where nothing is missing, and that move while they are read. */
export const longStory: fc.Arbitrary<Story> = fc
  .record({
    seed: fc.integer(),
    tick,
    products: fc.integer({ min: 200, max: 1200 }),
    cap: fc.integer({ min: 5, max: 20 }),
    totals: fc.constantFrom(...(['both', 'both', 'items', 'pages', 'none'] as const)),
    latency: fc.constantFrom<[number, number]>([5, 5], [20, 60], [1, 400]),
    sitting: longSitting
  })
  .map(({ products, cap, totals, latency, sitting: { before, events, acts }, ...chosen }) => {
    const asked = (at: number): number => 1 + Math.floor((at * 2.2 * products) / cap)
    const glances = events.flatMap(({ at, change: { where, to }, glance }): Doing[] => {
      if (glance === null) return []
      const { after, isAtEnd, limit } = glance
      const page = 1 + Math.floor(((isAtEnd ? to : where) * products) / limit)
      return [{ at: asked(at) + after, by: 'requests', act: 'browse', page, limit }]
    })
    const others = acts.map(({ at, act }): Doing => ({
      at: asked(at),
      by: 'requests',
      act,
      page: 1,
      limit: 10
    }))
    const changes = events.flatMap(({ at, change, isExchange }): Change[] => {
      const one: Change = { at: asked(at), ...change }
      if (!isExchange) return [one]
      return [
        { ...one, kind: 'remove' },
        { ...one, kind: 'insert', where: one.to }
      ]
    })
    return {
      ...chosen,
      nature: { ...plainNature, products, cap, totals, latency },
      sittings: [
        { before: [], acts: [], believesDrop: true },
        { before, acts: [...glances, ...others], believesDrop: true, changes }
      ]
    }
  })
