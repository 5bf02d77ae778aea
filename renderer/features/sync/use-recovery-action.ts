import { computed, type ComputedRef } from 'vue'
import type { Failure } from '../../../electron/contract/failure'
import { t } from '../../shared/i18n'
import { isKeyFailure } from '../../shared/data/failure-kinds'
import { useNavigation } from '../../shared/navigation'

/** What a person can do about a run that failed for a reason that does not pass by itself. */
export interface RecoveryAction {
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
      const go = (): void => navigation.go({ name: 'edit', id, focus: 'key' })
      return { label: t('sync.summary.replaceKey'), go }
    }
    if (failure.code !== 'not-found') return null
    return { label: t('sync.summary.checkAddress'), go: () => navigation.go({ name: 'edit', id }) }
  })
}
