import type { ChangeKind } from '../../../electron/contract/product-query'
import { t } from '../../shared/i18n'

const words: Record<ChangeKind, () => string> = {
  new: () => t('table.change.new'),
  changed: () => t('table.change.changed'),
  gone: () => t('table.change.gone')
}

/** What the last sync said of a product, in a word. */
export function changeWords(change: ChangeKind): string {
  return words[change]()
}
