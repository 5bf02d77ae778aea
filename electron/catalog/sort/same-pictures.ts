import { filterGroups } from '../../contract/empty-query'
import type { ProductQuery } from '../../contract/product-query'
import type { Task } from '../../database/cooperative'
import type { Columns } from '../read/columns'
import { pictureStates, type PictureColumns } from '../read/picture-columns'
import { createGroupDesk, groupBy, type Groups } from '../../bytes/group-by'
import { productsPerPause } from './radix'
import { keyMask, sameAsBefore } from './text-order'

/**
 * Whether a list is of products that show the same picture, by picture: then those of one picture stand together, whichever address each has
 * it from.
 */
export function isBySamePicture(productQuery: ProductQuery): boolean {
  const { sort } = productQuery
  return sort?.by === 'image' && filterGroups(productQuery).some(({ finding }) => finding === 'picture-same')
}

/** All products by address, with those brought together whose pictures have the same bytes; the last order is cached. */
export interface SamePictureOrder {
  /** @param byAddress all products by their picture's address, equals marked */
  get: (
    byAddress: Uint32Array,
    columns: Pick<Columns, 'highest'>,
    pictures: PictureColumns
  ) => Task<Uint32Array>
}

export function createSamePictureOrder(): SamePictureOrder {
  let known: { byAddress: Uint32Array; version: number; sequence: Uint32Array } | null = null
  return {
    *get(byAddress, { highest }, pictures) {
      const { version } = pictures
      if (known?.byAddress === byAddress && known.version === version) return known.sequence
      const sequence = yield* broughtTogether(byAddress, yield* byContent(highest, pictures))
      known = { byAddress, version, sequence }
      return sequence
    }
  }
}

/** The products whose pictures were fetched, by their bytes. */
function* byContent(highest: number, { state, content }: PictureColumns): Task<Groups> {
  const isShown = new Uint8Array(highest + 1)
  for (let key = 1; key <= highest; key++) isShown[key] = Number(state[key] === pictureStates.shown)
  yield
  return yield* groupBy(createGroupDesk(highest), { numbers: content, width: 2 }, isShown)
}

/** Products of one address stay together, and follow the first ones of those whose picture has the same bytes. */
function* broughtTogether(byAddress: Uint32Array, contents: Groups): Task<Uint32Array> {
  // By place in the order: the place where the first of the products with the same picture stands.
  const leaders = new Uint32Array(byAddress.length)
  // By group, one more than that place; 0: it has not been met yet.
  const begun = new Uint32Array(contents.count + 1)
  for (let at = 0; at < byAddress.length;) {
    const first = at
    let group = 0
    do {
      group ||= contents.of[(byAddress[at] ?? 0) & keyMask] ?? 0
      at++
    } while ((byAddress[at] ?? 0) >= sameAsBefore)
    const leader = group > 0 && (begun[group] ?? 0) > 0 ? (begun[group] ?? 0) - 1 : first
    begun[group] = leader + 1
    leaders.fill(leader, first, at)
    if (Math.floor(first / productsPerPause) !== Math.floor(at / productsPerPause)) yield
  }
  return yield* inOrderOf(leaders, byAddress)
}

/** The products by their leaders' places; those of one leader keep their order. */
function* inOrderOf(leaders: Uint32Array, sequence: Uint32Array): Task<Uint32Array> {
  const next = new Uint32Array(leaders.length + 1)
  for (const leader of leaders) next[leader + 1] = (next[leader + 1] ?? 0) + 1
  yield
  for (let at = 1; at < next.length; at++) next[at] = (next[at] ?? 0) + (next[at - 1] ?? 0)
  yield
  const ordered = new Uint32Array(sequence.length)
  for (let at = 0; at < sequence.length; at++) {
    const leader = leaders[at] ?? 0
    const place = next[leader] ?? 0
    next[leader] = place + 1
    ordered[place] = (sequence[at] ?? 0) & keyMask
    if (at % productsPerPause === 0) yield
  }
  return ordered
}
