import type { CatalogLog, SegmentName } from '../team/carriers/carrier'
import { CarrierFailure, compareNames, mostListed } from '../team/carriers/carrier'
import type { SegmentProblem } from '../team/signed-lines'
import type { PartHeader } from './part'

/** A look at a part, without keeping it. */
export type Inspect = (name: SegmentName, bytes: Uint8Array) => Promise<PartHeader | SegmentProblem>

/** What a device has published, as far as its newest parts say. */
export interface DeviceLog {
  device: string
  /** Its newest part that can be read; null: none. */
  newest: PartHeader | null
  /** The last part of its newest whole publication; null: none. */
  whole: PartHeader | null
  /** A later version of Vitrine wrote its newest part. */
  isNewer: boolean
  /** The number of its last part, readable or not. */
  last: number
}

/** Calls of `list`: twenty million names are no team's. */
const mostPages = 20
/** Parts of a device that are looked at for one that can be read: the newest may be half there. */
const mostTried = 3

/** The names of all parts by their device, ascending. */
export async function listParts(log: CatalogLog, signal: AbortSignal): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  let after: SegmentName | undefined
  for (let page = 0; page < mostPages; page++) {
    const names = await log.list(signal, after)
    for (const { device, sequence } of names.sort(compareNames)) {
      found.set(device, [...(found.get(device) ?? []), sequence])
    }
    after = names.at(-1)
    if (names.length < mostListed) break
  }
  return found
}

/** Looks at the newest parts of each device; `known` logs whose last part is the same are not read again. */
export async function lookAtLogs(
  log: CatalogLog,
  inspect: Inspect,
  known: ReadonlyMap<string, DeviceLog>,
  signal: AbortSignal
): Promise<Map<string, DeviceLog>> {
  const logs = new Map<string, DeviceLog>()
  for (const [device, sequences] of await listParts(log, signal)) {
    const before = known.get(device)
    const isSame = before !== undefined && before.last === sequences.at(-1) && before.newest !== null
    logs.set(device, isSame ? before : await lookAtDevice(log, inspect, device, sequences, signal))
  }
  return logs
}

async function lookAtDevice(
  log: CatalogLog,
  inspect: Inspect,
  device: string,
  sequences: readonly number[],
  signal: AbortSignal
): Promise<DeviceLog> {
  const found: DeviceLog = { device, newest: null, whole: null, isNewer: false, last: sequences.at(-1) ?? 0 }
  const read = async (sequence: number): Promise<PartHeader | null> => {
    if (!sequences.includes(sequence)) return null
    const part = await readOne(log, inspect, { device, sequence }, signal)
    if (part === 'newer') found.isNewer = true
    return part === 'newer' ? null : part
  }
  for (const sequence of sequences.slice(-mostTried).reverse()) {
    found.newest = await read(sequence)
    if (found.newest !== null || found.isNewer) break
  }
  const { newest } = found
  if (newest === null || newest.ended) return found
  // A publication that is being written is none yet: the one before it holds.
  const last = newest.list === null ? await read(newest.first - 1) : newest
  found.whole = last?.list ? last : null
  return found
}

/** null: it is not there yet, or not what it is called. */
async function readOne(
  log: CatalogLog,
  inspect: Inspect,
  name: SegmentName,
  signal: AbortSignal
): Promise<PartHeader | 'newer' | null> {
  try {
    const part = await inspect(name, await log.read(name, signal))
    return part === 'newer' || typeof part !== 'string' ? part : null
  } catch (error) {
    if (error instanceof CarrierFailure && ['not-found', 'invalid'].includes(error.kind)) return null
    throw error
  }
}

/**
 * Whose publications count: those of the highest term that are whole, or its word that there are no more, of a device that still
 * belongs to the team. null: nobody's.
 */
export function publisherAmong(
  logs: Iterable<DeviceLog>,
  team: string,
  isRemoved: (device: string) => boolean,
  store: PartHeader['store']
): DeviceLog | null {
  let found: DeviceLog | null = null
  for (const log of logs) {
    const { newest, device } = log
    if (newest?.team !== team || isRemoved(device) || !isSameStore(newest.store, store)) continue
    if (log.whole === null && !newest.ended) continue
    const best: PartHeader | null = found?.newest ?? null
    if (best === null || precedes(best, newest)) found = log
  }
  return found
}

/** Whether another device has taken publishing over; of two that did so at once, one is as good as the other. */
export function precedes(
  one: Pick<PartHeader, 'term' | 'device'>,
  other: Pick<PartHeader, 'term' | 'device'>
): boolean {
  return one.term < other.term || (one.term === other.term && one.device < other.device)
}

export function isSameStore(one: PartHeader['store'], other: PartHeader['store']): boolean {
  return one.baseUrl === other.baseUrl && one.apiPath === other.apiPath
}
