import type { ChangeKind } from '../../contract/product-query'
import type { RuleId } from '../../contract/audit-rules'
import type { SetAsideReason } from '../../contract/product'
import type { ReviewState } from '../../contract/review'

/** A product, or an item that was set aside, with all that a file may tell of it. Texts are untrusted. */
export interface ExportRow {
  /** Key in the copy; 0 for an item that was set aside. */
  key: number
  id: string
  name: string
  price: number | null
  description: string | null
  /** As the store gives it. */
  image: string | null
  place: number | null
  change: ChangeKind | null
  review: ReviewState
  note: string
  reviewer: string
  /** ms since 1970; null: never. */
  reviewedAt: number | null
  findings: RuleId[]
  /** Why an item was set aside; null for a product. */
  problem: SetAsideReason | null
}
