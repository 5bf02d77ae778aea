import { fail, ok, type Result } from '../contract/failure'
import type { ProxyProblem } from '../contract/network-values'

/** What each scheme that people write is kept as, and the port that it has where none is given. */
const schemes = new Map([
  ['http', { scheme: 'http', port: 80 }],
  ['https', { scheme: 'https', port: 443 }],
  ['socks', { scheme: 'socks5', port: 1080 }],
  ['socks5', { scheme: 'socks5', port: 1080 }],
  ['socks5h', { scheme: 'socks5', port: 1080 }]
])

/**
 * A proxy's address as a person writes it (`proxy.example:8080`, `socks5://…`), in the form in which it is kept. Fails with
 * `input-invalid` and a `ProxyProblem`: a password is refused, since the settings are a file that anybody can read.
 */
export function readProxyAddress(text: string): Result<string> {
  const trimmed = text.trim()
  if (trimmed === '') return refused('empty')
  const [, named = 'http', rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(trimmed) ?? []
  const known = schemes.get(named.toLowerCase())
  if (known === undefined) return refused('scheme')
  // Parsed as http for its host and port: the URL parser knows nothing of socks5.
  const url = URL.parse(`http://${rest}`)
  if (url === null || url.hostname === '') return refused('address')
  if (url.username !== '' || url.password !== '') return refused('password')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return refused('address')
  // The parser drops its own scheme's port, whoever wrote it.
  const written = /:(\d+)\/?$/.exec(rest)?.[1]
  return ok(`${known.scheme}://${url.hostname}:${written ?? known.port}`)
}

function refused(problem: ProxyProblem): Result<never> {
  return fail('input-invalid', { field: 'address', reason: problem })
}
