import { nextTick, watch } from 'vue'
import { useCommands } from '../../../shared/commands/registry'
import { usePictureCoverage, useView } from '../../catalog'
import { useSyncRuns } from '../../sync'

/** Opens and closes the panel of filters; its focus goes in and comes back. To be called in the setup of the page. */
export function useFiltersPanel(panel: () => { focus: () => void } | null): {
  toggle: (isOpen: boolean) => void
  close: () => void
} {
  const view = useView()
  const syncs = useSyncRuns()
  const looked = usePictureCoverage()

  function toggle(isOpen: boolean): void {
    view.keep({ filtersOpen: isOpen })
    if (isOpen) void nextTick(() => panel()?.focus())
  }

  function close(): void {
    toggle(false)
    document.querySelector<HTMLElement>('[data-filters-button]')?.focus()
  }

  watch(
    () => view.state.filtersOpen,
    (isOpen) => {
      if (!isOpen) return
      void syncs.load()
      void looked.load()
    },
    { immediate: true }
  )
  useCommands({
    filters: {
      run: () => (view.state.filtersOpen ? close() : toggle(true)),
      isOn: () => view.state.filtersOpen
    }
  })
  return { toggle, close }
}
