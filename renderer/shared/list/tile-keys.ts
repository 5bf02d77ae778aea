/**
 * Where a key leads from a tile, among `count` of them; null for a key that leads nowhere. `rows`: how many are in sight.
 * Down from the last but one row leads to the last tile where the last row is too short.
 */
export function tileByKey(
  key: string,
  from: number,
  { count, columns, rows }: { count: number; columns: number; rows: number }
): number | null {
  const last = count - 1
  const vertically = (by: number): number => {
    const to = from + by * columns
    if (to < 0) return by === -1 ? from : from % columns
    if (to <= last) return to
    const isInLastRow = Math.floor(from / columns) === Math.floor(last / columns)
    return isInLastRow ? from : last
  }
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, from - 1)
    case 'ArrowRight':
      return Math.min(last, from + 1)
    case 'ArrowUp':
      return vertically(-1)
    case 'ArrowDown':
      return vertically(1)
    case 'PageUp':
      return vertically(-rows)
    case 'PageDown':
      return vertically(rows)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
