import { isIP } from 'node:net'
import { CarrierFailure } from '../carrier'

export interface PostgresAddress {
  /** A name or an IP address, or the folder of a Unix socket. */
  host: string
  port: number
  database: string
  /** Not where nothing leaves this computer, unless the address asks for it. */
  encrypted: boolean
}

/** The usual words for how far a server is trusted; here each of these verifies its certificate. */
const verifying = new Set(['require', 'verify-ca', 'verify-full'])
/** These leave it to us: encrypted, except on this computer. */
const undecided = new Set([null, 'prefer', 'allow', 'disable'])

const hostPattern = /^[\p{L}\p{N}._-]{1,253}$/u

/**
 * Reads `postgresql://host:port/database`, or `postgresql:///database?host=/folder/of/a/socket&port=5432`. Fails with `invalid` for anything else,
 * also where it has a password, which would be kept in a file; with `untrusted` where it asks for a connection to another computer
 * that is not encrypted.
 */
export function readPostgresAddress(text: string): PostgresAddress {
  const url = URL.parse(text.trim())
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) throw invalid('is none of PostgreSQL')
  if (url.username !== '' || url.password !== '') throw invalid('has a user name or a password in it')
  const { host, port, sslmode, rest } = parametersOf(url)
  const database = decoded(url.pathname.slice(1))
  if (database === '' || database.includes('\0')) throw invalid('names no database')
  if (rest.length > 0) throw invalid('has a parameter that Vitrine does not know')
  if (!verifying.has(sslmode ?? '') && !undecided.has(sslmode)) throw invalid('has an unknown sslmode')
  const isLocal = host.startsWith('/') || isLoopback(host)
  if (!isLocal && sslmode === 'disable') {
    throw new CarrierFailure('untrusted', 'the address asks for a connection without encryption')
  }
  const encrypted = !host.startsWith('/') && (!isLocal || verifying.has(sslmode ?? ''))
  return { host, port, database, encrypted }
}

interface Parameters {
  host: string
  port: number
  sslmode: string | null
  /** Names of others. */
  rest: string[]
}

function parametersOf({ hostname, port: namedPort, searchParams }: URL): Parameters {
  const isSocket = hostname === ''
  const known = isSocket ? ['host', 'port', 'sslmode'] : ['sslmode']
  const rest = [...searchParams.keys()].filter((name) => !known.includes(name))
  const host = isSocket ? (searchParams.get('host') ?? '') : decoded(hostname).replace(/^\[(.*)\]$/, '$1')
  const isFolder = host.startsWith('/') && !host.includes('\0')
  if (isSocket ? !isFolder : isIP(host) === 0 && !hostPattern.test(host)) throw invalid('names no host')
  const named = isSocket ? searchParams.get('port') : namedPort
  const port = named === null || named === '' ? 5432 : Number(named)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw invalid('has a port that is none')
  return { host, port, sslmode: searchParams.get('sslmode'), rest }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid('is not encoded as addresses are')
  }
}

function invalid(what: string): CarrierFailure {
  return new CarrierFailure('invalid', `the address ${what}`)
}
