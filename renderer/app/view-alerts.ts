import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Events } from '../../electron/contract/channels'
import { on } from '../bridge'
import { useView, useViewNews } from '../features/catalog'
import { useConnections } from '../features/connections/connections'
import { useNavigation } from '../shared/navigation'

/** What a sync brought into views that a person watches. */
export type ViewAlert = Events['views:arrived']

/** What to tell of watched views, of whichever store: one notice for each sync, the latest first. */
export const useViewAlerts = defineStore('view-alerts', () => {
  const [connections, navigation] = [useConnections(), useNavigation()]
  const [view, news] = [useView(), useViewNews()]
  const waiting = shallowRef<readonly ViewAlert[]>([])

  const othersThan = (id: string): ViewAlert[] =>
    waiting.value.filter(({ connectionId }) => connectionId !== id)

  onScopeDispose(on('views:arrived', (alert) => (waiting.value = [alert, ...othersThan(alert.connectionId)])))
  onScopeDispose(
    on('views:show', ({ connectionId, view: viewId }) => {
      // Told of by the system already.
      waiting.value = othersThan(connectionId)
      void show(connectionId, viewId)
    })
  )

  /** Goes to what is new in a view, of whichever store. */
  async function show(connectionId: string, viewId: string): Promise<void> {
    if (connections.active?.id !== connectionId && !(await connections.activate(connectionId))) return
    if (!view.isRead) await view.open()
    const saved = view.known.find(({ id }) => id === viewId)
    // It was deleted since.
    if (saved === undefined) return
    await news.show(saved)
    navigation.go({ name: 'products' })
  }

  /** As the sidebar counts what is new by now, without views that were opened since. Of other stores nobody can have opened any. */
  function unopened(alert: ViewAlert, counts: ReadonlyMap<string, number>): ViewAlert[] {
    if (alert.connectionId !== connections.active?.id) return [alert]
    const arrivals = alert.arrivals.flatMap((arrival) => {
      const count = counts.get(arrival.view)
      return count === undefined ? [] : [{ ...arrival, count }]
    })
    return arrivals.length === 0 ? [] : [{ ...alert, arrivals }]
  }
  const current = computed<ViewAlert | null>(() => {
    // Read before anything has come, so that the counts are followed by then.
    const { counts } = news
    return waiting.value.flatMap((alert) => unopened(alert, counts))[0] ?? null
  })

  return {
    current,
    show,
    dismiss() {
      if (current.value) waiting.value = othersThan(current.value.connectionId)
    }
  }
})
