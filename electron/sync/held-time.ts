/** How long the person held a run. */
export interface HeldTime {
  hold(): void
  release(): void
  /** ms, so far. */
  total(): number
}

/** `elapsed`: ms from any start. */
export function createHeldTime(elapsed: () => number): HeldTime {
  let since: number | null = null
  let before = 0
  return {
    hold: () => (since ??= elapsed()),
    release() {
      if (since !== null) before += elapsed() - since
      since = null
    },
    total: () => before + (since === null ? 0 : elapsed() - since)
  }
}
