/** Wakes those who wait for something to have changed; they then look for themselves what it was. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring. */
  heard(): Promise<void>
}

export function createBell(): Bell {
  let next = Promise.withResolvers<undefined>()
  return {
    ring() {
      next.resolve(undefined)
      next = Promise.withResolvers<undefined>()
    },
    async heard() {
      await next.promise
    }
  }
}
