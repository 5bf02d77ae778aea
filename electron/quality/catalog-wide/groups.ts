import { groupBy, type GroupDesk, type Groups } from '../../bytes/group-by'
import type { Task } from '../../database/cooperative'
import type { Columns } from './columns'

/** Products between two pauses: some ms. */
const atOnce = 300_000

/** Sets a bit of the products that are in a group of so many at least. */
export function* markGroups(
  bits: Uint32Array,
  bit: number,
  { of, sizes }: Groups,
  least: number
): Task<void> {
  for (let key = 1; key < of.length; key++) {
    const group = of[key] ?? 0
    if (group > 0 && (sizes[group] ?? 0) >= least) bits[key] = (bits[key] ?? 0) | bit
    if (key % atOnce === 0) yield
  }
}

/** Sets a bit of the listed products of which so many at least have the same text. */
export function* markDoubles(
  desk: GroupDesk,
  { listed, ...texts }: Columns,
  of: 'name' | 'description',
  bits: Uint32Array,
  bit: number,
  least: number
): Task<void> {
  const groups = yield* groupBy(desk, { numbers: texts[of], width: 2 }, listed)
  yield* markGroups(bits, bit, groups, least)
}

/** Keys of the other listed products that have the same text as one. */
export function doublesOf(
  { highest, listed, ...texts }: Columns,
  of: 'name' | 'description',
  key: number
): number[] {
  const column = texts[of]
  const [above = 0, below = 0] = column.subarray(2 * key, 2 * key + 2)
  const others: number[] = []
  if ((above | below) === 0) return others
  for (let other = 1; other <= highest; other++) {
    if (column[2 * other] !== above || column[2 * other + 1] !== below) continue
    if (other !== key && listed[other] === 1) others.push(other)
  }
  return others
}
