import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { fold, wordsOf } from '../../../electron/contract/fold'
import type { Product } from '../../../electron/contract/product'
import { formatCount } from '../../shared/format/number'
import { formatPrice } from '../../shared/format/price'
import { t } from '../../shared/i18n'
import { useConnections } from '../../features/connections/connections'
import { useProductLookup } from '../../features/catalog/product-lookup'
import { noFilters } from '../../../electron/contract/empty-query'
import { useNavigation } from '../../shared/navigation'
import { useDesk } from '../use-desk'
import { showFiltered } from '../../features/catalog/open-list'
import { defineStore } from 'pinia'
import { commandKind } from '../../shared/commands/command-table'
import { fitness } from '../../shared/commands/match'
import { useCommandRegistry, type Offer } from '../../shared/commands/registry'
import { keysOf } from '../../shared/commands/keys'

/** A line of the palette, whatever it stands for. */
export interface PaletteLine {
  id: string
  words: string
  detail: string | null
  keys: string | null
  /** It cannot be done just now; `detail` says what is needed for it. */
  isOff?: boolean
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
  marks: () => t('palette.group.marks'),
  commands: () => t('palette.group.commands'),
  pages: () => t('palette.group.pages'),
  views: () => t('palette.group.views'),
  rules: () => t('palette.group.rules'),
  settings: () => t('palette.group.settings'),
  stores: () => t('palette.group.stores')
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
  const found = useProductLookup()
  const connections = useConnections()
  const productLines = useProductLines()
  const typed = ref('')
  const active = computed(() => connections.active)

  watch([typed, active] as const, ([words, connection]) => {
    if (connection) found.search(words)
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
    if (found.page.items.length > 0 || found.state !== 'idle') return ''
    // Somebody who looked for a command has found it.
    return lines.value.length === 0 ? t('palette.nothing', { words: typed.value.trim() }) : ''
  })
  return { typed, sections, lines, note }
}

/** The products that were found, and a line that lists all of them. */
function useProductLines(): ComputedRef<PaletteLine[]> {
  const found = useProductLookup()
  const connections = useConnections()
  const navigation = useNavigation()
  const desk = useDesk()

  async function showAll(words: string): Promise<void> {
    await showFiltered(noFilters, words)
    navigation.go({ name: 'products' })
  }

  return computed(() => {
    const [page, connection] = [found.page, connections.active]
    if (!page || !connection || page.items.length === 0) return []
    const lines: PaletteLine[] = page.items.map((product) => ({
      id: `product ${product.id}`,
      words: product.name || product.id,
      detail: formatPrice(product.price, connection),
      keys: null,
      product,
      run: () => desk.detailsOf(product.id)
    }))
    const total = page.totalItems ?? 0
    if (total <= page.items.length) return lines
    const words = t('palette.showAll', { number: formatCount(total, connection.locale) }, total)
    const search = found.words
    return [...lines, { id: 'all products', words, detail: null, keys: null, run: () => showAll(search) }]
  })
}

/** A line of the palette that something is done by. */
interface PaletteEntry {
  id: string
  words: string
  /** Other words that it is found by. */
  also: string
  /** Of one that acts at once: it takes one of these; null: any words find it. */
  verbs: string | null
  detail: string | null
  keys: string | null
  isCurrent: boolean
  /** Only for what is typed. */
  isQuiet: boolean
  /** It cannot be done just now; `detail` says what is needed for it. */
  isOff: boolean
  /** A list is called so, too: that is what Enter opens, and this stands behind it. */
  isListName: boolean
  run: () => void
}

type PaletteGroup = 'recent' | 'commands' | 'pages' | Offer['group']

type PaletteList = [group: PaletteGroup, entries: PaletteEntry[]][]

const recentKey = 'vitrine.palette.recent'
/** What is found by other words comes behind all that is found by its own. */
const behindOwn = 10
/** So many are remembered, and shown before anything is typed. */
const mostRecent = 5

/** Whether a word that is typed begins one of these, with two letters at least. */
function isAnyBegun(verbs: string, typed: string): boolean {
  const [known, terms] = [wordsOf(fold(verbs)), fold(typed).trim().split(/\s+/u)]
  return terms.some((term) => term.length > 1 && known.some((verb) => verb.startsWith(term)))
}

function onLabel(isOn: boolean | null): string | null {
  if (isOn === null) return null
  return isOn ? t('palette.on') : t('palette.off')
}

function keptRecent(): string[] {
  return (localStorage.getItem(recentKey) ?? '').split('\n').filter((id) => id !== '')
}

/** What the palette lists for what is typed: all that can be done just now, what was done last first. */
const usePaletteEntries = defineStore('palette-entries', () => {
  const registry = useCommandRegistry()
  const recent = ref(keptRecent())

  function remember(id: string): void {
    recent.value = [id, ...recent.value.filter((each) => each !== id)].slice(0, mostRecent)
    localStorage.setItem(recentKey, recent.value.join('\n'))
  }

  function commandEntries(isPlace: boolean): PaletteEntry[] {
    const ids = registry.runnable.filter((id) => {
      const { hidden = false, isPlace: place = false } = commandKind(id)
      return !hidden && place === isPlace
    })
    return ids.map((id) => ({
      id,
      words: commandKind(id).words(),
      also: commandKind(id).also?.() ?? '',
      verbs: null,
      detail: onLabel(registry.isOn(id)),
      keys: keysOf(id) ?? null,
      isCurrent: false,
      isQuiet: false,
      isOff: false,
      isListName: commandKind(id).isListName ?? false,
      run: () => registry.run(id)
    }))
  }

  function offered(group: Offer['group']): PaletteEntry[] {
    const offers = registry.offers.filter((offer) => offer.group === group)
    return offers.map((offer) => ({
      also: '',
      verbs: null,
      detail: null,
      keys: null,
      isCurrent: false,
      isQuiet: false,
      isOff: false,
      isListName: false,
      ...offer
    }))
  }

  const groups = computed((): PaletteList => [
    ['commands', commandEntries(false)],
    ['pages', commandEntries(true)],
    ['views', offered('views')],
    ['marks', offered('marks')],
    ['rules', offered('rules')],
    ['settings', offered('settings')],
    ['stores', offered('stores')]
  ])

  /** Those that were run last, of what can be run now. */
  function recentEntries(): PaletteEntry[] {
    const entries = new Map(
      groups.value.flatMap(([, all]) =>
        all.filter(({ verbs }) => verbs === null).map((entry) => [entry.id, entry])
      )
    )
    return recent.value.flatMap((id) => entries.get(id) ?? [])
  }

  function recency(id: string): number {
    const place = recent.value.indexOf(id)
    return place < 0 ? mostRecent : place
  }

  /** Its own words before others that mean it. */
  function fitOf({ words, also, verbs, isQuiet, isListName }: PaletteEntry, typed: string): number | null {
    if (isQuiet && typed.trim() === '') return null
    if (verbs !== null && !isAnyBegun(verbs, typed)) return null
    const own = fitness(words, typed)
    if (own !== null && isListName && typed.trim() !== '') return behindOwn + own
    const other = own === null && also !== '' ? fitness(`${words} ${also}`, typed) : null
    return own ?? (other === null ? null : behindOwn + other)
  }

  function fitting(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
    return entries
      .flatMap((entry) => {
        const fit = fitOf(entry, typed)
        return fit === null ? [] : { entry, fit }
      })
      .sort((a, b) => a.fit - b.fit || recency(a.entry.id) - recency(b.entry.id))
      .map(({ entry }) => entry)
  }

  /**
   * By groups, without those that have nothing; those first in which something is called as it is typed: with Enter nothing is done that
   * only means it.
   */
  function list(typed: string): PaletteList {
    const last = typed.trim() === '' ? recentEntries() : []
    const others = groups.value.map(([group, all]): PaletteList[number] => [
      group,
      fitting(all, typed).filter((entry) => !last.includes(entry))
    ])
    const lists: PaletteList = [['recent', last], ...others.toSorted(byOwnWords(typed))]
    return lists.filter(([, all]) => all.length > 0)
  }

  function byOwnWords(typed: string): (one: PaletteList[number], other: PaletteList[number]) => number {
    const hasOwn = ([, [first]]: PaletteList[number]): boolean =>
      first !== undefined && !first.isListName && fitness(first.words, typed) !== null
    return (one, other) => Number(hasOwn(other)) - Number(hasOwn(one))
  }

  return { list, remember }
})
