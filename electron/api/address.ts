import { knownApiPaths, type AddressRepair, type RepairedAddress } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import { withoutWrapping, withScheme } from './address-text'
import { isHostUsable, isLoopback } from './host'
import type { StoreAddress } from './types'

export { isLoopback }

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
