import { CarrierFailure } from '../carrier'

/**
 * The URL of a folder on a server, with a slash at its end. Fails with `invalid` where it is none, or has a password in it, which would be
 * kept in a file; with `untrusted` where it is not https and the server not this computer.
 */
export function readServerAddress(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalid('is none of a file server')
  if (url.username !== '' || url.password !== '') throw invalid('has a user name or a password in it')
  if (url.search !== '' || url.hash !== '') throw invalid('is none of a folder')
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)) {
    throw new CarrierFailure('untrusted', 'the address does not begin with https')
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

function invalid(what: string): CarrierFailure {
  return new CarrierFailure('invalid', `the address ${what}`)
}
