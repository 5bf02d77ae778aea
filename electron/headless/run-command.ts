import type { ConnectionList } from '../contract/connection'
import type { Reviews } from '../reviews/types'
import {
  auditStore,
  publishStore,
  syncStore,
  type AuditStoreDeps,
  type PublishStoreDeps
} from './store-commands'
import type { HeadlessCommand, Outcome, Report } from './command'
import { exportProducts, listed, type ExportProductsDeps } from './export-products'
import { mergeFiles } from './merge-files'
import { ended } from './outcome'

export interface HeadlessDeps extends PublishStoreDeps, AuditStoreDeps, ExportProductsDeps {
  /** All connections, once they are known. */
  list: () => Promise<ConnectionList>
  reviews: Pick<Reviews, 'mergeFile'>
}

/**
 * Does one command by the services that the window uses. Never rejects for what a store or a disk does.
 *
 * @param signal aborted: the command is to end soon
 */
export async function runCommand(
  deps: HeadlessDeps,
  command: HeadlessCommand,
  report: Report,
  signal: AbortSignal
): Promise<Outcome> {
  const connectionId = await findStore(deps, command.store)
  if (typeof connectionId !== 'string') return connectionId
  if (command.name === 'sync') return syncStore(deps, connectionId, report, signal)
  if (command.name === 'publish') return publishStore(deps, connectionId, command, report, signal)
  if (command.name === 'audit') return auditStore(deps, connectionId, report, signal)
  if (command.name === 'export') return exportProducts(deps, connectionId, command, report, signal)
  return mergeFiles(deps.reviews, connectionId, command, report, signal)
}

/** The id of the store of that name or address, or why there is none. */
async function findStore({ list }: HeadlessDeps, wanted: string): Promise<string | Outcome> {
  const { connections } = await list()
  const named = connections.filter(({ name }) => name === wanted)
  const found = named.length > 0 ? named : connections.filter(({ baseUrl }) => baseUrl === wanted)
  const [first, second] = found
  if (first === undefined) {
    const known = connections.length === 0 ? 'no store is connected' : `it can be ${listed(connections)}`
    return ended('usage', 'store-unknown', `--store: no store is named “${wanted}”; ${known}`)
  }
  if (second === undefined) return first.id
  return ended(
    'usage',
    'store-ambiguous',
    `--store: ${found.length} stores are named “${wanted}”; rename one of them`
  )
}

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
