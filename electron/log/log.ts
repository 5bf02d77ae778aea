import pino from 'pino'
import { LogFile } from './log-file'
import { createRedactor, type Redactor } from './redactor'

export type LogFacts = Record<string, unknown>

/** What the parts of the app write to: an event's name and facts about it. */
export interface Log {
  debug(event: string, facts?: LogFacts): void
  info(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  /** A bug; `facts.error` may hold the exception. */
  error(event: string, facts?: LogFacts): void
}

export interface AppLog extends Log {
  /** Register every secret here as soon as it is known: it then reaches no line. */
  redactor: Redactor
  close(): void
}

/**
 * The app's log: JSON lines in `folder`, at most three files of about 1 MB. Every line passes the redactor
 * as a whole, so that a secret is taken out wherever it hides: a message, a stack, a nested cause.
 *
 * @param echo also receives each line; for a developer's terminal
 */
export function createLog(options: { folder: string; echo?: (line: string) => void }): AppLog {
  const redactor = createRedactor()
  const file = new LogFile({ folder: options.folder, maxBytes: 1_000_000, keep: 3 })
  const logger = pino(
    {
      level: options.echo ? 'debug' : 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.errWithCause }
    },
    {
      write(line: string) {
        const clean = redactor.redact(line)
        file.write(clean)
        options.echo?.(clean)
      }
    }
  )
  return {
    redactor,
    debug: (event, facts = {}) => logger.debug(facts, event),
    info: (event, facts = {}) => logger.info(facts, event),
    warn: (event, facts = {}) => logger.warn(facts, event),
    error: (event, facts = {}) => logger.error(facts, event),
    close: () => file.close()
  }
}
