/** Changes of connections: for one connection one at a time, in order; different ones do not wait for each other. */
export interface Turns {
  take<T>(id: string, change: () => Promise<T>): Promise<T>
  /** Settles when no change of this connection is under way; never rejects. */
  settled(id: string): Promise<void>
  /** The same for all connections. */
  allSettled(): Promise<void>
}

export function createTurns(): Turns {
  /** The end of the last change that was asked for, by connection. */
  const ends = new Map<string, Promise<void>>()
  const settled = (id: string): Promise<void> => ends.get(id) ?? Promise.resolve()

  return {
    take(id, change) {
      const turn = settled(id).then(change)
      const end = turn.then(ignore, ignore).then(() => {
        if (ends.get(id) === end) ends.delete(id)
      })
      ends.set(id, end)
      return turn
    },
    settled,
    allSettled: () => Promise.all(ends.values()).then(ignore)
  }
}

function ignore(): void {
  // Who asked for the change gets its value or its error.
}
