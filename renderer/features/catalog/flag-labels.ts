import type { ProductFlag } from '../../../electron/contract/product'
import { t } from '../../shared/i18n'
import type { ColumnId } from './product-columns'

/** What a flag says, and in which column it says it. */
interface FlagWords {
  column: ColumnId
  /** Two or three words, beside the value. */
  short: string
  /** A sentence, where there is room. */
  long: string
}

const words: Record<ProductFlag, () => FlagWords> = {
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
export function flagWords(flag: ProductFlag): FlagWords {
  return words[flag]()
}

/** Flags that a cell's own text already tells, so that no second line has to. */
const toldByTheCell: ReadonlySet<ProductFlag> = new Set(['name-missing', 'price-unknown'])

/** The short words of a product's flags for one column, joined; '' when there are none. */
export function flagsIn(column: ColumnId, flags: readonly ProductFlag[]): string {
  return flags
    .filter((flag) => !toldByTheCell.has(flag))
    .map(flagWords)
    .filter((flag) => flag.column === column)
    .map(({ short }) => short)
    .join(' · ')
}
