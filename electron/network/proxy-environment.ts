import { isExempt, splitExceptions } from './proxy-exceptions'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy that the environment names for a URL (`https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`, in either
 * case), as a PAC result: `PROXY host:port`, `DIRECT` … A password in it is kept for the proxy. This computer is
 * never behind a proxy.
 */
export function proxyFromEnvironment(text: string, environment: Environment): string {
  const url = URL.parse(text)
  if (url === null || isExempt(url, splitExceptions(valueOf(environment, 'no_proxy')))) return 'DIRECT'
  const scheme = url.protocol.slice(0, -1)
  const named = valueOf(environment, `${scheme}_proxy`) || valueOf(environment, 'all_proxy')
  return named === '' ? 'DIRECT' : pacResult(named)
}

function valueOf(environment: Environment, name: string): string {
  return (environment[name] ?? environment[name.toUpperCase()] ?? '').trim()
}

const words = new Map([
  ['http:', 'PROXY'],
  ['https:', 'HTTPS'],
  ['socks:', 'SOCKS5'],
  ['socks4:', 'SOCKS4'],
  ['socks4a:', 'SOCKS4'],
  ['socks5:', 'SOCKS5'],
  ['socks5h:', 'SOCKS5']
])

/** A proxy's address, such as `http://proxy.example:8080`, as a PAC result; `DIRECT` for what is none. */
export function pacResult(named: string): string {
  const address = /^([a-z0-9]+:)\/\/([^/]+)/i.exec(named)
  const [scheme, authority] = address ? [address[1], address[2]] : ['http:', named.split('/')[0]]
  const word = words.get(scheme?.toLowerCase() ?? '')
  return word === undefined || !authority ? 'DIRECT' : `${word} ${withReadableLogin(authority)}`
}

/** Whoever decodes a login that is no encoded text throws: a `%` in such a one is meant as it stands. */
function withReadableLogin(authority: string): string {
  const end = authority.lastIndexOf('@') + 1
  const login = authority.slice(0, end)
  try {
    decodeURIComponent(login)
    return authority
  } catch {
    return login.replaceAll('%', '%25') + authority.slice(end)
  }
}
