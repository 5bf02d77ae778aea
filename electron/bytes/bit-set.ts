/** A set of whole numbers: a bit for each. What is beyond its end is not in it. */
export type BitSet = Uint32Array<ArrayBuffer>

export const emptySet: BitSet = new Uint32Array(0)

export function shared(one: BitSet, other: BitSet): BitSet {
  return one.map((word, at) => word & (other[at] ?? 0))
}

/** What is in one and not in the other. */
export function without(one: BitSet, other: BitSet): BitSet {
  return one.map((word, at) => word & ~(other[at] ?? 0))
}

export function joined(one: BitSet, other: BitSet): BitSet {
  return one.length < other.length ? joined(other, one) : one.map((word, at) => word | (other[at] ?? 0))
}

export function areSame(one: BitSet, other: BitSet): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at])
}

/** How many numbers are in it. */
export function sizeOf(set: BitSet): number {
  return set.reduce((count, word) => count + bitsIn(word), 0)
}

export function setOf(numbers: readonly number[]): BitSet {
  // Not by `Math.max(...numbers)`: a call takes some hundred thousand arguments at most.
  const highest = numbers.reduce((most, number) => Math.max(most, number), 0)
  const set = new Uint32Array((highest >>> 5) + 1)
  for (const number of numbers) set[number >>> 5] = (set[number >>> 5] ?? 0) | (1 << (number & 31))
  return set
}

/** The number of set bits: summed in pairs, fours and bytes, then over all bytes. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
