import type { Failure } from '../contract/failure'
import type { Outcome } from './command'

/** As `sysexits.h` has them, where it has them: 75 is EX_TEMPFAIL. */
export const exitCodes: Record<Outcome['status'], number> = {
  done: 0,
  failed: 1,
  usage: 2,
  partial: 3,
  busy: 75
}

export function done(facts: Outcome['facts']): Outcome {
  return { status: 'done', error: null, facts }
}

/** An outcome that is not as it was wanted. */
export function ended(
  status: Exclude<Outcome['status'], 'done'>,
  code: string,
  message: string,
  facts: Outcome['facts'] = {}
): Outcome {
  return { status, error: { code, message }, facts }
}

/** The outcome of a failure; what is under way already can be tried again later. */
export function failedBy(failure: Failure, facts: Outcome['facts'] = {}): Outcome {
  return ended(failure.code === 'busy' ? 'busy' : 'failed', failure.code, sentenceOf(failure), facts)
}

/** A failure for a log: its code in words, and what is known of it. */
export function sentenceOf({ code, facts }: Failure): string {
  const { host, status, disk, field, reason } = facts
  const known = [
    host,
    status === undefined ? undefined : `HTTP ${status}`,
    disk === undefined ? undefined : `disk: ${disk}`,
    field === undefined ? undefined : `field: ${field}`,
    reason
  ].filter((fact) => fact !== undefined)
  const words = code.replaceAll('-', ' ')
  return known.length === 0 ? words : `${words} (${known.join(', ')})`
}

/** The one line of standard output, and the last one of standard error. */
export function lastLines(
  command: { name: string; store: string } | null,
  { status, error, facts }: Outcome
): { json: string; text: string } {
  const of = command === null ? {} : { command: command.name, store: command.store }
  const json = JSON.stringify({ ...of, status, exitCode: exitCodes[status], error, ...facts })
  const text = `vitrine: ${[command?.name, status].filter(Boolean).join(' ')}${error === null ? '' : `: ${error.message}`}`
  return { json, text }
}
