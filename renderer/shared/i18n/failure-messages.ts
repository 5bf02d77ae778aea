import type { Failure, FailureFacts } from '../../../electron/contract/failure'
import { formatCount } from '../format/number'
import { t, type TextValues } from './'

/** What a person reads of a failure: one sentence of what happened, one of what to do. */
export interface FailureMessage {
  title: string
  advice: string
}

/** Turns a failure into words. Facts that it lacks are put in general terms ("the store"). */
export function failureMessage({ code, facts }: Failure): FailureMessage {
  const values = placeholders(facts)
  return {
    title: t(`failure.${code}.title`, values),
    advice: t(`failure.${code}.advice`, values)
  }
}

/** The same for a store of which no key is saved yet: none is said to stay. */
export function unsavedKeyMessage(failure: Failure): FailureMessage {
  const message = failureMessage(failure)
  return failure.code === 'key-refused' ? { ...message, advice: t('failureUnsaved.key-refused') } : message
}

/** Every place that a text in failures.json may have. */
export function placeholders(facts: FailureFacts): TextValues {
  return {
    host: facts.host ?? t('failureFacts.someHost'),
    status: facts.status ?? t('failureFacts.someStatus'),
    wait: waitMessage(facts.retryAfter),
    proxy: facts.proxy ?? t('failureFacts.someProxy'),
    page:
      facts.page === undefined
        ? t('failureFacts.somePage')
        : t('failureFacts.page', { page: formatCount(facts.page, null) }),
    location: facts.location ?? t('failureFacts.someLocation')
  }
}

/** `ms` as whole seconds or, from two minutes on, whole minutes; always rounded up. */
function waitMessage(ms: number | undefined): string {
  if (ms === undefined) return t('failureFacts.someWait')
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 120) return t('failureFacts.seconds', {}, seconds)
  return t('failureFacts.minutes', {}, Math.ceil(seconds / 60))
}

/** A technical fact of a failure, for the folded part of its notice. */
interface FailureFact {
  label: string
  value: string
}

/** The facts that a failure carries, in a fixed order; its code always comes last. */
export function failureFacts({ code, facts }: Failure): FailureFact[] {
  const rows: [string, string | number | undefined][] = [
    [t('failureFacts.host'), facts.host],
    [t('failureFacts.status'), facts.status],
    [t('failureFacts.location'), facts.location],
    [t('failureFacts.proxy'), facts.proxy],
    [t('failureFacts.reason'), facts.reason],
    [t('failureFacts.code'), code]
  ]
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value: String(value) }]))
}
