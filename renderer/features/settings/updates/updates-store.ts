import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Failure, Result } from '../../../../electron/contract/failure'
import type { UpdateObstacle, UpdateProblem, UpdateState } from '../../../../electron/contract/updates'
import { call, on } from '../../../bridge'
import { formatAge } from '../../../shared/format/clock'
import { formatBytes, formatShare } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
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

/** Why the last check or download came to nothing, and what to do. */
export function problemMessage(problem: UpdateProblem): string {
  const words: Record<UpdateProblem, () => string> = {
    unreachable: () => t('updates.problem.unreachable'),
    'not-found': () => t('updates.problem.notFound'),
    unreadable: () => t('updates.problem.unreadable'),
    insecure: () => t('updates.problem.insecure'),
    forged: () => t('updates.problem.forged'),
    disk: () => t('updates.problem.disk'),
    'not-replaceable': () => t('updates.problem.notReplaceable'),
    other: () => t('updates.problem.other')
  }
  return words[problem]()
}

/** What an installation waits for. */
export function waitingMessage(waitsFor: UpdateObstacle[], version: string): string {
  const [only, ...others] = waitsFor
  if (only === undefined || others.length > 0) return t('updates.waits.several', { version })
  const words: Record<UpdateObstacle, () => string> = {
    sync: () => t('updates.waits.sync', { version }),
    export: () => t('updates.waits.export', { version }),
    notes: () => t('updates.waits.notes', { version })
  }
  return words[only]()
}

/** How it stands with new versions, in a sentence. `now`: ms since 1970. Numbers are as the system has them: updates belong to no store. */
export function stateLabel(state: UpdateState, now: number): string {
  const version = state.version ?? ''
  switch (state.phase) {
    case 'idle':
      return t('updates.phase.idle')
    case 'checking':
      return t('updates.phase.checking')
    case 'current': {
      const age = formatAge(state.checkedAt ?? now, now, null)
      return age === null ? t('updates.phase.current') : t('updates.phase.currentSince', { age })
    }
    case 'available':
      return state.bytes === null
        ? t('updates.phase.available', { version })
        : t('updates.phase.availableSize', { version, size: formatBytes(state.bytes, null) })
    case 'downloading':
      return t('updates.phase.downloading', { version, share: formatShare(state.share, null) })
    case 'ready':
      return t('updates.phase.ready', { version })
    case 'waiting':
      return waitingMessage(state.waitsFor, version)
    case 'installing':
      return t('updates.phase.installing', { version })
  }
}

/** That a new version waits for a person, or comes, in a few words; '' where there is nothing of the kind. */
export function comingMessage({ phase, share, version }: UpdateState, locale: string | null): string {
  if (version === null) return ''
  if (phase === 'available') return t('updates.notice.available', { version })
  if (phase === 'ready') return t('updates.notice.ready', { version })
  if (phase === 'waiting') return t('updates.notice.waiting', { version })
  return phase === 'downloading'
    ? t('updates.phase.downloading', { version, share: formatShare(share, locale) })
    : ''
}
