import type { Task } from '../../database/cooperative'
import { type HistoryKind, historyKinds } from '../../contract/history-kinds'
import type { DifferencesFilter } from '../../catalog/history-types'
import { byKind, isLarge, wantedKinds } from './change-columns'

/** One difference between two states. What `first` and `second` are is up to who finds it. */
export interface Difference {
  kind: HistoryKind
  first: number
  second: number
  /** NaN: no price, or one without a percentage. */
  percent: number
}

/** The differences between two states, 13 bytes each. */
export class Differences {
  #kind = new Uint8Array(1024)
  #first = new Uint32Array(1024)
  #second = new Uint32Array(1024)
  #percent = new Float32Array(1024)
  #count = 0

  add({ kind, first, second, percent }: Difference): void {
    if (this.#count === this.#kind.length) this.#grow()
    const at = this.#count++
    this.#kind[at] = historyKinds.indexOf(kind)
    this.#first[at] = first
    this.#second[at] = second
    this.#percent[at] = percent
  }

  at(index: number): Difference {
    return {
      kind: historyKinds[this.#kind[index] ?? 0] ?? 'new',
      first: this.#first[index] ?? 0,
      second: this.#second[index] ?? 0,
      percent: this.#percent[index] ?? NaN
    }
  }

  /** Those that are asked for, by their place, and how many of each kind there are. Some ms for a million. */
  *select({ kinds, leastPercent }: Pick<DifferencesFilter, 'kinds' | 'leastPercent'>): Task<{
    places: Uint32Array
    counts: Record<HistoryKind, number>
  }> {
    const wanted = wantedKinds(kinds)
    const price = historyKinds.indexOf('price')
    const places = new Uint32Array(this.#count)
    const counts = historyKinds.map(() => 0)
    let found = 0
    for (let at = 0; at < this.#count; at++) {
      if (at % 50_000 === 49_999) yield
      const code = this.#kind[at] ?? 0
      if (code === price && !isLarge(this.#percent[at] ?? NaN, leastPercent)) continue
      counts[code] = (counts[code] ?? 0) + 1
      if (wanted[code] === true) places[found++] = at
    }
    return { places: places.slice(0, found), counts: byKind(counts) }
  }

  #grow(): void {
    const length = this.#count * 2
    this.#kind = grown(this.#kind, new Uint8Array(length))
    this.#first = grown(this.#first, new Uint32Array(length))
    this.#second = grown(this.#second, new Uint32Array(length))
    this.#percent = grown(this.#percent, new Float32Array(length))
  }
}

function grown<T extends Uint8Array | Uint32Array | Float32Array>(before: T, after: T): T {
  after.set(before)
  return after
}
