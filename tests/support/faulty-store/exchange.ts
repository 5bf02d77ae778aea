import type { IncomingMessage, ServerResponse } from 'node:http'
import { catalogPage, type Shelf } from './catalog'

/** An item as a store sends it: anything at all. */
export type StoreItem = Record<string, unknown>

/** A page of the shop's web site, which is no answer of its API. */
export const webPage =
  '<!doctype html><html><head><title>Our shop</title></head><body><p>Welcome to our shop.</p></body></html>'

/** What a scenario has at hand to answer one request for a page. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** 1-based page and items per page, as asked. */
  page: number
  limit: number
  /** Of the healthy list. */
  total: number
  shelf: Shelf
  baseUrl: string
  /** How often this scenario was played since it was chosen, this time included. */
  played: number
  /** Where `redirect-elsewhere` points to. */
  elsewhere: string
}

/** A way in which a store behaves towards a request for a page, and the cases of the fault catalogue it shows. */
export interface Scenario {
  faults: number[]
  /** Whether key and user id are checked first, as a healthy store does. */
  checked?: boolean
  play: (exchange: Exchange) => void
}

/** The products that the healthy store would put on the page asked for. */
export function pageItems({ baseUrl, shelf, page, limit }: Exchange): StoreItem[] {
  return catalogPage(baseUrl, shelf, page, limit)
}

/** The full form as the healthy store sends it, with parts of `data` and the envelope replaced. */
export function fullForm(exchange: Exchange, data: StoreItem = {}, envelope: StoreItem = {}): StoreItem {
  const { page, limit, total } = exchange
  return {
    status: 200,
    message: 'Products retrieved',
    data: {
      items: pageItems(exchange),
      currentPage: page,
      totalPages: Math.ceil(total / limit),
      totalItems: total,
      ...data
    },
    ...envelope
  }
}

/** Sends any body as JSON. */
export function sendJson(
  { response }: Exchange,
  body: unknown,
  status = 200,
  headers: StoreHeaders = {}
): void {
  sendText(response, typeof body === 'string' ? body : JSON.stringify(body), status, {
    'content-type': 'application/json; charset=utf-8',
    ...headers
  })
}

export type StoreHeaders = Record<string, string>

/** Sends a text with its length. */
export function sendText(
  response: ServerResponse,
  text: string,
  status: number,
  headers: StoreHeaders
): void {
  const bytes = Buffer.from(text)
  response.writeHead(status, { 'content-length': bytes.length, ...headers })
  response.end(bytes)
}

/** Sends an error as stores do: its status in the body too. */
export function refuse(
  exchange: Exchange,
  status: number,
  message: string,
  headers: StoreHeaders = {}
): void {
  sendJson(exchange, { status, message }, status, headers)
}
