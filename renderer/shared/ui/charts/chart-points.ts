/** A value at a moment, ms since 1970. null: not known then, and the line has a gap. */
export interface ChartPoint {
  at: number
  value: number | null
  /** Its value in words, where a number alone would not tell it. */
  told?: string
  /** It is not to be compared with those before it: the line begins anew. */
  isApart?: boolean
}

/**
 * At most so many points of a line, in its order: of each stretch its lowest and its highest, and always the first and
 * the last, and those with which the line begins anew. A line that is short enough stays as it is.
 */
export function thinned(points: readonly ChartPoint[], most: number): readonly ChartPoint[] {
  if (points.length <= most) return points
  const stretches = Math.max(1, Math.floor((most - 2) / 2))
  const remaining = new Set<ChartPoint>(points.slice(0, 1))
  for (let n = 0; n < stretches; n += 1) {
    const from = Math.floor((n * points.length) / stretches)
    const to = Math.floor(((n + 1) * points.length) / stretches)
    for (const point of extremes(points.slice(from, to))) remaining.add(point)
  }
  for (const point of points) if (point.isApart === true) remaining.add(point)
  for (const point of points.slice(-1)) remaining.add(point)
  return points.filter((point) => remaining.has(point))
}

/** The lowest and the highest of some points; those without a value only where none has one. */
function extremes(points: readonly ChartPoint[]): ChartPoint[] {
  const known = points.filter(({ value }) => value !== null)
  const sorted = [...known].sort((a, b) => (a.value ?? 0) - (b.value ?? 0))
  return [...sorted.slice(0, 1), ...sorted.slice(-1), ...(known.length === 0 ? points.slice(0, 1) : [])]
}
