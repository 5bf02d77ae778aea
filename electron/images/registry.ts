import { hash } from 'node:crypto'
import { maxAddressLength } from './fetch/address-guard'
import type { KnownImage } from './disk/protocol'

/** A picture that the store named. */
export interface ImageRecord {
  /** As the store gave it, untrusted; cut where it is too long to be loaded anyway. */
  address: string
  /** null: nothing, or nobody looked on disk yet. */
  known: KnownImage | null
  /** Products that show it, by their key, with their spelling of the address (null: the same) and what they were last told. */
  products: Map<number, { address: string | null; reported: string | null }>
}

/** Products that one picture is told to: a placeholder may stand in for a hundred thousand. */
const maxProducts = 500

/** The token of an address: SHA-256 in base64url, 43 characters. */
export function tokenOf(address: string): string {
  return hash('sha256', address, 'base64url')
}

/** What the book holds of a connection. */
interface ConnectionImages {
  records: Map<string, ImageRecord>
  /** The record that each product is entered in: it shows one picture. */
  byProduct: Map<number, ImageRecord>
}

/** The pictures of each connection by token; beyond `limit` a connection's longest unused are forgotten. */
export class ImageRegistry {
  readonly #connections = new Map<string, ConnectionImages>()
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
    const chapter = this.#connections.get(connectionId) ?? { records: new Map(), byProduct: new Map() }
    this.#connections.set(connectionId, chapter)
    const { records } = chapter
    const record = records.get(token) ?? { address: cut(address), known: null, products: new Map() }
    records.delete(token)
    records.set(token, record)
    const [oldest] = records.keys()
    if (records.size > this.#limit && oldest !== undefined) drop(chapter, oldest)
    if (product !== undefined) addProduct(chapter, record, product, cut(address))
    return token
  }

  find(connectionId: string, token: string): ImageRecord | undefined {
    return this.#connections.get(connectionId)?.records.get(token)
  }

  /** The records of a connection, or of all. */
  *records(connectionId?: string): Generator<ImageRecord> {
    for (const [id, { records }] of this.#connections) {
      if (connectionId === undefined || id === connectionId) yield* records.values()
    }
  }

  /** What these products were told counts as not told. */
  forgetReported(connectionId: string, products: readonly number[]): void {
    const byProduct = this.#connections.get(connectionId)?.byProduct
    for (const product of products) {
      const entry = byProduct?.get(product)?.products.get(product)
      if (entry !== undefined) entry.reported = null
    }
  }

  forget(connectionId: string): void {
    this.#connections.delete(connectionId)
  }
}

/** A product that shows another picture from now on is to be told of the former one again if it comes back. */
function addProduct(
  { byProduct }: ConnectionImages,
  record: ImageRecord,
  product: number,
  spelling: string
): void {
  const former = byProduct.get(product)
  if (former !== record) former?.products.delete(product)
  byProduct.set(product, record)
  const { address, products } = record
  const before = products.get(product)
  const spelled = spelling === address ? null : spelling
  if (before?.address === spelled) return
  products.set(product, { address: spelled, reported: null })
  const [first] = products.keys()
  if (products.size <= maxProducts || first === undefined) return
  products.delete(first)
  byProduct.delete(first)
}

function drop({ records, byProduct }: ConnectionImages, token: string): void {
  for (const product of records.get(token)?.products.keys() ?? []) byProduct.delete(product)
  records.delete(token)
}

/** One character above the limit is left, so that the guard still refuses it. */
function cut(address: string): string {
  return address.slice(0, maxAddressLength + 1)
}
