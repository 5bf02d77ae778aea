import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { TestCertificate } from '../certificates'
import {
  findProgram,
  freePort,
  handOver,
  runUnprivileged,
  serverFolder,
  startUnprivileged,
  type ServerProcess
} from './unprivileged'

/** Debian keeps PostgreSQL's own programs out of the way. */
const bins = (name: string): string | null => findProgram(name, [`/usr/lib/postgresql/*/bin/${name}`])

/** Tries until it succeeds, for 15 s; end-to-end specs use it as well, where there is no Vitest. Fails as it did last. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + 15_000; ;) {
    try {
      await check()
      return
    } catch (error) {
      if (performance.now() >= end) throw error
      await wait(50)
    }
  }
}

/** Whether PostgreSQL is on this machine; it runs as somebody without rights, which Linux alone can arrange here. */
export const hasPostgres =
  process.platform === 'linux' && bins('postgres') !== null && bins('initdb') !== null

export const schemaFile = join(import.meta.dirname, '../../../electron/team/carriers/postgres/schema.sql')

/** The administrator's password of a server that lives for one test file. */
const adminPassword = 'a password for tests'

export interface PostgresServer {
  port: number
  /** Where its Unix socket is. */
  folder: string
  /** Runs statements as the administrator, whom row security does not bind. */
  admin: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Creates a login that has a role of the schema. */
  createLogin: (name: string, password: string, role: string) => Promise<void>
  /** Ends it as a power cut would: no goodbyes, no checkpoint. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Resolves when it takes connections, also while it is down. */
  whenUp: () => Promise<void>
  /** The administrator's connection, to be ended by the caller. */
  connectAdmin: () => Promise<pg.Client>
  stop: () => Promise<void>
}

export interface PostgresOptions {
  tls?: TestCertificate
  /** Runs the schema's file, as an administrator of a team space would; true when not given. */
  schema?: boolean
}

/** Makes and starts a PostgreSQL of a test file's own: TCP on this computer, a Unix socket, and TLS where it has a certificate. */
export async function startPostgres({ tls, schema = true }: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = serverFolder('pg')
  const data = join(folder.path, 'data')
  const port = await freePort()
  const file = (name: string, text: string): string => {
    const path = join(folder.path, name)
    writeFileSync(path, text)
    handOver(path)
    return path
  }
  const passwordFile = file('password', adminPassword)
  const auth = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const locale = ['--encoding=UTF8', '--locale=C', '--no-sync']
  await runUnprivileged(bins('initdb') ?? '', [`--pgdata=${data}`, ...auth, ...locale], folder.path)
  const secure = tls
    ? [
        'ssl=on',
        `ssl_cert_file=${file('server.crt', tls.cert)}`,
        `ssl_key_file=${file('server.key', tls.key)}`
      ]
    : []
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // The system outlives every server here, and keeps what was written.
    'fsync=off',
    `unix_socket_directories=${folder.path}`,
    ...secure
  ]
  let server: ServerProcess | null = null

  async function connectAdmin(): Promise<pg.Client> {
    const login = { user: 'postgres', database: 'postgres', password: adminPassword }
    const client = new pg.Client({ host: folder.path, port, ...login })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async function admin(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = await connectAdmin()
    try {
      const result = await client.query<Record<string, unknown>>(sql, values.length > 0 ? values : undefined)
      // Several statements at once have a result each.
      return Array.isArray(result) ? [] : result.rows
    } finally {
      await client.end()
    }
  }

  async function start(): Promise<void> {
    const program = bins('postgres') ?? ''
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    const started = startUnprivileged(program, args, folder.path)
    server = started
    await eventually(async () => {
      if (started.process.exitCode !== null) throw new Error(`PostgreSQL ended: ${started.said()}`)
      await admin('select 1')
    })
  }

  await start()
  if (schema) await admin(readFileSync(schemaFile, 'utf8'))
  return {
    port,
    folder: folder.path,
    admin,
    createLogin: async (name, password, role) => {
      await admin(`create role "${name}" login password '${password}' in role ${role}`)
    },
    kill: async () => server?.end('SIGQUIT'),
    start,
    whenUp: () =>
      eventually(async () => {
        await admin('select 1')
      }),
    connectAdmin,
    async stop() {
      await server?.end('SIGQUIT')
      folder.remove()
    }
  }
}
