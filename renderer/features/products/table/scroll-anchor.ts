/** A product among the rows, with its place in the list, from 0. */
export interface StandingProduct {
  id: string
  index: number
}

/** By how many rows what was in sight has moved down (below 0: up), and where the keyboard belongs now. */
export interface Move {
  by: number
  keyboard: number | null
}

/**
 * The row in which the keyboard goes on in a list of `count` rows: the one that it was in last, or the last one that there is,
 * where that is in sight; else the first that is.
 */
export function rowToGoOn(
  last: number | null,
  count: number,
  inSight: { first: number; end: number }
): number {
  const row = Math.min(last ?? inSight.first, count - 1)
  return row >= inSight.first && row < inSight.end ? row : inSight.first
}

/** As many products as move together at least: one that moves alone has another price or mark, and is not followed. */
const together = 2

function sharedMove(moves: readonly number[]): number {
  const least = Math.min(together, moves.length)
  return moves.find((by) => moves.filter((other) => other === by).length >= least) ?? 0
}

/**
 * Where products in sight, in order, have gone in a list that was read again. `find`: a product's place now, nearest to where it was, null where it is
 * not known. `keyboard`: the place that the keyboard was at: from a product that went, or left the others, it goes to the
 * next one that stayed. null: none of them is known.
 */
export function moveOf(
  before: readonly StandingProduct[],
  find: (id: string, near: number) => number | null,
  keyboard: number | null
): Move | null {
  const found = before.flatMap(({ id, index }) => {
    const now = find(id, index)
    return now === null ? [] : [{ index, now, by: now - index }]
  })
  if (found.length === 0) return null
  const by = sharedMove(found.map((each) => each.by))
  return { by, keyboard: keyboard === null ? null : keyboardAt(keyboard) }

  function keyboardAt(row: number): number {
    const isInSight = row >= (before[0]?.index ?? 0) && row <= (before.at(-1)?.index ?? 0)
    if (!isInSight) return row + by
    const stayed = found.filter((each) => Math.abs(each.by - by) < before.length)
    return (stayed.find(({ index }) => index >= row) ?? stayed.at(-1))?.now ?? row
  }
}
