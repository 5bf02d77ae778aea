import type { HeadlessCommand, Report } from './command'

/** ms between two lines: a log is read, not watched. */
const interval = 2000

/** Writes how far a command is to standard error: where that has changed, now and then. */
export function createReporter(
  { name }: HeadlessCommand,
  isJson: boolean,
  write: (line: string) => void,
  elapsed: () => number = () => performance.now()
): Report {
  let last: { far: string; at: number } | null = null
  return (progress) => {
    const at = elapsed()
    const { phase, done, total } = progress
    const far = `${phase}, ${total === null ? done : `${done} of ${total}`}`
    if (last !== null && (last.far === far || at - last.at < interval)) return
    last = { far, at }
    write(isJson ? JSON.stringify({ command: name, ...progress }) : `vitrine: ${name}: ${far}`)
  }
}
