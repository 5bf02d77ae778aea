import type { Approvals } from '../../contract/review'
import { isSameFingerprint } from '../../contract/content-fingerprint'
import { reviewStates, type ReviewMark, type ReviewState } from '../../contract/review-state'
import type { Task } from '../../database/cooperative'
import type { IdLookup } from './products-by-id'
import { isUnaware } from './state-of-review'
import type { LateErrors, StandingStatements, TeamFile, TeamMark } from './sidecars'

/** Rows of `StandingStatements.someMarks`: about 1 ms. */
export const teamMarksAtOnce = 1000

/** How a team decides that needs several approvals of the same content. */
export interface ApprovalPolicy {
  needed: number
  /** This person's name. */
  self: string
}

/** null: one approval is enough, as where there is no team. */
export function policyOf(file: TeamFile): ApprovalPolicy | null {
  const [needed, self] = policyRow(file)
  return needed !== null && needed > 1 ? { needed, self: self ?? '' } : null
}

/** Under which name this person is in the store's team; null: there is none. */
export function selfOf(file: TeamFile): string | null {
  return policyRow(file)[1]
}

function policyRow(file: TeamFile): [needed: number | null, self: string | null] {
  const row = file.read(({ policy }) => policy.get()) as unknown as
    [number | null, string | null] | undefined | null
  return row ?? [null, null]
}

/** What each reviewer says of a product. */
export function marksOf({ marks }: StandingStatements, product: string): TeamMark[] {
  return marks.all(product) as unknown as TeamMark[]
}

/**
 * A product as it is now. `asOf`: when the catalog was read, ms since 1970; null: not known. `self`: under which name this person is in the
 * team; null: there is none.
 */
export interface ProductNow {
  contentFingerprint: string
  late: LateErrors | undefined
  asOf: number | null
  self: string | null
}

/** What a team says of a product besides what the latest mark does. */
interface SaidByTeam {
  state: ReviewState
  /** Left out where one approval is enough. */
  approvals?: Approvals
  /** Whose approval holds, and when it was given (ms since 1970), where it is not the latest. */
  reviewer?: string
  reviewedAt?: number
}

/**
 * What a product is to its team.
 *
 * @param alone what it would be by the latest mark
 * @param policy null: one approval is enough
 */
export function byTeam(
  alone: ReviewState,
  marks: readonly TeamMark[],
  policy: ApprovalPolicy | null,
  now: ProductNow
): SaidByTeam {
  return policy === null ? byAnybody(alone, marks, now) : inTeam(alone, marks, policy, now)
}

/** Whether somebody has approved a product as it is in a newer catalog than this one, which has it otherwise. */
export function isAhead(marks: readonly TeamMark[], now: ProductNow): boolean {
  return marks.some((mark) => isApprovalOf(mark, now) && !isApprovalOf(mark, { ...now, asOf: null }))
}

/**
 * Approved, too, where the latest approval is of other content than the product has, but somebody's is of just that, or of a newer catalog
 * than this one, in which it may have become that.
 */
function byAnybody(alone: ReviewState, marks: readonly TeamMark[], now: ProductNow): SaidByTeam {
  const isHolding = (mark: TeamMark): boolean => mark[3] !== null && isApprovalOf(mark, now)
  const holding = alone === 'changed' ? marks.filter(isHolding) : []
  const [latest] = holding.sort(([, , , , one], [, , , , other]) => other - one)
  if (latest === undefined) return { state: alone }
  const [, reviewer, , , reviewedAt] = latest
  return { state: 'approved', reviewer, reviewedAt }
}

/**
 * What a product is to a team that needs several approvals. Those of other content than the product has now do not count, nor do those from
 * before an error was found. Whoever has an opinion on what it is now has looked at it.
 *
 * @param alone what it would be where one approval is enough
 */
function inTeam(
  alone: ReviewState,
  marks: readonly TeamMark[],
  { needed, self }: ApprovalPolicy,
  now: ProductNow
): { state: ReviewState; approvals: Approvals } {
  const current = marks.filter((mark) => isOfNow(mark, now))
  const approving = current.filter(([, , mark]) => mark === 'approved')
  const isMine = approving.some(([, reviewer]) => reviewer === self)
  const hasLooked = current.some(([, reviewer]) => reviewer === self)
  const approvals = { given: approving.length, needed, isMine }
  return { state: stateInTeam(alone, approvals, hasLooked), approvals }
}

/** What a person says of a product themself; undefined: nobody is known to say anything. */
export function ownMark(marks: readonly TeamMark[], self: string, now: ProductNow): ReviewMark | undefined {
  if (marks.length === 0) return undefined
  const own = marks.find(([, reviewer]) => reviewer === self)
  return own === undefined || (own[2] === 'approved' && !isOfNow(own, now)) ? 'unreviewed' : own[2]
}

/** All who say what a product is, where that is more than one; undefined: it is not. */
export function agreeing(
  state: ReviewState,
  marks: readonly TeamMark[],
  now: ProductNow
): string[] | undefined {
  const said = state.startsWith('awaiting') || state === 'changed' ? 'approved' : state
  const saying = marks.filter(
    (mark) => mark[2] === said && (said !== 'approved' || state === 'changed' || isOfNow(mark, now))
  )
  return saying.length > 1 ? saying.map(([, reviewer]) => reviewer) : undefined
}

function isApprovalOf(mark: TeamMark, now: ProductNow): boolean {
  return mark[2] === 'approved' && isOfNow(mark, now)
}

function isOfNow(
  [, by, , seen, at, readAt]: TeamMark,
  { contentFingerprint, late, asOf, self }: ProductNow
): boolean {
  // Of an older catalog nobody can say that a product has changed since: there it may not have become yet what was approved.
  const isNewer = readAt !== null && asOf !== null && readAt > asOf
  return (
    (seen === null || isNewer || isSameFingerprint(seen, contentFingerprint)) &&
    !isUnaware({ by, at }, late, self)
  )
}

function stateInTeam(alone: ReviewState, { given, needed }: Approvals, hasLooked: boolean): ReviewState {
  if (alone === 'needs-work' || alone === 'ignored') return alone
  if (given >= needed) return 'approved'
  if (given > 0) return hasLooked ? 'awaiting-others' : 'awaiting-you'
  // The team's file does not know of the approval yet.
  return alone === 'approved' ? 'awaiting-others' : alone
}

const codeOf = (state: ReviewState): number => reviewStates.indexOf(state)

/** States of products by key, and how to compare those whose approvals are of different content. */
interface StateColumns {
  of: Uint8Array<ArrayBuffer>
  stateMask: number
  ids: IdLookup
  late: ReadonlyMap<number, LateErrors>
}

/**
 * Corrects states, as one approval would make them, by those that a team needs. Takes a few seconds for a million marks. Returns the keys
 * of products that have to be looked at one by one.
 */
export function* applyApprovals(
  file: TeamFile,
  policy: ApprovalPolicy,
  { of, stateMask, ids, late }: StateColumns
): Task<number[]> {
  const awaiting = codeOf('awaiting-others')
  const approved = codeOf('approved')
  // What the team's file does not know of.
  for (let key = 0; key < of.length; key++) {
    const code = of[key] ?? 0
    if ((code & stateMask) === approved) of[key] = (code & ~stateMask) | awaiting
  }
  const apart: number[] = []
  const keyOf = yield* ids.current()
  let product: TeamMark[] = []
  const settle = (): void => {
    const [first] = product
    const key = first === undefined ? 0 : keyOf(first[0])
    const code = of[key] ?? 0
    const alone = reviewStates[code & stateMask]
    if (first === undefined || key === 0 || alone === 'needs-work' || alone === 'ignored') return
    if (isPlain(product) && !late.has(key) && (code & stateMask) === awaiting) {
      const { state } = inTeam('approved', product, policy, {
        contentFingerprint: first[3] ?? '',
        late: undefined,
        asOf: null,
        self: policy.self
      })
      of[key] = (code & ~stateMask) | codeOf(state)
    } else if (product.some(([, , mark]) => mark === 'approved')) apart.push(key)
  }
  for (let after: [string, string] | null = ['', '']; after !== null;) {
    const [id, reviewer]: [string, string] = after
    const rows = (file.read(({ someMarks }) => someMarks.all(id, reviewer)) ?? []) as unknown as TeamMark[]
    for (const row of rows) {
      if (row[0] !== product[0]?.[0]) {
        settle()
        product = []
      }
      product.push(row)
    }
    const last = rows.at(-1)
    after = last === undefined || rows.length < teamMarksAtOnce ? null : [last[0], last[1]]
    yield
  }
  settle()
  return apart
}

/** All of them are of the same content, as far as it is written the same. */
function isPlain(marks: readonly TeamMark[]): boolean {
  return marks.every(([, , , seen]) => seen === marks[0]?.[3])
}
