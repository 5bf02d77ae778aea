/** Wakes those who wait for something to have changed; they then look for themselves what it was. */
export interface Notifier {
  notify(): void
  /** Resolves at the next notification. */
  next(): Promise<void>
}

export function createNotifier(): Notifier {
  let pending = Promise.withResolvers<undefined>()
  return {
    notify() {
      pending.resolve(undefined)
      pending = Promise.withResolvers<undefined>()
    },
    async next() {
      await pending.promise
    }
  }
}
