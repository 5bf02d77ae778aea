import type { CatalogDb } from '../catalog/types'
import type { AuditState, ScorePoint } from '../contract/audit'
import { harmRank, isRuleId, type RuleId, ruleIds, type Severity, severities } from '../contract/audit-rules'
import { emptyQuery, noFilters } from '../contract/empty-query'
import { ok, type Result } from '../contract/failure'
import { forConnections, type HandlersOf } from '../contract/bridge'
import type { ReviewProgress } from '../contract/review'
import { toDoStates } from '../contract/review-state'
import {
  mostNextSteps,
  priceJump,
  rulesOfSteps,
  type NextKind,
  type NextStep,
  type ReviewedDay,
  type Today
} from '../contract/today'
import type { Audits } from '../quality'
import type { Reviews } from '../reviews/types'
import { startOfDay } from './days'
import { latestDecisions } from './latest-decisions'

/** Puts together what the page Today asks for. */
export function composeToday(deps: TodayDeps & { isKnown: (connectionId: string) => boolean }): {
  handlers: HandlersOf<'today'>
} {
  const summary = createToday(deps)
  const of = forConnections(deps.isKnown)
  return { handlers: { 'today:summary': of(({ connectionId }) => summary(connectionId)) } }
}

export interface TodayDeps {
  catalog: Pick<CatalogDb, 'progress' | 'sizes' | 'facts'>
  history: Pick<CatalogDb['history'], 'changes' | 'happenedTo' | 'unseen'>
  audits: Pick<Audits, 'state' | 'scores'>
  reviews: Pick<Reviews, 'activity' | 'pace' | 'log'>
  /** ms since 1970. */
  now?: () => number
}

/** Days that the chart has. */
const shownDays = 14
const mostScores = 60
/** Entries of the log that are shown, and that are read for them: several may tell of one decision. */
const shownEntries = 5
const readEntries = 40

/** The last rank that a finding of a severity can have. */
const lastOf = (severity: Severity): number =>
  Math.max(...ruleIds.map((rule) => harmRank({ rule, severity })))

/**
 * Where what no rule found stands among findings: a price that jumped by so much is mostly an error; what is gone, and what colleagues
 * disagree about, comes before warnings, and last what is decided and waits for whoever edits the store.
 */
const otherRanks: Record<Exclude<NextKind, RuleId>, number> = {
  'price-jump': harmRank({ rule: 'price-outlier', severity: 'error' }),
  gone: lastOf('error') + 0.1,
  disagreement: lastOf('error') + 0.2,
  're-review': lastOf('hint') + 0.1,
  'needs-work': lastOf('hint') + 0.2
}

/** Puts together what the page Today tells. Fails as the catalog does; what else cannot be read is left out. */
export function createToday({ catalog, history, audits, reviews, now = Date.now }: TodayDeps) {
  async function goneOf(connectionId: string): Promise<NextStep | null> {
    const count = await history.happenedTo(connectionId, { kind: 'gone' })
    return count.ok ? { kind: 'gone', count: count.value, product: null, percent: null, decided: 0 } : null
  }

  async function jumpsOf(connectionId: string): Promise<NextStep | null> {
    const filter = { fromRun: null, toRun: null, kinds: ['price' as const], unseen: true }
    const [count, last] = await Promise.all([
      history.happenedTo(connectionId, { kind: 'price', leastPercent: priceJump }),
      history.changes(connectionId, { ...filter, leastPercent: priceJump, offset: 0, limit: 1 })
    ])
    const first = last.ok ? last.value.changes[0] : undefined
    if (!count.ok || first === undefined) return null
    const { id, name } = first.product
    const isOne = count.value === 1
    return {
      kind: 'price-jump',
      count: count.value,
      product: isOne ? { id, name } : null,
      percent: isOne ? first.percent : null,
      decided: 0
    }
  }

  return async (connectionId: string): Promise<Result<Today>> => {
    const since = startOfDay(now(), shownDays - 1)
    const [progress, facts, unseen, audit, scores, activity, pace, log, jumps, gone] = await Promise.all([
      catalog.progress(connectionId, emptyQuery),
      catalog.facts(connectionId),
      history.unseen(connectionId),
      audits.state(connectionId),
      audits.scores(connectionId),
      reviews.activity(connectionId, since),
      reviews.pace(connectionId),
      reviews.log({ connectionId, productId: null, before: null, limit: readEntries }),
      jumpsOf(connectionId),
      goneOf(connectionId)
    ])
    if (!progress.ok) return progress
    const state = audit.ok ? audit.value : null
    const points = scores.ok ? scores.value : []
    const [ofRules, errors, disagreements] = await Promise.all([
      stepsOfRules(catalog, connectionId, state),
      countErrors(catalog, connectionId, state),
      countDisagreements(catalog, connectionId)
    ])
    const next = ranked([...ofRules, jumps, gone, ...stepsOfReviews(progress.value, disagreements)], state)
    return ok({
      progress: progress.value,
      asOf: facts.ok ? facts.value.coverage.asOf : null,
      ...errors,
      errorsSinceYesterday: state === null ? null : errorsSince(state, points, startOfDay(now())),
      unseen: unseen.ok ? unseen.value : 0,
      next,
      moreRules: rulesWithoutStep(state, next),
      days: allDays(activity.ok ? activity.value : [], now()),
      perHour: pace.ok ? pace.value.perHour : null,
      scores: points.slice(-mostScores).map(({ at, score }) => ({ at, score })),
      log: log.ok ? latestDecisions(log.value).slice(0, shownEntries) : []
    })
  }
}

/** How many products have errors, and how many of these are decided. */
async function countErrors(
  catalog: Pick<CatalogDb, 'sizes'>,
  connectionId: string,
  state: AuditState | null
): Promise<Pick<Today, 'errors' | 'errorsDecided'>> {
  const filters = { ...noFilters, finding: severities[0] }
  const sizes =
    (state?.at ?? null) === null
      ? null
      : await catalog.sizes(connectionId, [
          { ...emptyQuery, filters },
          { ...emptyQuery, filters: { ...filters, review: [...toDoStates] } }
        ])
  const [errors = null, open = null] = sizes?.ok ? sizes.value : []
  return { errors, errorsDecided: errors === null || open === null ? null : Math.max(0, errors - open) }
}

/** What rules found, and how much of it is decided. */
async function stepsOfRules(
  catalog: Pick<CatalogDb, 'sizes'>,
  connectionId: string,
  state: AuditState | null
): Promise<NextStep[]> {
  const found = rulesOfSteps.flatMap((kind) => {
    const report = state?.rules.find(({ rule }) => rule === kind)
    const count = report?.setting.enabled === true ? (report.count ?? 0) : 0
    return count > 0 ? [{ kind, count }] : []
  })
  const left =
    found.length > 0
      ? await catalog.sizes(
          connectionId,
          found.map(({ kind }) => ({
            ...emptyQuery,
            filters: { ...noFilters, finding: kind, review: [...toDoStates] }
          }))
        )
      : null
  return found.map(({ kind, count }, at) => {
    const open = left?.ok ? (left.value[at] ?? count) : count
    return { kind, count, product: null, percent: null, decided: Math.max(0, count - open) }
  })
}

/** Products of which colleagues say different things. */
async function countDisagreements(catalog: Pick<CatalogDb, 'sizes'>, connectionId: string): Promise<number> {
  const filters = { ...noFilters, disagreement: true }
  const sizes = await catalog.sizes(connectionId, [{ ...emptyQuery, filters }])
  return sizes.ok ? (sizes.value[0] ?? 0) : 0
}

function stepsOfReviews(progress: ReviewProgress, disagreements: number): NextStep[] {
  const rest = { product: null, percent: null, decided: 0 }
  return [
    { kind: 'disagreement', count: disagreements, ...rest },
    { kind: 're-review', count: progress.changed, ...rest },
    { kind: 'needs-work', count: progress['needs-work'], ...rest }
  ]
}

function ranked(steps: readonly (NextStep | null)[], state: AuditState | null): NextStep[] {
  const severityOf = (id: RuleId): Severity =>
    state?.rules.find(({ rule }) => rule === id)?.setting.severity ?? 'hint'
  const rankOf = ({ kind }: NextStep): number =>
    isRuleId(kind) ? harmRank({ rule: kind, severity: severityOf(kind) }) : otherRanks[kind]
  return steps
    .filter((step): step is NextStep => step !== null && step.decided < step.count)
    .sort((one, other) => rankOf(one) - rankOf(other))
    .slice(0, mostNextSteps)
}

/** Rules that found errors or warnings and have no step, by harm. */
function rulesWithoutStep(state: AuditState | null, next: readonly NextStep[]): RuleId[] {
  return (state?.rules ?? [])
    .filter(({ setting, count }) => setting.enabled && setting.severity !== 'hint' && (count ?? 0) > 0)
    .map(({ rule, setting: { severity } }) => ({ rule, rank: harmRank({ rule, severity }) }))
    .filter(({ rule }) => !next.some(({ kind }) => kind === rule))
    .sort((one, other) => one.rank - other.rank)
    .map(({ rule }) => rule)
}

/** How many more findings the rules have that are errors now than at the last score before a time. */
function errorsSince({ rules, at }: AuditState, points: readonly ScorePoint[], time: number): number | null {
  const before = points.findLast((point) => point.at < time)
  if (before === undefined || at === null) return null
  const errors: RuleId[] = rules.flatMap(({ rule, setting }) =>
    setting.enabled && setting.severity === 'error' ? rule : []
  )
  const sum = (countOf: (rule: RuleId) => number): number =>
    errors.reduce((total, rule) => total + countOf(rule), 0)
  const now = sum((rule) => rules.find((report) => report.rule === rule)?.count ?? 0)
  return now - sum((rule) => before.counts[rule] ?? 0)
}

/** Each of the last days, also those on which nothing was reviewed. */
function allDays(known: readonly ReviewedDay[], at: number): ReviewedDay[] {
  const of = new Map(known.map((each) => [each.day, each]))
  return Array.from({ length: shownDays }, (_, n) => {
    const date = new Date(at)
    date.setDate(date.getDate() - (shownDays - 1 - n))
    const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    const name = parts.map((part) => String(part).padStart(2, '0')).join('-')
    return of.get(name) ?? { day: name, approved: 0, needsWork: 0, ignored: 0 }
  })
}
