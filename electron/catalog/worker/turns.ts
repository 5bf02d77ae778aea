/** Work that is done one after the other: what is held in memory is not answered from while it is being brought up to date. */
export interface Turns {
  /** Does the work after all that was asked for before, whether that failed or not. */
  take: <T>(work: () => Promise<T>) => Promise<T>
  /** Some work is under way, or waits. */
  readonly areTaken: boolean
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let taken = 0
  return {
    take(work) {
      taken++
      const done = last.catch(() => null).then(work)
      last = done
      return done.finally(() => taken--)
    },
    get areTaken() {
      return taken > 0
    }
  }
}
