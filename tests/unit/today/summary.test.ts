import { describe, expect, it } from 'vitest'
import type { AuditState, RuleReport, ScorePoint } from '../../../electron/contract/audit'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Coverage } from '../../../electron/contract/coverage'
import { fail, ok } from '../../../electron/contract/failure'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { ReviewProgress } from '../../../electron/contract/review'
import type { Today } from '../../../electron/contract/today'
import { createToday, type TodayDeps } from '../../../electron/today'
import { auditState } from '../renderer/features/quality/builders'
import { logEntry } from '../renderer/features/review/panel/builders'

const now = new Date(2026, 10, 24, 9).getTime()
const progress: ReviewProgress = {
  total: 100,
  unreviewed: 80,
  'awaiting-you': 0,
  'awaiting-others': 0,
  approved: 15,
  changed: 3,
  'needs-work': 2,
  ignored: 0
}

const coverage: Coverage = {
  here: 100,
  products: 100,
  setAside: 0,
  total: 100,
  asOf: 1000,
  state: 'complete'
}

interface Given {
  counts?: Partial<Record<RuleId, number>>
  changes?: { price?: number; gone?: number }
  scores?: ScorePoint[]
  audit?: AuditState
  deps?: Partial<TodayDeps>
}

async function summary({ counts = {}, changes = {}, scores = [], audit, deps }: Given = {}): Promise<Today> {
  const error = { enabled: true, severity: 'error', threshold: null } as const
  const reports = Object.fromEntries(
    Object.entries(counts).map(([rule, count]) => [rule, { count, setting: error }])
  )
  const nobody = { changes: [], total: 0 }
  const change = (percent: number) => ({ product: { id: 'p-1', name: 'Enamel tent' }, percent })
  const today = createToday({
    catalog: {
      progress: () => Promise.resolve(ok(progress)),
      facts: () => Promise.resolve(ok({ coverage, pageCap: null, form: 'full' as const, oddities: [] })),
      sizes: (_, queries) =>
        Promise.resolve(ok(queries.map(({ filters }) => (filters.disagreement ? 0 : 11))))
    },
    history: {
      unseen: () => Promise.resolve(ok(10)),
      happenedTo: (_, what) => Promise.resolve(ok(changes[what.kind] ?? 0)),
      changes: ((_: string, { leastPercent }: { leastPercent: number | null }) => {
        const isAny = leastPercent === 60 && (changes.price ?? 0) > 0
        // A price may have jumped more than once.
        return Promise.resolve(ok(isAny ? { changes: [change(-99.6)], total: 9 } : nobody))
      }) as never
    },
    audits: {
      state: () => Promise.resolve(ok(audit ?? auditState({}, reports))),
      scores: () => Promise.resolve(ok(scores))
    },
    reviews: {
      activity: () => Promise.resolve(ok([{ day: '2026-11-24', approved: 4, needsWork: 1, ignored: 0 }])),
      pace: () => Promise.resolve(ok({ perHour: 60, today: 5 })),
      log: () => Promise.resolve(ok([]))
    },
    now: () => now,
    ...deps
  })
  const answer = await today('shop')
  if (!answer.ok) throw new Error(answer.failure.code)
  return answer.value
}

describe('what a person is told at the beginning of their day', () => {
  it('is what waits, and the last 14 days with those on which nothing was reviewed', async () => {
    const today = await summary()
    expect(today).toMatchObject({ progress, asOf: 1000, errors: 11, unseen: 10, perHour: 60 })
    expect(today.days).toHaveLength(14)
    expect(today.days[0]).toEqual({ day: '2026-11-11', approved: 0, needsWork: 0, ignored: 0 })
    expect(today.days.at(-1)).toMatchObject({ day: '2026-11-24', approved: 4 })
  })

  it('is what to do next by harm, at most six, without what there is none of', async () => {
    const counts = { 'price-zero': 2, 'picture-broken': 5, 'picture-same': 26, 'price-missing': 3 }
    const { next } = await summary({ counts, changes: { price: 1, gone: 4 } })
    expect(next.map(({ kind, count }) => [kind, count])).toEqual([
      ['price-zero', 2],
      ['price-jump', 1],
      ['price-missing', 3],
      ['picture-broken', 5],
      ['picture-same', 26],
      ['gone', 4]
    ])
    expect(next[1]).toMatchObject({ product: { id: 'p-1', name: 'Enamel tent' }, percent: -99.6 })
    expect((await summary()).next.map(({ kind }) => kind)).toEqual(['re-review', 'needs-work'])
  })

  it('has errors before warnings and prices before names and pictures, and names the rules that it says nothing of', async () => {
    const severities = {
      'name-duplicate': 'warning',
      'picture-same': 'warning',
      'price-outlier': 'warning',
      'picture-broken': 'error',
      'description-placeholder': 'error',
      'name-spaces': 'hint'
    } as const
    const reports = Object.entries(severities).map(([rule, severity]) => [
      rule,
      { count: 2, setting: { enabled: true, severity, threshold: null } }
    ])
    const audit = auditState({}, Object.fromEntries(reports) as Record<RuleId, Partial<RuleReport>>)
    const { next, moreRules } = await summary({ audit, changes: { price: 7, gone: 4 } })
    expect(next.map(({ kind }) => kind)).toEqual([
      'price-jump',
      'picture-broken',
      'gone',
      'price-outlier',
      'name-duplicate',
      'picture-same'
    ])
    expect(moreRules).toEqual(['description-placeholder'])
  })

  it('has what somebody can decide, tells how much is decided of that, and last what needs work in the store', async () => {
    const asked: string[] = []
    const open: Record<string, number> = { 'price-zero': 2, 'picture-broken': 0, 'picture-same': 20 }
    const deps: Partial<TodayDeps> = {
      catalog: {
        progress: () => Promise.resolve(ok(progress)),
        facts: () => Promise.resolve(ok({ coverage, pageCap: null, form: 'full' as const, oddities: [] })),
        sizes: (_, queries) => {
          asked.push(...queries.flatMap(({ filters }) => filters.review))
          const sizeOf = ({ filters: { finding, review } }: ProductQuery): number =>
            finding === 'error' ? (review.length > 0 ? 3 : 9) : (open[finding ?? ''] ?? 0)
          return Promise.resolve(ok(queries.map(sizeOf)))
        }
      }
    }
    const counts = { 'price-zero': 2, 'picture-broken': 5, 'picture-same': 26 }
    const { next, moreRules, errors, errorsDecided } = await summary({ counts, deps })
    expect([errors, errorsDecided]).toEqual([9, 6])
    expect(next.map(({ kind, count, decided }) => [kind, count, decided])).toEqual([
      ['price-zero', 2, 0],
      ['picture-same', 26, 6],
      ['re-review', 3, 0],
      ['needs-work', 2, 0]
    ])
    expect(moreRules, 'it is said that there is more').toEqual(['picture-broken'])
    expect(new Set(asked)).toEqual(new Set(['unreviewed', 'awaiting-you', 'changed']))
  })

  it('has what colleagues disagree about, before what only changed', async () => {
    const deps: Partial<TodayDeps> = {
      catalog: {
        progress: () => Promise.resolve(ok(progress)),
        facts: () => Promise.resolve(ok({ coverage, pageCap: null, form: 'full' as const, oddities: [] })),
        sizes: (_, queries) =>
          Promise.resolve(ok(queries.map(({ filters }) => (filters.disagreement ? 4 : 0))))
      }
    }
    const { next } = await summary({ deps })
    expect(next.map(({ kind, count }) => [kind, count])).toEqual([
      ['disagreement', 4],
      ['re-review', 3],
      ['needs-work', 2]
    ])
  })

  it('names no product of several whose price jumped', async () => {
    const { next } = await summary({ changes: { price: 7 } })
    expect(next[0]).toEqual({ kind: 'price-jump', count: 7, product: null, percent: null, decided: 0 })
  })

  it('tells how many findings of errors there are more than when the day began, where that is known', async () => {
    const point = (at: number, count: number): ScorePoint => ({
      at,
      run: 1,
      products: 100,
      score: 90,
      withPictures: true,
      scoreWithoutPictures: 90,
      counts: { 'price-zero': count, 'name-long': 50 }
    })
    const counts = { 'price-zero': 5 }
    const scores = [point(now - 86_400_000, 3), point(now - 60_000, 5)]
    expect((await summary({ counts, scores })).errorsSinceYesterday).toBe(2)
    expect((await summary({ counts, scores: [point(now - 60_000, 5)] })).errorsSinceYesterday).toBe(null)
  })

  it('knows of no errors before the rules were applied, rather than of none', async () => {
    const today = await summary({ audit: auditState({ phase: 'none', at: null, score: null }) })
    expect([today.errors, today.errorsSinceYesterday]).toEqual([null, null])
  })

  it('has a reason and the mark that it was given for as one entry', async () => {
    const jug = { id: 'p-2', name: 'Jug' }
    const log = [
      logEntry({ number: 6, before: 'needs-work', after: 'needs-work', reason: 'picture' }),
      logEntry({ number: 5, product: jug }),
      logEntry({ number: 4, after: 'needs-work' }),
      logEntry({ number: 3, product: jug, before: 'needs-work', after: 'needs-work', reason: 'price' }),
      logEntry({ number: 2, product: jug, after: 'needs-work', by: 'Ana' }),
      logEntry({ number: 1 })
    ]
    const reviews: TodayDeps['reviews'] = {
      activity: () => Promise.resolve(ok([])),
      pace: () => Promise.resolve(ok({ perHour: null, today: 0 })),
      log: ({ limit }) => Promise.resolve(ok(log.slice(0, limit)))
    }
    const today = await summary({ deps: { reviews } })
    expect(today.log.map(({ number, before }) => [number, before])).toEqual([
      [6, 'unreviewed'],
      [5, 'unreviewed'],
      [3, 'needs-work'],
      [2, 'unreviewed'],
      [1, 'unreviewed']
    ])
  })

  it('is told without what cannot be read, and fails where the catalog cannot', async () => {
    const broken = (): Promise<ReturnType<typeof fail>> => Promise.resolve(fail('storage-failed'))
    const without = await summary({
      deps: {
        audits: { state: broken, scores: broken },
        reviews: { activity: broken, pace: broken, log: broken },
        history: { unseen: broken, happenedTo: broken, changes: broken }
      }
    })
    expect(without).toMatchObject({ progress, errors: null, unseen: 0, log: [], scores: [] })
    const catalog = { progress: broken, sizes: broken, facts: broken }
    await expect(summary({ deps: { catalog } })).rejects.toThrow('storage-failed')
  })
})
