import type { PriceStyle } from '../../../shared/format/price'
import type { Block } from '../../../shared/data/block-cache'
import { isProduct } from '../../../shared/data/block-slots'
import { useContinuousList } from '../../catalog'
import { productRow, sameOr, unreadableRow, type RowPlace } from './product-rows'

/** Blocks whose rows are kept made. */
const most = 36

/** The rows of the continuous list, made once for each block, and only again where something changed. */
export function useListRows(style: () => PriceStyle): (index: number) => RowPlace {
  const list = useContinuousList()
  const made = new Map<number, { block: Block; rows: RowPlace[] }>()
  let turn = -1
  let look = ''

  function make(number: number, block: Block): RowPlace[] {
    const before = made.get(number)
    if (before?.block === block) return before.rows
    const first = number * list.size
    const rows = block.slots.map((slot, at): RowPlace => {
      if (slot === null) return null
      const standing = { index: first + at, place: first + at + 1 }
      const row = isProduct(slot)
        ? productRow(slot, standing, style())
        : unreadableRow(slot, standing, style())
      return sameOr(before?.rows[at], row)
    })
    made.delete(number)
    made.set(number, { block, rows })
    for (const oldest of made.keys()) {
      if (made.size <= most) break
      made.delete(oldest)
    }
    return rows
  }

  return (index) => {
    const { currency, locale } = style()
    if (turn !== list.turn || look !== `${currency} ${locale}`) made.clear()
    turn = list.turn
    look = `${currency} ${locale}`
    const { number, block } = list.blockOf(index)
    return block && (make(number, block)[index - number * list.size] ?? null)
  }
}
