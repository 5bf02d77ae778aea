import { nextTick, watch } from 'vue'
import type { FilterPart } from '../../../../electron/contract/filter-parts'
import { useCommands } from '../../../shared/commands/registry'
import { usePictureCoverage, useView } from '../../catalog'
import { useSyncRuns } from '../../sync'

/** Opens and closes the panel of filters; its focus goes in and comes back. To be called in the setup of the page. */
export function useFiltersPanel(panel: () => { focus: (part?: FilterPart) => void } | null): {
  toggle: (isOpen: boolean) => void
  /** Opens the panel at a filter. */
  open: (part?: FilterPart) => void
  close: () => void
} {
  const view = useView()
  const syncs = useSyncRuns()
  const looked = usePictureCoverage()

  function open(part?: FilterPart): void {
    view.keep({ filtersOpen: true })
    void nextTick(() => panel()?.focus(part))
  }

  function toggle(isOpen: boolean): void {
    if (isOpen) open()
    else view.keep({ filtersOpen: false })
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
      run: () => (view.state.filtersOpen ? close() : open()),
      isOn: () => view.state.filtersOpen
    }
  })
  return { toggle, open, close }
}
