import type { Ref } from 'vue'

/** Runs `work` with the flag set, and clears the flag however it ends: a bug must not leave a button busy for ever. */
export async function whileBusy<T>(flag: Ref<boolean>, work: () => Promise<T>): Promise<T> {
  flag.value = true
  try {
    return await work()
  } finally {
    flag.value = false
  }
}
