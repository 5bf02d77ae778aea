import { z } from 'zod'
import type { Failure } from './failure'
import { connectionIdSchema } from './connection'
import type { Coverage } from './coverage'
import { facetNames } from './facets'
import type { ChangedField } from './history-kinds'
import { productQuerySchema, type ChangeKind } from './product-query'
import type { Picture } from './picture'
import type { FindingFacts } from './audit'
import type { RuleId } from './audit-rules'
import type { ProductReview } from './review'

export const pageQuerySchema = z.object({
  connectionId: connectionIdSchema,
  /** 1-based. */
  page: z.number().int().min(1).max(1_000_000_000),
  /** Items per page asked for. */
  limit: z.number().int().min(1).max(1000),
  /**
   * `copy`: what the catalog holds; only the whole list in the store's order asks the store for what is missing.
   * `store`: the store is asked; a narrowed or reordered list is always answered from the catalog.
   */
  from: z.enum(['copy', 'store']),
  productQuery: productQuerySchema.prefault({}),
  /** Products come with `facts`. */
  withFacts: z.boolean().default(false)
})
export type PageQuery = z.input<typeof pageQuerySchema>

export const facetsQuerySchema = z.object({
  connectionId: connectionIdSchema,
  /** The search and a group of filters; further groups and the order do not count. */
  productQuery: productQuerySchema,
  facets: z.array(z.enum(facetNames)).min(1).max(facetNames.length)
})

/** What is worth a second look in an item that was kept. */
export type ProductFlag =
  | 'price-unknown'
  | 'price-negative'
  | 'price-was-text'
  | 'id-was-number'
  | 'name-missing'
  | 'name-shortened'
  | 'description-shortened'
  | 'characters-replaced'
  | 'duplicate-id'

/** What findings of a product go by, by their rules. */
export type FoundFacts = Partial<Record<RuleId, FindingFacts>>

export interface Product {
  /** As the store gives it, never empty. Untrusted: shown as text, never part of a path. */
  id: string
  /** Empty when the store gave none. */
  name: string
  /** In the connection's currency; null when unknown, never 0 for unknown. */
  price: number | null
  /** null in the short form, or when the store gave none. */
  description: string | null
  picture: Picture | null
  flags: ProductFlag[]
  /** Place in the store's list, 1-based; null when it is not listed anymore. */
  position: number | null
  /** What the last sync that was read to its end said of it, or an earlier one that nobody has seen yet; null: nothing new. */
  change: ChangeKind | null
  /** What of it is another since then, where `change` is `changed`; [] too where that is not known anymore. */
  changedFields: ChangedField[]
  /** By how many percent its price is another since then; null where it is not, or that is not known. */
  pricePercent: number | null
  review: ProductReview
  /** Rules that found something, in the order of `harmRank`, without those that it is excepted from; [] too while that is not known. */
  findings: RuleId[]
  /** What its findings go by, of a page that was asked for with them; a rule is left out where nobody knows. */
  facts?: FoundFacts
  /** Stands for what it is now (name, price, description, picture): an approval is for this. */
  contentFingerprint: string
}

export const unreadableReasons = [
  'not-an-object',
  'id-missing',
  'id-empty',
  'id-unsafe-number',
  'id-too-long',
  'id-wrong-type'
] as const
export type SetAsideReason = (typeof unreadableReasons)[number]

/** An item that could not be read: counted and shown with its reason, never half-shown as a product. */
export interface SetAsideItem {
  /** Place in the store's list, 1-based. */
  position: number
  reason: SetAsideReason
  /** What could be made out of it, cut to 200 characters; '' when nothing. */
  id: string
  name: string
}

/** An oddity of the whole page that the reader should know of. */
export type PageOddity =
  /** The store gives fewer items a page than asked for (fault 42). */
  | 'limit-capped'
  /** Totals are missing or contradict the page (faults 35, 39). */
  | 'totals-unknown'
  /** `status` in the body differs from the HTTP status (fault 44). */
  | 'status-differs'
  /** An empty page before the end (fault 40). */
  | 'empty-before-end'
  /** The store says that its list is empty, or has lost more than half of what the catalog has: a sync asks the person (fault 41). */
  | 'list-emptied'
  | 'list-shrunk'

export interface ProductPage {
  connectionId: string
  /** 1-based. */
  page: number
  /** Items per page asked for. */
  limit: number
  /** Items per page: `limit`, also of a store that caps its own pages (fault 42). */
  pageSize: number
  form: 'full' | 'short'
  items: Product[]
  setAside: SetAsideItem[]
  /**
   * Size of the whole result. Of the store's own list it is what the store says, null when it does not say or cannot be
   * believed; of a narrowed list it is the exact number of matches in the catalog.
   */
  totalItems: number | null
  totalPages: number | null
  oddities: PageOddity[]
  /** When the store sent the oldest part of it: ms since 1970. */
  fetchedAt: number
  /** True when it was not fetched for this question. */
  fromCopy: boolean
  /** Why the store could not be asked just now, when the page came from the catalog instead. */
  staleBecause: Failure | null
  /** `relevance` only where so few matches were found that ranking them is quick. */
  order: 'store' | 'relevance' | 'sorted'
  /** Folded words of the search, to highlight (see `fold`); [] without one. */
  terms: string[]
  coverage: Coverage
}
