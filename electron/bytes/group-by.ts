import type { Task } from '../database/cooperative'

/** Products that have something in common. */
export interface Groups {
  /** The number of each product's group, from 1, by key; 0: it is in none. */
  of: Uint32Array<ArrayBuffer>
  /** Products of each group, by its number. */
  sizes: Uint32Array<ArrayBuffer>
  count: number
}

/**
 * Room for groups of the products up to a key, used again for each grouping: what was found lasts until the next. Made anew each
 * time, it would take up memory nine times before it is collected. 16 bytes a product.
 */
export interface GroupDesk {
  groups: Groups
  /** By a hash of what they have in common, the first product of each group. */
  firsts: Uint32Array<ArrayBuffer>
}

export function createGroupDesk(highest: number): GroupDesk {
  const bits = Math.max(4, 33 - Math.clz32(highest))
  return {
    groups: { of: new Uint32Array(highest + 1), sizes: new Uint32Array(highest + 2), count: 0 },
    firsts: new Uint32Array(2 ** bits)
  }
}

/** What products are grouped by: `width` numbers for each key from `at` on, `step` apart; all 0: it has none. */
interface Grouped {
  numbers: Uint32Array
  width: 1 | 2
  /** Numbers a product, where there are more than `width`. */
  step?: number
  at?: number
}

/** Products between two pauses: some 3 ms. */
const atOnce = 30_000

/**
 * Groups the products that are `listed` (1, by key), or those of them that have a `price` above 0, by their numbers: a table with
 * open addressing, so that it takes as long for a million products of one group as for a million groups.
 */
export function* groupBy(
  { groups, firsts }: GroupDesk,
  grouped: Grouped,
  listed: Uint8Array,
  price?: Float64Array
): Task<Groups> {
  const highest = listed.length - 1
  groups.of.fill(0)
  groups.count = 0
  firsts.fill(0)
  for (let key = 1; key <= highest; key += atOnce) {
    takeIn(groups, firsts, grouped, {
      listed,
      price,
      from: key,
      end: Math.min(highest + 1, key + atOnce)
    })
    yield
  }
  return groups
}

interface Some {
  listed: Uint8Array
  price: Float64Array | undefined
  from: number
  end: number
}

/** Apart from its pauses, so that it is compiled as the plain loop that it is. */
function takeIn(
  groups: Groups,
  firsts: Uint32Array,
  { numbers, width, step = width, at = 0 }: Grouped,
  { listed, price, from, end }: Some
): void {
  const { of, sizes } = groups
  const mask = firsts.length - 1
  const shift = Math.clz32(mask)
  const second = at + (width === 2 ? 1 : 0)
  for (let key = from; key < end; key++) {
    const one = numbers[key * step + at] ?? 0
    const other = numbers[key * step + second] ?? 0
    if ((one | other) === 0 || listed[key] !== 1) continue
    if (price !== undefined && !((price[key] ?? NaN) > 0)) continue
    let slot = Math.imul(one ^ Math.imul(other, 0x85ebca6b), 0x9e3779b1) >>> shift
    for (;;) {
      const first = firsts[slot] ?? 0
      if (first === 0) {
        firsts[slot] = key
        groups.count++
        of[key] = groups.count
        sizes[groups.count] = 1
        break
      }
      if (numbers[first * step + at] === one && numbers[first * step + second] === other) {
        const group = of[first] ?? 0
        of[key] = group
        sizes[group] = (sizes[group] ?? 0) + 1
        break
      }
      slot = (slot + 1) & mask
    }
  }
}
