import ipaddr from 'ipaddr.js'
import { type AddressRepair, type RepairedAddress } from '../contract/connection'
import { knownApiPaths } from '../contract/connection-check'
import { fail, ok, type Result } from '../contract/failure'
import type { StoreAddress } from './types'

/** As the contract bounds them. */
const maxBaseUrl = 2048
const maxApiPath = 1024

/**
 * Puts a pasted address right: surroundings, scheme, user info, query and slashes. A known API path in it (or
 * an unknown path that ends in `/products`) becomes `apiPath`; what stands before a known one stays in
 * `baseUrl`, as does any other path. Repairing a repaired address changes nothing.
 * Fails with `address-invalid`.
 */
export function repairAddress(text: string): Result<RepairedAddress> {
  const repairs = new Set<AddressRepair>()
  const bare = withoutWrapping(text)
  if (bare !== text) repairs.add('trimmed')
  const whole = withScheme(bare, repairs)
  const url = whole === null ? null : URL.parse(whole)
  if (url === null || !isHostUsable(url.hostname)) return fail('address-invalid')
  if (url.hostname.endsWith('.')) {
    url.hostname = url.hostname.slice(0, -1)
    repairs.add('trimmed')
  }
  if (url.username !== '' || url.password !== '') repairs.add('credentials-dropped')
  if (url.search !== '') repairs.add('query-dropped')
  if (url.hash !== '') repairs.add('fragment-dropped')
  const { prefix, apiPath } = splitPath(tidyPath(url.pathname, repairs))
  if (apiPath !== null) repairs.add('path-moved')
  const baseUrl = url.origin + prefix
  if (baseUrl.length > maxBaseUrl || (apiPath?.length ?? 0) > maxApiPath) return fail('address-invalid')
  const needsHttpConsent = url.protocol === 'http:' && !isLoopback(url.hostname)
  return ok({ baseUrl, apiPath, repairs: [...repairs], needsHttpConsent })
}

/**
 * The URL of one page. `store` is a repaired address: a base that is no URL throws. Whatever the API path says,
 * the result is below the base's origin.
 */
export function pageUrl(store: StoreAddress, page: number, limit: number): URL {
  const base = store.baseUrl.replace(/\/+$/, '')
  const url = new URL(`${base}/${store.apiPath.replace(/^[/\\]+/, '')}`)
  // Each change of a URL parses it anew, and a sync makes ten thousand.
  const query = new URLSearchParams(url.search)
  query.set('pageNo', String(page))
  query.set('limit', String(limit))
  url.search = query.toString()
  if (url.hash !== '') url.hash = ''
  return url
}

function tidyPath(pathname: string, repairs: Set<AddressRepair>): string {
  const collapsed = pathname.replace(/\/{2,}/g, '/')
  if (collapsed !== pathname) repairs.add('slashes-collapsed')
  const tidy = withoutEnd(collapsed)
  if (tidy !== collapsed && collapsed !== '/') repairs.add('trimmed')
  return tidy
}

/** Without slashes and the punctuation of a sentence at its end. */
function withoutEnd(path: string): string {
  return path.replace(/[/.,;]+$/, '')
}

function splitPath(path: string): { prefix: string; apiPath: string | null } {
  const found = knownApiPaths
    .map((known) => ({ known, at: `${path}/`.indexOf(`${known}/`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0]
  if (found === undefined) {
    return path.endsWith('/products') ? { prefix: '', apiPath: path } : { prefix: path, apiPath: null }
  }
  const prefix = withoutEnd(path.slice(0, found.at))
  // A base that itself ends in /products would be taken for an API path the next time.
  return prefix.endsWith('/products')
    ? { prefix: '', apiPath: prefix + found.known }
    : { prefix, apiPath: found.known }
}

/** White space, controls and characters without width, which copying from a page or a chat brings along. */
const unseen = /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

const wrappings = ['""', "''", '``', '<>', '()', '“”', '‘’', '«»', '„“'] as const

/** The text without unseen characters, the quotes or brackets around it, and punctuation after it. */
function withoutWrapping(text: string): string {
  let bare = text.replace(unseen, '')
  for (;;) {
    const inner = unwrap(bare).replace(/[,;.]+$/, '')
    if (inner === bare) return bare
    bare = inner
  }
}

function unwrap(text: string): string {
  const wrapped = wrappings.some(
    ([open, close]) => text.length >= 2 && text.startsWith(open ?? '') && text.endsWith(close ?? '')
  )
  return wrapped ? text.slice(1, -1) : text
}

/**
 * The text with `http://` or `https://` in front: as it says, else http for loopback and https for the rest.
 * null when it has another scheme or is empty.
 */
function withScheme(text: string, repairs: Set<AddressRepair>): string | null {
  const single = text.replace(/^(?:https?:[/\\]*)+(?=https?:)/i, '')
  if (single !== text) repairs.add('trimmed')
  const stated = /^(https?):([/\\]*)(.*)$/i.exec(single)
  if (stated) {
    if (stated[2] !== '//') repairs.add('slashes-collapsed')
    return `${stated[1] ?? ''}://${stated[3] ?? ''}`
  }
  // `shop.example:8443` is a host and a port, `mailto:…` is another scheme.
  if (/^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/\\?#]|$))/i.test(single)) return null
  const rest = single.replace(/^[/\\]+/, '')
  if (rest === '') return null
  repairs.add('scheme-added')
  const host = URL.parse(`https://${rest}`)?.hostname ?? ''
  return `${isLoopback(host) ? 'http' : 'https'}://${rest}`
}

/** Whether a URL's host name means this computer: localhost and its subdomains, 127/8, ::1. */
export function isLoopback(hostname: string): boolean {
  const name = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}

/** Whether a server can have that name: the URL parser lets empty and overlong labels through. */
function isHostUsable(hostname: string): boolean {
  if (hostname.startsWith('[')) return true
  const labels = hostname.replace(/\.$/, '').split('.')
  return hostname.length <= 254 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))
}

/** Whether a text is a host as URLs write it, with or without a port. */
export function isHost(text: string): boolean {
  const url = `https://${text}/`
  const plain = `http://${text}/`
  return URL.canParse(url) && (new URL(url).host === text || new URL(plain).host === text)
}
