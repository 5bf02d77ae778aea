import { useEventListener } from '@vueuse/core'
import { useCommands, useOffers, useCommandRegistry } from '../../shared/commands/registry'
import { useConnections } from '../../features/connections/connections'
import { useConnectionCheck } from '../../features/connections/check/connection-check-store'
import { useListViews, useViewSizes, type ListView } from '../../features/catalog'
import { useListExport } from '../../features/export'
import { useReviews } from '../../features/review'
import { keepDay, useNavigation } from '../../shared/navigation'
import { useSync } from '../../features/sync/sync'
import { formatCount } from '../../shared/format/number'
import { t } from '../../shared/i18n'
import { goToPage, sidebarPages } from './sidebar-pages'
import { ref, watch } from 'vue'
import type { Input } from '../../../electron/contract/channels'
import { editCommands, menuCommands } from '../../../electron/contract/menu'
import { call } from '../../bridge'
import { isInText } from '../../shared/ui/keyboard-context'

/**
 * What can be done from everywhere: go to the pages, look at a view, connect a store, sync the one that is open, take back what was done
 * last. A day with a complete catalog is noted.
 */
export function useAppCommands(): void {
  const connections = useConnections()
  const navigation = useNavigation()
  const sync = useSync()
  const connectionCheck = useConnectionCheck()
  const reviews = useReviews()
  const exportList = useListExport()
  const hasActive = (): boolean => connections.active !== null
  const phase = (): string => (connections.active && sync.of(connections.active.id)?.phase) ?? 'idle'
  const withActive = (run: (id: string) => unknown) => () => {
    if (connections.active) run(connections.active.id)
  }

  for (const { command, place } of sidebarPages()) {
    useCommands({ [command]: { can: hasActive, run: () => goToPage(place) } })
  }
  useCommands({
    settings: { run: () => navigation.go({ name: 'settings' }) },
    'new-connection': { run: () => navigation.go({ name: 'connect' }) },
    help: {
      run() {
        const { place } = navigation
        if (place.name !== 'help') navigation.go({ name: 'help', back: place })
      }
    },
    'go-stores': {
      can: () => connections.connections.length > 0,
      run: () => navigation.go({ name: 'connections' })
    },
    sync: { can: () => hasActive() && phase() !== 'asking', run: withActive(sync.start) },
    'pause-sync': {
      can: () => ['fetching', 'checking', 'waiting'].includes(phase()),
      run: withActive(sync.pause)
    },
    'resume-sync': { can: () => phase() === 'paused', run: withActive(sync.resume) },
    'check-connection': { can: hasActive, run: withActive(connectionCheck.open) },
    // The list itself does it where it is on screen.
    export: { can: () => hasActive() && navigation.place.name !== 'products', run: () => void exportList() },
    'stop-sync': { can: () => !['idle', 'asking'].includes(phase()), run: withActive(sync.stop) },
    // Pages that show products do it in their own way.
    undo: { can: hasActive, run: withActive(reviews.undoLast) },
    redo: {
      can: () => connections.active !== null && reviews.canRedo(connections.active.id),
      run: withActive(reviews.redo)
    }
  })
  useViewOffers()
  useSelectAllKey()
  watch(
    () => connections.active && sync.of(connections.active.id)?.last?.outcome,
    (outcome) => {
      if (outcome === 'complete') keepDay()
    },
    { immediate: true }
  )
}

/** Nobody means to select all the words of the window: its key selects rows where there are some, and the text that is edited. */
export function useSelectAllKey(): void {
  const registry = useCommandRegistry()
  useEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    const isMeant = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'a'
    if (isMeant && !isInText(target) && !registry.canRun('select-all')) event.preventDefault()
  })
}

/** Views are offered by their names, and the first of them listen to keys. */
export function useViewOffers(): void {
  const [navigation, views] = [useNavigation(), useListViews()]
  const sizes = useViewSizes()
  const connections = useConnections()

  function show(wish: ListView | undefined): void {
    if (!wish) return
    void views.show(wish)
    navigation.go({ name: 'products' })
  }

  const ids = ['view-1', 'view-2', 'view-3', 'view-4'] as const
  for (const [at, id] of ids.entries()) {
    useCommands({
      [id]: {
        can: () => connections.active !== null && views.all[at] !== undefined,
        run: () => show(views.all[at])
      }
    })
  }

  useOffers(() =>
    connections.active === null
      ? []
      : views.all.map((each) => {
          const size = sizes.value.get(each.id)
          const detail =
            size === undefined ? {} : { detail: formatCount(size, connections.active?.locale ?? null) }
          return {
            id: `view ${each.id}`,
            group: 'views' as const,
            words: t('palette.show', { name: each.name }),
            ...(each.id === 'mine' ? { also: t('palette.also.mine') } : {}),
            ...detail,
            isCurrent: navigation.place.name === 'products' && each.id === views.current?.id,
            run: () => show(each)
          }
        })
  )
}

/** Tells the application menu what can be done just now, what is on and whether a text is edited, whenever that changes. */
export function useMenuState(): void {
  const registry = useCommandRegistry()
  const hasText = ref(isInText(document.activeElement))
  // Not by the event's target: an element loses the focus with its window too, as when the menu opens, and is still the active one.
  const look = (): void => void (hasText.value = isInText(document.activeElement))
  useEventListener(document, ['focusin', 'focusout'], look)

  const state = (): Input<'app:menu-state'> => ({
    enabled: [...menuCommands, ...editCommands].filter((id) => registry.runnable.includes(id)),
    checked: menuCommands.filter((id) => registry.on.includes(id)),
    isInText: hasText.value
  })
  // Pages come and go in one flush: the menu hears of what is left.
  watch(
    () => JSON.stringify(state()),
    () => void call('app:menu-state', state()),
    { immediate: true, flush: 'post' }
  )
}
