import { z } from 'zod'
import { ruleIds, severities } from './audit-rules'
import { filterParts, mostChosen, mostGroups } from './filter-parts'
import { maxReason, reviewStates } from './review-state'

/** The longest search that is looked for, in UTF-16 units; more is cut by the searchbox. */
export const maxSearch = 200

/** Which sync a change is counted from: the number of a run (its own changes included), or the last one that was read to its end. */
export const sinceSchema = z.union([z.literal('last'), z.number().int().min(1)])
export type Since = z.infer<typeof sinceSchema>

export const changeKinds = ['new', 'changed', 'gone'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One of `builtInReasons`, or the shop's own words. */
export const reasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(maxReason)
  .regex(/^\P{Cc}*$/u)

const presence = z.enum(['any', 'with', 'without']).default('any')

/** How many characters a text has, inclusive; a product without the text is in no such range. */
const lengthSchema = z
  .object({
    from: z.number().int().min(0).max(100_000).nullable(),
    to: z.number().int().min(0).max(100_000).nullable()
  })
  .nullable()
  .default(null)

/** Days of this computer's calendar, inclusive, as `2026-03-31`. */
const daysSchema = z
  .object({ from: z.iso.date().nullable(), to: z.iso.date().nullable() })
  .nullable()
  .default(null)

export const viewIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/)
export const viewNameSchema = z.string().trim().min(1).max(80)

/** What a product must be like to be listed: all that is set must hold (AND), but for what `not` names, which must not. */
export const filtersSchema = z.object({
  /** In the connection's currency, inclusive; a bound leaves out products without a known price. */
  priceFrom: z.number().nullable().default(null),
  priceTo: z.number().nullable().default(null),
  price: z.enum(['any', 'known', 'unknown']).default('any'),
  picture: presence,
  /** `broken`: it was fetched, or tried, and cannot be shown · `unchecked`: nobody has tried yet. */
  pictureState: z.enum(['any', 'broken', 'unchecked']).default('any'),
  /** Pictures whose shorter side has fewer pixels than this; only what was fetched is known. */
  pictureBelow: z.number().int().min(1).max(100_000).nullable().default(null),
  /** Products whose picture is, or looks like, that of the product with this id. `name` is for people. */
  samePicture: z
    .object({ id: z.string().max(1000), name: z.string().max(1000) })
    .nullable()
    .default(null),
  /** Hosts of the pictures' addresses; '' for addresses that name none, which are the store's own. [] : any. */
  pictureHost: z.array(z.string().max(1000)).max(mostChosen).default([]),
  nameLength: lengthSchema,
  description: presence,
  descriptionLength: lengthSchema,
  /** New, changed or gone since a sync. Only `gone` lists products that the store dropped. */
  change: z
    .object({ kind: z.enum(changeKinds), since: sinceSchema })
    .nullable()
    .default(null),
  /** Products that were new in a watched view when it was opened last. `name` is for people. */
  newIn: z.object({ view: viewIdSchema, name: viewNameSchema }).nullable().default(null),
  /** Products in one of these states; [] : in any. */
  review: z.array(z.enum(reviewStates)).max(reviewStates.length).default([]),
  /** Products that need work for one of these reasons; '' stands for none; [] : whatever the reason. */
  reasons: z
    .array(z.union([z.literal(''), reasonSchema]))
    .max(50)
    .default([]),
  /** Names of those who marked it last; [] : anybody, or nobody. */
  reviewer: z.array(z.string().max(1000)).max(mostChosen).default([]),
  /** When it was marked last. */
  reviewed: daysSchema,
  /** Names of those whom the team has assigned it to; '' stands for nobody; [] : anybody, or nobody. */
  assignedTo: z.array(z.string().max(1000)).max(mostChosen).default([]),
  /** Products about which the team's reviewers disagree. */
  disagreement: z.boolean().default(false),
  note: presence,
  /** Products of which this rule, any of this severity, or any at all has found something that they are not excepted from. */
  finding: z
    .enum([...ruleIds, ...severities, 'any'])
    .nullable()
    .default(null),
  /** Lists the items that could not be read, in place of products. */
  setAside: z.boolean().default(false),
  /** Filters of which a product must meet none. What is not known of a product is not met. */
  not: z.array(z.enum(filterParts)).max(filterParts.length).default([])
})
export type Filters = z.infer<typeof filtersSchema>

export const sortKeys = [
  'image',
  'place',
  'name',
  'price',
  'description',
  'findings',
  'review',
  'id'
] as const
export type SortKey = (typeof sortKeys)[number]

/**
 * `place` is the store's own order, `review` that of `reviewStates`, `findings` that of `severities` by the gravest finding. Products without a
 * value (no name, price, description, picture, findings) come last in either direction; equal ones keep the store's order.
 */
export const sortSchema = z.object({ by: z.enum(sortKeys), descending: z.boolean() })
export type Sort = z.infer<typeof sortSchema>

/** Search, filters and order of a list. */
export const productQuerySchema = z.object({
  search: z.string().max(maxSearch).default(''),
  filters: filtersSchema.prefault({}),
  /** Further groups of filters: what meets one of them is listed, too (OR). One without a filter is none. */
  or: z.array(filtersSchema).max(mostGroups).default([]),
  /** null: by relevance when something is searched for, else the store's own order. */
  sort: sortSchema.nullable().default(null)
})
export type ProductQuery = z.infer<typeof productQuerySchema>
