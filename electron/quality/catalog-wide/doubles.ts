import type { Sliced } from '../../database/cooperative'
import type { Columns } from './columns'
import { groupBy, markGroups, type GroupDesk } from './groups'

/** Sets a bit of the listed products of which so many at least have the same text. */
export function* markDoubles(
  desk: GroupDesk,
  { listed, ...texts }: Columns,
  of: 'name' | 'description',
  bits: Uint32Array,
  bit: number,
  least: number
): Sliced<void> {
  const groups = yield* groupBy(desk, { numbers: texts[of], width: 2 }, listed)
  yield* markGroups(bits, bit, groups, least)
}

/** How many other listed products have the same text as one. */
export function countDoubles(
  { highest, listed, ...texts }: Columns,
  of: 'name' | 'description',
  key: number
): number {
  const column = texts[of]
  const [above = 0, below = 0] = column.subarray(2 * key, 2 * key + 2)
  if ((above | below) === 0) return 0
  let others = 0
  for (let other = 1; other <= highest; other++) {
    if (column[2 * other] !== above || column[2 * other + 1] !== below) continue
    if (other !== key && listed[other] === 1) others++
  }
  return others
}
