import { computed, shallowRef } from 'vue'
import type { ProductPage } from '../../../electron/contract/product'
import type { Filters } from '../../../electron/contract/product-query'
import type { Column, ColumnId } from '../../../electron/contract/view'
import { useApp } from '../../shared/app-info'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { useOwnTeam } from '../../shared/data/own-team'
import { useTextScale } from '../../shared/ui/use-text-scale'
import { useWindowRoom } from '../../shared/ui/use-window-room'
import { useDetailsPane } from './details-pane'
import { filtersWidth, useFiltersAlone } from './filters-room'
import { showColumn, tableColumns } from './product-columns'
import { useView } from './view'

/**
 * CSS pixels of texts of 100 %, as larger texts leave less of the same window: of the least window with room for findings, without which names
 * have theirs (as in products/table/columns.css), and of what panes leave of a window for IDs, and for descriptions.
 */
const [tight, leastForIds, leastForDescriptions] = [704, 1120, 1440]
/** CSS pixels, at usual text size, of the sidebar, with its words and without, as AppSidebar has it. */
const sidebar = { whole: 240, collapsed: 56 } as const
/** The same of the least lists that show findings, and prices: columns.css. */
const [leastForFindings, leastForPrices] = [592, 480]

/** Whether a list is there because of what is wrong with its products. */
export function isOfFindings({ finding, pictureState, setAside }: Filters): boolean {
  return !setAside && (finding !== null || pictureState === 'broken')
}

/** Whether these have the column of findings. */
export const showsFindings = (columns: readonly Column[]): boolean =>
  columns.some(({ id, shown }) => id === 'findings' && shown)

/**
 * The columns of the connection's table. A list of products with findings says what they are: its column is there without
 * having been asked for, and goes with the list; where that has no room, they are told with the names. What a person chose stays
 * as it is kept.
 */
export const useListColumns = defineConnectionStore(() => {
  const view = useView()
  const details = useDetailsPane()
  const [app, team] = [useApp(), useOwnTeam()]
  const { width: windowRoom } = useWindowRoom()
  const scale = useTextScale()
  const areFiltersAlone = useFiltersAlone()
  const areFiltersBeside = computed(() => view.state.filtersOpen && !areFiltersAlone.value)
  /** CSS pixels of it that the details and the filters leave. */
  const roomLeft = computed(() => {
    const pane = details.isOpen ? details.width / scale.value : 0
    return windowRoom.value - pane - (areFiltersBeside.value ? filtersWidth : 0)
  })
  /** The filters of the list from which a person took the column away. */
  const hiddenFor = shallowRef<Filters | null>(null)

  /**
   * What a person decides by stays longest: the longest text gives way first, then what only tells products apart. Of rows beside the details
   * which say the rest, the review stays: the mark that a key makes is seen there, once the details are of the next product.
   */
  const withoutRoom = computed<ColumnId[]>(() => {
    const isBeside = details.isOpen || areFiltersBeside.value
    const taken = app.isCollapsed ? sidebar.collapsed : sidebar.whole
    const listRoom = isBeside ? roomLeft.value - taken : Infinity
    if (listRoom < leastForPrices) return ['description', 'id', 'findings', 'price']
    if (windowRoom.value < tight || listRoom < leastForFindings) return ['description', 'id', 'findings']
    if (roomLeft.value < leastForIds) return ['description', 'id']
    return roomLeft.value < leastForDescriptions ? ['description'] : []
  })

  /** The short form has room for all of them. */
  const withoutRoomIn = (form: ProductPage['form']): readonly ColumnId[] =>
    form === 'full' ? withoutRoom.value : []
  /** Those of a team only where there is one; a column that a person had asked for waits in its place until that is read. */
  const isThere = ({ id, shown }: Column): boolean =>
    id !== 'assigned-to' || team.isIn || (shown && !team.isRead)
  const known = (form: ProductPage['form'], without: readonly ColumnId[]): Column[] =>
    tableColumns(view.state.columns, form, without).filter(isThere)
  const kept = (form: ProductPage['form']): Column[] => known(form, withoutRoomIn(form))
  const isAdded = (filters: Filters): boolean => isOfFindings(filters) && hiddenFor.value !== filters
  const withAdded = (columns: Column[], filters: Filters): Column[] =>
    isAdded(filters) ? showColumn(columns, 'findings', true) : columns

  const of = (form: ProductPage['form'], filters: Filters): Column[] =>
    withoutRoomIn(form).includes('findings') ? kept(form) : withAdded(kept(form), filters)
  /** As `of`, whether or not the screen has room for them. */
  const wanted = (form: ProductPage['form'], filters: Filters): Column[] =>
    withAdded(known(form, []), filters)
  /** Those that would be shown if the screen had room for them. */
  const waiting = (form: ProductPage['form'], filters: Filters): ColumnId[] => {
    const shown = new Set(of(form, filters).flatMap((column) => (column.shown ? [column.id] : [])))
    return wanted(form, filters).flatMap(({ id, shown: isWanted }) =>
      isWanted && !shown.has(id) ? [id] : []
    )
  }

  /** Keeps the columns as a person made them of those of a list; one that only has no room is not hidden by a person. */
  function keep(changed: Column[], form: ProductPage['form'], filters: Filters): void {
    const wasShown = showsFindings(of(form, filters))
    const wasAdded = wasShown && !showsFindings(kept(form))
    if (showsFindings(changed)) hiddenFor.value = null
    else if (wasShown && isOfFindings(filters)) hiddenFor.value = filters
    const isUndecided = ({ id, shown }: Column): boolean =>
      !shown && withoutRoomIn(form).includes(id) && !view.state.columns.some((each) => each.id === id)
    const columns = changed.filter((column) => !isUndecided(column))
    view.keep({ columns: wasAdded ? showColumn(columns, 'findings', false) : columns })
  }

  return {
    of,
    wanted,
    waiting,
    keep,
    /** Whether products say what was found: in its column, with their names where that has no room, or on their tiles. */
    tellsFindings: (filters: Filters) =>
      view.state.layout === 'gallery' || showsFindings(wanted('full', filters))
  }
})
