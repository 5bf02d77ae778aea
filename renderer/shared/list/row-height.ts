import type { Density } from '../../../electron/contract/view'

/** All rows of a table have the same height in CSS pixels, so that the place of any row can be computed: two lines of text fit. */
const heights: Record<Density, number> = { comfortable: 44, compact: 36 }

/** The height of a table's rows, whole CSS pixels, their line included. `scale`: how much larger texts are than usual. */
export function rowHeight(density: Density, scale: number): number {
  return Math.round(heights[density] * scale)
}

/** The height of a table's headings with their line, whole CSS pixels. */
export function headHeight(scale: number): number {
  return Math.round(36 * scale) + 1
}
