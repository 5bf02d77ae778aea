/** Closes the file of reviews that an export reads; settles when it has. */
type LetGo = () => Promise<unknown>

/** Keeps exports and whatever replaces a connection's file of reviews apart: Windows replaces no file that is open (fault 111). */
export interface ReviewsGate {
  /** Begins to read the file, as soon as it is not being replaced; until `leave` it is let go of when it is about to be. */
  enter<T>(connectionId: string, letGo: LetGo, begin: () => Promise<T>): Promise<T>
  leave(letGo: LetGo): void
  /** The file is about to be replaced, until `replaced`: settles when no export has it open. */
  release(connectionId: string): Promise<void>
  replaced(connectionId: string): void
}

export function createReviewsGate(): ReviewsGate {
  const inside = new Map<LetGo, string>()
  /** By connection; each settles when the file is there again. */
  const replacing = new Map<string, PromiseWithResolvers<undefined>>()

  return {
    async enter(connectionId, letGo, begin) {
      // It may be about to be replaced another time by then.
      for (let under = replacing.get(connectionId); under; under = replacing.get(connectionId))
        await under.promise
      inside.set(letGo, connectionId)
      return begin()
    },
    leave: (letGo) => void inside.delete(letGo),
    async release(connectionId) {
      if (!replacing.has(connectionId)) replacing.set(connectionId, Promise.withResolvers())
      const readers = [...inside].filter(([, id]) => id === connectionId)
      await Promise.all(readers.map(([letGo]) => letGo()))
    },
    replaced(connectionId) {
      replacing.get(connectionId)?.resolve(undefined)
      replacing.delete(connectionId)
    }
  }
}
