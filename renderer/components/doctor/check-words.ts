import type {
  Check,
  CheckResult,
  CheckState,
  CheckStep,
  SeenCertificate
} from '../../../electron/contract/doctor'
import type { ProxyOrigin } from '../../../electron/contract/network-values'
import { formatDay } from '../../format/day'
import { formatDuration } from '../../format/duration'
import { formatCount } from '../../format/number'
import { t } from '../../i18n'
import { failureWords } from '../../i18n/failure-words'

/** What a person reads of a check: sentences of what was found, and of what to do. */
export interface CheckWords {
  found: string[]
  advice: string[]
}

type Of<C extends CheckResult['code']> = Extract<CheckResult, { code: C }>

export function stepWords(step: CheckStep): string {
  return t(`doctor.step.${step}`)
}

export function stateWords(state: CheckState): string {
  return t(`doctor.state.${state}`)
}

/** The words for a check's result; none while it waits or runs. `host`: the store's; `locale`: for numbers and dates. */
export function checkWords({ result }: Check, host: string, locale: string | null): CheckWords {
  return result === null ? { found: [], advice: [] } : wordsOf(result, host, locale)
}

function wordsOf(result: CheckResult, host: string, locale: string | null): CheckWords {
  switch (result.code) {
    case 'failed': {
      const { title, advice } = failureWords(result.failure)
      return { found: [title], advice: [advice] }
    }
    case 'offline':
      return { found: [t('doctor.result.offline')], advice: [t('doctor.advice.offline')] }
    case 'straight':
      return found(straightWords(result.origin))
    case 'proxied':
      return found(proxiedWords(result.origin, result.proxy))
    case 'resolved':
      return found(
        t('doctor.result.resolved', { name: nameOf(host), addresses: result.addresses.join(', ') })
      )
    case 'resolved-by-proxy':
      return found(t('doctor.result.resolved-by-proxy', { proxy: result.proxy }))
    case 'connected':
      return found(
        t('doctor.result.connected', { to: result.to, duration: formatDuration(result.duration, locale) })
      )
    case 'partly-connected':
      return {
        found: [t('doctor.result.partly-connected', { to: result.to, silent: result.silent.join(', ') })],
        advice: [t('doctor.advice.partly-connected')]
      }
    case 'trusted':
    case 'expiring':
      return trustedWords(result, locale)
    case 'distrusted':
      return distrustedWords(result, locale)
    case 'unencrypted':
      return { found: [t('doctor.result.unencrypted')], advice: [t('doctor.advice.unencrypted')] }
    case 'clock-off':
      return { found: [clockWords(result.ahead, locale)], advice: [t('doctor.advice.clock-off')] }
    case 'keychain-shut': {
      const { reason } = result.keychain
      return {
        found: [t(`connections.keychain.title.${reason}`)],
        advice: [t(`connections.keychain.advice.${reason}`)]
      }
    }
    case 'answered':
      return found(answerWords(result, locale))
    default:
      return found(plainWords(result.code))
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

function plainWords(code: PlainCode): string {
  const words: Record<PlainCode, string> = {
    'not-reached': t('doctor.result.not-reached'),
    online: t('doctor.result.online'),
    'own-computer': t('doctor.result.own-computer'),
    'no-name': t('doctor.result.no-name'),
    'no-certificate': t('doctor.result.no-certificate'),
    'clock-right': t('doctor.result.clock-right'),
    'clock-unknown': t('doctor.result.clock-unknown'),
    'keychain-open': t('doctor.result.keychain-open'),
    'session-only': t('doctor.result.session-only'),
    'key-accepted': t('doctor.result.key-accepted'),
    'key-unproven': t('doctor.result.key-unproven')
  }
  return words[code]
}

function straightWords(origin: ProxyOrigin): string {
  if (origin === 'off') return t('doctor.way.straightOff')
  return origin === 'exception' ? t('doctor.way.straightException') : t('doctor.way.straight')
}

function proxiedWords(origin: ProxyOrigin, proxy: string): string {
  if (origin === 'manual') return t('doctor.way.proxiedManual', { proxy })
  if (origin === 'environment') return t('doctor.way.proxiedEnvironment', { proxy })
  return t('doctor.way.proxied', { proxy })
}

function trustedWords(result: Of<'trusted'> | Of<'expiring'>, locale: string | null): CheckWords {
  const values = certificateValues(result.certificate, locale)
  const { authority } = result
  const vouched = result.isAdded
    ? t('doctor.result.authorityAdded', { authority })
    : t('doctor.result.authority', { authority })
  if (result.code === 'trusted') {
    return { found: [t('doctor.result.trusted', values), vouched], advice: [] }
  }
  const advice =
    result.days < 1
      ? t('doctor.advice.expiringToday')
      : t('doctor.advice.expiring', { count: formatCount(result.days, locale) }, result.days)
  return { found: [t('doctor.result.expiring', values), vouched], advice: [advice] }
}

function distrustedWords({ failure, certificate }: Of<'distrusted'>, locale: string | null): CheckWords {
  const { title, advice } = failureWords(failure)
  const seen = certificate ? [t('doctor.result.distrustedSeen', certificateValues(certificate, locale))] : []
  const untrusted = failure.code === 'certificate-untrusted'
  return {
    found: [title, ...seen],
    advice: [untrusted ? t('doctor.advice.certificate-untrusted') : advice]
  }
}

function certificateValues(
  { subject, issuer, validTo }: SeenCertificate,
  locale: string | null
): Record<'subject' | 'issuer' | 'until', string> {
  return { subject, issuer, until: formatDay(validTo, locale) }
}

function clockWords(ahead: number, locale: string | null): string {
  const time = formatDuration(Math.abs(ahead), locale)
  return ahead > 0 ? t('doctor.result.clock-ahead', { time }) : t('doctor.result.clock-behind', { time })
}

function answerWords(result: Of<'answered'>, locale: string | null): string {
  const items = t('doctor.result.items', { count: formatCount(result.items, locale) }, result.items)
  const duration = formatDuration(result.duration, locale)
  return result.totalItems === null
    ? t('doctor.result.answeredAlone', { items, duration })
    : t('doctor.result.answered', { items, duration, total: formatCount(result.totalItems, locale) })
}

/** A host without its port. */
function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}

function found(sentence: string): CheckWords {
  return { found: [sentence], advice: [] }
}
