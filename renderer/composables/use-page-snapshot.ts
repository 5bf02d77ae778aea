import { watch } from 'vue'
import { i18n } from '../i18n'
import { giveWay } from '../snapshot/give-way'
import { paintedPage } from '../snapshot/take'
import { useApp } from '../stores/app'
import { useNavigation } from '../stores/navigation'
import { useLeaving } from './use-window-events'

export interface SnapshotOptions {
  connectionId: () => string
  /** The rows are painted. */
  areThere: () => boolean
  /** The page is as a start would show it: nothing is chosen, nothing under way. */
  isAtRest: () => boolean
}

/** Leaves the page as it is painted to the next start, whenever it may be seen for the last time; and ends what the last run has left. */
export function usePageSnapshot({ connectionId, areThere, isAtRest }: SnapshotOptions): void {
  const app = useApp()
  const navigation = useNavigation()

  function take(): void {
    const root = document.getElementById('app')
    const [title, language] = [document.title, i18n.global.locale.value]
    const page = root !== null && areThere() && isAtRest() ? paintedPage(root) : null
    app.keepSnapshot(page && { ...page, connectionId: connectionId(), title, language })
  }

  giveWay(new Promise((resolve) => watch(areThere, resolve, { once: true, flush: 'post' })))
  useLeaving(take)
  // Before anything of the next place is painted.
  watch(() => navigation.place, take, { flush: 'sync' })
}
