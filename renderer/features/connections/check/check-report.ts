import type { Check, ConnectionReport } from '../../../../electron/contract/connection-check'
import { formatMoment } from '../../../shared/format/clock'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { checkWords, stateWords, stepWords } from './check-labels'

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
    const { found, advice } = checkWords(check, host, locale)
    const values = { step: stepWords(check.step), state: stateWords(check.state), result: found.join(' ') }
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
