import { createHash } from 'node:crypto'
import type { Failure, FailureCode } from '../contract/failure'
import type { PictureFacts } from '../contract/product'
import { maxAddressLength } from './address-guard'

/** What is known of a picture that the store named. */
export interface PictureRecord {
  /** As the store gave it, untrusted; cut where it is too long to be loaded anyway. */
  address: string
  facts: PictureFacts | null
  /** Why the last try failed, and until when (ms since 1970) that answer stands. */
  failed: { failure: Failure; until: number } | null
}

/** The token of an address: SHA-256 in base64url, 43 characters. */
export function tokenOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url')
}

/** The pictures of each connection by token; beyond `limit` a connection's longest unused are forgotten. */
export class PictureBook {
  readonly #connections = new Map<string, Map<string, PictureRecord>>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Enters an address and comes back with its token: that of `absolute`, since a relative one means another
   * picture once the store is another, and the page may still hold the first under its token.
   */
  register(connectionId: string, address: string, absolute = address): string {
    const token = tokenOf(absolute)
    const records = this.#connections.get(connectionId) ?? new Map<string, PictureRecord>()
    this.#connections.set(connectionId, records)
    const record = records.get(token)
    records.delete(token)
    records.set(token, record ?? { address: cut(address), facts: null, failed: null })
    const [oldest] = records.keys()
    if (records.size > this.#limit && oldest !== undefined) records.delete(oldest)
    return token
  }

  find(connectionId: string, token: string): PictureRecord | undefined {
    return this.#connections.get(connectionId)?.get(token)
  }

  forget(connectionId: string): void {
    this.#connections.delete(connectionId)
  }
}

/** One character above the limit is left, so that the guard still refuses it. */
function cut(address: string): string {
  return address.slice(0, maxAddressLength + 1)
}

/** Notes that the picture was decoded; an earlier failure no longer stands. */
export function noteFacts(record: PictureRecord, facts: PictureFacts): void {
  record.facts = facts
  record.failed = null
}

/** Notes why there is no raster, with the time (ms since 1970) from which it is worth another try. */
export function noteFailure(record: PictureRecord, failure: Failure, now: number): void {
  if (failure.code !== 'cancelled') record.failed = { failure, until: now + standsFor(failure.code) }
}

/** The failure that still stands at this time; null when the picture may be tried. */
export function standingFailure({ failed }: PictureRecord, now: number): Failure | null {
  return failed !== null && now < failed.until ? failed.failure : null
}

/** ms: 5 minutes where another try seldom helps, half a minute where the network or the server was at fault. */
function standsFor(code: FailureCode): number {
  const lasting = code.startsWith('picture-') || ['not-found', 'forbidden', 'request-refused'].includes(code)
  return lasting ? 300_000 : 30_000
}
