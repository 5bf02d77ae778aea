import type { RuleId } from '../../../../electron/contract/audit-rules'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { useReasonQuestion } from '../panel/reason-question'
import { useReviews } from '../reviews'

/** What a mark is for, as it is on screen. */
export interface MarkSubject {
  /** The product's name, or how many there are. */
  name: string
  /** It is more than one product: nobody goes on from it to the next. */
  isMany: boolean
  /** Of the product; of several that they share. */
  findings: readonly RuleId[]
  /** Why it needs work already; null: no reason, or another mark. */
  reason: string | null
  save: (wish: ReviewMark, reason?: string | null) => void
}

/** What of a product its mark needs. */
export type MarkableProduct = Pick<Product, 'id' | 'name' | 'contentFingerprint' | 'review' | 'findings'>

/** Marks products outside of Review, on pages that show `ReasonQuestion`. */
export interface Marking {
  /** One product, as a person sees it. */
  subjectOf: (product: MarkableProduct) => MarkSubject
  /** Marks it. Why it needs work is asked in passing, and the mark is saved whatever the person does then. */
  decide: (wish: ReviewMark, subject: MarkSubject) => void
}

export function useMarking(connectionId: () => string): Marking {
  const reviews = useReviews()
  const question = useReasonQuestion()

  return {
    subjectOf({ id, name, contentFingerprint, review, findings }) {
      const connection = connectionId()
      const of = { products: [{ id, contentFingerprint }] }
      return {
        name: name.trim() === '' ? id : name,
        isMany: false,
        findings,
        reason: review.reason,
        save: (wish, reason) => void reviews.markWhenIdle(connection, wish, of, reason)
      }
    },
    decide(wish, subject) {
      question.pass()
      if (wish !== 'needs-work') {
        subject.save(wish)
        return
      }
      const { findings, reason, name } = subject
      const about = { connectionId: connectionId(), findings, reason }
      question.ask(about, (why) => subject.save(wish, why), name)
    }
  }
}
