import { watch } from 'vue'
import { useContinuousList, useProductDetails, useSelection } from '../../catalog'
import type { RowRange } from '../../../shared/list/virtual-rows'
import { firstListed, placeOf } from '../../../shared/data/asked-places'
import { moveOf, type AnchoredProduct, type Move } from '../../../shared/list/row-moves'

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
  /** The same, and brings it into sight. */
  bringKeyboard: (index: number) => void
  /** Where that stands now is not known yet: its focus waits on the list until `putKeyboard`. */
  suspendKeyboard: () => void
}

/** Rows below those in sight, of which the first that stays is gone on at. */
const beyond = 40

/** A list as it was when it began to be read again. */
interface Before {
  products: AnchoredProduct[]
  /** What stood below them. */
  below: AnchoredProduct[]
  offset: number
  keyboard: number | null
  /** Where the keyboard is, or comes back to, and the product there; null: it never came, or that is not known. */
  row: number | null
  id: string | null
  /** Another product stands there: it was on its way to its own still, or the list ended before that. */
  isAstray: boolean
  /** Offset, moves of the keyboard and what is in sight since, and by how far that has moved. */
  put: { offset: number; moves: number; by: number; products: AnchoredProduct[] }
  /** What the keyboard has gone to since, and stays at. */
  goneTo: AnchoredProduct | null
  /** Its rows are waited for by the focus on the list. */
  isSuspended: boolean
  /** In which reading the catalog was asked for one of the products; by how many rows that has moved, and where it is to be seen. */
  asked: { renewals: number; by: number; at: number | null } | null
}

/**
 * Keeps what is in sight, and the product that the keyboard is on, where they are while the list is read again and others above
 * came or went: nothing else is to come under a hand. Where so many did that none of them is in the rows that are read, the catalog is
 * asked where they are. At the top, without the keyboard in the list, what is new is seen.
 */
export function useScrollAnchor(shown: () => PlacedList | null): void {
  const [list, selection, details] = [useContinuousList(), useSelection(), useProductDetails()]
  let before: Before | null = null
  /** The product that the keyboard is on, and its moves by then: until it goes on that is so, whatever stands in its row. */
  let last: { id: string; moves: number; isSeen: boolean } | null = null

  function begin(): void {
    const now = shown()
    now?.catchUp()
    if (!now || before?.put.offset === now.offset()) return
    const row = now.keyboardRow()
    const id = row === null ? null : idAt(now, row)
    const isAstray = row !== null && id !== null && list.productAt(row)?.id !== id
    const { end } = now.inSight()
    const place = {
      products: productsInSight(now),
      below: productsOf(end, end + beyond),
      offset: now.offset(),
      put: putNow(now, 0)
    }
    const isSuspended = before?.isSuspended ?? false
    before = {
      ...place,
      keyboard: now.keyboardAt(),
      row,
      id,
      isAstray,
      goneTo: null,
      isSuspended,
      asked: null
    }
    const isSeen = isAstray ? last?.isSeen === true : row !== null && isInSightOf(before, row)
    last = id === null ? null : { id, moves: now.keyboardMoves(), isSeen }
  }

  function idAt(now: PlacedList, row: number): string | null {
    return (last?.moves === now.keyboardMoves() ? last.id : list.productAt(row)?.id) ?? null
  }

  function productsInSight(now: PlacedList): AnchoredProduct[] {
    const { first, end } = now.inSight()
    return productsOf(first, end)
  }

  function productsOf(first: number, end: number): AnchoredProduct[] {
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
    anchor.id = anchor.goneTo?.id ?? null
    anchor.isSuspended = false
    anchor.isAstray = false
    const before = (place: number | null): number | null => (place === null ? null : place - by)
    anchor.row = before(now.keyboardRow())
    anchor.keyboard = before(now.keyboardAt())
  }

  function find(anchor: Before, id: string, near: number): number | null {
    const here = list.freshPlaceOf(id, near)
    return here ?? (anchor.asked && list.freshPlaceOf(id, near + anchor.asked.by))
  }

  /** What was in sight goes back there. Says whether it is known where that is now. */
  function hold(now: PlacedList, anchor: Before): boolean {
    followKeyboard(now, anchor)
    const { products, below, offset, keyboard, row } = anchor
    const first = products[0]?.index ?? 0
    const move = moveOf(products, (id, near) => find(anchor, id, near), row, below)
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
    const to = gone ?? keyboardPlace(anchor, move)
    if (to !== null) put(now, anchor, to)
    return true
  }

  /** Where the keyboard belongs now; null: its product may stand in rows that are still to be read. */
  function keyboardPlace(anchor: Before, { by, keyboard }: Move): number | null {
    const { row, id, isAstray } = anchor
    if (row === null || keyboard === null) return null
    const own = id === null ? null : find(anchor, id, row)
    if (isAstray) return own
    if (!isInSightOf(anchor, row)) return own ?? keyboard
    return own === null && row + by < list.count && !list.isFreshAt(Math.max(0, row + by)) ? null : keyboard
  }

  function isInSightOf({ products }: Before, row: number): boolean {
    return row >= (products[0]?.index ?? 0) && row <= (products.at(-1)?.index ?? -1)
  }

  function put(now: PlacedList, anchor: Before, row: number): void {
    const isSeen = anchor.isAstray ? last?.isSeen === true : isInSightOf(anchor, anchor.row ?? -1)
    if (anchor.isAstray) bring(now, row)
    else now.putKeyboard(row)
    anchor.isSuspended = false
    const product = list.isFreshAt(row) ? list.productAt(row) : null
    last = product && { id: product.id, moves: now.keyboardMoves(), isSeen }
    // What keys are for is looked for around the place where it is known to stand.
    if (product && product.id === details.shown?.product.id) details.follow(details.shown.product, row)
  }

  /** Where it was in sight it stays so; who had scrolled on is not taken back. */
  function bring(now: PlacedList, row: number): void {
    if (last?.isSeen === true && now.keyboardAt() !== null) now.bringKeyboard(row)
    else now.putKeyboard(row)
  }

  /** Another product stands where the keyboard is, or none: it is not to go there before it is known where its own stands. */
  function suspendUprooted(now: PlacedList, anchor: Before): void {
    const at = now.keyboardAt()
    if (at === null || anchor.id === null || now.keyboardMoves() !== anchor.put.moves) return
    const isThere = list.productAt(at)?.id === anchor.id || !list.isFreshAt(at)
    if (isThere && at < list.count) return
    now.suspendKeyboard()
    anchor.isSuspended = true
  }

  /** It is held, or was given up: nothing of it is to be found, or somebody has scrolled on. Where the keyboard has gone on as well it stays. */
  function end(now: PlacedList, anchor: Before, isHeld: boolean): void {
    before = null
    if (now.keyboardMoves() !== anchor.put.moves) return
    if (anchor.isSuspended) now.putKeyboard(Math.max(0, Math.min(now.keyboardRow() ?? 0, list.count - 1)))
    if (!isHeld || anchor.isAstray || (anchor.row !== null && !isInSightOf(anchor, anchor.row)))
      void putFar(now, anchor)
  }

  /** Asks where the keyboard's product stands, which is in none of the rows that were read. */
  async function putFar(now: PlacedList, { id, row }: Before): Promise<void> {
    const [{ renewals }, moves] = [list, now.keyboardMoves()]
    if (id === null || row === null || list.freshPlaceOf(id, now.keyboardRow() ?? row) !== null) return
    const place = await placeOf(list, id)
    const isStill = renewals === list.renewals && moves === now.keyboardMoves() && now === shown()
    if (place === null || !isStill) return
    bring(now, place)
    if (details.shown?.product.id === id) details.follow(details.shown.product, place)
  }

  /** Asks where one of the products in sight stands now, that of the keyboard before others, and has the rows there read. */
  async function ask(anchor: Before): Promise<void> {
    const { renewals } = list
    anchor.asked = { renewals, by: anchor.asked?.by ?? 0, at: null }
    const from = anchor.products.findIndex(({ index }) => index === anchor.row)
    const others = anchor.products.slice(0, Math.max(0, from)).reverse()
    const product = await firstListed(list, [...anchor.products.slice(Math.max(0, from)), ...others])
    const place = product && (await placeOf(list, product.id))
    // The list is read again: then it is asked again.
    if (before !== anchor || anchor.asked.renewals !== renewals) return
    const now = shown()
    if (!now || product === null || place === null) {
      if (now) end(now, anchor, false)
      return
    }
    anchor.asked = { renewals, by: place - product.index, at: place }
    goOn(now, anchor)
  }

  function isRead({ first, end }: RowRange): boolean {
    return end <= first || (list.isFreshAt(first) && list.isFreshAt(end - 1))
  }

  function goOn(now: PlacedList, anchor: Before): void {
    const isHeld = hold(now, anchor)
    // The end of fewer rows is where the list is scrolled to by itself: nobody has scrolled there.
    now.catchUp()
    if (!isHeld) now.scrollTo(now.offset())
    anchor.put = putNow(now, anchor.put.by)
    if (!isRead(now.inSight())) return
    const { asked, offset, keyboard } = anchor
    const isAtTop = offset === 0 && keyboard === null
    if (isHeld || isAtTop) end(now, anchor, isHeld)
    else if (asked?.renewals !== list.renewals) void ask(anchor)
    else if (asked.at !== null && !list.isFreshAt(asked.at)) list.need(asked.at)
    else if (asked.at !== null) end(now, anchor, false)
  }

  watch(() => list.renewals, begin, { flush: 'sync' })
  // While the rows of before are still in the document, which scrolls by itself to the end of fewer ones.
  watch(
    () => list.version,
    () => {
      const now = shown()
      now?.catchUp()
      if (!now || !before) return
      if (before.put.offset !== now.offset() || list.isNew) end(now, before, false)
      else suspendUprooted(now, before)
    },
    { flush: 'sync' }
  )
  watch(
    () => list.version,
    () => {
      const now = shown()
      if (now && before) goOn(now, before)
    },
    { flush: 'post' }
  )
  // The rows that are to be looked at could not be had.
  watch(
    () => list.failed,
    (failed) => {
      const now = shown()
      if (failed && now && before) end(now, before, false)
    }
  )
  watch(
    () => list.turn,
    () => {
      before = null
      last = null
    },
    { flush: 'sync' }
  )
}
