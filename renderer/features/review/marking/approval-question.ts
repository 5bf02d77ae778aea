import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { RuleId } from '../../../../electron/contract/audit-rules'
import type { DecidedMark, ReviewMark } from '../../../../electron/contract/review-state'
import { keysInForce } from '../../../shared/commands/key-bindings'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { stateLabel } from '../../../shared/labels/review-labels'
import { ruleName } from '../../../shared/labels/rule-labels'
import { useAutoDismiss } from '../../../shared/ui/use-auto-dismiss'
import type { MarkedOnScreen } from './doubts-among'
import { watchForDrumming } from './drumming'

/** ms in which a second press does what was asked about one product. */
const patience = 6000

/** How many products have a mark that says something else, which would be overwritten. */
export type Overwritten = readonly { mark: DecidedMark; count: number }[]

const overwrittenWords: Record<DecidedMark, (number: { number: string }, count: number) => string> = {
  approved: (number, count) => t('review.overwrite.approved', number, count),
  'needs-work': (number, count) => t('review.overwrite.needsWork', number, count),
  ignored: (number, count) => t('review.overwrite.ignored', number, count)
}

/** A mark that waits for a second press: an approval of products with errors, or of many of which some have another mark. */
export interface AskedApproval {
  wish: ReviewMark
  overwritten: Overwritten
  /** What it is for (`approvalKey`): a press for the same confirms it. */
  of: string
  /** Of one product its errors, of many how many of them have errors. */
  errors: number
  /** What those of one product are, by harm; left out: it is seen beside the question. */
  rules?: readonly RuleId[]
  isMany: boolean
  /** What a page offers besides its own button; null: nothing. */
  offer: {
    /** The product's name, or how many there are. */
    about: string
    mark: () => void
    /** Marks those without errors and other marks; null: there are none, or it cannot be said which they are. */
    others: { count: number; mark: () => void } | null
  } | null
}

/** What is asked about in sentences, and which key answers it: `Errors: Price missing, ID listed twice.`, `16 have errors.`, `1 needs work.`, `A again to approve all`. */
export function doubtWords({
  wish,
  errors,
  overwritten,
  rules = [],
  isMany
}: Omit<AskedApproval, 'offer' | 'of'>): string[] {
  const number = (count: number): { number: string } => ({ number: formatCount(count, null) })
  const wrong = isMany ? t('review.errors.many', number(errors), errors) : errorsOfOne(rules)
  return [
    ...(errors > 0 ? [wrong] : []),
    ...overwritten.map(({ mark, count }) => overwrittenWords[mark](number(count), count)),
    ...againWords(wish, isMany)
  ]
}

/** Their names, or that there are some where these are not told. */
function errorsOfOne(rules: readonly RuleId[]): string {
  if (rules.length === 0) return t('review.errors.one')
  return t('review.errors.named', { rules: rules.map(ruleName).join(', ') }, rules.length)
}

/** [] where no key does it. */
function againWords(wish: ReviewMark, isMany: boolean): string[] {
  const [key] = keysInForce(wish)
  if (key === undefined) return []
  if (!isMany) return [t('review.errors.again', { key })]
  return [
    wish === 'approved'
      ? t('review.errors.againAll', { key })
      : t('review.overwrite.againAll', { key, mark: stateLabel(wish) })
  ]
}

/** One text for what is marked and how, to know it again by. */
export function approvalKey(connectionId: string, wish: ReviewMark, of: MarkedOnScreen): string {
  return JSON.stringify([connectionId, wish, of])
}

/**
 * Lets the first press of Approve on products with errors, and of a mark on many products of which some have another, only say so: the
 * second one does it. One question at a time, on all pages.
 */
export const useApprovalQuestion = defineStore('approval-question', () => {
  const asked = shallowRef<AskedApproval | null>(null)
  const { restart, isRead } = watchForDrumming()

  function close(): void {
    asked.value = null
  }

  return {
    asked,
    isAsked: (of: string): boolean => asked.value?.of === of,
    isRead,
    /** Whether this press answers the question that is open: one of a drumming hand does not. */
    answers(of: string): boolean {
      const isAnswer = asked.value?.of === of && isRead()
      restart()
      return isAnswer
    },
    /** Whether there is nothing to ask about; otherwise it is asked now, unless it is already. */
    press(next: AskedApproval): boolean {
      if (next.errors === 0 && next.overwritten.length === 0) {
        asked.value = null
        return true
      }
      if (asked.value?.of !== next.of) {
        restart()
        asked.value = next
      }
      return false
    },
    close
  }
})

/** Ends the question with its page, and one about a single product after its time: what many are asked about takes longer to read and decide. Returns the listeners of the element that asks: at hand, it stays. */
export function useApprovalPatience(): ReturnType<typeof useAutoDismiss> {
  const approval = useApprovalQuestion()
  onScopeDispose(approval.close)
  return useAutoDismiss(
    () => approval.asked,
    () => approval.asked?.isMany === false,
    patience,
    approval.close
  )
}
