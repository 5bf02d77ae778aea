import type { LogEntry } from '../contract/review'

/** What holds of a log, newest first: without what was taken back, and a mark with the reason that followed it as one. */
export function latestDecisions(log: readonly LogEntry[]): LogEntry[] {
  return withReasons(standing(log))
}

/** What was done to what, and who decided what came of it: an undo tells as `before` what its deed tells as `after`. */
function deedOf({ kind, product, count, of, before, beforeBy, after, afterBy }: LogEntry): string {
  const outcome = kind === 'undo' ? [before, beforeBy] : [after, afterBy]
  return JSON.stringify([product?.id ?? count, of, ...outcome])
}

/**
 * Entries without those that were taken back: each undo goes with what it took back, and each redo with the undo that it took back. Of colleagues'
 * deeds the log does not say that they were undone, so they are found by what they did. An undo or a redo whose deed is not among the entries
 * stays: it is the latest that is known of it.
 */
function standing(log: readonly LogEntry[]): LogEntry[] {
  const [undos, redos] = [new Map<string, LogEntry[]>(), new Map<string, LogEntry[]>()]
  const gone = new Set<LogEntry>()
  const wait = (of: Map<string, LogEntry[]>, deed: string, entry: LogEntry): void =>
    void of.set(deed, [...(of.get(deed) ?? []), entry])
  // Newest first: what takes an entry back comes before it.
  for (const entry of log) {
    const { kind, undone } = entry
    const deed = deedOf(entry)
    if (kind === 'redo') {
      wait(redos, deed, entry)
      continue
    }
    const taking = (kind === 'undo' ? redos : undos).get(deed)?.pop()
    if (taking !== undefined) gone.add(taking).add(entry)
    else if (kind === 'undo') wait(undos, deed, entry)
    else if (undone) gone.add(entry)
  }
  return log.filter((entry) => !gone.has(entry))
}

/** A reason that was given after its mark is one with it: the product was what it was before the mark. */
function withReasons(log: readonly LogEntry[]): LogEntry[] {
  const left = [...log]
  const isNeedsWork = ({ kind, after }: LogEntry): boolean => kind === 'mark' && after === 'needs-work'
  return log.flatMap((entry) => {
    if (!left.includes(entry)) return []
    if (!isNeedsWork(entry) || entry.before !== 'needs-work' || entry.product === null) return entry
    const { id } = entry.product
    const last = log.slice(log.indexOf(entry) + 1).find(({ product }) => product?.id === id)
    if (last === undefined || !isNeedsWork(last) || last.by !== entry.by) return entry
    left.splice(left.indexOf(last), 1)
    const { before, beforeBy, reasonBefore } = last
    return { ...entry, before, beforeBy, reasonBefore }
  })
}
