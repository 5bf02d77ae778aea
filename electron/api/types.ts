import type { LookupFunction } from 'node:net'
import type { Credentials } from '../contract/connection'
import type { Result } from '../contract/failure'
import type { PageOddity, Product, SetAsideItem } from '../contract/product'

/** Where a store's list of products is: base URL without trailing slash, and the path below it. */
export interface StoreAddress {
  baseUrl: string
  apiPath: string
}

/** A product as the store gave it, with the raw, untrusted address of its picture. */
export type StoreProduct = Pick<Product, 'id' | 'name' | 'price' | 'description' | 'flags'> & {
  image: string | null
}

/** An item that could not be read, with its place in the store's answer, 1-based. */
export type UnreadableItem = Omit<SetAsideItem, 'position'> & { place: number }

/** One page of a store's list, validated and bounded. `items` and `setAside` account for every entry. */
export interface StorePage {
  form: 'full' | 'short'
  /** 1-based. */
  page: number
  /** Items per page asked for. */
  limit: number
  /** Items per page that the store really uses, as far as this page can tell. */
  pageSize: number
  items: StoreProduct[]
  setAside: UnreadableItem[]
  totalItems: number | null
  totalPages: number | null
  oddities: PageOddity[]
}

export interface PageRequest {
  store: StoreAddress
  credentials: Credentials
  /** 1-based. */
  page: number
  /** Items per page. */
  limit: number
  /** Ends the request, also while it waits for its next attempt. */
  signal?: AbortSignal | undefined
  /** How many times the store is asked at most; 3 for a page, 1 for a raw answer when not given. */
  attempts?: number | undefined
  /** ms. No longer wait before another attempt is begun, and no longer deadline is waited for twice; 30,000 if not given. */
  patience?: number | undefined
  /** How long one attempt may take from its start to its last byte, in ms; 20,000 when not given. */
  deadline?: number | undefined
}

/** The store's answer to a question for a page, as it came: 2xx, of any form. */
export interface RawAnswer {
  /** As asked, 1-based. */
  page: number
  limit: number
  /** Where it came from in the end. */
  url: string
  status: number
  contentType: string
  /** In an ArrayBuffer of their own, so that it can be moved to a worker. */
  bytes: Uint8Array<ArrayBuffer>
}

export interface StoreClient {
  /**
   * Asks for one page. Fails with network, store, answer and credentials codes, and with `cancelled`. A failure's `retryAfter`
   * goes up to `longestObeyed`; one that is longer than `longestWait` is never waited for here.
   */
  fetchPage(request: PageRequest): Promise<Result<StorePage>>
  /** The same, unread: for a worker to parse. Asks once unless `attempts` says otherwise. */
  fetchAnswer(request: PageRequest): Promise<Result<RawAnswer>>
  /** Gets ready for the first request, which else takes longer: loads what sends it, and the certificates that the computer trusts. */
  warm(): Promise<void>
  /** The computer woke up, or the way to the network is another: connections that were kept are dropped (fault 14). */
  wake(): void
  /** Drops the kept connections; a running request ends as `connection-lost`. */
  close(): void
}

/** Where the client tells what it does. It is never given headers, bodies, URLs or credentials. */
export interface ApiLog {
  debug(message: string, facts: Record<string, string | number>): void
  /** A request that failed for good: what a person who asks for help will be asked about. */
  warn(message: string, facts: Record<string, string | number>): void
}

/** Waits that many ms; rejects when the signal is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export interface StoreClientDeps {
  /** Which proxies lead to a URL, as a PAC file says it: `PROXY a:8080; DIRECT` (Electron's resolveProxy). */
  resolveProxy: (url: string) => Promise<string>
  log?: ApiLog | undefined
  /** The app's version, for the user agent. */
  version?: string | undefined
  /** Between 0 and 1, for the jitter of waits. */
  random?: (() => number) | undefined
  sleep?: Sleep | undefined
  /** Told which origin gave a page, and the IP address that it came from: null behind a proxy. */
  onStoreSeen?: ((origin: string, address: string | null) => void) | undefined
  lookup?: LookupFunction | undefined
  /** Certificate authorities (PEM) in place of Node's and the system's. */
  ca?: string[] | undefined
  /** Those that the person added; another array only when they are others. */
  addedAuthorities?: (() => readonly string[]) | undefined
}
