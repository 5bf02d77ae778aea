import { inOneSlice, type Sliced } from '../../database/cooperative'

/** Work that is done while nobody asks for anything, in parts, so that who asks next does not wait for it. */
export interface Ahead {
  /** Goes on for some milliseconds; whether more is left. */
  step: () => boolean
  /** Ends the part that was begun: nothing else may be done in the middle of it. */
  finish: () => Sliced<void>
  /** All parts are to be done again. */
  restart: () => void
}

export function createAhead(parts: readonly (() => Sliced<unknown>)[]): Ahead {
  let done = 0
  let begun: Sliced<unknown> | null = null

  function take(): Sliced<unknown> | null {
    const part = begun ?? parts[done]?.() ?? null
    if (begun === null && part !== null) done++
    begun = null
    return part
  }

  return {
    step() {
      const part = take()
      if (part === null) return false
      // A part that fails is not gone on with: whoever asks meets the same failure.
      if (!inOneSlice(part)) begun = part
      return true
    },
    *finish() {
      if (begun === null) return
      const part = begun
      begun = null
      yield* part as Sliced<void>
    },
    restart() {
      done = 0
    }
  }
}
