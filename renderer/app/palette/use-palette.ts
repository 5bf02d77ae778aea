import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { Product } from '../../../electron/contract/product'
import { usePaletteEntries, type PaletteGroup } from './palette-entries'
import { formatCount } from '../../shared/format/number'
import { formatPrice } from '../../shared/format/price'
import { t } from '../../shared/i18n'
import { useConnections } from '../../features/connections/connections'
import { useFoundProducts } from '../../features/catalog/product-lookup'
import { noFilters } from '../../../electron/contract/empty-query'
import { useNavigation } from '../../shared/navigation'
import { useProductDetails } from '../../features/catalog/product-details'
import { showFiltered } from '../../features/catalog/open-list'

/** A line of the palette, whatever it stands for. */
export interface PaletteLine {
  id: string
  words: string
  detail: string | null
  keys: string | null
  /** Of a product, whose picture is shown; undefined of all else. */
  product?: Product
  run: () => unknown
}

export interface PaletteSection {
  title: string
  lines: PaletteLine[]
}

const titles: Record<PaletteGroup, () => string> = {
  recent: () => t('palette.group.recent'),
  commands: () => t('palette.group.commands'),
  pages: () => t('palette.group.pages'),
  stores: () => t('palette.group.stores'),
  views: () => t('palette.group.views')
}

/** What the palette shows for what is typed: what can be done, by groups, and products of the store that is open. */
export function usePalette(): {
  typed: Ref<string>
  sections: ComputedRef<PaletteSection[]>
  lines: ComputedRef<PaletteLine[]>
  /** What there is to say of the search for products; '' when its lines say it. */
  note: ComputedRef<string>
} {
  const entries = usePaletteEntries()
  const found = useFoundProducts()
  const connections = useConnections()
  const productLines = useProductLines()
  const typed = ref('')
  const active = computed(() => connections.active)

  watch([typed, active] as const, ([words, connection]) => {
    if (connection) found.search(connection.id, words)
    else found.clear()
  })

  const sections = computed<PaletteSection[]>(() => {
    const listed = entries.list(typed.value).map(([group, all]) => ({
      title: titles[group](),
      lines: all.map((entry) => ({
        ...entry,
        detail: entry.isCurrent ? t('palette.current') : entry.detail,
        run() {
          entries.remember(entry.id)
          entry.run()
        }
      }))
    }))
    const products = productLines.value
    return products.length === 0
      ? listed
      : [...listed, { title: t('palette.group.products'), lines: products }]
  })
  const lines = computed(() => sections.value.flatMap((section) => section.lines))

  const note = computed(() => {
    if (typed.value.trim() === '' || !active.value) return ''
    if (found.state === 'failed') return t('palette.failed')
    if (found.page === null) return t('palette.searching')
    if (found.page.coverage.here === 0) return t('palette.noCopy')
    return found.page.items.length === 0 && found.state === 'idle' ? t('palette.noProducts') : ''
  })
  return { typed, sections, lines, note }
}

/** The products that were found, and a line that lists all of them. */
function useProductLines(): ComputedRef<PaletteLine[]> {
  const found = useFoundProducts()
  const connections = useConnections()
  const navigation = useNavigation()
  const details = useProductDetails()

  async function open(connectionId: string, product: Product): Promise<void> {
    navigation.go({ name: 'products' })
    if (await details.show(connectionId, product.id)) details.openAt('pane')
  }

  async function showAll(connectionId: string, words: string): Promise<void> {
    await showFiltered(connectionId, noFilters, words)
    navigation.go({ name: 'products' })
  }

  return computed(() => {
    const [page, connection] = [found.page, connections.active]
    if (!page || page.connectionId !== connection?.id || page.items.length === 0) return []
    const lines: PaletteLine[] = page.items.map((product) => ({
      id: `product ${product.id}`,
      words: product.name || product.id,
      detail: formatPrice(product.price, connection),
      keys: null,
      product,
      run: () => open(connection.id, product)
    }))
    const total = page.totalItems ?? 0
    if (total <= page.items.length) return lines
    const words = t('palette.showAll', { number: formatCount(total, connection.locale) }, total)
    const search = found.words
    return [
      ...lines,
      { id: 'all products', words, detail: null, keys: null, run: () => showAll(connection.id, search) }
    ]
  })
}
