import { CircleCheck, CircleDashed, CircleSlash, Clock, Diff, Scale, Wrench } from '@lucide/vue'
import type { Component } from 'vue'
import type { ProductReview } from '../../../electron/contract/review'
import {
  type ReviewMark,
  type ReviewState,
  builtInReasons,
  type BuiltInReason
} from '../../../electron/contract/review-state'
import { formatCount } from '../format/number'
import { t } from '../i18n'

/** How a state of a review looks beside its word; color alone says nothing. */
export interface StateStyle {
  /** A Lucide icon. */
  icon: Component
  /** The same as the data of one SVG path, 24 by 24, stroked: a component would cost a row of a list too much. */
  path: string
  tone: 'neutral' | 'success' | 'warning' | 'danger'
}

const circle = 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0'

const clock = `${circle}M12 6v6l4 2`

/** What a product is shown as: where people disagree about it, that, whatever the newest mark says. */
export type ShownState = ReviewState | 'disagreement'

const looks: Record<ShownState, StateStyle> = {
  unreviewed: { icon: CircleDashed, path: circle, tone: 'neutral' },
  'awaiting-you': { icon: Clock, path: clock, tone: 'warning' },
  'awaiting-others': { icon: Clock, path: clock, tone: 'neutral' },
  approved: { icon: CircleCheck, path: `${circle}M16 9l-5.5 5.5L8 12`, tone: 'success' },
  changed: { icon: Diff, path: 'M12 3v14M5 10h14M5 21h14', tone: 'warning' },
  'needs-work': {
    icon: Wrench,
    path: 'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z',
    tone: 'danger'
  },
  ignored: { icon: CircleSlash, path: `${circle}M9 15l6-6`, tone: 'neutral' },
  disagreement: {
    icon: Scale,
    path: 'M12 3v18M19 8l3 8a5 5 0 0 1-6 0zV7M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1M5 8l3 8a5 5 0 0 1-6 0zV7M7 21h10',
    tone: 'warning'
  }
}

const states: Record<ShownState, () => string> = {
  unreviewed: () => t('review.state.unreviewed'),
  'awaiting-you': () => t('review.state.awaitingYou'),
  'awaiting-others': () => t('review.state.awaitingOthers'),
  approved: () => t('review.state.approved'),
  changed: () => t('review.state.changed'),
  'needs-work': () => t('review.state.needsWork'),
  ignored: () => t('review.state.ignored'),
  disagreement: () => t('review.state.disagreement')
}

const deeds: Record<ReviewMark, () => string> = {
  unreviewed: () => t('review.do.unreviewed'),
  approved: () => t('review.do.approved'),
  'needs-work': () => t('review.do.needsWork'),
  ignored: () => t('review.do.ignored')
}

const reasons: Record<BuiltInReason, () => string> = {
  picture: () => t('review.reason.picture'),
  price: () => t('review.reason.price'),
  name: () => t('review.reason.name'),
  text: () => t('review.reason.text'),
  double: () => t('review.reason.double'),
  other: () => t('review.reason.other')
}

/** Why a product needs work, in words: a shop's own reason is in its own. */
export function needsWorkReason(reason: string): string {
  const known = builtInReasons.find((each) => each === reason)
  return known === undefined ? reason : reasons[known]()
}

/** `Needs work: Price`; another state, or one without a reason, by its name alone. */
export function reasonedStateLabel(state: ReviewState, reason: string | null): string {
  if (reason === null || state !== 'needs-work') return stateLabel(state)
  return t('review.reason.of', { state: stateLabel(state), reason: needsWorkReason(reason) })
}

/** What a product is shown as, in words: the reason is that of the state in which it was read. */
export function shownStateLabel(
  { state, reason }: Pick<ProductReview, 'state' | 'reason'>,
  shown: ShownState
): string {
  return shown === 'disagreement'
    ? stateLabel(shown)
    : reasonedStateLabel(shown, shown === state ? reason : null)
}

/**
 * What a product is shown as. A mark that was set since it was read stands by itself: it may be the one by which people agree.
 *
 * @param state as it is known by now, where that may be newer than the review
 */
export function shownState(
  { state: read, disagreeing = [] }: Pick<ProductReview, 'state' | 'disagreeing'>,
  state: ReviewState = read
): ShownState {
  if (disagreeing.length === 0 || state === 'changed') return state
  const isWaiting = state === 'awaiting-you' || state === 'awaiting-others'
  return isWaiting || state === read ? 'disagreement' : state
}

/** The icon and the tone of a state; a mark is a state too. */
export function stateStyle(state: ShownState): StateStyle {
  return looks[state]
}

/** A state, or a mark, in words: `Needs work`. */
export function stateLabel(state: ShownState): string {
  return states[state]()
}

/** `1 of 2 approvals`; '' where that is not what a product waits for. */
export function approvalsLabel({ state, approvals }: Pick<ProductReview, 'state' | 'approvals'>): string {
  if (approvals === null || (state !== 'awaiting-you' && state !== 'awaiting-others')) return ''
  const { given, needed } = approvals
  return t('review.approvals', { given, needed })
}

/** A review where there is little room: `Re-review`, `1 of 2 approvals`. */
export function reviewShortLabel(review: Pick<ProductReview, 'state' | 'approvals'>): string {
  return approvalsLabel(review) || stateLabel(review.state)
}

/** A review in a row of a list: as `reviewShortLabel`, with why it needs work; of a product that people disagree about, what each says. */
export function reviewRowLabel(
  review: Pick<ProductReview, 'state' | 'approvals' | 'reason' | 'disagreeing'>
): string {
  const each = disagreementLabel(review)
  if (each !== '') return each
  return review.state === 'needs-work' ? reviewLabel(review) : reviewShortLabel(review)
}

/** A review in words: `Needs work: Price`, `Awaiting your approval: 1 of 2 approvals`, `Disagreement`. */
export function reviewLabel(
  review: Pick<ProductReview, 'state' | 'approvals' | 'reason' | 'disagreeing'>
): string {
  const shown = shownState(review)
  if (shown === 'disagreement') return stateLabel(shown)
  const { state, approvals, reason } = review
  const given = approvalsLabel({ state, approvals })
  return given === ''
    ? reasonedStateLabel(state, reason)
    : t('review.reason.of', { state: stateLabel(state), reason: given })
}

/**
 * What others have made of a product, where this person's own marks do not say it: `Needs work: Price (Ben)`, `1 of 2 approvals`, or what each
 * says; '' where nobody has, or it is this person's alone.
 */
export function othersLabel(review: ProductReview, self: string | null): string {
  const each = disagreementLabel(review)
  if (each !== '') return each
  const { state, reviewer } = review
  const isOthers = self !== null && reviewer !== '' && reviewer !== self && state !== 'unreviewed'
  return approvalsLabel(review) || (isOthers ? decidedByLabel(reviewLabel(review), reviewer) : '')
}

/** A state, with who decided so: `Needs work: Price (Ben)`. */
export function decidedByLabel(state: string, name: string): string {
  return t('review.log.decidedBy', { state, name })
}

/** What each says of a product that people disagree about: `Ana: Needs work · Kim: Approved`; '' where they do not. */
export function disagreementLabel({ disagreeing = [] }: Pick<ProductReview, 'disagreeing'>): string {
  return disagreeing
    .map(({ by, mark }) => t('review.reason.of', { state: by, reason: stateLabel(mark) }))
    .join(' · ')
}

/** Whether a button that sets a mark is pressed: also an approval that is not enough by itself. */
export function isMarkedAs(state: ReviewState | null, mark: ReviewMark): boolean {
  return state === mark || (mark === 'approved' && state === 'awaiting-others')
}

/** Of a product that people disagree about, two who do not say the same, and how many more there are; none where they agree. */
export function disagreeingTwo({ disagreeing = [] }: Pick<ProductReview, 'disagreeing'>): {
  two: readonly { by: string; mark: ReviewMark; words: string }[]
  more: number
} {
  const [first] = disagreeing
  const other = disagreeing.find(({ mark }) => mark !== first?.mark)
  if (first === undefined || other === undefined) return { two: [], more: 0 }
  // The name stands before it, and is what is cut.
  const words = (mark: ReviewMark): string => t('review.reason.of', { state: '', reason: stateLabel(mark) })
  return {
    two: [first, other].map((each) => ({ ...each, words: words(each.mark) })),
    more: disagreeing.length - 2
  }
}

/** What a mark of this person makes of a product: in a team that needs more approvals it is not approved by one. */
export function stateAfter(mark: ReviewMark, { approvals }: Pick<ProductReview, 'approvals'>): ReviewState {
  if (approvals === null || mark === 'needs-work' || mark === 'ignored') return mark
  const others = approvals.given - Number(approvals.isMine)
  if (mark === 'unreviewed') return others > 0 ? 'awaiting-you' : mark
  return others + 1 >= approvals.needed ? 'approved' : 'awaiting-others'
}

/** A review whose state this person has just changed, before it is read anew. */
export function withState(review: ProductReview, state: ReviewState): ProductReview {
  const { approvals } = review
  if (approvals === null || state === review.state) return review
  const isMine = state === 'approved' || state === 'awaiting-others'
  const given = approvals.given - Number(approvals.isMine) + Number(isMine)
  return { ...review, state, approvals: { ...approvals, given, isMine } }
}

/** What a button that sets a mark says: `Approve`. */
export function markActionLabel(mark: ReviewMark): string {
  return deeds[mark]()
}

const deedsOfMany: Record<Exclude<ReviewMark, 'unreviewed'>, (number: string) => string> = {
  approved: (number) => t('selection.approve', { number }),
  'needs-work': (number) => t('selection.needsWork', { number }),
  ignored: (number) => t('selection.ignore', { number })
}

/** The same for so many products at once: `Approve 12`. */
export function markManyLabel(mark: Exclude<ReviewMark, 'unreviewed'>, number: string): string {
  return deedsOfMany[mark](number)
}

/** How long what is left takes at a pace: `≈ 1 h 25 min at your pace`, the same on every page; '' where that cannot be told, or is more than a day. */
export function timeLeftMessage(products: number, perHour: number | null, locale: string | null): string {
  if (perHour === null || perHour <= 0 || products === 0) return ''
  const minutes = Math.max(1, Math.round((products / perHour) * 60))
  if (minutes > 24 * 60) return ''
  const values = {
    hours: formatCount(Math.floor(minutes / 60), locale),
    minutes: formatCount(minutes % 60, locale)
  }
  return minutes < 60 ? t('review.leftMinutes', values) : t('review.leftHours', values)
}
