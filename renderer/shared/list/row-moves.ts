/** A product among the rows, with its place in the list, from 0. */
export interface AnchoredProduct {
  id: string
  index: number
}

/** By how many rows what was in sight has moved down (below 0: up), and where the keyboard belongs now. */
export interface Move {
  by: number
  keyboard: number | null
}

/**
 * The row in which the keyboard goes on in a list of `count` rows: the one that it was in last, or the last one that there is;
 * null where that is out of sight, or it was in none.
 */
export function rowToGoOn(
  last: number | null,
  count: number,
  inSight: { first: number; end: number }
): number | null {
  const row = Math.min(last ?? -1, count - 1)
  return row >= inSight.first && row < inSight.end ? row : null
}

/** As many products as move together at least: one that moves alone has another price or mark, and is not followed. */
const together = 2

function sharedMove(moves: readonly number[]): number {
  const least = Math.min(together, moves.length)
  return moves.find((by) => moves.filter((other) => other === by).length >= least) ?? 0
}

interface FoundProduct extends AnchoredProduct {
  now: number
  by: number
}

function foundOf(
  products: readonly AnchoredProduct[],
  find: (id: string, near: number) => number | null
): FoundProduct[] {
  return products.flatMap(({ id, index }) => {
    const now = find(id, index)
    return now === null ? [] : [{ id, index, now, by: now - index }]
  })
}

/**
 * Where products in sight, in order, have gone in a list that was read again. `find`: a product's place now, nearest to where it is looked for,
 * null where it is not known there. `keyboard`: the place that the keyboard was at: from a product that went, or left the others, it goes to the
 * next one that stayed, be it one of those `below` the ones in sight. null: none of them is known.
 */
export function moveOf(
  before: readonly AnchoredProduct[],
  find: (id: string, near: number) => number | null,
  keyboard: number | null,
  below: readonly AnchoredProduct[] = []
): Move | null {
  const near = foundOf(before, find)
  if (near.length === 0) return null
  const by = sharedMove(near.map((each) => each.by))
  // Of products that went far, some alone may stand near to where they were looked for: the others are with them.
  const findMoved = (id: string, index: number): number | null => find(id, index) ?? find(id, index + by)
  const found = by === 0 ? near : foundOf(before, findMoved)
  return { by, keyboard: keyboard === null ? null : keyboardAt(keyboard) }

  function keyboardAt(row: number): number {
    const isInSight = row >= (before[0]?.index ?? 0) && row <= (before.at(-1)?.index ?? 0)
    if (!isInSight) return Math.max(0, row + by)
    const stayed = found.filter((each) => Math.abs(each.by - by) < before.length)
    const next = stayed.find(({ index }) => index >= row) ?? foundOf(below, findMoved)[0] ?? stayed.at(-1)
    return next?.now ?? row
  }
}
