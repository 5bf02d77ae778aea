import type { Check, Checkup } from '../../../electron/contract/doctor'
import { formatMoment } from '../../format/clock'
import { formatCount } from '../../format/number'
import { t } from '../../i18n'
import { checkWords, stateWords, stepWords } from './check-words'

/** How a checkup ended, in one sentence. */
export function verdictOf({ checks }: Checkup, locale: string | null): { tone: Tone; words: string } {
  const count = (state: Check['state']): number => checks.filter((check) => check.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems > 0) {
    return { tone: 'danger', words: t('doctor.problems', { count: formatCount(problems, locale) }, problems) }
  }
  if (checks.at(-1)?.state !== 'ok') return { tone: 'warning', words: t('doctor.unfinished') }
  if (warnings === 0) return { tone: 'success', words: t('doctor.good') }
  return { tone: 'warning', words: t('doctor.warnings', { count: formatCount(warnings, locale) }, warnings) }
}

type Tone = 'success' | 'warning' | 'danger'

/** A checkup as text, for who helps from afar. */
export function checkupText({ host, startedAt, checks }: Checkup, locale: string | null): string {
  const lines = checks.flatMap((check) => {
    const { found, advice } = checkWords(check, host, locale)
    const values = { step: stepWords(check.step), state: stateWords(check.state), result: found.join(' ') }
    return [
      t('doctor.report.line', values),
      ...advice.map((sentence) => t('doctor.report.advice', { advice: sentence }))
    ]
  })
  // Of another year than now, so that the year is told.
  const time = formatMoment(startedAt, 0, locale)
  return [t('doctor.report.title', { host }), t('doctor.report.made', { time }), '', ...lines].join('\n')
}
