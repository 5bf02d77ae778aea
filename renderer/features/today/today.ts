import { watch } from 'vue'
import type { NextKind, NextStep, Today } from '../../../electron/contract/today'
import { endStartup } from '../../bridge'
import { useBridgeQuery, type BridgeQuery } from '../../shared/data/queries'
import { formatCount, formatPercent } from '../../shared/format/number'
import { t } from '../../shared/i18n'
import { afterPaint } from '../../shared/ui/after-paint'

/** What there is to know of a store's day, kept current. Where the app starts with it, all else waits for its answer. */
export function useToday(connectionId: () => string): BridgeQuery<Today> {
  const query = useBridgeQuery('today:summary', () => ({ connectionId: connectionId() }))
  watch(
    () => query.data.value !== null || query.failure.value !== null,
    (isThere) => {
      if (isThere) afterPaint(endStartup)
    },
    { immediate: true, flush: 'post' }
  )
  return query
}

/** `Good morning, Kim.` by the hour of this computer's clock; `name` null: nobody said one. */
export function greeting(now: number, name: string | null): string {
  const hour = new Date(now).getHours()
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const isNamed = name !== null && name.trim() !== ''
  return isNamed ? t(`today.greeting.${part}Name`, { name }) : t(`today.greeting.${part}`)
}

/** What there is to do, in a sentence. */
export function stepMessage({ kind, count, product, percent }: NextStep, locale: string | null): string {
  if (product === null || percent === null) {
    return t(`today.step.${kind}`, { number: formatCount(count, locale) }, count)
  }
  const values = { name: product.name || product.id, percent: formatPercent(percent, locale) }
  return percent < 0 ? t('today.priceFell', values) : t('today.priceRose', values)
}

/** How many of them are decided; '' for none. */
export function decidedMessage(
  { count, decided }: Pick<NextStep, 'count' | 'decided'>,
  locale: string | null
): string {
  if (decided === 0) return ''
  if (count === 1) return t('today.oneDecided')
  return decided < count
    ? t('today.decided', { number: formatCount(decided, locale) }, decided)
    : t('today.allDecided')
}

const actions: Record<NextKind, 'show' | 'review' | 'export'> = {
  'price-zero': 'show',
  'price-negative': 'show',
  'price-outlier': 'show',
  'price-jump': 'show',
  'picture-broken': 'show',
  'name-missing': 'show',
  'price-missing': 'show',
  gone: 'show',
  disagreement: 'show',
  'picture-same': 'show',
  'name-duplicate': 'show',
  're-review': 'review',
  'needs-work': 'export'
}

/** What its button does, in a word. */
export function stepAction(kind: NextKind): string {
  return t(`today.action.${actions[kind]}`)
}

/** `Quality: 3 more rules with errors or warnings`, of which no sentence tells; `isAll`: no sentence tells of anything. '' for none. */
export function moreMessage(rules: number, isAll: boolean, locale: string | null): string {
  if (rules === 0) return ''
  const number = { number: formatCount(rules, locale) }
  return isAll ? t('today.rules', number, rules) : t('today.moreRules', number, rules)
}
