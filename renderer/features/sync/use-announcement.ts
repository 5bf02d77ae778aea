import { ref, watch, type Ref } from 'vue'
import type { SyncState, SyncSummary } from '../../../electron/contract/sync'
import { t } from '../../shared/i18n'
import { failureWords } from '../../shared/i18n/failure-words'
import { endedWords } from './sync-messages'

/**
 * What a screen reader is told of a sync: that it began, that it waits or is paused, how it ended. Never a number that
 * runs, and nothing of a run that shows nothing.
 */
export function useSaid(
  state: () => SyncState | null,
  isShown: () => boolean,
  ended: () => SyncSummary | null,
  locale: () => string | null
): Readonly<Ref<string>> {
  const said = ref('')

  function ofRun(): string | null {
    const { phase, because } = state() ?? {}
    if (phase === 'waiting')
      return t('sync.said.waiting', { because: because ? failureWords(because).title : '' }).trim()
    if (phase === 'paused') return t('sync.said.paused')
    // The question is a notice and speaks for itself; what comes after fetching is no news.
    return phase === 'fetching' ? t('sync.said.started') : null
  }

  watch([isShown, () => state()?.phase, () => state()?.because?.code, ended], ([shown, , , summary]) => {
    if (summary) said.value = endedWords(summary, locale())
    else if (shown) said.value = ofRun() ?? said.value
    else said.value = ''
  })
  return said
}
