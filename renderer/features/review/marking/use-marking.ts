import type { RuleId } from '../../../../electron/contract/audit-rules'
import type { Result } from '../../../../electron/contract/failure'
import type { Product } from '../../../../electron/contract/product'
import type { Marked } from '../../../../electron/contract/review'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { useReasonQuestion } from '../panel/reason-question'
import { useReviews, type MarkedProducts } from '../reviews'

/** What a mark is for, as it is on screen. */
export interface MarkSubject {
  of: MarkedProducts
  /** The product's name, or how many there are. */
  name: string
  /** It is more than one product: nobody goes on from it to the next. */
  isMany: boolean
  /** Of the product; of several that they share. */
  findings: readonly RuleId[]
  /** Why it needs work already; null: no reason, or another mark. */
  reason: string | null
  save: (wish: ReviewMark) => Promise<Result<Marked>>
}

/** What of a product its mark needs. */
export type MarkableProduct = Pick<Product, 'id' | 'name' | 'contentFingerprint' | 'review' | 'findings'>

/** Marks products outside of Review, on pages that show `ReasonQuestion`. */
export interface Marking {
  /** One product, as a person sees it. */
  subjectOf: (product: MarkableProduct) => MarkSubject
  /** Marks it at once, and asks in passing why it needs work. */
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
        of,
        name: name.trim() === '' ? id : name,
        isMany: false,
        findings,
        reason: review.reason,
        save: (wish) => reviews.markWhenIdle(connection, wish, of)
      }
    },
    decide(wish, subject) {
      question.close()
      const marked = subject.save(wish)
      const { of, findings, reason, name } = subject
      // A whole list may have other products by the time of the answer.
      if (wish !== 'needs-work' || !('products' in of)) return
      const connection = connectionId()
      const about = { connectionId: connection, findings, reason }
      question.ask(about, (why) => void reviews.giveReason(connection, of, why, reason, marked), name)
    }
  }
}
