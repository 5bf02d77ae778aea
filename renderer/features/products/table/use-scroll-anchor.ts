import { watch } from 'vue'
import { isSameQuery, useContinuousList, useProducts, useSelection } from '../../catalog'
import type { RowRange } from '../../../shared/list/virtual-rows'
import type { ProductPage } from '../../../../electron/contract/product'

/** The continuous list on screen, its products counted from 0. */
export interface PlacedList {
  inSight: () => RowRange
  /** Offset into the list, CSS pixels. */
  offset: () => number
  /** Takes in a scroll that the browser has not told of yet: it does so with its next frame. */
  catchUp: () => void
  /** How much further down one product stands than another, CSS pixels. */
  distance: (from: number, to: number) => number
  scrollTo: (offset: number) => void
  /** What the keyboard is on; null: it is not in the list. */
  keyboardAt: () => number | null
  /** What the keyboard is on, or was on last; null: it never came. */
  keyboardRow: () => number | null
  /** How often the keyboard went to another product, by a person or a command; `putKeyboard` does not count. */
  keyboardMoves: () => number
  putKeyboard: (index: number) => void
}

/** A list as it was when it began to be read again. */
interface Before {
  products: AnchoredProduct[]
  offset: number
  keyboard: number | null
  /** Where the keyboard is, or comes back to. */
  row: number | null
  /** Offset, moves of the keyboard and what is in sight since, and by how far that has moved. */
  put: { offset: number; moves: number; by: number; products: AnchoredProduct[] }
  /** What the keyboard has gone to since, and stays at. */
  goneTo: AnchoredProduct | null
}

/**
 * Keeps what is in sight, and the product that the keyboard is on, where they are while the list is read again and others above
 * came or went: nothing else is to come under a hand. At the top, without the keyboard in the list, what is new is seen.
 */
export function useScrollAnchor(shown: () => PlacedList | null): void {
  const list = useContinuousList()
  const selection = useSelection()
  let before: Before | null = null

  function begin(): void {
    const now = shown()
    now?.catchUp()
    if (!now || before?.put.offset === now.offset()) return
    const products = productsInSight(now)
    const place = { offset: now.offset(), keyboard: now.keyboardAt(), row: now.keyboardRow() }
    before = { products, ...place, put: putNow(now, 0), goneTo: null }
  }

  function productsInSight(now: PlacedList): AnchoredProduct[] {
    const { first, end } = now.inSight()
    return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).flatMap((index) => {
      const id = list.productAt(index)?.id
      return id === undefined ? [] : [{ id, index }]
    })
  }

  function putNow(now: PlacedList, by: number): Before['put'] {
    return { offset: now.offset(), moves: now.keyboardMoves(), by, products: productsInSight(now) }
  }

  /** The keyboard has gone on since: it stays at the product that it went to, which stood in the rows that were there then. */
  function followKeyboard(now: PlacedList, anchor: Before): void {
    const { moves, by, products } = anchor.put
    if (now.keyboardMoves() === moves) return
    anchor.goneTo = products.find(({ index }) => index === now.keyboardRow()) ?? null
    const before = (place: number | null): number | null => (place === null ? null : place - by)
    anchor.row = before(now.keyboardRow())
    anchor.keyboard = before(now.keyboardAt())
  }

  /** What was in sight goes back there. Says whether it is known where that is now. */
  function hold(now: PlacedList, anchor: Before): boolean {
    followKeyboard(now, anchor)
    const { products, offset, keyboard, row } = anchor
    const first = products[0]?.index ?? 0
    const move = moveOf(products, list.freshPlaceOf, row)
    if (move === null) return false
    anchor.put.by = move.by
    if (move.by !== 0) selection.forgetRange()
    // In a gallery a few tiles more or less are a row for some of them: not for the one that the keyboard is on.
    const isFollowed = move.keyboard !== null && move.keyboard - move.by === keyboard
    const from = keyboard !== null && isFollowed ? keyboard : first
    if (offset > 0 || keyboard !== null) {
      now.scrollTo(Math.max(0, offset + now.distance(from, from + move.by)))
    }
    const gone = anchor.goneTo && list.freshPlaceOf(anchor.goneTo.id, anchor.goneTo.index)
    const to = gone ?? move.keyboard
    if (to !== null) now.putKeyboard(to)
    return true
  }

  /** Asks for the rows around as well. Says whether some are still to come. */
  function lookAround({ first }: RowRange): boolean {
    const around = [first - list.size, first + list.size].filter(
      (row) => row >= 0 && row < list.count && !list.isFreshAt(row)
    )
    for (const row of around) list.need(row)
    return around.length > 0
  }

  function isRead({ first, end }: RowRange): boolean {
    return end <= first || (list.isFreshAt(first) && list.isFreshAt(end - 1))
  }

  watch(() => list.renewals, begin, { flush: 'sync' })
  // While the rows of before are still in the document, which scrolls by itself to the end of fewer ones.
  watch(
    () => list.version,
    () => {
      if (before) shown()?.catchUp()
    },
    { flush: 'sync' }
  )
  watch(
    () => list.version,
    () => {
      const now = shown()
      if (before?.put.offset !== now?.offset() || list.isNew) before = null
      if (!now || before === null) return
      const isHeld = hold(now, before)
      before.put = putNow(now, before.put.by)
      const inSight = now.inSight()
      if (isRead(inSight) && (isHeld || !lookAround(inSight))) before = null
    },
    { flush: 'post' }
  )
  watch(
    () => list.turn,
    () => (before = null),
    { flush: 'sync' }
  )
}

/** Where a product is among others, from 0: of several with its id the one nearest to `near`; null: it is not there. */
function placeIn(items: ProductPage['items'], id: string, near: number): number | null {
  const places = items.flatMap((item, index) => (item.id === id ? [index] : []))
  return places.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null
}

/**
 * Keeps the keyboard on its product while a page is read again and others came or went; from one that went it goes to the next
 * one that stayed. Where it was last counts as well, for when it comes back.
 */
export function useRowAnchor(
  page: () => ProductPage,
  shown: () => (Pick<PlacedList, 'keyboardRow' | 'putKeyboard'> & { leaveRows: () => void }) | null
): void {
  const products = useProducts()

  watch([page, () => products.shownFor] as const, ([now, list], [before, listBefore]) => {
    const isSamePage =
      now.page === before.page && now.limit === before.limit && now.connectionId === before.connectionId
    if (!isSameQuery(list, listBefore)) {
      shown()?.leaveRows()
      return
    }
    if (!isSamePage) return
    const row = shown()?.keyboardRow() ?? null
    if (row === null) return
    const stood = before.items.map(({ id }, index) => ({ id, index }))
    const move = moveOf(stood, (id, near) => placeIn(now.items, id, near), row)
    if (move !== null && move.keyboard !== null) shown()?.putKeyboard(move.keyboard)
  })
}

/** A product among the rows, with its place in the list, from 0. */
export interface AnchoredProduct {
  id: string
  index: number
}

/** By how many rows what was in sight has moved down (below 0: up), and where the keyboard belongs now. */
interface Move {
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

/**
 * Where products in sight, in order, have gone in a list that was read again. `find`: a product's place now, nearest to where it was, null where it is
 * not known. `keyboard`: the place that the keyboard was at: from a product that went, or left the others, it goes to the
 * next one that stayed. null: none of them is known.
 */
export function moveOf(
  before: readonly AnchoredProduct[],
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
