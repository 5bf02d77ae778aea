import { shallowRef, type ShallowRef } from 'vue'

/** What waits to be saved, in the order in which it was wished for. */
export interface SaveQueue<T> {
  /** What is being saved; null: nothing is. */
  readonly saving: Readonly<ShallowRef<T | null>>
  /** Saves this after all that came before; the promise ends when it is saved, has failed, or was dropped. */
  add: (item: T) => Promise<void>
  /** Takes out all that waits, in order: it is dropped, or somebody else saves it. What is being saved is finished. */
  takeWaiting: () => T[]
}

/** Saves one thing after the other. @param save tells of its failures itself */
export function createSaveQueue<T>(save: (item: T) => Promise<void>): SaveQueue<T> {
  const saving = shallowRef<T | null>(null)
  const waiting: { item: T; end: () => void }[] = []

  async function run(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      saving.value = next.item
      try {
        await save(next.item)
      } catch (error) {
        // A bug; what comes after it is saved all the same.
        reportError(error)
      }
      next.end()
    }
    saving.value = null
  }

  return {
    saving,
    add: (item) =>
      new Promise((end) => {
        waiting.push({ item, end })
        if (saving.value === null) void run()
      }),
    takeWaiting() {
      const taken = waiting.splice(0)
      for (const { end } of taken) end()
      return taken.map(({ item }) => item)
    }
  }
}
