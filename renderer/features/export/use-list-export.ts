import { watch } from 'vue'
import { useCommandRegistry } from '../../shared/commands/registry'
import { useOpenConnection } from '../../shared/data/open-connection'
import { waitUntil } from '../../shared/data/wait-until'
import { useNavigation, type Route } from '../../shared/navigation'
import { useExports } from './exports'

/** ms: whoever waits for a list longer has something else on their mind by then. */
const patience = 10_000

/**
 * Returns what leads to the list of products and asks there how it is to be exported, once its rows are there: unless the person has gone
 * elsewhere meanwhile, or that takes too long. Whoever closes the dialog without an export is back where they were.
 */
export function useListExport(): () => Promise<void> {
  const registry = useCommandRegistry()
  const navigation = useNavigation()
  const connection = useOpenConnection()
  const exports = useExports()

  /** Follows the dialog until it is closed, or the person goes elsewhere. */
  function comeBackTo(from: Route): void {
    const [there, begun] = [navigation.place, exports.order]
    const stop = watch([() => exports.wish, () => navigation.place], ([wish, place], [before]) => {
      const isClosed = wish === null && before !== null
      if (place === there && !isClosed) return
      stop()
      if (place === there && exports.order === begun) navigation.go(from)
    })
  }

  return async () => {
    const from = navigation.place
    navigation.go({ name: 'products' })
    const [place, { id }] = [navigation.place, connection]
    const isThere = (): boolean => navigation.place === place && connection.id === id
    await waitUntil(() => !isThere() || registry.canRun('export'), patience)
    if (!isThere()) return
    registry.run('export')
    if (from.name !== 'products') comeBackTo(from)
  }
}
