import type { UpdateObstacle, UpdateProblem, UpdateState } from '../../../../electron/contract/updates'
import { formatAge } from '../../../shared/format/clock'
import { formatBytes, formatShare } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'

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

/** How it stands with new versions, in a sentence. `now`: ms since 1970. */
export function stateLabel(state: UpdateState, now: number, locale: string | null): string {
  const version = state.version ?? ''
  switch (state.phase) {
    case 'idle':
      return t('updates.phase.idle')
    case 'checking':
      return t('updates.phase.checking')
    case 'current': {
      const age = formatAge(state.checkedAt ?? now, now, locale)
      return age === null ? t('updates.phase.current') : t('updates.phase.currentSince', { age })
    }
    case 'available':
      return state.bytes === null
        ? t('updates.phase.available', { version })
        : t('updates.phase.availableSize', { version, size: formatBytes(state.bytes, locale) })
    case 'downloading':
      return t('updates.phase.downloading', { version, share: formatShare(state.share, locale) })
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
