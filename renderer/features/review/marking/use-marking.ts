import { watch } from 'vue'
import type { RuleId } from '../../../../electron/contract/audit-rules'
import type { Result } from '../../../../electron/contract/failure'
import type { Product } from '../../../../electron/contract/product'
import type { Marked } from '../../../../electron/contract/review'
import type { BuiltInReason, ReviewMark } from '../../../../electron/contract/review-state'
import { useCurrentFindings, useErrorsAmong, useQuality } from '../../quality'
import { useReasonQuestion } from '../panel/reason-question'
import { useReviews } from '../reviews'
import { approvalKey, useApprovalQuestion } from './approval-question'
import type { SeenProduct } from './change-under-eyes'
import { doubtsAmong, type MarkedOnScreen } from './doubts-among'

/** What a mark is for, as it is on screen. */
export interface MarkSubject {
  of: MarkedOnScreen
  /** The one product, as it is on screen; null: there are several. */
  product: SeenProduct | null
  /** The product's name, or how many there are. */
  name: string
  /** It is more than one product: nobody goes on from it to the next. */
  isMany: boolean
  /** Of the product; of several that they share. */
  findings: readonly RuleId[]
  /** Why it needs work already; null: no reason, or another mark. */
  reason: string | null
  /** The reason that the page is about; null: its findings suggest one. */
  topic: BuiltInReason | null
  /** Errors that an approval is to be thought of for, by harm; null: of many, to be asked for. */
  errors: readonly RuleId[] | null
  /** Marks it; `part`: only these of many. */
  save: (wish: ReviewMark, part?: MarkedOnScreen) => Promise<Result<Marked>>
}

/** What of a product its mark needs. */
export type MarkableProduct = SeenProduct &
  Pick<Product, 'name' | 'review' | 'findings'> &
  Partial<Pick<Product, 'change'>>

/** Marks products outside of Review, on pages that show `MarkQuestion`. */
export interface Marking {
  /**
   * One product, as a person sees it, on a page that is about `topic`; `changes`: the numbers of its changes that are on screen, where the
   * page lists them.
   */
  subjectOf: (product: MarkableProduct, topic?: BuiltInReason | null, changes?: () => number[]) => MarkSubject
  /** Marks it at once, and asks in passing why it needs work. Returns false where it waits: for a second press, or the count of errors. */
  decide: (wish: ReviewMark, subject: MarkSubject) => boolean
}

export function useMarking(connectionId: () => string): Marking {
  const reviews = useReviews()
  const question = useReasonQuestion()
  const approval = useApprovalQuestion()
  const quality = useQuality()
  const errorsAmong = useErrorsAmong()
  const currentFindings = useCurrentFindings()
  /** The last decision: one before it, whose errors are counted still, is not for now anymore. */
  let latest = 0

  watch(connectionId, (id) => void quality.open(id), { immediate: true })

  function set(wish: ReviewMark, subject: MarkSubject): void {
    approval.close()
    const number = latest
    const marked = subject.save(wish)
    // What was not marked, which is said then, needs no reason.
    void marked.then((answer) => {
      if (answer.ok && answer.value.otherChanges === true && number === latest) question.close()
    })
    const { of, findings, reason, topic, name } = subject
    if (wish !== 'needs-work') return
    const connection = connectionId()
    const named = subject.isMany ? undefined : name
    const about = { connectionId: connection, findings, reason, topic }
    // A whole list may have other products by the time of the answer: those that were marked are meant.
    const products = 'products' in of ? of : null
    question.ask(
      about,
      name,
      (why) => void reviews.giveReason(connection, products, why, reason, marked, named)
    )
  }

  /** Asks first where many products are marked whose findings and marks, colleagues' too, are not on the screen. */
  async function markMany(wish: ReviewMark, subject: MarkSubject): Promise<void> {
    const number = latest
    const connection = connectionId()
    const answer = await doubtsAmong(connection, wish, subject.of)
    if (number !== latest) return
    if (!answer.ok) {
      reviews.refuse(connection, answer.failure, () => void markMany(wish, subject))
      return
    }
    const { errors, overwritten, others } = answer.value
    const part = others && {
      count: others.count,
      mark() {
        approval.close()
        void subject.save(wish, others.of)
      }
    }
    const mark = (): void => set(wish, subject)
    const of = approvalKey(connection, wish, subject.of)
    const offer = { about: subject.name, mark, others: part }
    if (approval.press({ wish, of, errors, overwritten, isMany: true, offer })) mark()
  }

  /** Whether an approval of one product need not be asked about. */
  function isApprovable(subject: MarkSubject): boolean {
    const wish = 'approved'
    const of = approvalKey(connectionId(), wish, subject.of)
    const offer = { about: subject.name, mark: () => set(wish, subject), others: null }
    const rules = subject.errors ?? []
    return approval.press({ wish, of, errors: rules.length, rules, overwritten: [], isMany: false, offer })
  }

  return {
    subjectOf(product, topic = null, changes) {
      const { id, name, contentFingerprint, review, findings } = product
      const connection = connectionId()
      const of = { products: [{ id, contentFingerprint }] }
      const called = name.trim() === '' ? id : name
      return {
        of,
        product,
        name: called,
        isMany: false,
        findings: currentFindings(connection, product),
        reason: review.reason,
        topic,
        errors: review.state === 'approved' ? [] : errorsAmong(connection, findings),
        save: (wish) => reviews.markWhenIdle(connection, wish, of, { name: called, changes: changes?.() })
      }
    },
    decide(wish, subject) {
      latest += 1
      question.close()
      const of = approvalKey(connectionId(), wish, subject.of)
      if (approval.isAsked(of)) {
        if (!approval.answers(of)) return false
      } else if (subject.isMany && wish !== 'unreviewed') {
        approval.close()
        void markMany(wish, subject)
        return false
      } else if (wish === 'approved' && !isApprovable(subject)) return false
      set(wish, subject)
      return true
    }
  }
}
