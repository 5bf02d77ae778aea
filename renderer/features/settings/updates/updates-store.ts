import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Failure, Result } from '../../../../electron/contract/failure'
import type { UpdateState } from '../../../../electron/contract/updates'
import { call, on } from '../../../bridge'
import { useReviewNotes } from '../../review'

/** New versions of Vitrine: what is known of them, and what a person does about it. */
export const useUpdates = defineStore('updates', () => {
  const notes = useReviewNotes()
  /** null until it is known. */
  const state = shallowRef<UpdateState | null>(null)
  const failed = shallowRef<Failure | null>(null)
  /** The version of which a person wants to hear later, and at which stage. */
  const putOff = ref('')

  onScopeDispose(on('updates:changed', (told) => (state.value = told)))
  // The main process must know: nothing is installed over a note that is not saved.
  watch(
    () => notes.areUnsaved,
    (areUnsaved) => void call('updates:unsaved', { notes: areUnsaved }),
    { immediate: true }
  )

  async function ask(question: () => Promise<Result<UpdateState>>): Promise<void> {
    const answer = await question()
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok) state.value = answer.value
  }

  /** What there is to tell without being asked: a version to download or to install; null: nothing. */
  const news = computed(() => {
    const known = state.value
    if (known === null || known.isForbidden) return null
    const { phase, version } = known
    if (version === null) return null
    if (phase !== 'available' && phase !== 'ready' && phase !== 'waiting') return null
    return putOff.value === `${version} ${phase}` ? null : { ...known, phase, version }
  })

  return {
    state,
    failed,
    news,
    load: () => ask(() => call('updates:state', undefined)),
    check: () => ask(() => call('updates:check', undefined)),
    download: () => ask(() => call('updates:download', undefined)),
    /** Stops a download, or calls an installation off that waits. */
    cancel: () => ask(() => call('updates:cancel', undefined)),
    install: () => ask(() => call('updates:install', undefined)),
    /** Says nothing more of this version until there is something else to do. */
    later(): void {
      if (state.value) putOff.value = `${state.value.version ?? ''} ${state.value.phase}`
    }
  }
})
