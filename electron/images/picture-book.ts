import { hash } from 'node:crypto'
import { maxAddressLength } from './address-guard'
import type { KnownPicture } from './worker/protocol'

/** A picture that the store named. */
export interface PictureRecord {
  /** As the store gave it, untrusted; cut where it is too long to be loaded anyway. */
  address: string
  /** null: nothing, or nobody looked on disk yet. */
  known: KnownPicture | null
  /** Products that show it, by their key, with their spelling of the address (null: the same) and what they were last told. */
  products: Map<number, { address: string | null; told: string | null }>
}

/** Products that one picture is told to: a placeholder may stand in for a hundred thousand. */
const maxProducts = 500

/** The token of an address: SHA-256 in base64url, 43 characters. */
export function tokenOf(address: string): string {
  return hash('sha256', address, 'base64url')
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
  register(connectionId: string, address: string, absolute = address, product?: number): string {
    const token = tokenOf(absolute)
    const records = this.#connections.get(connectionId) ?? new Map<string, PictureRecord>()
    this.#connections.set(connectionId, records)
    const record = records.get(token) ?? { address: cut(address), known: null, products: new Map() }
    records.delete(token)
    records.set(token, record)
    const [oldest] = records.keys()
    if (records.size > this.#limit && oldest !== undefined) records.delete(oldest)
    if (product !== undefined) addProduct(record, product, cut(address))
    return token
  }

  find(connectionId: string, token: string): PictureRecord | undefined {
    return this.#connections.get(connectionId)?.get(token)
  }

  /** The records of a connection, or of all. */
  *records(connectionId?: string): Generator<PictureRecord> {
    for (const [id, records] of this.#connections) {
      if (connectionId === undefined || id === connectionId) yield* records.values()
    }
  }

  forget(connectionId: string): void {
    this.#connections.delete(connectionId)
  }
}

function addProduct({ address, products }: PictureRecord, product: number, spelling: string): void {
  const before = products.get(product)
  const spelled = spelling === address ? null : spelling
  if (before?.address === spelled) return
  products.set(product, { address: spelled, told: null })
  const [first] = products.keys()
  if (products.size > maxProducts && first !== undefined) products.delete(first)
}

/** One character above the limit is left, so that the guard still refuses it. */
function cut(address: string): string {
  return address.slice(0, maxAddressLength + 1)
}
