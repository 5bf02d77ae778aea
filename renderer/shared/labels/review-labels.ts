import { CircleCheck, CircleDashed, CircleSlash, Diff, Wrench } from '@lucide/vue'
import type { Component } from 'vue'
import type { ReviewMark, ReviewState } from '../../../electron/contract/review'
import { builtInReasons, type BuiltInReason } from '../../../electron/contract/review-state'
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

const looks: Record<ReviewState, StateStyle> = {
  unreviewed: { icon: CircleDashed, path: circle, tone: 'neutral' },
  approved: { icon: CircleCheck, path: `${circle}M16 9l-5.5 5.5L8 12`, tone: 'success' },
  changed: { icon: Diff, path: 'M12 3v14M5 10h14M5 21h14', tone: 'warning' },
  'needs-work': {
    icon: Wrench,
    path: 'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z',
    tone: 'danger'
  },
  ignored: { icon: CircleSlash, path: `${circle}M9 15l6-6`, tone: 'neutral' }
}

const states: Record<ReviewState, () => string> = {
  unreviewed: () => t('review.state.unreviewed'),
  approved: () => t('review.state.approved'),
  changed: () => t('review.state.changed'),
  'needs-work': () => t('review.state.needsWork'),
  ignored: () => t('review.state.ignored')
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

/** The icon and the tone of a state; a mark is a state too. */
export function stateStyle(state: ReviewState): StateStyle {
  return looks[state]
}

/** A state, or a mark, in words: `Needs work`. */
export function stateLabel(state: ReviewState): string {
  return states[state]()
}

/** A state where there is little room: `Changed`. */
export function stateShortLabel(state: ReviewState): string {
  return state === 'changed' ? t('review.state.changedShort') : stateLabel(state)
}

/** What a button that sets a mark says: `Approve`. */
export function markActionLabel(mark: ReviewMark): string {
  return deeds[mark]()
}
