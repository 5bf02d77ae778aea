// Beside the schemas, which neither the window nor threads load.

/** The filters whose values are counted, of `filterParts`. */
export const facetNames = [
  'price',
  'picture',
  'picture-state',
  'picture-host',
  'description',
  'review',
  'reasons',
  'reviewer',
  'assigned-to',
  'disagreement',
  'note',
  'finding',
  'change'
] as const
export type FacetName = (typeof facetNames)[number]

export interface FacetValue {
  /** As the filter has it. */
  value: string
  /** Products of the list that the search and all other filters make, and that this value lets through. */
  count: number
}

export interface Facet {
  /** Those of a fixed choice in its order; reasons, hosts and reviewers by their count, the first `mostValues` and all that are chosen. */
  values: FacetValue[]
  /** How many values there are, with those that are not named. */
  total: number
}

export type Facets = Partial<Record<FacetName, Facet>>

/** Values of a facet that has no fixed choice: who needs more of them searches. */
export const mostValues = 30
