/**
 * Where the active run has read each product so far. The lowest position is in an array by key (four bytes a product); further ones,
 * which only a list that repeats or moves has, are in a map.
 */
export class ReadPositions {
  #first = new Uint32Array(1024)
  /** Ascending, for binary search: an id may stand at every position of the list. */
  readonly #others = new Map<number, number[]>()

  /** Makes room for so many products. */
  reserve(count: number): void {
    this.#resize(count + 1)
  }

  /** The lowest position where the product was read; 0: none. */
  firstOf(key: number): number {
    return this.#first[key] ?? 0
  }

  /** Its positions after the lowest, ascending. */
  othersOf(key: number): readonly number[] {
    return this.#others.get(key) ?? []
  }

  /** How many products were read. */
  count(): number {
    let count = 0
    for (const first of this.#first) if (first !== 0) count++
    return count
  }

  has(key: number, position: number): boolean {
    if (this.firstOf(key) === position) return true
    const others = this.othersOf(key)
    return others[placeIn(others, position)] === position
  }

  add(key: number, position: number): void {
    const first = this.firstOf(key)
    if (first === 0) {
      this.#set(key, position)
      return
    }
    if (first === position) return
    const others = this.#others.get(key) ?? []
    const later = position < first ? first : position
    if (position < first) this.#set(key, position)
    const at = placeIn(others, later)
    if (others[at] !== later) others.splice(at, 0, later)
    this.#others.set(key, others)
  }

  remove(key: number, position: number): void {
    const first = this.firstOf(key)
    const others = this.#others.get(key) ?? []
    if (first === position) this.#set(key, others.shift() ?? 0)
    else {
      const at = placeIn(others, position)
      if (others[at] === position) others.splice(at, 1)
    }
    if (others.length === 0) this.#others.delete(key)
  }

  clear(): void {
    this.#first.fill(0)
    this.#others.clear()
  }

  /** Keys up to the highest that were not read and for which `counts` is true. */
  *unread(highest: number, counts: (key: number) => boolean): Generator<number> {
    for (let key = 1; key <= highest; key++) if (this.firstOf(key) === 0 && counts(key)) yield key
  }

  #set(key: number, position: number): void {
    if (key >= this.#first.length) this.#resize(Math.max(key + 1, Math.ceil(this.#first.length * 1.5)))
    this.#first[key] = position
  }

  #resize(length: number): void {
    if (length <= this.#first.length) return
    const grown = new Uint32Array(length)
    grown.set(this.#first)
    this.#first = grown
  }
}

/** The index of a number, or where it belongs, in an ascending list. */
function placeIn(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length]
  // It mostly comes after all others.
  if ((numbers[high - 1] ?? 0) < wanted) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
