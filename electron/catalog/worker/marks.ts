/**
 * Where the run under way has read each product, so far. The lowest place of a product in one array by key (four bytes a
 * product), the rest, which only a list that repeats itself or moves has, beside it.
 */
export class Marks {
  #first = new Uint32Array(1024)
  readonly #others = new Map<number, number[]>()

  /** The lowest place where the product was read; 0 when it was not. */
  firstOf(key: number): number {
    return this.#first[key] ?? 0
  }

  /** Its places after the lowest, ascending. */
  othersOf(key: number): readonly number[] {
    return this.#others.get(key) ?? []
  }

  has(key: number, position: number): boolean {
    return this.firstOf(key) === position || this.othersOf(key).includes(position)
  }

  add(key: number, position: number): void {
    const first = this.firstOf(key)
    if (first === 0) {
      this.#set(key, position)
      return
    }
    if (this.has(key, position)) return
    const places = [first, ...this.othersOf(key), position].sort((a, b) => a - b)
    this.#put(key, places)
  }

  remove(key: number, position: number): void {
    const first = this.firstOf(key)
    const others = this.#others.get(key)
    if (others === undefined) {
      if (first === position) this.#set(key, 0)
      return
    }
    this.#put(
      key,
      [first, ...others].filter((place) => place !== position)
    )
  }

  clear(): void {
    this.#first.fill(0)
    this.#others.clear()
  }

  /** Keys from 1 to the highest that were not read and that the test lets through. */
  *unread(highest: number, counts: (key: number) => boolean): Generator<number> {
    for (let key = 1; key <= highest; key++) if (this.firstOf(key) === 0 && counts(key)) yield key
  }

  #put(key: number, places: number[]): void {
    this.#set(key, places[0] ?? 0)
    if (places.length > 1) this.#others.set(key, places.slice(1))
    else this.#others.delete(key)
  }

  #set(key: number, position: number): void {
    if (key >= this.#first.length) {
      const grown = new Uint32Array(Math.max(key + 1, Math.ceil(this.#first.length * 1.5)))
      grown.set(this.#first)
      this.#first = grown
    }
    this.#first[key] = position
  }
}
