import { useEventListener } from '@vueuse/core'
import { nextTick, watch } from 'vue'
import type { FilterPart } from '../../../../electron/contract/filter-parts'
import { useCommands } from '../../../shared/commands/registry'
import { useWindowRoom } from '../../../shared/ui/use-window-room'
import { useDetailsPane, useFiltersAlone, usePictureCoverage, useView } from '../../catalog'
import { useSyncRuns } from '../../sync'

/** px of a window, at usual text size, in which filters, the list with its reviews, and details have room beside each other. */
const roomForBoth = 1500

interface Surroundings {
  panel: () => { focus: (part?: FilterPart | number) => void } | null
  /** Puts the keyboard where it was among the rows. */
  backToRows: () => void
}

const isRow = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-scroller] [data-index]') !== null

/** Of the tools above the list, all but the button of the filters are about what is listed. */
const isTool = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('.toolbar') !== null &&
  target.closest('[data-filters-button]') === null

const isInRows = (): boolean => isRow(document.activeElement)

/**
 * Opens and closes the panel of filters; its focus goes in and comes back. Where there is no room for it beside the details, what is opened
 * closes the other: between both the list would not show what comes of a mark. Details that had to go come back when the filters close. To be called in the setup of the page.
 */
export function useFiltersPanel({ panel, backToRows }: Surroundings): {
  toggle: (isOpen: boolean) => void
  /** Opens the panel at a filter of the first group; a number: at the group of that index in `ProductQuery.or`. */
  open: (part?: FilterPart | number) => void
  close: () => void
} {
  const view = useView()
  const syncs = useSyncRuns()
  const looked = usePictureCoverage()
  const details = useDetailsPane()
  const { width } = useWindowRoom()
  const isAlone = useFiltersAlone()
  const hasRoom = (): boolean => width.value >= roomForBoth

  /** It was opened from the list's rows. */
  let cameFromRows = false
  /** The details were closed to make room for it. */
  let haveDetailsGone = false

  function open(part?: FilterPart | number): void {
    cameFromRows = isInRows()
    if (!hasRoom() && details.isOpen) {
      haveDetailsGone = true
      details.isOpen = false
    }
    view.keep({ filtersOpen: true })
    void nextTick(() => panel()?.focus(part))
  }

  function toggle(isOpen: boolean): void {
    if (isOpen) open()
    else view.keep({ filtersOpen: false })
  }

  function close(): void {
    const stays = isInRows()
    toggle(false)
    if (stays) return
    if (cameFromRows) backToRows()
    else document.querySelector<HTMLElement>('[data-filters-button]')?.focus()
  }

  watch(
    () => details.isOpen && view.state.filtersOpen,
    (areBoth) => {
      if (areBoth && !hasRoom()) view.keep({ filtersOpen: false })
    },
    { immediate: true }
  )
  watch(
    () => view.state.filtersOpen,
    (isOpen) => {
      if (!isOpen) {
        if (haveDetailsGone) details.isOpen = true
        haveDetailsGone = false
        return
      }
      void syncs.load()
      void looked.load()
    },
    { immediate: true }
  )
  // Whoever comes to the list, or to what is done with it, sees it: the panel gives its place back.
  useEventListener(document, ['focusin', 'pointerdown'], ({ target }) => {
    const isAtList = isRow(target) || isTool(target)
    if (view.state.filtersOpen && isAlone.value && isAtList) view.keep({ filtersOpen: false })
  })
  useCommands({
    filters: {
      run: () => (view.state.filtersOpen ? close() : open()),
      isOn: () => view.state.filtersOpen
    }
  })
  return { toggle, open, close }
}
