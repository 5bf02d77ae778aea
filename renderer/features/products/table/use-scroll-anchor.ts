import { watch } from 'vue'
import { useContinuousList, useSelection } from '../../catalog'
import { moveOf, type StandingProduct } from './scroll-anchor'
import type { RowRange } from '../../../shared/list/virtual-rows'

/** The continuous list on screen, its products counted from 0. */
export interface PlacedList {
  inSight: () => RowRange
  /** Offset into the list, CSS pixels. */
  offset: () => number
  /** How much further down one product stands than another, CSS pixels. */
  distance: (from: number, to: number) => number
  scrollTo: (offset: number) => void
  /** What the keyboard is on; null: it is not in the list. */
  keyboardAt: () => number | null
  /** What the keyboard is on, or was on last; null: it never came. */
  keyboardRow: () => number | null
  putKeyboard: (index: number) => void
}

/** A list as it was when it began to be read again. */
interface Before {
  products: StandingProduct[]
  offset: number
  keyboard: number | null
  /** Where the keyboard is, or comes back to. */
  row: number | null
  /** Offset and row since; with others a person has gone on. */
  put: { offset: number; row: number | null }
}

/**
 * Keeps what is in sight, and the product that the keyboard is on, where they are while the list is read again and others above
 * came or went: nothing else is to come under a hand. At the top, without the keyboard in the list, what is new is seen.
 */
export function useHeldPlace(shown: () => PlacedList | null): void {
  const list = useContinuousList()
  const selection = useSelection()
  let before: Before | null = null

  function begin(): void {
    const now = shown()
    if (!now || before?.put.offset === now.offset()) return
    const { first, end } = now.inSight()
    const products = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).flatMap(
      (index) => {
        const id = list.productAt(index)?.id
        return id === undefined ? [] : [{ id, index }]
      }
    )
    const place = { offset: now.offset(), keyboard: now.keyboardAt(), row: now.keyboardRow() }
    before = { products, ...place, put: place }
  }

  /** What was in sight goes back there. Says whether it is known where that is now. */
  function hold(now: PlacedList, { products, offset, keyboard, row, put }: Before): boolean {
    const first = products[0]?.index ?? 0
    const move = moveOf(products, list.freshPlaceOf, row)
    if (move === null) return false
    if (move.by !== 0) selection.forgetRange()
    // In a gallery a few tiles more or less are a row for some of them: not for the one that the keyboard is on.
    const isFollowed = move.keyboard !== null && move.keyboard - move.by === keyboard
    const from = keyboard !== null && isFollowed ? keyboard : first
    if (offset > 0 || keyboard !== null) {
      now.scrollTo(Math.max(0, offset + now.distance(from, from + move.by)))
    }
    if (move.keyboard !== null && put.row === now.keyboardRow()) now.putKeyboard(move.keyboard)
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
  watch(
    () => list.version,
    () => {
      const now = shown()
      if (before?.put.offset !== now?.offset() || list.isNew) before = null
      if (!now || before === null) return
      const isHeld = hold(now, before)
      before.put = { offset: now.offset(), row: now.keyboardRow() }
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
