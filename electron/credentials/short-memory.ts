/** Holds values for a while after their last use, then drops them by itself. */
export interface ShortMemory<T> {
  get(name: string): T | null
  set(name: string, value: T): void
  delete(name: string): void
}

/** @param lifetime ms since a value was last set or asked for */
export function createShortMemory<T>(lifetime: number): ShortMemory<T> {
  const held = new Map<string, { value: T; timer: NodeJS.Timeout }>()

  function drop(name: string): void {
    clearTimeout(held.get(name)?.timer)
    held.delete(name)
  }
  function set(name: string, value: T): void {
    drop(name)
    held.set(name, { value, timer: setTimeout(() => drop(name), lifetime).unref() })
  }
  return {
    get(name) {
      const found = held.get(name)
      found?.timer.refresh()
      return found?.value ?? null
    },
    set,
    delete: drop
  }
}
