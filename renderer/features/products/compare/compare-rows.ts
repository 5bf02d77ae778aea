import type { Connection } from '../../../../electron/contract/connection'
import type { PictureFacts } from '../../../../electron/contract/picture'
import type { Product } from '../../../../electron/contract/product'
import { formatBytes, formatCount } from '../../../shared/format/number'
import { formatPrice, type PriceStyle } from '../../../shared/format/price'
import { t } from '../../../shared/i18n'
import { pictureSource } from '../../../shared/ui/connection-labels'

/** What one product has at one point of a comparison. */
export interface CompareCell {
  /** As written for people; '' when there is nothing. */
  text: string
  /** It is not what the first product has. */
  differs: boolean
  /** How it differs, where that can be said in a word. */
  difference: string
}

/** One point of a comparison, with a cell for each product. */
export interface CompareRow {
  key: 'price' | 'description' | 'id' | 'dimensions' | 'format' | 'size' | 'host'
  label: string
  cells: CompareCell[]
}

/** A product that is compared, with what is known of its picture; null while that is not known. */
export interface Compared {
  product: Product
  facts: PictureFacts | null
}

/** How a price differs from the first one, in words; '' where one is unknown, or both are the same. */
function priceDifference(first: number | null, price: number | null, style: PriceStyle): string {
  if (first === null || price === null || first === price) return ''
  // Prices are decimal numbers: what is left of 0.1 + 0.2 is nobody's difference.
  const apart = Number((price - first).toPrecision(12))
  const amount = formatPrice(Math.abs(apart), style)
  return apart > 0 ? t('compare.more', { amount }) : t('compare.less', { amount })
}

/** The cells of a point: `value` tells whether they differ, null that nothing is known there. */
function cellsOf(
  compared: readonly Compared[],
  value: (one: Compared) => string | number | null,
  write: (one: Compared) => string,
  difference: (one: Compared) => string = () => ''
): CompareCell[] {
  const [first] = compared
  return compared.map((one) => ({
    text: write(one),
    differs: first !== undefined && value(one) !== value(first),
    difference: difference(one)
  }))
}

/** A point about the picture: those of which nothing is known differ from none. */
function pictureCells(compared: readonly Compared[], write: (facts: PictureFacts) => string): CompareCell[] {
  const first = compared[0]?.facts ?? null
  return compared.map(({ facts }) => {
    const text = facts ? write(facts) : ''
    return { text, differs: facts !== null && first !== null && text !== write(first), difference: '' }
  })
}

/** The points of a comparison below the names, in order; what no product has is left out. */
export function compareRows(
  compared: readonly Compared[],
  style: PriceStyle & Pick<Connection, 'kind' | 'baseUrl'>
): CompareRow[] {
  const firstPrice = compared[0]?.product.price ?? null
  const number = (value: number): string => formatCount(value, style.locale)
  const rows: CompareRow[] = [
    {
      key: 'price',
      label: t('compare.row.price'),
      cells: cellsOf(
        compared,
        ({ product }) => product.price,
        ({ product }) => (product.price === null ? '' : formatPrice(product.price, style)),
        ({ product }) => priceDifference(firstPrice, product.price, style)
      )
    },
    {
      key: 'description',
      label: t('compare.row.description'),
      cells: cellsOf(
        compared,
        ({ product }) => product.description ?? '',
        ({ product }) => product.description ?? ''
      )
    },
    {
      key: 'id',
      label: t('compare.row.id'),
      // Ids differ by their nature.
      cells: compared.map(({ product }) => ({ text: product.id, differs: false, difference: '' }))
    },
    {
      key: 'dimensions',
      label: t('compare.row.dimensions'),
      cells: pictureCells(compared, ({ width, height }) =>
        t('pictures.facts.dimensionsOf', { width: number(width), height: number(height) })
      )
    },
    {
      key: 'format',
      label: t('compare.row.format'),
      cells: pictureCells(compared, ({ format }) => format.toUpperCase())
    },
    {
      key: 'size',
      label: t('compare.row.size'),
      cells: pictureCells(compared, ({ bytes }) => formatBytes(bytes, style.locale))
    },
    {
      key: 'host',
      label: t('compare.row.host'),
      cells: pictureCells(compared, ({ host }) => pictureSource(host, style))
    }
  ]
  return rows.filter(({ key, cells }) => key === 'price' || cells.some(({ text }) => text !== ''))
}
