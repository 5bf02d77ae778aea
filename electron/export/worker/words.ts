import type { RuleId } from '../../contract/audit-rules'
import type { FactName } from '../../contract/finding-facts'
import type { FileColumn, ExportLoss } from '../../contract/export-choices'
import type { SetAsideReason } from '../../contract/product'
import type { ChangeKind } from '../../contract/product-query'
import type { BuiltInReason, ReviewState } from '../../contract/review-state'

/**
 * The words that stand in a file for people, in one language; a file for programs has names of ours instead. Whoever writes the file
 * fills in the places of a sentence: `{number}`.
 */
export interface ExportWords {
  /** BCP 47. */
  language: string
  /** The locale of counts in sentences; null: the system's. */
  numbers: string | null
  columns: Record<FileColumn, string>
  states: Record<ReviewState, string>
  reasons: Record<BuiltInReason, string>
  changes: Record<ChangeKind, string>
  /** The names of quality rules; one that has none here stands by its id. */
  rules: Partial<Record<RuleId, string>>
  /** What the rules found in short, with places: `Same picture: {products} more`. */
  facts: Partial<Record<FactName, string>>
  problems: Record<SetAsideReason, string>
  /** The column of small pictures, what stands for one that there is not, and the sheet of products. */
  picture: string
  noPicture: string
  products: string
  /** What a file says of itself beside its products: the sheet's name and labels, and lines with places. */
  about: Record<AboutLabel | AboutLine, string>
  /** What could not be brought into a file, `{number}` times each. */
  remarks: Record<ExportLoss | 'reviewsUnread' | 'changed', string>
}

type AboutLabel = 'title' | 'store' | 'list' | 'rows' | 'catalog' | 'asOf' | 'exported' | 'note'
/**
 * Places: `complete`, `partialUnknown` `{items}` · `partial` `{items}`, `{total}` · `lineList` `{store}`, `{list}`, `{rows}` ·
 * `lineCatalog` `{coverage}` · `lineCatalogAsOf` `{coverage}`, `{time}` · `lineExported`, `linePrinted` `{time}`.
 */
type AboutLine =
  | 'complete'
  | 'partial'
  | 'partialUnknown'
  | 'lineList'
  | 'lineCatalog'
  | 'lineCatalogAsOf'
  | 'lineExported'
  | 'linePrinted'
