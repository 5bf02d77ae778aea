import type { RunStart } from '../catalog/types'
import { fail, ok, type Result } from '../contract/failure'
import type { Question } from './run-context'
import type { SyncDeps } from './deps'

/** A run that was cut off longer ago is not gone on with: too much of what it read is old, in ms. */
const oldest = 24 * 60 * 60_000

/** Where the store is and with what it is asked. Touches no network. */
export async function questionFor(
  { addressOf, credentialsOf }: SyncDeps,
  connectionId: string
): Promise<Result<Question>> {
  const store = addressOf(connectionId)
  if (store === null) return fail('connection-unknown')
  const credentials = await credentialsOf(connectionId)
  return credentials.ok ? ok({ store, credentials: credentials.value }) : credentials
}

/** Begins a run, or goes on with one that was cut off less than a day ago. */
export async function beginRun(
  { copy: { runs } }: SyncDeps,
  connectionId: string,
  now: number
): Promise<Result<RunStart>> {
  const start = await runs.begin(connectionId, now)
  if (!start.ok || start.value.checkpoint === null) return start
  // Begun later than now: the clock was put back (93).
  if (now - start.value.startedAt < oldest) return start
  const { run } = start.value
  const nothing = { duration: 0, total: null, because: null, partly: null }
  const ended = await runs.finish(connectionId, { run, at: now, outcome: 'stopped', ...nothing })
  return ended.ok ? runs.begin(connectionId, now) : ended
}
