import { computed } from 'vue'
import { noFilters } from '../../../electron/contract/empty-query'
import { ruleIds, type RuleId } from '../../../electron/contract/audit-rules'
import type { Filters } from '../../../electron/contract/product-query'
import { appearances } from '../../../electron/contract/preference-choices'
import { reviewMarks, type ReviewMark } from '../../../electron/contract/review-state'
import {
  isSameOrder,
  listOrders,
  showFiltered,
  sortList,
  useListViews,
  useProductDetails,
  useProducts,
  useSelection,
  useView,
  useViewSizes
} from '../../features/catalog'
import { useConnections } from '../../features/connections/connections'
import { useDesk } from '../use-desk'
import { useQuality } from '../../features/quality'
import { useQueueProgress, useReviews } from '../../features/review'
import { useCommandRegistry, useOffers, type Offer } from '../../shared/commands/registry'
import { formatCount } from '../../shared/format/number'
import { t } from '../../shared/i18n'
import { markActionLabel, stateLabel } from '../../shared/labels/review-labels'
import { ruleName } from '../../shared/labels/rule-labels'
import { settingsSections, useNavigation } from '../../shared/navigation'
import { usePreferences } from '../../shared/preferences'

/**
 * Offers what the palette finds besides commands, views, stores and products: marks of the product that the list is at, queues of Review,
 * filters and orders that people look for by name, the rules with what they found, the parts of the settings and the themes. To be called in the setup
 * of a component.
 */
export function usePaletteOffers(): void {
  const marks = useMarkOffers()
  const rules = useRuleOffers()
  const settings = useSettingOffers()
  const queues = useQueueOffers()
  const filters = useFilterOffers()
  const orders = useOrderOffers()
  const layouts = useLayoutOffers()
  const sources = [marks, queues, filters, orders, layouts, rules, settings]
  useOffers(() => sources.flatMap(({ value }) => value))
}

/** Whoever looks for a mark where no product is current is told what it is for. */
const markWithoutProduct = (mark: ReviewMark): Offer => ({
  id: `without product ${mark}`,
  group: 'marks',
  words: markActionLabel(mark),
  also: t('palette.verb'),
  detail: t('palette.noProduct'),
  isQuiet: true,
  isOff: true,
  run: () => undefined
})

function useMarkOffers(): { readonly value: Offer[] } {
  const [connections, navigation] = [useConnections(), useNavigation()]
  const [details, reviews] = [useProductDetails(), useReviews()]
  const [registry, selection] = [useCommandRegistry(), useSelection()]
  /** Its command marks the same product; with some selected, those. */
  const isCommand = (mark: ReviewMark): boolean => selection.isEmpty && registry.canRun(mark)

  return computed(() => {
    const [connection, product] = [connections.active, details.shown?.product]
    if (!connection) return []
    if (!product || navigation.place.name !== 'products')
      return reviewMarks.filter((mark) => !registry.canRun(mark)).map(markWithoutProduct)
    const { id, contentFingerprint } = product
    const name = product.name || id
    const of = { products: [{ id, contentFingerprint }] }
    return reviewMarks
      .filter((mark) => !isCommand(mark))
      .map((mark) => ({
        id: `mark ${mark}`,
        group: 'marks' as const,
        words: t('palette.mark', { mark: markActionLabel(mark), name }),
        verbs: `${t('palette.verb')} ${markActionLabel(mark)}`,
        isCurrent: product.review.state === mark,
        run: () => void reviews.markWhenIdle(connection.id, mark, of, { name })
      }))
  })
}

/** What can be gone through in Review: each view, but for those of items that could not be read, with how many products it has. */
function useQueueOffers(): { readonly value: Offer[] } {
  const [connections, desk] = [useConnections(), useDesk()]
  const [views, sizes] = [useListViews(), useViewSizes()]

  return computed(() => {
    const { active } = connections
    if (!active) return []
    return views.all
      .filter(({ productQuery }) => !productQuery.filters.setAside)
      .map(({ id, name, productQuery }) => {
        const size = sizes.value.get(id)
        return {
          id: `review ${id}`,
          group: 'views' as const,
          words: t('palette.review', { name }),
          isQuiet: true,
          ...(size === undefined ? {} : { detail: formatCount(size, active.locale) }),
          run: () => desk.review(productQuery, name)
        }
      })
  })
}

/** States that products are looked for by and that no view has. */
const listedStates = ['unreviewed', 'ignored'] as const

/** Lists that no view has, with how many products are in them where somebody has counted them already. */
function useFilterOffers(): { readonly value: Offer[] } {
  const [connections, navigation] = [useConnections(), useNavigation()]
  const [quality, progress] = [useQuality(), useQueueProgress()]

  /** Of all that a rule is about, also what is excepted from it; null: not known of the catalog as it is. */
  function sizeOf(connectionId: string, rule: RuleId): number | null {
    const state = quality.of(connectionId)
    const report = state?.phase === 'ready' ? state.rules.find((each) => each.rule === rule) : undefined
    return report === undefined || report.count === null ? null : report.count + report.excepted
  }

  return computed(() => {
    const { active } = connections
    if (!active) return []
    const lists = [
      { id: 'priceUnknown', rule: 'price-missing', filters: { ...noFilters, price: 'unknown' } },
      { id: 'withoutPicture', rule: 'picture-missing', filters: { ...noFilters, picture: 'without' } },
      {
        id: 'withoutDescription',
        rule: 'description-missing',
        filters: { ...noFilters, description: 'without' }
      }
    ] as const
    const offer = (
      id: string,
      name: string,
      also: string,
      filters: Filters,
      size: number | null = null
    ): Offer => ({
      id: `filter ${id}`,
      group: 'views',
      words: t('palette.show', { name }),
      also,
      isQuiet: true,
      ...(size === null ? {} : { detail: formatCount(size, active.locale) }),
      run() {
        void showFiltered(filters)
        navigation.go({ name: 'products' })
      }
    })
    return [
      ...lists.map(({ id, rule, filters }) =>
        offer(id, t(`filters.chip.${id}`), t(`palette.also.${id}`), filters, sizeOf(active.id, rule))
      ),
      offer('findings', t('quality.filter.anyChip'), '', { ...noFilters, finding: 'any' }),
      ...listedStates.map((state) =>
        offer(
          state,
          stateLabel(state),
          t('palette.also.marked'),
          { ...noFilters, review: [state] },
          progress.catalog?.[state] ?? null
        )
      )
    ]
  })
}

/** Orders of the list of products, which leaves what narrows it. */
function useOrderOffers(): { readonly value: Offer[] } {
  const [connections, navigation, products] = [useConnections(), useNavigation(), useProducts()]

  return computed(() => {
    if (!connections.active) return []
    const isThere = navigation.place.name === 'products'
    return listOrders().map(({ id, sort, label }) => ({
      id: `order ${id}`,
      group: 'views' as const,
      words: t('palette.sort', { order: label }),
      also: t('palette.also.sort'),
      isQuiet: true,
      isCurrent: isThere && isSameOrder(sort, products.productQuery.sort),
      run() {
        void sortList(sort)
        navigation.go({ name: 'products' })
      }
    }))
  })
}

/** Both looks of the list of products, from other pages: there, they are commands. */
function useLayoutOffers(): { readonly value: Offer[] } {
  const [connections, navigation, view] = [useConnections(), useNavigation(), useView()]
  const layouts = [
    { layout: 'table', words: () => t('commands.asTable'), also: () => '' },
    { layout: 'gallery', words: () => t('commands.asGallery'), also: () => t('palette.also.gallery') }
  ] as const

  async function show(layout: 'table' | 'gallery'): Promise<void> {
    navigation.go({ name: 'products' })
    if (!view.isRead) await view.open()
    view.keep({ layout })
  }

  return computed(() => {
    if (!connections.active || navigation.place.name === 'products') return []
    return layouts.map(({ layout, words, also }) => ({
      id: `layout ${layout}`,
      group: 'views' as const,
      words: words(),
      also: also(),
      isQuiet: true,
      isCurrent: view.state.layout === layout,
      run: () => void show(layout)
    }))
  })
}

const ofDuplicates: readonly RuleId[] = [
  'picture-same',
  'picture-similar',
  'name-duplicate',
  'description-duplicate',
  'id-twice'
]

/** Words by which a rule is looked for, and that are not in its name. */
function otherWordsOf(rule: RuleId): string {
  if (ofDuplicates.includes(rule)) return t('palette.also.duplicates')
  if (rule === 'price-outlier') return t('palette.also.prices')
  if (rule.endsWith('-missing')) return t('palette.also.missing')
  return rule.endsWith('-shouting') ? t('palette.also.capitals') : ''
}

function useRuleOffers(): { readonly value: Offer[] } {
  const [connections, navigation, quality] = [useConnections(), useNavigation(), useQuality()]

  return computed(() => {
    const connection = connections.active
    if (!connection) return []
    const reports = quality.of(connection.id)?.rules ?? []
    return ruleIds.map((rule) => {
      const count = reports.find((report) => report.rule === rule)?.count ?? null
      return {
        id: `rule ${rule}`,
        group: 'rules' as const,
        words: t('palette.rule', { name: ruleName(rule) }),
        also: otherWordsOf(rule),
        isQuiet: true,
        ...(count === null ? {} : { detail: formatCount(count, connection.locale) }),
        run: () => navigation.go({ name: 'quality', rule })
      }
    })
  })
}

function useSettingOffers(): { readonly value: Offer[] } {
  const [navigation, preferences] = [useNavigation(), usePreferences()]

  return computed(() => {
    const themes = preferences.isLocked('appearance')
      ? []
      : appearances.map((appearance) => ({
          id: `theme ${appearance}`,
          group: 'settings' as const,
          words: t(`palette.theme.${appearance}`),
          also: t('palette.also.theme'),
          isQuiet: true,
          isCurrent: preferences.current.appearance === appearance,
          run: () => void preferences.set({ appearance })
        }))
    const parts = settingsSections.map((section) => ({
      id: `settings ${section}`,
      group: 'settings' as const,
      words: t('palette.setting', { name: t(`settings.${section}.title`) }),
      also: t(`palette.also.${section}`),
      isQuiet: true,
      run: () => navigation.go({ name: 'settings', section })
    }))
    return [...themes, ...parts]
  })
}
