import { useCommandRegistry } from '../../shared/commands/registry'
import { useOpenConnection } from '../../shared/data/open-connection'
import { waitUntil } from '../../shared/data/wait-until'
import { useNavigation } from '../../shared/navigation'

/** ms: whoever waits for a list longer has something else on their mind by then. */
const patience = 10_000

/**
 * Returns what leads to the list of products and asks there how it is to be exported, once its rows are there: unless the person has gone
 * elsewhere meanwhile, or that takes too long.
 */
export function useListExport(): () => Promise<void> {
  const registry = useCommandRegistry()
  const navigation = useNavigation()
  const connection = useOpenConnection()

  return async () => {
    navigation.go({ name: 'products' })
    const [place, { id }] = [navigation.place, connection]
    const isThere = (): boolean => navigation.place === place && connection.id === id
    await waitUntil(() => !isThere() || registry.canRun('export'), patience)
    if (isThere()) registry.run('export')
  }
}
