import { ref, shallowRef, watch, type Ref, type ShallowRef, type WatchSource } from 'vue'
import type { Failure, Result } from '../../../electron/contract/failure'
import { whileBusy } from '../data/while-busy'

interface DialogWork {
  busy: Readonly<Ref<boolean>>
  /** Why the work failed, until `subject` changes. */
  failure: Readonly<ShallowRef<Failure | null>>
  /** Does nothing while it is busy. */
  run: (work: () => Promise<Result<unknown>>) => Promise<void>
}

/**
 * The work that a dialog asks about: once it is done the dialog closes, and if it fails the dialog stays and says why.
 *
 * @param subject what the dialog is open for: changes when it opens and closes
 */
export function useDialogWork(subject: WatchSource, close: () => void): DialogWork {
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)
  watch(subject, () => (failure.value = null))

  async function run(work: () => Promise<Result<unknown>>): Promise<void> {
    if (busy.value) return
    const answer = await whileBusy(busy, work)
    if (answer.ok) close()
    else failure.value = answer.failure
  }

  return { busy, failure, run }
}
