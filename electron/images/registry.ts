import { hash } from 'node:crypto'
import { maxAddressLength } from './fetch/address-guard'
import type { KnownImage } from './disk/protocol'

/** A picture that the store named. */
export interface ImageRecord {
  /** As the store gave it, untrusted; truncated if it is too long to be loaded. */
  address: string
  /** null: nothing, or the disk was not read yet. */
  known: KnownImage | null
  /** Products that show it, by key, with their spelling of the address (null: the same) and what was last reported to them. */
  products: Map<number, { address: string | null; reported: string | null }>
}

/** Most products that findings of one picture are reported to: a hundred thousand may show the same placeholder. */
const maxProducts = 500

/** The token of an address: SHA-256 in base64url, 43 characters. */
export function tokenOf(address: string): string {
  return hash('sha256', address, 'base64url')
}

/** The pictures of one connection. */
interface ConnectionImages {
  records: Map<string, ImageRecord>
  /** The record of each product's picture: a product shows one. */
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
   * Registers an address and returns the token of `absolute`: a relative address means another picture once the store has
   * another address, and the page may still have the first picture under its token.
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

  /** Has findings reported to these products again. */
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

/** When a product gets another picture, findings of the former one are reported again if it returns. */
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

/** Leaves one character above the limit, so that the guard still refuses the address. */
function cut(address: string): string {
  return address.slice(0, maxAddressLength + 1)
}
