import type {
  PartialReason,
  SyncOutcome,
  SyncPhase,
  SyncState,
  SyncSummary
} from '../../../electron/contract/sync'
import { copyRoom, workingPhases, type SyncSchedule } from '../../../electron/contract/sync-values'
import { formatAge, formatMoment } from '../../shared/format/clock'
import { formatDuration } from '../../shared/format/duration'
import { formatList } from '../../shared/format/locale'
import { formatBytes, formatCount } from '../../shared/format/number'
import { t, type TextValues } from '../../shared/i18n'
import { failureMessage } from '../../shared/i18n/failure-messages'
import { othersMessage } from './coverage-messages'

const phases: Record<SyncPhase, () => string> = {
  idle: () => t('sync.phase.idle'),
  fetching: () => t('sync.phase.fetching'),
  checking: () => t('sync.phase.checking'),
  finishing: () => t('sync.phase.finishing'),
  waiting: () => t('sync.phase.waiting'),
  paused: () => t('sync.phase.paused'),
  asking: () => t('sync.phase.asking')
}
const schedules: Record<SyncSchedule, () => string> = {
  off: () => t('sync.schedule.off'),
  '15-minutes': () => t('sync.schedule.quarter'),
  hourly: () => t('sync.schedule.hourly'),
  daily: () => t('sync.schedule.daily')
}
const outcomes: Record<SyncOutcome, () => string> = {
  complete: () => t('sync.outcome.complete'),
  partial: () => t('sync.outcome.partial'),
  stopped: () => t('sync.outcome.stopped'),
  failed: () => t('sync.outcome.failed'),
  declined: () => t('sync.outcome.declined')
}

/** What a run is doing, in a few words. */
export function phaseMessage(phase: SyncPhase): string {
  return phases[phase]()
}

export function scheduleMessage(schedule: SyncSchedule): string {
  return schedules[schedule]()
}

/** How a run ended, in a word or two. */
export function outcomeMessage(outcome: SyncOutcome): string {
  return outcomes[outcome]()
}

/** How far a run is; never a share of a total that has moved or that cannot be believed. */
export function countLabel(state: SyncState, locale: string | null): string {
  const here = formatCount(state.here, locale)
  const { total } = state
  return total === null || !isMeasurable(state)
    ? t('sync.countAlone', { here }, state.here)
    : t('sync.count', { here, total: formatCount(total, locale) }, total)
}

/** Whether a share of the total can be told: the total is known, has not moved, and holds what was read. */
export function isMeasurable({ here, total, totalMoved }: SyncState): boolean {
  return total !== null && total > 0 && here <= total && !totalMoved
}

/** Entries a second, to two digits: more would be a number that only flickers. */
export function rateMessage(rate: number, locale: string | null): string {
  const digits = Math.max(0, Math.floor(Math.log10(Math.max(1, rate))) - 1)
  const step = 10 ** digits
  return t('sync.rate', { rate: formatCount(Math.max(1, Math.round(rate / step) * step), locale) })
}

/** When a run that waits goes on, in a sentence. `now` in ms since 1970. */
export function waitingMessage({ because, resumeAt }: SyncState, now: number, locale: string | null): string {
  return because?.code === 'offline' ? t('sync.waiting.network') : nextTry(resumeAt, now, locale)
}

/** Up to a minute the seconds are counted; a later try is told by the clock. */
function nextTry(at: number | null, now: number, locale: string | null): string {
  if (at === null) return t('sync.waiting.alone')
  const left = at - now
  if (left > 60_000) return t('sync.waiting.at', { time: formatMoment(at, now, locale) })
  return t('sync.waiting.in', { time: formatDuration(Math.max(1, Math.ceil(left / 1000)) * 1000, locale) })
}

/** What a run brought, in its order of interest: `3 new, 12 changed`; '' when nothing. */
export function broughtMessage(summary: SyncSummary, locale: string | null): string {
  const count = (n: number): [TextValues, number] => [{ count: formatCount(n, locale) }, n]
  const { added, changed, gone, returned } = summary
  const parts = [
    added > 0 && t('sync.ended.new', ...count(added)),
    changed > 0 && t('sync.ended.changed', ...count(changed)),
    gone > 0 && t('sync.ended.gone', ...count(gone)),
    returned > 0 && t('sync.ended.returned', ...count(returned))
  ]
  return formatList(
    parts.filter((part) => part !== false),
    locale
  )
}

const partly: Record<PartialReason, () => string> = {
  moving: () => t('sync.partly.moving'),
  unread: () => t('sync.partly.unread'),
  short: () => t('sync.partly.short'),
  repeating: () => t('sync.partly.repeating'),
  endless: () => t('sync.partly.endless'),
  'too-big': () => t('sync.partly.tooBig')
}

/** How a run ended, in one line: `Synced 4,300 products in 12 seconds: 3 new, 12 changed, 1 gone · 2 set aside`. */
export function endedMessage(summary: SyncSummary, locale: string | null): string {
  const read = summary.products
  const here = formatCount(read, locale)
  const duration = formatDuration(summary.duration, locale)
  const because = summary.because ? failureMessage(summary.because).title : ''
  const lines: Record<SyncOutcome, () => string> = {
    complete: () => t('sync.ended.complete', { here, duration }, read),
    partial: () =>
      summary.partly === null
        ? t('sync.ended.partial', { here, duration }, read)
        : t('sync.ended.partly', { here, duration, why: partly[summary.partly]() }, read),
    stopped: () => t('sync.ended.stopped', { here }, read),
    failed: () =>
      (summary.here === 0
        ? t('sync.ended.failedAtOnce', { because })
        : t('sync.ended.failed', { here, because }, read)
      ).trim(),
    declined: () => t('sync.ended.declined')
  }
  const line = lines[summary.outcome]()
  if (summary.outcome === 'failed' || summary.outcome === 'declined') return line
  // A first run brings everything and counts nothing as new: "nothing changed" would be odd of it.
  const isRepeat = summary.outcome === 'complete' && summary.run > 1
  const brought = broughtMessage(summary, locale) || (isRepeat ? t('sync.ended.nothing') : '')
  // What is told beside the products and adds up with them to the items of the list.
  const others = formatList(othersMessage(summary, locale), locale)
  const whole = brought ? t('sync.ended.with', { line, brought }) : line
  return others ? `${whole} · ${others}` : whole
}

/** What the way in which a run ended means for the catalog, in plain words. */
export function meaningMessage(summary: SyncSummary, locale: string | null): string {
  const means: Record<SyncOutcome, () => string> = {
    complete: () => t('sync.means.complete'),
    partial: () => partialMessage(summary, locale),
    stopped: () => t('sync.means.stopped'),
    failed: () => t('sync.means.failed'),
    declined: () => t('sync.means.declined')
  }
  return means[summary.outcome]()
}

function partialMessage({ partly: why, here, total }: SyncSummary, locale: string | null): string {
  const count = formatCount(here, locale)
  const isShort = total !== null && here < total
  switch (why ?? (isShort ? 'unread' : 'moving')) {
    case 'moving':
      return t('sync.means.partialMoving')
    case 'unread':
      return t('sync.means.partialShort')
    case 'short':
      return t('sync.means.partialFewer', { here: count, total: formatCount(total ?? 0, locale) }, total ?? 0)
    case 'repeating':
      return t('sync.means.partialRepeating')
    case 'endless':
      return t('sync.means.partialEndless', { here: count }, here)
    case 'too-big': {
      const most = formatBytes(copyRoom.most, locale)
      const spare = formatBytes(copyRoom.spare, locale)
      return t('sync.means.partialTooBig', { here: count, most, spare }, here)
    }
  }
}

/** When a run ended and how, `3 min. ago · complete`; `now` in ms since 1970. */
export function lastMessage(last: SyncSummary, now: number, locale: string | null): string {
  const age = formatAge(last.startedAt + last.duration, now, locale) ?? t('sync.justNow')
  return `${age} · ${outcomeMessage(last.outcome)}`
}

const statuses: Record<Exclude<SyncOutcome, 'complete' | 'declined'>, () => string> = {
  partial: () => t('sync.status.partial'),
  stopped: () => t('sync.status.stopped'),
  failed: () => t('sync.status.failed')
}

/**
 * How a connection's sync stands, in two or three words: `Synced 09:12`, `Syncing…`; `now` in ms since 1970. The time is that of the
 * catalog, `asOf`, as it stands at the window's foot; where that is not known (null), when the last run ended, or what it took over was read.
 */
export function statusMessage(
  state: SyncState | null,
  now: number,
  locale: string | null,
  asOf: number | null = null
): string {
  const { phase = 'idle', last = null } = state ?? {}
  if (workingPhases.has(phase)) return t('sync.status.syncing')
  if (phase !== 'idle') return phaseMessage(phase)
  if (last === null) return t('sync.never')
  const { outcome, startedAt, duration, from } = last
  if (outcome !== 'complete' && outcome !== 'declined') return statuses[outcome]()
  return t('sync.status.synced', {
    time: formatMoment(asOf ?? from?.at ?? startedAt + duration, now, locale)
  })
}
