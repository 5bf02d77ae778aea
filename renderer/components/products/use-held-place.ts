import { watch } from 'vue'
import { useContinuousList } from '../../stores/continuous-list'
import { useSelection } from '../../stores/selection'
import { moveOf, type StandingProduct } from './held-place'
import type { RowRange } from './virtual-rows'

/** The table of the continuous list, its rows counted from 0. */
export interface PlacedTable {
  inSight: () => RowRange
  /** Offset into the list, CSS pixels. */
  offset: () => number
  rowHeight: () => number
  scrollTo: (offset: number) => void
  /** The row that the keyboard is in; null: it is not in the rows. */
  keyboardRow: () => number | null
  putKeyboard: (row: number) => void
}

/** A list as it was when it began to be read again. */
interface Before {
  products: StandingProduct[]
  offset: number
  keyboard: number | null
  /** Offset and row of the keyboard since; with others a person has gone on. */
  put: { offset: number; keyboard: number | null }
}

/**
 * Keeps what is in sight, and the product that the keyboard is on, where they are while the list is read again and rows above
 * came or went: nothing else is to come under a hand. At the top, without the keyboard in the rows, what is new is seen.
 */
export function useHeldPlace(table: () => PlacedTable | null): void {
  const list = useContinuousList()
  const selection = useSelection()
  let before: Before | null = null

  function begin(): void {
    const now = table()
    if (!now || before?.put.offset === now.offset()) return
    const { first, end } = now.inSight()
    const products = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).flatMap(
      (index) => {
        const id = list.productAt(index)?.id
        return id === undefined ? [] : [{ id, index }]
      }
    )
    const place = { offset: now.offset(), keyboard: now.keyboardRow() }
    before = { products, ...place, put: place }
  }

  /** What was in sight goes back there. Says whether it is known where that is now. */
  function hold(now: PlacedTable, { products, offset, keyboard, put }: Before): boolean {
    const near = products[0]?.index ?? 0
    const move = moveOf(products, (id) => list.freshPlaceOf(id, near), keyboard)
    if (move === null) return false
    if (move.by !== 0) selection.forgetRange()
    if (offset > 0 || keyboard !== null) now.scrollTo(Math.max(0, offset + move.by * now.rowHeight()))
    if (move.keyboard !== null && put.keyboard === now.keyboardRow()) now.putKeyboard(move.keyboard)
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
      const now = table()
      if (before?.put.offset !== now?.offset() || list.isNew) before = null
      if (!now || before === null) return
      const isHeld = hold(now, before)
      before.put = { offset: now.offset(), keyboard: now.keyboardRow() }
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
