import type {
  Check,
  CheckResult,
  CheckState,
  CheckStep,
  SeenCertificate,
  ConnectionReport
} from '../../../../electron/contract/connection-check'
import type { ProxyOrigin } from '../../../../electron/contract/preference-choices'
import { formatDay, formatMoment } from '../../../shared/format/clock'
import { formatDuration } from '../../../shared/format/duration'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureMessage } from '../../../shared/i18n/failure-messages'

/** What a person reads of a check: sentences of what was found, and of what to do. */
export interface CheckLabel {
  found: string[]
  advice: string[]
}

type Of<C extends CheckResult['code']> = Extract<CheckResult, { code: C }>

export function stepLabel(step: CheckStep): string {
  return t(`connectionCheck.step.${step}`)
}

export function stateLabel(state: CheckState): string {
  return t(`connectionCheck.state.${state}`)
}

/** The words for a check's result; none while it waits or runs. `host`: the store's; `locale`: for numbers and dates. */
export function checkLabel({ result }: Check, host: string, locale: string | null): CheckLabel {
  return result === null ? { found: [], advice: [] } : wordsOf(result, host, locale)
}

function wordsOf(result: CheckResult, host: string, locale: string | null): CheckLabel {
  switch (result.code) {
    case 'failed': {
      const { title, advice } = failureMessage(result.failure)
      return { found: [title], advice: [advice] }
    }
    case 'offline':
      return { found: [t('connectionCheck.result.offline')], advice: [t('connectionCheck.advice.offline')] }
    case 'straight':
      return found(straightLabel(result.origin))
    case 'proxied':
      return found(proxiedLabel(result.origin, result.proxy))
    case 'resolved':
      return found(
        t('connectionCheck.result.resolved', { name: nameOf(host), addresses: result.addresses.join(', ') })
      )
    case 'resolved-by-proxy':
      return found(t('connectionCheck.result.resolved-by-proxy', { proxy: result.proxy }))
    case 'connected':
      return found(
        t('connectionCheck.result.connected', {
          to: result.to,
          duration: formatDuration(result.duration, locale)
        })
      )
    case 'partly-connected':
      return {
        found: [
          t('connectionCheck.result.partly-connected', { to: result.to, silent: result.silent.join(', ') })
        ],
        advice: [t('connectionCheck.advice.partly-connected')]
      }
    case 'trusted':
    case 'expiring':
      return trustedLabel(result, locale)
    case 'distrusted':
      return distrustedLabel(result, locale)
    case 'unencrypted':
      return {
        found: [t('connectionCheck.result.unencrypted')],
        advice: [t('connectionCheck.advice.unencrypted')]
      }
    case 'clock-off':
      return { found: [clockLabel(result.ahead, locale)], advice: [t('connectionCheck.advice.clock-off')] }
    case 'keychain-shut': {
      const { reason } = result.keychain
      return {
        found: [t(`connections.keychain.title.${reason}`)],
        advice: [t(`connections.keychain.advice.${reason}`)]
      }
    }
    case 'answered':
      return found(answerLabel(result, locale))
    default:
      return found(plainLabel(result.code))
  }
}

type PlainCode = Exclude<
  CheckResult['code'],
  | 'failed'
  | 'offline'
  | 'straight'
  | 'proxied'
  | 'resolved'
  | 'resolved-by-proxy'
  | 'connected'
  | 'partly-connected'
  | 'trusted'
  | 'expiring'
  | 'distrusted'
  | 'unencrypted'
  | 'clock-off'
  | 'keychain-shut'
  | 'answered'
>

function plainLabel(code: PlainCode): string {
  const words: Record<PlainCode, string> = {
    'not-reached': t('connectionCheck.result.not-reached'),
    online: t('connectionCheck.result.online'),
    'own-computer': t('connectionCheck.result.own-computer'),
    'no-name': t('connectionCheck.result.no-name'),
    'no-certificate': t('connectionCheck.result.no-certificate'),
    'clock-right': t('connectionCheck.result.clock-right'),
    'clock-unknown': t('connectionCheck.result.clock-unknown'),
    'keychain-open': t('connectionCheck.result.keychain-open'),
    'session-only': t('connectionCheck.result.session-only'),
    'key-accepted': t('connectionCheck.result.key-accepted'),
    'key-unproven': t('connectionCheck.result.key-unproven')
  }
  return words[code]
}

function straightLabel(origin: ProxyOrigin): string {
  if (origin === 'off') return t('connectionCheck.way.straightOff')
  return origin === 'exception'
    ? t('connectionCheck.way.straightException')
    : t('connectionCheck.way.straight')
}

function proxiedLabel(origin: ProxyOrigin, proxy: string): string {
  if (origin === 'manual') return t('connectionCheck.way.proxiedManual', { proxy })
  if (origin === 'environment') return t('connectionCheck.way.proxiedEnvironment', { proxy })
  return t('connectionCheck.way.proxied', { proxy })
}

function trustedLabel(result: Of<'trusted'> | Of<'expiring'>, locale: string | null): CheckLabel {
  const values = certificateValues(result.certificate, locale)
  const { authority } = result
  const vouched = result.isAdded
    ? t('connectionCheck.result.authorityAdded', { authority })
    : t('connectionCheck.result.authority', { authority })
  if (result.code === 'trusted') {
    return { found: [t('connectionCheck.result.trusted', values), vouched], advice: [] }
  }
  const advice =
    result.days < 1
      ? t('connectionCheck.advice.expiringToday')
      : t('connectionCheck.advice.expiring', { count: formatCount(result.days, locale) }, result.days)
  return { found: [t('connectionCheck.result.expiring', values), vouched], advice: [advice] }
}

function distrustedLabel({ failure, certificate }: Of<'distrusted'>, locale: string | null): CheckLabel {
  const { title, advice } = failureMessage(failure)
  const seen = certificate
    ? [t('connectionCheck.result.distrustedSeen', certificateValues(certificate, locale))]
    : []
  const untrusted = failure.code === 'certificate-untrusted'
  return {
    found: [title, ...seen],
    advice: [untrusted ? t('connectionCheck.advice.certificate-untrusted') : advice]
  }
}

function certificateValues(
  { subject, issuer, validTo }: SeenCertificate,
  locale: string | null
): Record<'subject' | 'issuer' | 'until', string> {
  return { subject, issuer, until: formatDay(validTo, locale) }
}

function clockLabel(ahead: number, locale: string | null): string {
  const time = formatDuration(Math.abs(ahead), locale)
  return ahead > 0
    ? t('connectionCheck.result.clock-ahead', { time })
    : t('connectionCheck.result.clock-behind', { time })
}

function answerLabel(result: Of<'answered'>, locale: string | null): string {
  const items = t('connectionCheck.result.items', { count: formatCount(result.items, locale) }, result.items)
  const duration = formatDuration(result.duration, locale)
  return result.totalItems === null
    ? t('connectionCheck.result.answeredAlone', { items, duration })
    : t('connectionCheck.result.answered', { items, duration, total: formatCount(result.totalItems, locale) })
}

/** A host without its port. */
function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}

function found(sentence: string): CheckLabel {
  return { found: [sentence], advice: [] }
}

/** How a connection check ended, in one sentence. */
export function verdictOf(
  { checks }: ConnectionReport,
  locale: string | null
): { tone: Tone; words: string } {
  const count = (state: Check['state']): number => checks.filter((check) => check.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems > 0) {
    return {
      tone: 'danger',
      words: t('connectionCheck.problems', { count: formatCount(problems, locale) }, problems)
    }
  }
  if (checks.at(-1)?.state !== 'ok') return { tone: 'warning', words: t('connectionCheck.unfinished') }
  if (warnings === 0) return { tone: 'success', words: t('connectionCheck.good') }
  return {
    tone: 'warning',
    words: t('connectionCheck.warnings', { count: formatCount(warnings, locale) }, warnings)
  }
}

type Tone = 'success' | 'warning' | 'danger'

/** A report as text, for who helps from afar. */
export function reportOf({ host, startedAt, checks }: ConnectionReport, locale: string | null): string {
  const lines = checks.flatMap((check) => {
    const { found, advice } = checkLabel(check, host, locale)
    const values = { step: stepLabel(check.step), state: stateLabel(check.state), result: found.join(' ') }
    return [
      t('connectionCheck.report.line', values),
      ...advice.map((sentence) => t('connectionCheck.report.advice', { advice: sentence }))
    ]
  })
  // Of another year than now, so that the year is told.
  const time = formatMoment(startedAt, 0, locale)
  return [
    t('connectionCheck.report.title', { host }),
    t('connectionCheck.report.made', { time }),
    '',
    ...lines
  ].join('\n')
}
