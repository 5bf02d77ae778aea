import { shallowRef, type ShallowRef } from 'vue'

/** What waits to be saved, in the order in which it was wished for. */
export interface SaveQueue<T> {
  /** What is being saved; null: nothing is. */
  readonly saving: Readonly<ShallowRef<T | null>>
  /** Saves this after all that came before; the promise ends when it is saved, has failed, or was dropped. */
  add: (item: T) => Promise<void>
  /** Takes back what waits and is meant; what is being saved is finished. */
  drop: (isMeant: (item: T) => boolean) => void
  /** Takes out all that waits, in order: somebody else saves it. */
  takeWaiting: () => T[]
}

/** Saves one thing after the other. @param save tells of its failures itself */
export function createSaveQueue<T>(save: (item: T) => Promise<void>): SaveQueue<T> {
  const saving = shallowRef<T | null>(null)
  let waiting: { item: T; end: () => void }[] = []

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
    drop(isMeant) {
      const dropped = waiting.filter(({ item }) => isMeant(item))
      waiting = waiting.filter(({ item }) => !isMeant(item))
      for (const { end } of dropped) end()
    },
    takeWaiting() {
      const taken = waiting
      waiting = []
      for (const { end } of taken) end()
      return taken.map(({ item }) => item)
    }
  }
}
