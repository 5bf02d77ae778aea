import type {
  Product,
  ProductFlag,
  PageOddity,
  ProductPage,
  SetAsideReason
} from '../../../electron/contract/product'
import { signedPercent } from '../../shared/format/number'
import { kindWord, magnitudeOf, magnitudeTones } from '../../shared/history/change-kinds'
import { t } from '../../shared/i18n'
import type { ColumnId } from './product-columns'
import type { ChangeKind } from '../../../electron/contract/product-query'

/** What a flag says, and in which column it says it. */
interface FlagLabel {
  column: ColumnId
  /** Two or three words, beside the value. */
  short: string
  /** A sentence, where there is room. */
  long: string
}

const words: Record<ProductFlag, () => FlagLabel> = {
  'price-unknown': () => ({
    column: 'price',
    short: t('products.flag.priceUnknown'),
    long: t('products.flagLong.priceUnknown')
  }),
  'price-negative': () => ({
    column: 'price',
    short: t('products.flag.priceNegative'),
    long: t('products.flagLong.priceNegative')
  }),
  'price-was-text': () => ({
    column: 'price',
    short: t('products.flag.priceWasText'),
    long: t('products.flagLong.priceWasText')
  }),
  'id-was-number': () => ({
    column: 'id',
    short: t('products.flag.idWasNumber'),
    long: t('products.flagLong.idWasNumber')
  }),
  'name-missing': () => ({
    column: 'name',
    short: t('products.flag.nameMissing'),
    long: t('products.flagLong.nameMissing')
  }),
  'name-shortened': () => ({
    column: 'name',
    short: t('products.flag.nameShortened'),
    long: t('products.flagLong.nameShortened')
  }),
  'description-shortened': () => ({
    column: 'description',
    short: t('products.flag.descriptionShortened'),
    long: t('products.flagLong.descriptionShortened')
  }),
  'characters-replaced': () => ({
    column: 'name',
    short: t('products.flag.charactersReplaced'),
    long: t('products.flagLong.charactersReplaced')
  }),
  'duplicate-id': () => ({
    column: 'id',
    short: t('products.flag.duplicateId'),
    long: t('products.flagLong.duplicateId')
  })
}

/** What a flag says in words. */
export function flagLabel(flag: ProductFlag): FlagLabel {
  return words[flag]()
}

/** Flags that a cell's own text already tells, so that no second line has to. */
const toldByTheCell: ReadonlySet<ProductFlag> = new Set(['name-missing', 'price-unknown'])

/** The short words of a product's flags for one column, joined; '' when there are none. */
export function flagsIn(column: ColumnId, flags: readonly ProductFlag[]): string {
  return flags
    .filter((flag) => !toldByTheCell.has(flag))
    .map(flagLabel)
    .filter((flag) => flag.column === column)
    .map(({ short }) => short)
    .join(' · ')
}

const oddities: Record<PageOddity, () => string> = {
  // Pages of a store that caps its own are put together to the size asked for: nobody misses anything.
  'limit-capped': () => '',
  'totals-unknown': () => t('products.oddity.totalsUnknown'),
  'status-differs': () => t('products.oddity.statusDiffers'),
  'empty-before-end': () => t('products.oddity.emptyBeforeEnd'),
  'list-emptied': () => t('sync.drop.emptied'),
  'list-shrunk': () => t('sync.drop.shrunk')
}

/** What is odd about a page, a sentence each. */
export function oddityLabel(page: ProductPage): string[] {
  return page.oddities.map((oddity) => oddities[oddity]()).filter((words) => words !== '')
}

const reasons: Record<SetAsideReason, () => string> = {
  'not-an-object': () => t('products.reason.notAnObject'),
  'id-missing': () => t('products.reason.idMissing'),
  'id-empty': () => t('products.reason.idEmpty'),
  'id-unsafe-number': () => t('products.reason.idUnsafeNumber'),
  'id-too-long': () => t('products.reason.idTooLong'),
  'id-wrong-type': () => t('products.reason.idWrongType')
}

/** Why an item could not be read, as a phrase. */
export function reasonLabel(reason: SetAsideReason): string {
  return reasons[reason]()
}

const changeLabels: Record<ChangeKind, () => string> = {
  new: () => t('table.change.new'),
  changed: () => t('table.change.changed'),
  gone: () => t('table.change.gone')
}

/** The tone in which `changeLabel` is shown: of a price by how much it moved, as on the page Changes. */
export function changeTone({
  change,
  pricePercent
}: Pick<Product, 'change' | 'pricePercent'>): 'info' | 'success' | 'neutral' | 'warning' | 'danger' {
  if (change === 'new') return 'success'
  if (change !== 'changed') return 'neutral'
  return pricePercent === null ? 'info' : magnitudeTones[magnitudeOf(pricePercent)]
}

/** Fields that are named where there is room for few words. */
const mostNamed = 2

/**
 * What the last sync said of a product: `New`, `−99.3%, Name`; '' where that is nothing. A price whose percentage is not known is named as
 * the other fields are.
 */
export function changeLabel(
  { change, changedFields, pricePercent }: Pick<Product, 'change' | 'changedFields' | 'pricePercent'>,
  locale: string | null
): string {
  if (change === null) return ''
  if (change !== 'changed' || changedFields.length === 0) return changeLabels[change]()
  const wordOf = (field: (typeof changedFields)[number]): string =>
    field === 'price' && pricePercent !== null ? signedPercent(pricePercent, locale) : kindWord(field)
  const named = changedFields.slice(0, mostNamed).map(wordOf).join(t('table.change.and'))
  const more = changedFields.length - mostNamed
  return more > 0 ? t('table.change.more', { fields: named, number: more }) : named
}
