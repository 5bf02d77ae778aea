import { z } from 'zod'
import { connectionIdSchema } from './connection'
import {
  filtersSchema,
  productQuerySchema,
  sortKeys,
  sortSchema,
  maxSearch,
  viewIdSchema,
  viewNameSchema
} from './product-query'

/** The table's columns; those of `sortKeys` can be sorted by. */
export const columnIds = [
  ...sortKeys,
  'reason',
  'note',
  'reviewer',
  'reviewed-at',
  'assigned-to',
  'change'
] as const
export type ColumnId = (typeof columnIds)[number]

export const columnSchema = z.object({
  id: z.enum(columnIds),
  /** CSS pixels at 100 % zoom; null: as wide as the table sees fit. */
  width: z.number().min(32).max(2000).nullable(),
  shown: z.boolean()
})
export type Column = z.infer<typeof columnSchema>

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** `paged`: a page at a time · `continuous`: the whole result in one scrolling list. */
export const listModes = ['paged', 'continuous'] as const
export type ListMode = (typeof listModes)[number]

/** `table`: rows with columns · `gallery`: a grid of larger pictures. Both are paged or continuous. */
export const listLayouts = ['table', 'gallery'] as const
export type ListLayout = (typeof listLayouts)[number]

/** Of the gallery's pictures. */
export const tileSizes = ['S', 'M', 'L'] as const
export type TileSize = (typeof tileSizes)[number]

/** Where a person was in a connection's list and how it looked; kept over restarts, in a file. */
export const viewStateSchema = z.object({
  page: z.number().int().min(1).max(1_000_000_000),
  limit: z.number().int().min(1).max(1000),
  /** CSS pixels from the top of the table; in a continuous list of the unscaled list. */
  scrollTop: z.number().min(0).max(1_000_000_000),
  mode: z.enum(listModes).default('continuous'),
  layout: z.enum(listLayouts).default('table'),
  tileSize: z.enum(tileSizes).default('M'),
  search: z.string().max(maxSearch).default(''),
  filters: filtersSchema.prefault({}),
  or: productQuerySchema.shape.or,
  sort: sortSchema.nullable().default(null),
  /** In order; columns that are missing are where they are by default. */
  columns: z.array(columnSchema).max(32).default([]),
  density: z.enum(densities).default('comfortable'),
  /** The filters stand beside the list. */
  filtersOpen: z.boolean().default(false)
})
export type ViewState = z.infer<typeof viewStateSchema>

/** A search with its filters and order under a name. */
export const savedViewSchema = z.object({
  id: viewIdSchema,
  name: viewNameSchema,
  productQuery: productQuerySchema,
  /** After each sync the person is told what is new in it. */
  watched: z.boolean().default(false)
})
export type SavedView = z.infer<typeof savedViewSchema>

/** Views that every store has, by their ids. One that a person watches is kept among the saved ones, under its name in their language. */
export const builtInViews = ['needs-work', 're-review', 'errors', 'broken-pictures', 'with-notes'] as const
export type BuiltInView = (typeof builtInViews)[number]

export function isBuiltIn({ id }: Pick<SavedView, 'id'>): boolean {
  return builtInViews.some((each) => each === id)
}

/** A view that the store's team has, as this computer knows it; whether it is watched is each person's own choice. */
export const sharedViewSchema = savedViewSchema.extend({
  /** Who shared it. */
  sharedBy: z.string().max(200),
  /** This computer may change it for the team, and stop sharing it. */
  mayChange: z.boolean(),
  /** It was shared from this computer. */
  isOwn: z.boolean()
})
export type SharedView = z.infer<typeof sharedViewSchema>

/** Views that a connection keeps at most, and that a team shares. */
export const mostViews = 100

/** All that is kept of how a connection's list is looked at. */
export interface ConnectionViews {
  /** null before anything was kept. */
  state: ViewState | null
  saved: SavedView[]
  /** Those of the store's team, by their names. */
  shared: SharedView[]
}

export const saveViewSchema = z.object({ connectionId: connectionIdSchema, view: viewStateSchema })
/** The named views of a connection, in order, in place of those that were. */
export const saveNamedViewsSchema = z.object({
  connectionId: connectionIdSchema,
  saved: z.array(savedViewSchema).max(mostViews + builtInViews.length)
})

/** How many products are new in a watched view since it was opened last; at least one. */
export interface ViewNews {
  view: string
  count: number
}

/** What a sync brought into a watched view. */
export interface ViewArrival extends ViewNews {
  name: string
}

export const openedViewSchema = z.object({ connectionId: connectionIdSchema, view: viewIdSchema })
