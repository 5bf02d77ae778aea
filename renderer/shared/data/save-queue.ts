import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** What waits to be saved, in the order in which it was wished for. */
interface SaveQueue<T> {
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

/** ms from the last change to the save, so that a scroll, or fast work, is one write. */
const quiet = 400

/** Saves of values that change often: of several in a short time only the last is written. */
interface DelayedSaves<T> {
  /** The value to be written; undefined: none. */
  waiting: () => T | undefined
  keep: (value: T) => void
  /** Writes the pending value now. */
  flush: () => Promise<void>
}

/**
 * The pending value is also written when the calling scope ends.
 *
 * @param save its failures are ignored: losing a place in a list is no reason to bother anyone
 */
export function createDelayedSaves<T>(save: (value: T) => Promise<unknown>): DelayedSaves<T> {
  let waiting: { value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    const last = waiting
    waiting = null
    if (last) await save(last.value)
  }
  onScopeDispose(() => void flush())

  return {
    waiting: () => waiting?.value,
    keep(value) {
      waiting = { value }
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), quiet)
    },
    flush
  }
}
