import { computed, type ComputedRef } from 'vue'
import type { Failure } from '../../../electron/contract/failure'
import type { SyncState, SyncSummary } from '../../../electron/contract/sync'
import { isKeyFailure, isTransient } from '../../shared/data/failure-kinds'
import { t } from '../../shared/i18n'
import { failureMessage } from '../../shared/i18n/failure-messages'
import { useNavigation } from '../../shared/navigation'
import type { Refusal } from './sync'
import { endedMessage } from './sync-messages'

export interface Trouble {
  /** null where only the outcome is known. */
  failure: Failure | null
  /** What happened and what to do, in sentences. */
  words: string
  /** It is so until it is mended; what only happened can be closed. */
  lasts: boolean
}

interface Known {
  state: SyncState | null
  /** A run that ended and was not closed yet. */
  ended: SyncSummary | null
  refused: Refusal | null
  /** Why the store did not answer what the page asked it for. */
  asked: Failure | null
  locale: string | null
}

const sentences = (failure: Failure): string => {
  const { title, advice } = failureMessage(failure)
  return `${title} ${advice}`
}

/** A network that is away is told in the status bar, and a key that is missing above the page. */
const isToldElsewhere = (failure: Failure): boolean =>
  isTransient(failure) || failure.code === 'credentials-missing'

/**
 * What is to be told of a store, if anything: first what lasts, which is what a page could not get and a key that ended the last run, then what
 * was refused, then a run that failed.
 */
export function troubleOf({ state, ended, refused, asked, locale }: Known): Trouble | null {
  const because = state?.phase === 'idle' ? state.because : null
  const lasting = asked ?? (because && isKeyFailure(because) ? because : null)
  if (lasting && !isToldElsewhere(lasting)) {
    return { failure: lasting, words: sentences(lasting), lasts: true }
  }
  if (refused) {
    const { of, failure } = refused
    const why = { because: sentences(failure) }
    return {
      failure,
      words: of === 'sync' ? t('sync.refused', why) : t('sync.schedule.refused', why),
      lasts: false
    }
  }
  if (ended?.outcome !== 'failed') return null
  const advice = ended.because ? ` ${failureMessage(ended.because).advice}` : ''
  return { failure: ended.because, words: `${endedMessage(ended, locale)}${advice}`, lasts: false }
}

/** What a person can do about a run that failed for a reason that does not pass by itself. */
interface RecoveryAction {
  label: string
  go: () => void
}

/** The way on from a failure: to the key, or to the form with the address; null when there is none but time. */
export function useRecoveryAction(
  connectionId: () => string,
  because: () => Failure | null
): ComputedRef<RecoveryAction | null> {
  const navigation = useNavigation()
  return computed(() => {
    const failure = because()
    const id = connectionId()
    if (failure === null) return null
    if (isKeyFailure(failure)) {
      return { label: t('sync.summary.replaceKey'), go: () => navigation.enterKey(id) }
    }
    if (failure.code !== 'not-found') return null
    return { label: t('sync.summary.checkAddress'), go: () => navigation.go({ name: 'edit', id }) }
  })
}
