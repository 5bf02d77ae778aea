/** Some of the products: a bit for each, by key. An eighth of a megabyte for a million. */
export interface KeySet {
  bits: Uint32Array<ArrayBuffer>
  count: number
}

/** Whether a product is one of them; 0, the key of none, never is. */
export function holds({ bits }: KeySet, key: number): boolean {
  return (((bits[key >>> 5] ?? 0) >>> (key & 31)) & 1) === 1
}

/** Bytes that marks (0 or 1, by key) take up to a highest key: whole words of 32 keys. */
export function marksLength(highest: number): number {
  return (highest | 31) + 1
}

/** The products that are marked with 1; all others with 0. As many marks as `marksLength` says. */
export function toKeySet(marks: Uint8Array<ArrayBuffer>): KeySet {
  const fours = new Uint32Array(marks.buffer, marks.byteOffset, marks.length >>> 2)
  const bits = new Uint32Array(marks.length >>> 5)
  let count = 0
  for (let word = 0, four = 0; word < bits.length; word++) {
    let gathered = 0
    for (let shift = 0; shift < 32; shift += 4, four++) {
      // Moves the lowest bit of each of the four bytes beside each other, to the top.
      gathered |= (Math.imul(fours[four] ?? 0, 0x10204080) >>> 28) << shift
    }
    bits[word] = gathered
    count += bitsIn(gathered)
  }
  return { bits, count }
}

/** How many bits are set: in pairs, fours and bytes, then all bytes added up. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
