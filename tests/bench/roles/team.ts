import { mkdirSync, readFileSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { setV8Flags } from '../../../electron/database/v8-flags'
import type { Carrier } from '../../../electron/team/carriers/carrier'
import { createFolderCarrier } from '../../../electron/team/carriers/folder'
import { createPostgresCarrier } from '../../../electron/team/carriers/postgres/postgres-carrier'
import { createPostgresSession } from '../../../electron/team/carriers/postgres/session'
import { startPostgres } from '../../support/servers/postgres'
import { serveMeasure } from '../own-process'
import { lateness, type Lateness } from './lateness'
import { deviceOf, noEnd, team } from './team-device'

export interface TeamInput {
  /** For the files of both devices, and for the team's folder. */
  folder: string
  carrier: 'folder' | 'postgres'
  /** Marks that one device has made and the other has not. */
  count: number
}

/** ms of each, and what reading did to the process that plays the app's main process. */
export interface TeamReport extends Pick<Lateness, 'delay' | 'memory'> {
  /** Operations are made of the marks, put into segments, signed and handed to the carrier. */
  write: number
  /** All segments are listed, read, checked and merged into the reviews of somebody else. */
  read: number
  segments: number
  /** The same operations by the driver or the file system alone: packed and written, and read, unpacked and put into one table. */
  bare: { write: number; read: number }
}

const login = { userName: 'bench', password: 'bench-password' }
/** P19: the operations of one device written to a carrier, and pulled and merged by another. */
serveMeasure(async ({ folder, carrier: kind, count }: TeamInput): Promise<TeamReport> => {
  setV8Flags()
  const place = kind === 'folder' ? folderPlace(folder) : await postgresPlace(folder)
  const [ada, ben] = [deviceOf('Ada', join(folder, 'ada')), deviceOf('Ben', join(folder, 'ben'))]
  await ada.begin()
  await ben.begin()
  await ada.mark(count)
  const carrier = place.open()
  await carrier.prepare(noEnd)
  const write = await took(() => ada.exchange(carrier))
  const { value: read, ...main } = await lateness(() => took(() => ben.exchange(carrier)))
  if ((await ben.marked()) !== count) throw new Error('not all marks have arrived')
  const names = await carrier.list(noEnd)
  const segments: Uint8Array[] = []
  for (const name of names) segments.push(await carrier.read(name, noEnd))
  const bare = await place.bare(segments)
  await Promise.all([ada.close(), ben.close(), carrier.close()])
  await place.end()
  return { write, read, segments: names.length, bare, delay: main.delay, memory: main.memory }
})

async function took(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Where segments go, and the least that moving and reading them costs there. */
interface Place {
  open: () => Carrier
  bare: (segments: readonly Uint8Array[]) => Promise<TeamReport['bare']>
  end: () => Promise<void>
}

function folderPlace(folder: string): Place {
  const [shared, plain] = [join(folder, 'shared'), join(folder, 'plain')]
  for (const each of [shared, plain]) mkdirSync(each, { recursive: true })
  const fileOf = (at: number): string => join(plain, `${at}.bin`)
  return {
    open: () => createFolderCarrier(shared),
    bare: (segments) =>
      bareWork(plain, segments, {
        async write(bytes, at) {
          const file = await open(`${fileOf(at)}.new`, 'w')
          await file.writeFile(bytes)
          await file.sync()
          await file.close()
          await rename(`${fileOf(at)}.new`, fileOf(at))
        },
        read: (at) => readFile(fileOf(at))
      }),
    end: () => Promise.resolve()
  }
}

async function postgresPlace(folder: string): Promise<Place> {
  const server = await startPostgres({ schema: false })
  await server.admin(readFileSync('electron/team/carriers/postgres/schema.sql', 'utf8'))
  await server.createLogin(login.userName, login.password, 'vitrine_owner')
  const address = `postgresql://127.0.0.1:${server.port}/postgres`
  return {
    open: () =>
      createPostgresCarrier(createPostgresSession({ address, ...login, addedAuthorities: () => [] }), team),
    async bare(segments) {
      await server.admin('create table plain (at integer primary key, bytes bytea not null)')
      const client = await server.connectAdmin()
      try {
        return await bareWork(folder, segments, {
          async write(bytes, at) {
            await client.query('insert into plain values ($1, $2)', [at, bytes])
          },
          async read(at) {
            const { rows } = await client.query<{ bytes: Buffer }>('select bytes from plain where at = $1', [
              at
            ])
            return rows[0]?.bytes ?? Buffer.alloc(0)
          }
        })
      } finally {
        await client.end()
      }
    },
    end: () => server.stop()
  }
}

interface BarePlace {
  write: (bytes: Uint8Array, at: number) => Promise<void>
  read: (at: number) => Promise<Uint8Array>
}

/**
 * The same operations without all that makes a team of them. One side reads them from its log, packs and writes them; the other reads and
 * unpacks them, and puts each into its log and, where it is the product's newest, in place of the one before.
 */
async function bareWork(
  folder: string,
  segments: readonly Uint8Array[],
  { write, read }: BarePlace
): Promise<TeamReport['bare']> {
  const [from, to] = [openPlain(join(folder, 'from.sqlite')), openPlain(join(folder, 'to.sqlite'))]
  const ends = segments.map((bytes) => add(from, gunzipSync(bytes).toString('utf8')))
  const written = await took(async () => {
    const rows = from.prepare('SELECT operation FROM log WHERE number > ? AND number <= ? ORDER BY number')
    for (const [at, end] of ends.entries()) {
      const some = rows
        .all(ends[at - 1] ?? 0, end)
        .map(({ operation }): unknown => JSON.parse(String(operation)))
      await write(gzipSync(some.map((line) => JSON.stringify(line)).join('\n')), at)
    }
  })
  const readBack = await took(async () => {
    for (const at of ends.keys()) add(to, gunzipSync(await read(at)).toString('utf8'))
  })
  for (const db of [from, to]) db.close()
  return { write: written, read: readBack }
}

function openPlain(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec('CREATE TABLE log (number INTEGER PRIMARY KEY, operation TEXT NOT NULL)')
  db.exec('CREATE TABLE newest (product TEXT PRIMARY KEY, operation TEXT NOT NULL)')
  return db
}

/** Logs operations in one transaction; the number of the last. */
function add(db: DatabaseSync, lines: string): number {
  const log = db.prepare('INSERT INTO log (operation) VALUES (?)')
  const put = db.prepare(
    'INSERT INTO newest VALUES (?, ?) ON CONFLICT DO UPDATE SET operation = excluded.operation'
  )
  let last: number | bigint = 0
  db.exec('BEGIN')
  for (const line of lines.split('\n').filter((each) => each !== '')) {
    const operation = JSON.parse(line) as { product?: unknown }
    const text = JSON.stringify(operation)
    last = log.run(text).lastInsertRowid
    put.run(String(operation.product), text)
  }
  db.exec('COMMIT')
  return Number(last)
}
