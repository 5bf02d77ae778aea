import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeOrderings } from '../../../electron/catalog/sort/sort-index'
import { severities, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import {
  reviewMarks,
  reviewStates,
  type ReviewMark,
  type ReviewState
} from '../../../electron/contract/review-state'
import { fingerprintOf } from '../../../electron/catalog/content-fingerprint'
import { filterGroups, hasFilters, isUnfiltered, noFilters } from '../../../electron/contract/empty-query'
import { facetNames, type FacetName } from '../../../electron/contract/facets'
import { filterParts, withoutFilter, type FilterPart } from '../../../electron/contract/filter-parts'
import {
  productQuerySchema,
  sortKeys,
  type Filters,
  type ProductQuery
} from '../../../electron/contract/product-query'
import type { CatalogProduct } from '../../../electron/catalog/types'
import { testFolder } from '../../support/folder'
import { tries } from '../../support/property-tries'
import {
  fillCopy,
  idsOf,
  type DisplacedKey,
  type FilledCopy,
  type Known,
  type NarrowingInput,
  type Row
} from './support/filled-copy'
import { lookOf, naiveList, stateOf, type NaiveSidecars } from './support/naive-list'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Mostly nothing, so that lists are long enough for their order to show. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const words = [
  'Lamp',
  'lamps',
  'LAMPSHADE',
  'Étagère',
  'b',
  '2',
  '10',
  '007',
  'x-Y',
  '灯具',
  '北京手机',
  'ตู้เย็น',
  '东京与京都',
  '东京都地图',
  'コーヒー色スカート',
  'ｺｰﾄ掛け',
  'น้ำตาล',
  '한글책',
  '"*',
  'ﬁn',
  'Straße'
]
const text = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((some) => some.join(' '))
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 3 })
const run = fc.integer({ min: 1, max: 4 })
const content: fc.Arbitrary<Partial<Row>> = fc.record(
  {
    name: text,
    price: orNull(fc.constantFrom(-1, 0, 2, 2.5, 10, 7 / 3)),
    description: orNull(text.filter((value) => value.trim() !== '')),
    image: orNull(
      fc.constantFrom('https://a.example/1', 'https://a.example/2', 'https://b.example/1', '/own.jpg')
    )
  },
  { requiredKeys: [] }
)
const row: fc.Arbitrary<Partial<Row>> = fc
  .tuple(content, fc.record({ added: run, changed: orNull(run), gone: mostly<number | null>(null, 1, 2, 3) }))
  .map(([some, others]) => ({ ...some, ...others }))
const ids = ['SKU-1-b', 'SKU-12-B', 'sku 12', 'Lamp', '灯-2', '__proto__', 'a\nb', '\u200b', '2', 'x—b']

type Step =
  | { do: 'add' | 'change'; at: number; row: Partial<Row> }
  | { do: 'move'; places: number[]; aside: boolean; displaced: DisplacedKey[] }
  | { do: 'index'; limit: number }
  | { do: 'end run'; number: number }
  | { do: 'find'; at: number; known: Known | null }
  | {
      do: 'review'
      at: number
      mark: ReviewMark | null
      reason: string | null
      note: string
      seen: (typeof seenThen)[number]
      by: string
      marked: number
    }
  | {
      do: 'say'
      at: number
      said: {
        assignedTo: string | null
        isDisputed: boolean
        marks: { by: string; mark: ReviewMark; seen: (typeof seenThen)[number] }[]
      } | null
    }
  | { do: 'decide'; needed: number }
  | { do: 'audit'; at: number; rules: RuleId[] }
  | { do: 'keep orders' | 'ask' }
const known: fc.Arbitrary<Known | null> = fc.oneof(
  fc.constantFrom(null, { state: 'broken' as const }),
  fc.record({
    state: fc.constant('shown' as const),
    side: fc.constantFrom(1, 499, 500, 70_000),
    content: fc.constantFrom(0n, 1n, -1n, 1n << 40n, -(1n << 63n)),
    // A flat one, and some that differ in few bits, also in the upper half.
    look: fc.constantFrom(
      0n,
      1n,
      -1n,
      0x0f0fn,
      0x0f0en,
      0x0ff0n,
      (0x1fn << 59n) - (1n << 64n) + 0x0f0fn,
      1n << 40n
    )
  })
)
const days = ['2026-03-28', '2026-03-29', '2026-12-31', '2027-01-01']
/** Hours after the beginning of a day on this computer, in ms since 1970. */
function dayAt(day: string, hours: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, hours).getTime()
}
const rules = ['set-aside', 'picture-missing', 'picture-same', 'name-long'] as const
/** `other picture`: all but its look is as now. `texts`: it was not known how its picture looked. */
const seenThen = ['now', 'texts', 'other picture', 'before', 'unknown'] as const
const review = fc.record({
  do: fc.constant('review' as const),
  at: fc.nat(),
  mark: fc.constantFrom(...reviewMarks, 'approved' as const, null),
  reason: fc.constantFrom(null, 'price', 'Too dark'),
  note: fc.constantFrom('', 'Too dark'),
  by: fc.constantFrom('Kim', 'Ana', ''),
  marked: fc.constantFrom(0, ...days.flatMap((day) => [dayAt(day, 0), dayAt(day, 24) - 1])),
  seen: fc.constantFrom('now' as const, 'now' as const, ...seenThen)
})
const audit = fc.record({
  do: fc.constant('audit' as const),
  at: fc.nat(),
  rules: fc.subarray<RuleId>([...rules])
})
const say = fc.record({
  do: fc.constant('say' as const),
  at: fc.nat(),
  said: orNull(
    fc.record({
      assignedTo: fc.constantFrom('Kim', 'Ana', null),
      isDisputed: fc.boolean(),
      marks: fc.uniqueArray(
        fc.record({
          by: fc.constantFrom('Kim', 'Ana', 'Lee'),
          mark: fc.constantFrom(...reviewMarks, 'approved' as const, 'approved' as const),
          seen: fc.constantFrom('now' as const, 'now' as const, ...seenThen)
        }),
        { selector: ({ by }) => by }
      )
    })
  )
})
const step: fc.Arbitrary<Step> = fc.oneof(
  review,
  review,
  audit,
  say,
  fc.record({ do: fc.constant('decide' as const), needed: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('find' as const), at: fc.nat(), known }),
  fc.record({ do: fc.constantFrom('add' as const, 'change' as const), at: fc.nat(), row }),
  fc.record({
    do: fc.constant('move' as const),
    places: fc.array(fc.nat({ max: 20 }), { size: 'max', maxLength: 30 }),
    aside: fc.boolean(),
    displaced: fc.uniqueArray(
      fc.record({ key: fc.integer({ min: 1, max: 20 }), after: fc.nat({ max: 30 }) }),
      {
        selector: ({ key }) => key,
        maxLength: 4
      }
    )
  }),
  fc.record({ do: fc.constant('index' as const), limit: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('end run' as const), number: run }),
  fc.record({ do: fc.constantFrom('keep orders' as const, 'ask' as const, 'ask' as const) })
)

const presence = mostly<'any' | 'with' | 'without'>('any', 'with', 'without')
const bound = mostly<number | null>(null, 0, 2, 3)
const searches = [
  'la',
  'amp',
  'l',
  'mps shade',
  '灯',
  '手机',
  '北机',
  'เย',
  '东京都',
  'コート',
  'スカート',
  'น้ำตา',
  '글',
  '글책',
  'sku-12',
  '12-b',
  'B',
  'SS',
  '2 lamp',
  'fin',
  'ETAG'
]
const length = mostly<{ from: number | null; to: number | null } | null>(
  null,
  { from: 3, to: null },
  { from: null, to: 8 },
  { from: 4, to: 12 }
)
const filters: fc.Arbitrary<NonNullable<NarrowingInput['filters']>> = fc.record({
  priceFrom: bound,
  priceTo: bound,
  price: mostly<'any' | 'known' | 'unknown'>('any', 'known', 'unknown'),
  picture: presence,
  description: presence,
  nameLength: length,
  descriptionLength: length,
  pictureHost: mostly<string[]>([], ['a.example'], ['b.example', ''], ['nowhere.example']),
  reviewer: mostly<string[]>([], ['Kim'], ['Ana', ''], ['nobody']),
  assignedTo: mostly<string[]>([], ['Kim'], ['Ana', 'Lee'], ['nobody'], [''], ['', 'Kim']),
  disagreement: mostly(false, true),
  reviewed: mostly<{ from: string | null; to: string | null } | null>(
    null,
    { from: '2026-03-29', to: null },
    { from: null, to: '2026-12-31' },
    { from: '2026-03-29', to: '2026-03-29' }
  ),
  not: fc.oneof(
    { weight: 2, arbitrary: fc.constant<FilterPart[]>([]) },
    { weight: 1, arbitrary: fc.subarray([...filterParts]) }
  ),
  pictureState: mostly<'any' | 'broken' | 'unchecked'>('any', 'broken', 'unchecked'),
  pictureBelow: mostly<number | null>(null, 1, 500, 100_000),
  samePicture: mostly<{ id: string; name: string } | null>(
    null,
    ...['SKU-1-b', 'SKU-12-B', 'Lamp', 'nobody'].map((id) => ({ id, name: '' }))
  ),
  review: fc.oneof(
    { weight: 3, arbitrary: fc.constant<ReviewState[]>([]) },
    { weight: 1, arbitrary: fc.subarray([...reviewStates]) }
  ),
  reasons: mostly<string[]>([], ['price'], ['', 'Too dark'], ['other']),
  note: presence,
  finding: mostly<RuleId | Severity | 'any' | null>(null, 'any', ...severities, ...rules),
  change: fc.option(
    fc.record({
      kind: fc.constantFrom('new' as const, 'changed' as const, 'gone' as const),
      since: fc.oneof(fc.constant('last' as const), run)
    }),
    { freq: 1 }
  )
})
const productQuery: fc.Arbitrary<NarrowingInput> = fc.record({
  search: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('', '-', '"*', '— -', 'lamp', 'la') },
    { weight: 1, arbitrary: text },
    { weight: 3, arbitrary: fc.constantFrom(...searches) }
  ),
  filters,
  or: fc.oneof(
    { weight: 2, arbitrary: fc.constant<NonNullable<NarrowingInput['or']>>([]) },
    { weight: 1, arbitrary: fc.array(filters, { maxLength: 2 }) }
  ),
  sort: fc.option(fc.record({ by: fc.constantFrom(...sortKeys), descending: fc.boolean() }), { freq: 2 })
})

describe('any narrowing', () => {
  it('lists and counts what going through all products finds, in that order, after any changes', async () => {
    const folder = testFolder()
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 12, size: 'max' }),
        fc.array(step, { maxLength: 16 }),
        fc.array(productQuery, { minLength: 1, maxLength: 4 }),
        async (rows, steps, productQueries) => {
          const own = join(folder, String(runs++))
          mkdirSync(own)
          const copy = fillCopy(
            rows.map((some, at) => ({ ...some, ...idFor(at) })),
            own
          )
          const state = { lastRun: 0 }
          for (const one of steps) {
            apply(copy, one, state)
            if (one.do === 'ask') await compare(copy, productQueries, state.lastRun)
          }
          await compare(copy, productQueries, state.lastRun)
          copy.close()
        }
      ),
      { numRuns: tries(200) }
    )
  }, 180_000)
})

const idFor = (at: number): Partial<Row> => {
  const id = ids[at]
  return id === undefined ? {} : { id }
}

function apply(copy: FilledCopy, one: Step, state: { lastRun: number }): void {
  const count = copy.products.length
  if (one.do === 'add') copy.add({ ...one.row, ...idFor(count) })
  else if (one.do === 'change' && count > 0) copy.change((one.at % count) + 1, one.row)
  else if (one.do === 'review') decide(copy, one)
  else if (one.do === 'decide') copy.decide(one.needed)
  else if (one.do === 'say') {
    const seenBy = seenAt(copy, one.at)
    const marks = one.said?.marks.map((mark) => ({ ...mark, seen: seenBy[mark.seen] })) ?? []
    copy.say(idAt(copy, one.at), one.said === null ? null : { ...one.said, marks })
  } else if (one.do === 'audit') copy.audit((one.at % (count + 1)) + 1, one.rules)
  else if (one.do === 'find') {
    const key = (one.at % Math.max(1, count)) + 1
    if (copy.products[key - 1]?.image) copy.find(key, one.known)
  } else if (one.do === 'move') {
    const keys = one.places.filter((key) => key > 0 && key <= count)
    copy.setPlaces(one.aside ? [...keys, null] : keys, one.displaced)
  } else if (one.do === 'index') copy.index(one.limit)
  else if (one.do === 'end run') {
    copy.endRun(one.number)
    state.lastRun = Math.max(state.lastRun, one.number)
  } else if (one.do === 'keep orders') writeOrderings(copy.db)
}

/** Also of a product that is not there, or not yet. */
function idAt({ products }: FilledCopy, at: number): string {
  const count = products.length
  return products[at % (count + 1)]?.id ?? idFor(count).id ?? `p${count + 1}`
}

/** Fingerprints of what somebody may have seen of a product. */
function seenAt(copy: FilledCopy, at: number): Record<(typeof seenThen)[number], string | null> {
  const row = copy.products[at % (copy.products.length + 1)]
  return {
    now: row ? fingerprintOf(row, lookOf(row)) : null,
    texts: row ? fingerprintOf(row) : null,
    'other picture': row ? fingerprintOf(row, 'aaaaaaaa55555555') : null,
    before: 'fedcba9876543210',
    unknown: null
  }
}

function decide(copy: FilledCopy, step: Extract<Step, { do: 'review' }>): void {
  const { at, mark, note, seen, by, marked } = step
  const id = idAt(copy, at)
  const seenThenBy = seenAt(copy, at)
  const reason = mark === 'needs-work' ? step.reason : null
  const decided = { note, reason, seen: mark === 'approved' ? seenThenBy[seen] : null, by, at: marked }
  copy.review(id, mark === null ? null : { mark, ...decided })
}

async function compare(copy: FilledCopy, productQueries: NarrowingInput[], lastRun: number): Promise<void> {
  const sizes = await copy.reader.sizes(productQueries.map((input) => productQuerySchema.parse(input)))
  for (const [place, input] of productQueries.entries()) {
    const parsed = productQuerySchema.parse(input)
    // The whole list in the store's order is another question: it is read from the places.
    const asked = isUnfiltered(parsed) ? { ...parsed, search: 'lamp' } : parsed
    const sidecars = {
      reviews: copy.reviews.of,
      findings: copy.findings.of,
      standings: copy.standings.of,
      needed: copy.standings.needed
    }
    const expected = naiveList(asked, copy, lastRun, sidecars)
    if (asked === parsed) expect(sizes[place]).toBe(expected.length)
    for (const answer of [await copy.read(asked), await copy.readAnew(asked)]) {
      expect(idsOf(answer)).toEqual(expected)
      expect(answer.count).toBe(expected.length)
      for (const row of answer.items) expectTold(row, copy, sidecars)
    }
    await expectProgress(copy, asked, lastRun, sidecars)
    if (input === productQueries[0]) await expectFacets(copy, asked, lastRun, sidecars)
    const listed = await copy.reader.listed(asked, [...copy.products.map(({ id }) => id), 'nobody'])
    expect(listed.toSorted()).toEqual([...new Set(expected)].toSorted())
    for (const id of [expected[0], expected.at(-1), 'nobody'])
      if (id !== undefined)
        expect(await copy.reader.place(asked, id)).toBe(
          expected.includes(id) ? expected.indexOf(id) + 1 : null
        )
    expect(idsOf(await copy.read(asked, 1, 2))).toEqual(expected.slice(1, 3))
    // The last page, and one behind it.
    const last = Math.max(0, expected.length - 1)
    expect(idsOf(await copy.read(asked, last, 2))).toEqual(expected.slice(last))
    expect(idsOf(await copy.read(asked, expected.length + 1, 2))).toEqual([])
  }
}

function expectTold(
  { id, key, review, findings }: CatalogProduct,
  copy: FilledCopy,
  sidecars: NaiveSidecars
): void {
  const row = copy.products[key - 1]
  const decided = sidecars.reviews.get(id)
  const { state, reason, note } = review
  expect([state, reason, note]).toEqual([
    row && stateOf(row, sidecars),
    decided?.reason ?? null,
    decided?.note ?? ''
  ])
  expect(findings).toEqual(sidecars.findings.get(key) ?? [])
}

async function expectProgress(
  copy: FilledCopy,
  asked: ProductQuery,
  lastRun: number,
  sidecars: NaiveSidecars
): Promise<void> {
  const groups = filterGroups(asked).map((group) => withoutFilter(group, 'review'))
  const isWhole = groups.some((group) => !hasFilters(group))
  const [filters = noFilters, ...or] = isWhole ? [] : groups
  const whole = { ...asked, filters, or }
  const ids = naiveList(whole, copy, lastRun, sidecars)
  const rows = copy.products.filter(({ id }) => ids.includes(id))
  const counts = reviewStates.map((state) => [
    state,
    rows.filter((row) => stateOf(row, sidecars) === state).length
  ])
  expect(await copy.reader.progress(asked)).toEqual({ ...Object.fromEntries(counts), total: ids.length })
}

/** Each count is that of the list which choosing the value alone makes. */
async function expectFacets(
  copy: FilledCopy,
  asked: ProductQuery,
  lastRun: number,
  sidecars: NaiveSidecars
): Promise<void> {
  const facets = await copy.reader.facets(asked, facetNames)
  for (const facet of facetNames) {
    const values = facets[facet]?.values ?? []
    const counts = values.map(({ value }) => {
      const filters = { ...withoutFilter(asked.filters, facet), ...choiceOf(facet, value) }
      const list = { ...asked, filters, or: [], sort: null }
      return [value, naiveList(list, copy, lastRun, sidecars).length]
    })
    expect([facet, values.map(({ value, count }) => [value, count])]).toEqual([facet, counts])
  }
  expect(facets['picture-host']?.total).toBe(facets['picture-host']?.values.length)
}

function choiceOf(facet: FacetName, value: string): Partial<Filters> {
  const fields: Record<FacetName, unknown> = {
    price: { price: value },
    picture: { picture: value },
    'picture-state': { pictureState: value },
    'picture-host': { pictureHost: [value] },
    description: { description: value },
    review: { review: [value] },
    reasons: { reasons: [value] },
    reviewer: { reviewer: [value] },
    'assigned-to': { assignedTo: [value] },
    disagreement: { disagreement: true },
    note: { note: value },
    finding: { finding: value },
    change: { change: { kind: value, since: 'last' } }
  }
  return fields[facet] as Partial<Filters>
}
