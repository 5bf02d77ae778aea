/** px that things so wide take side by side, with as much between each two. */
export function widthOf(widths: readonly number[], gap: number): number {
  return Math.max(
    0,
    widths.reduce((sum, width) => sum + width + gap, -gap)
  )
}

/** What is to stand in a row, in px. */
interface Row {
  /** In the order in which they are to have room. */
  widths: readonly number[]
  room: number
  gap: number
  /** Of the button of the menu of those that have none. */
  menu: number
  /** The place of one that always has room; -1: none. */
  kept?: number
}

/** Which of them, by their places, stand in the row: all, or from the first on as many as leave room for the menu of the others. */
export function fitInRow({ widths, room, gap, menu, kept = -1 }: Row): ReadonlySet<number> {
  if (widthOf(widths, gap) <= room) return new Set(widths.keys())
  const places = new Set(kept < 0 ? [] : [kept])
  let left = room - menu - (kept < 0 ? 0 : (widths[kept] ?? 0) + gap)
  for (const [place, width] of widths.entries()) {
    if (places.has(place)) continue
    left -= width + gap
    if (left < 0) break
    places.add(place)
  }
  return places
}
