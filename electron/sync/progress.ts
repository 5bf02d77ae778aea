/** ms. What happened before that says little of how it goes on. */
const lately = 10_000
/** ms. Less than that tells nothing. */
const leastSpan = 1000

/** How fast entries come, lately. */
export interface Progress {
  /** So many entries are here at `time`, ms from any start. */
  note(entries: number, time: number): void
  /** Entries a second; null until it can be told. */
  rate(): number | null
  /** Begins anew: nothing came for a while that has nothing to do with the store's pace. */
  reset(): void
}

export function createProgress(): Progress {
  let samples: { entries: number; time: number }[] = []
  return {
    note(entries, time) {
      const last = samples.at(-1)
      if (last && time - last.time < 100 && samples.length > 1) Object.assign(last, { entries, time })
      else samples.push({ entries, time })
      const old = samples.findLastIndex((sample) => sample.time <= time - lately)
      if (old > 0) samples = samples.slice(old)
    },
    rate() {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.time - first.time < leastSpan) return null
      return Math.max(0, ((last.entries - first.entries) * 1000) / (last.time - first.time))
    },
    reset() {
      samples = []
    }
  }
}
