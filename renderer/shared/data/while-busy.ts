import type { Ref } from 'vue'

/** Runs `work` with the flag set, and clears the flag however it ends: a bug must not leave a button busy for ever. */
export function whileBusy<T>(flag: Ref<boolean>, work: () => Promise<T>): Promise<T> {
  return whileAt(flag, true, false, work)
}

/** The same where several things can be done: `working` says which of them is under way. */
export function whileDoing<N extends string, T>(
  working: Ref<N | null>,
  name: N,
  work: () => Promise<T>
): Promise<T> {
  return whileAt<N | null, T>(working, name, null, work)
}

async function whileAt<V, T>(state: Ref<V>, during: V, after: V, work: () => Promise<T>): Promise<T> {
  state.value = during
  try {
    return await work()
  } finally {
    state.value = after
  }
}
