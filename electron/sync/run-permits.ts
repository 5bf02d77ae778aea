/** A run's place among those that may ask their stores now. */
export interface Turn {
  has(): boolean
  /** Asks for a turn, if it has none. */
  want(): void
  /** Gives it back: the run waits, was paused or has ended. */
  leave(): void
}

/** Lets at most `most` runs go on at once; the others wait in the order they came. */
export function createTurns(most: number): (onTurn: () => void) => Turn {
  const having = new Set<object>()
  const waiting = new Map<object, () => void>()

  function next(): void {
    for (const [who, onTurn] of waiting) {
      if (having.size >= most) return
      waiting.delete(who)
      having.add(who)
      onTurn()
    }
  }

  return (onTurn) => {
    const who = {}
    return {
      has: () => having.has(who),
      want() {
        if (having.has(who) || waiting.has(who)) return
        waiting.set(who, onTurn)
        next()
      },
      leave() {
        waiting.delete(who)
        if (having.delete(who)) next()
      }
    }
  }
}
