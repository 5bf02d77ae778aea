import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import type { EndKind } from './queue-end'

interface EndNumbers {
  /** What is looked for within the queue. */
  find: string
  /** Products that wait for a mark. */
  left: number
  /** Products of the queue that are not among what was looked for. */
  outside: number
}

/** What it means that there is no product on screen. */
export function endMessage(
  kind: EndKind,
  { find, left, outside }: EndNumbers,
  locale: string | null
): { title: string; text: string } {
  switch (kind) {
    case 'done':
      return { title: t('reviewSession.end.done'), text: t('reviewSession.end.doneText') }
    case 'stop':
      return { title: t('reviewSession.end.stop'), text: stopText(left, outside, locale) }
    case 'find':
      return {
        title: t('reviewSession.empty.find', { words: find }),
        text: t('reviewSession.empty.findText')
      }
    case 'filling':
      return { title: t('reviewSession.empty.filling'), text: t('reviewSession.empty.fillingText') }
    case 'catalog':
      return { title: t('reviewSession.empty.catalog'), text: t('reviewSession.empty.catalogText') }
    case 'empty-store':
      return { title: t('products.empty.title'), text: t('products.empty.syncLater') }
    case 'list':
      return { title: t('reviewSession.empty.list'), text: t('reviewSession.empty.listText') }
    case 'reviewed':
      return { title: t('reviewSession.empty.reviewed'), text: t('reviewSession.empty.reviewedText') }
  }
}

function stopText(left: number, outside: number, locale: string | null): string {
  if (left > 0) return t('reviewSession.end.left', { number: formatCount(left, locale) }, left)
  if (outside === 0) return t('reviewSession.end.through')
  return t('reviewSession.end.outside', { number: formatCount(outside, locale) }, outside)
}
