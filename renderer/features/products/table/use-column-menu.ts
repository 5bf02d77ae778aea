import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  FoldHorizontal,
  ListFilter,
  ListOrdered,
  MoveHorizontal
} from '@lucide/vue'
import type { FilterPart } from '../../../../electron/contract/filter-parts'
import type { SortKey } from '../../../../electron/contract/product-query'
import { t } from '../../../shared/i18n'
import {
  canHide,
  putColumn,
  resetWidth,
  showColumn,
  sortKeyOf,
  useProducts,
  type Column,
  type ColumnId
} from '../../catalog'
import type { MenuItem, MenuPart } from './use-product-menu'

/** Opens the menu that the right mouse button opens on an element, at a point of the window in CSS pixels. */
export function askForMenu(on: HTMLElement, at: { clientX: number; clientY: number }): void {
  on.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }))
}

/** The filter that asks for what a column shows. */
const filterOf: Partial<Record<ColumnId, FilterPart>> = {
  image: 'picture',
  name: 'name-length',
  price: 'price',
  description: 'description',
  findings: 'finding',
  review: 'review',
  reason: 'reasons',
  note: 'note',
  reviewer: 'reviewer',
  'reviewed-at': 'reviewed',
  'assigned-to': 'assigned-to',
  change: 'change'
}

interface Deps {
  columns: () => readonly Column[]
  keepColumns: (columns: Column[]) => void
  /** Opens the filters at the one of a column. */
  filterBy: (part: FilterPart) => void
  /** The columns with one as wide as what it shows. */
  fitted: (id: ColumnId) => Column[]
}

/** What can be done with a column of the table, from its heading. */
export function useColumnMenu(deps: Deps): { partsFor: (id: ColumnId) => MenuPart[] } {
  const sortItems = useSortItems()

  function filterItems(id: ColumnId): MenuItem[] {
    const part = filterOf[id]
    if (part === undefined) return []
    const run = (): void => deps.filterBy(part)
    return [{ words: t('table.menu.filter'), icon: ListFilter, leadsAway: true, run }]
  }

  return {
    partsFor: (id) =>
      [sortItems(id), filterItems(id), columnItems(id, deps)]
        .filter((items) => items.length > 0)
        .map((items) => ({ items }))
  }
}

function useSortItems(): (id: ColumnId) => MenuItem[] {
  const products = useProducts()

  return (id) => {
    const by = sortKeyOf(id)
    if (by === null) return []
    const { sort, search } = products.productQuery
    const isSearch = search.trim() !== ''
    // Without an order of its own a search lists the best match first, and the whole list is in the store's order.
    const now = sort ?? (isSearch ? null : { by: 'place' as const, descending: false })
    const item = (words: string, icon: MenuItem['icon'], key: SortKey, descending: boolean): MenuItem => ({
      words,
      icon,
      checked: now?.by === key && now.descending === descending,
      run() {
        const isUsual = key === 'place' && !descending && !isSearch
        return products.narrow({ sort: isUsual ? null : { by: key, descending } })
      }
    })
    return [
      item(t('table.menu.ascending'), ArrowUp, by, false),
      item(t('table.menu.descending'), ArrowDown, by, true),
      ...(by === 'place' ? [] : [item(t('gallery.order.usual'), ListOrdered, 'place', false)])
    ]
  }
}

function columnItems(id: ColumnId, { columns, keepColumns, fitted }: Deps): MenuItem[] {
  const all = columns()
  const shown = all.filter((column) => column.shown).map((column) => column.id)
  const at = shown.indexOf(id)
  const hide: MenuItem = {
    words: t('table.menu.hide'),
    icon: EyeOff,
    run: () => keepColumns(showColumn(all, id, false))
  }
  return [
    {
      words: t('table.menu.moveLeft'),
      // From right to left the style sheet shows arrows in a mirror, as the words have it.
      icon: ArrowLeft,
      disabled: at <= 0,
      run: () => keepColumns(putColumn(all, id, shown[at - 1] ?? null))
    },
    {
      words: t('table.menu.moveRight'),
      icon: ArrowRight,
      disabled: at === shown.length - 1,
      run: () => keepColumns(putColumn(all, id, shown[at + 2] ?? null))
    },
    { words: t('table.menu.fit'), icon: FoldHorizontal, run: () => keepColumns(fitted(id)) },
    {
      words: t('table.menu.resetWidth'),
      icon: MoveHorizontal,
      disabled: (all.find((column) => column.id === id)?.width ?? null) === null,
      run: () => keepColumns(resetWidth(all, id))
    },
    ...(canHide(id) ? [hide] : [])
  ]
}
