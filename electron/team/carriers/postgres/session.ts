import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SecureContext } from 'node:tls'
import type { Client, ClientConfig, Notification } from 'pg'
import { trustedContext } from '../../../api/agents'
import { networkFailure } from '../../../api/failures'
import { backoffDelay, type BackoffPolicy } from '../../../async/backoff'
import { createMutex } from '../../../async/locks'
import { settledWithin } from '../../../async/with-timeout'
import { CarrierFailure, type CarrierProblem } from '../carrier'
import { readPostgresAddress, type PostgresAddress } from './address'

/** By SQLSTATE, or by its class (its first two characters). */
const meanings: Partial<Record<string, CarrierProblem>> = {
  '08': 'unreachable',
  '22': 'invalid',
  // Who logs in is not who they say, or may not come from here.
  '28': 'refused',
  // A standby, which takes no writes.
  25006: 'refused',
  // The database that the address names.
  '3D000': 'invalid',
  // schema.sql has not been run here, or this login may not use it.
  '3F000': 'not-a-team',
  '42P01': 'not-a-team',
  42883: 'not-a-team',
  // Rights that are missing or were revoked; row security says the same.
  42501: 'refused',
  '42': 'invalid',
  '23': 'invalid',
  53100: 'full'
}

/** What the driver says in words of its own, without a code. */
const words: readonly (readonly [RegExp, CarrierProblem, string])[] = [
  [/[Pp]assword must be/, 'refused', 'asks for a password'],
  [/does not support SSL/, 'untrusted', 'offers no encryption'],
  [/server signature/, 'untrusted', 'does not know the password'],
  [
    /^SASL|establishing an SSL|invalid response|unexpected .* message/,
    'invalid',
    'does not speak the protocol'
  ]
]

/**
 * The failure for what the driver rejected with. Texts of the server are left out of it: they may hold anything. What took the connection
 * away counts as `unreachable`.
 */
function postgresFailure(error: unknown): CarrierFailure {
  if (error instanceof CarrierFailure) return error
  const state = stateOf(error)
  if (state !== null) {
    const kind = meanings[state] ?? meanings[state.slice(0, 2)] ?? 'unreachable'
    return new CarrierFailure(kind, `the database answered ${state}`)
  }
  const message = error instanceof Error ? error.message : ''
  const known = words.find(([pattern]) => pattern.test(message))
  if (known !== undefined) return new CarrierFailure(known[1], `the database server ${known[2]}`)
  return new CarrierFailure(...networkProblem(error))
}

/** The code of an error of the server; null: it is the driver's, or the network's. */
function stateOf(error: unknown): string | null {
  const isServers = error instanceof Error && 'severity' in error && 'code' in error
  return isServers && typeof error.code === 'string' ? error.code : null
}

function networkProblem(error: unknown): [CarrierProblem, string] {
  try {
    const { code, facts } = networkFailure(error, {}).failure
    const kind = code.startsWith('certificate-') ? 'untrusted' : 'unreachable'
    return [kind, `the database server is ${kind}: ${facts.reason ?? code}`]
  } catch {
    return ['unreachable', 'the connection to the database ended']
  }
}

/** ms until a server has taken the connection and the password. */
const connectTimeout = 15_000
/** ms for one statement, of the server's and of waiting for its answer. */
const statementTimeout = 60_000
/** ms of silence before the system asks whether the connection is alive. */
const keepAliveDelay = 60_000

/** Between attempts to listen again. */
const listening: BackoffPolicy = { first: 1000, longest: 300_000, jitter: { least: 0.5, spread: 0.5 } }

/** Runs one statement, with its values as parameters. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/**
 * The one connection of this computer to a database: a server has a hundred by default, and a team fifty people. It is opened when it is
 * needed first, and anew after it was lost.
 */
export interface PostgresSession {
  /** Runs statements while nobody else does. Rejects with `CarrierFailure`, or with the signal's reason. */
  run: <T>(signal: AbortSignal, work: (query: Query) => Promise<T>) => Promise<T>
  /**
   * Calls `onMessage` with what is sent to a channel, and with null where messages may have been missed. Connects, and connects again
   * after each loss with growing waits, until the signal is aborted.
   */
  listen: (channel: string, onMessage: (payload: string | null) => void, signal: AbortSignal) => Promise<void>
  /** Never rejects. Nothing can be run afterward. */
  close: () => Promise<void>
}

interface PostgresLogin {
  /** As `readPostgresAddress` takes it. */
  address: string
  userName: string
  password: string
  /** Certificate authorities (PEM) trusted besides the computer's own; another array only when they are others. */
  addedAuthorities: () => readonly string[]
}

interface Connection {
  client: Client
  /** Ends it at once, with whatever is under way. */
  cut: () => void
  /** Resolves when it is over. */
  ended: Promise<void>
}

export function createPostgresSession(login: PostgresLogin): PostgresSession {
  const mutex = createMutex()
  const closing = new AbortController()
  const contextOf = rememberContext()
  let current: Connection | null = null

  async function connected(signal: AbortSignal): Promise<Connection> {
    if (current !== null) return current
    const connection = await connect(login, contextOf, signal)
    current = connection
    void connection.ended.then(() => {
      if (current === connection) current = null
    })
    return connection
  }

  /** Runs it while nobody else uses the connection. */
  function use<T>(
    caller: AbortSignal,
    work: (query: Query, connection: Connection) => Promise<T>
  ): Promise<T> {
    return mutex.run(async () => {
      const signal = AbortSignal.any([caller, closing.signal])
      signal.throwIfAborted()
      const connection = await connected(signal)
      const query: Query = async (text, values = []) => {
        const answer = connection.client.query<never>(text, values)
        return (await cutShort(answer, connection, signal, statementTimeout)).rows
      }
      return work(query, connection)
    })
  }

  async function listen(
    channel: string,
    onMessage: (payload: string | null) => void,
    caller: AbortSignal
  ): Promise<void> {
    const signal = AbortSignal.any([caller, closing.signal])
    const pass = (message: Notification): void => {
      if (message.channel === channel) onMessage(message.payload ?? '')
    }
    const isOver = (): boolean => signal.aborted
    let failures = 0
    while (!isOver()) {
      try {
        const { client, ended } = await use(signal, async (query, connection) => {
          await query(`listen ${channel}`)
          return connection
        })
        failures = 0
        client.on('notification', pass)
        onMessage(null)
        await Promise.race([ended, aborted(signal)])
        client.off('notification', pass)
      } catch (error) {
        if (!(error instanceof CarrierFailure) && !isOver()) throw error
      }
      failures += 1
      const wait = backoffDelay(listening, failures, Math.random())
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    run: use,
    listen,
    async close() {
      closing.abort()
      const connection = current
      if (connection === null) return
      await settledWithin(connection.client.end(), 1000)
      connection.cut()
    }
  }
}

async function connect(
  { address, userName, password, addedAuthorities }: PostgresLogin,
  contextOf: (added: readonly string[]) => SecureContext | undefined,
  signal: AbortSignal
): Promise<Connection> {
  const where = readPostgresAddress(address)
  // Else the driver would take the name from the environment.
  if (userName === '') throw new CarrierFailure('refused', 'the database asks for a user name')
  const socket = new Socket()
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    ...settingsOf(where, userName, password),
    ssl: where.encrypted ? { rejectUnauthorized: true, secureContext: contextOf(addedAuthorities()) } : false,
    stream: () => socket
  })
  const ended = Promise.withResolvers<undefined>()
  // Also those of a connection that nobody is using; whoever uses it hears of it from their statement.
  client.on('error', () => ended.resolve(undefined))
  client.on('end', () => ended.resolve(undefined))
  const connection = { client, cut: () => void socket.destroy(), ended: ended.promise }
  try {
    await cutShort(client.connect(), connection, signal, connectTimeout)
    // Nobody's objects in another schema take the place of PostgreSQL's own.
    const settings = `set search_path = pg_catalog; set statement_timeout = ${statementTimeout}`
    await cutShort(client.query(settings), connection, signal, statementTimeout)
    return connection
  } catch (error) {
    connection.cut()
    throw error
  }
}

/** Everything that the driver would else look for in the environment, or in a file of passwords. */
function settingsOf({ host, port, database }: PostgresAddress, user: string, password: string): ClientConfig {
  return {
    host,
    port,
    database,
    user,
    // As a function, since an empty one would be looked for elsewhere.
    password: () => password,
    sslnegotiation: 'postgres',
    client_encoding: 'UTF8',
    application_name: 'Vitrine',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay
  }
}

/** What the driver answers; ends the connection when that takes too long or the signal is aborted. */
async function cutShort<T>(
  answer: Promise<T>,
  { cut }: Pick<Connection, 'cut'>,
  signal: AbortSignal,
  ms: number
): Promise<T> {
  const timer = setTimeout(cut, ms)
  signal.addEventListener('abort', cut)
  try {
    return await answer
  } catch (error) {
    signal.throwIfAborted()
    throw postgresFailure(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cut)
  }
}

/** What TLS trusts, made again only when other authorities are added: reading them all takes a while. */
function rememberContext(): (added: readonly string[]) => SecureContext | undefined {
  let known: { added: readonly string[]; context: SecureContext | undefined } | null = null
  return (added) => {
    if (known?.added !== added) known = { added, context: trustedContext(undefined, added) }
    return known.context
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  signal.addEventListener('abort', () => resolve(undefined), { once: true })
  if (signal.aborted) resolve(undefined)
  return promise
}
