import type { Failure, FailureFacts } from '../../../electron/contract/failure'
import { formatCount } from '../format/number'
import { t, type TextValues } from '.'

/** What a person reads of a failure: one sentence of what happened, one of what to do. */
export interface FailureWords {
  title: string
  advice: string
}

/** Turns a failure into words. Facts that it lacks are put in general terms ("the store"). */
export function failureWords({ code, facts }: Failure): FailureWords {
  const values = placeholders(facts)
  return {
    title: t(`failure.${code}.title`, values),
    advice: t(`failure.${code}.advice`, values)
  }
}

/** Every place that a text in failures.json may have. */
export function placeholders(facts: FailureFacts): TextValues {
  return {
    host: facts.host ?? t('failureFacts.someHost'),
    status: facts.status ?? t('failureFacts.someStatus'),
    wait: waitWords(facts.retryAfter),
    proxy: facts.proxy ?? t('failureFacts.someProxy'),
    page:
      facts.page === undefined
        ? t('failureFacts.somePage')
        : t('failureFacts.page', { page: formatCount(facts.page, null) }),
    location: facts.location ?? t('failureFacts.someLocation')
  }
}

/** `ms` as whole seconds or, from two minutes on, whole minutes; always rounded up. */
function waitWords(ms: number | undefined): string {
  if (ms === undefined) return t('failureFacts.someWait')
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 120) return t('failureFacts.seconds', {}, seconds)
  return t('failureFacts.minutes', {}, Math.ceil(seconds / 60))
}
