import { formatPrice, type PriceStyle } from '../format/price'
import { t } from '../i18n'

/** A product's price in words: `€12.95`; that it is unknown, where it is. */
export function priceLabel({ price }: { price: number | null }, style: PriceStyle): string {
  return price === null ? t('products.row.priceUnknown') : formatPrice(price, style)
}
