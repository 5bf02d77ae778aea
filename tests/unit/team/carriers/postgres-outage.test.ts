import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CarrierFailure } from '../../../../electron/team/carriers/carrier'
import type { PostgresCarrier } from '../../../../electron/team/carriers/postgres/postgres-carrier'
import { eventually } from '../../../support/eventually'
import {
  hasPostgres,
  schemaFile,
  startPostgres,
  type PostgresServer
} from '../../../support/servers/postgres'
import { problemOf } from './carrier-contract'
import { ada, newId, openPostgres, type OpenOptions } from './postgres-place'

const { signal } = new AbortController()

describe.skipIf(!hasPostgres)('A database', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    await server.createLogin(ada.userName, ada.password, 'vitrine_owner')
  })
  afterAll(() => server.stop())

  const open = (options: OpenOptions): PostgresCarrier => {
    const carrier = openPostgres(server, options)
    onTestFinished(() => carrier.close())
    return carrier
  }
  async function openPrepared(): Promise<{ carrier: PostgresCarrier; team: string }> {
    const team = newId()
    const carrier = open({ team })
    await carrier.prepare(signal)
    return { carrier, team }
  }

  it('fault 145: that is killed again and again while segments are added loses none, and has none twice', async () => {
    const { carrier, team } = await openPrepared()
    const device = newId()
    const contents = (sequence: number): Uint8Array => new Uint8Array(20_000).fill(sequence % 251)
    const acknowledged: number[] = []
    let failures = 0

    /** As the exchange does: in order, each until it is acknowledged. */
    async function addAll(): Promise<void> {
      for (let sequence = 1; sequence <= 200;) {
        try {
          await carrier.append({ device, sequence }, contents(sequence), signal)
          acknowledged.push(sequence)
          sequence += 1
        } catch (error) {
          expect(error).toBeInstanceOf(CarrierFailure)
          expect(error).toMatchObject({ kind: 'unreachable' })
          failures += 1
          await server.whenUp()
        }
      }
    }
    const adding = addAll()
    for (const after of [30, 80, 150]) {
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(after))
      await server.kill()
      const known = [...acknowledged]
      await server.start()
      const reader = open({ team })
      const there = new Set((await reader.list(signal)).map(({ sequence }) => sequence))
      expect(known.filter((sequence) => !there.has(sequence))).toEqual([])
      await reader.close()
    }
    await adding
    expect(failures).toBeGreaterThan(0)
    const reader = open({ team })
    const names = await reader.list(signal)
    expect(names.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
    for (const name of names) expect(await reader.read(name, signal)).toEqual(contents(name.sequence))
  })

  it('hints at what a colleague adds, within seconds, and again after it was killed', async () => {
    const { team } = await openPrepared()
    const device = newId()
    const [writer, reader] = [open({ team }), open({ team })]
    let hints = 0
    const stop = reader.watch(() => (hints += 1))
    // The first one says that from now on nothing is missed.
    await eventually(() => expect(hints).toBe(1))
    await writer.append({ device, sequence: 1 }, new Uint8Array([1]), signal)
    await eventually(() => expect(hints).toBe(2))

    await server.kill()
    await server.start()
    await eventually(() => expect(hints).toBe(3))
    await writer.append({ device, sequence: 2 }, new Uint8Array([2]), signal)
    await eventually(() => expect(hints).toBe(4))

    stop()
    await writer.append({ device, sequence: 3 }, new Uint8Array([3]), signal)
    await reader.list(signal)
    expect(hints).toBe(4)
  })

  it('hints at nothing that is of another team', async () => {
    const { team } = await openPrepared()
    const elsewhere = await openPrepared()
    let hints = 0
    const reader = open({ team })
    reader.watch(() => (hints += 1))
    await eventually(() => expect(hints).toBe(1))
    await elsewhere.carrier.append({ device: newId(), sequence: 1 }, new Uint8Array([1]), signal)
    // What was sent comes before the answer to a later statement on the same connection.
    await reader.list(signal)
    await reader.list(signal)
    expect(hints).toBe(1)
  })

  it('takes one connection of each computer', async () => {
    const { team } = await openPrepared()
    const carrier = open({ team, userName: 'one', password: 'one-canary' })
    await server.createLogin('one', 'one-canary', 'vitrine_reviewer')
    let hints = 0
    carrier.watch(() => (hints += 1))
    await eventually(() => expect(hints).toBe(1))
    await Promise.all(
      [1, 2, 3, 4].map((sequence) =>
        carrier.append({ device: 'c'.repeat(32), sequence }, new Uint8Array([1]), signal)
      )
    )
    expect(await server.admin(`select from pg_stat_activity where usename = 'one'`)).toHaveLength(1)
  })

  const sayVersion = (number: number): Promise<unknown> =>
    server.admin(
      `create or replace function vitrine.schema_version() returns integer language sql immutable parallel safe as 'select ${number}'`
    )

  it('fault 147: that is of another version is left alone', async () => {
    const { carrier } = await openPrepared()
    await sayVersion(4)
    try {
      expect(
        await problemOf(carrier.append({ device: newId(), sequence: 1 }, new Uint8Array([1]), signal))
      ).toBe('invalid')
      expect(await problemOf(carrier.catalog.list(signal))).toBe('invalid')
    } finally {
      await sayVersion(3)
    }
  })

  it('of the version before carries marks, and says for catalogs that its tables are to be brought up to date', async () => {
    const { carrier } = await openPrepared()
    const name = { device: newId(), sequence: 1 }
    await server.admin('drop table vitrine.publications')
    await sayVersion(1)
    try {
      await carrier.append(name, new Uint8Array([1]), signal)
      expect(await problemOf(carrier.catalog.list(signal))).toBe('outdated')
      expect(await problemOf(carrier.catalog.append(name, new Uint8Array([2]), signal))).toBe('outdated')
    } finally {
      await server.admin(readFileSync(schemaFile, 'utf8'))
    }
    await carrier.catalog.append(name, new Uint8Array([2]), signal)
    expect(await carrier.catalog.list(signal)).toEqual([name])
    expect(await carrier.list(signal)).toContainEqual(name)
  })

  it('without the tables is no team', async () => {
    const bare = await startPostgres({ schema: false })
    onTestFinished(() => bare.stop())
    await bare.admin(`create role ada login password '${ada.password}'`)
    const carrier = openPostgres(bare, { team: newId() })
    onTestFinished(() => carrier.close())
    expect(await problemOf(carrier.list(signal))).toBe('not-a-team')
    expect(await problemOf(carrier.prepare(signal))).toBe('not-a-team')
  })
})

describe('A server that is no database', () => {
  async function problemAt(answer: (socket: Socket) => void, stop?: AbortSignal): Promise<unknown> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      answer(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const address = `postgresql://127.0.0.1:${port}/postgres?sslmode=require`
    const carrier = openPostgres({ port } as PostgresServer, { team: newId(), address })
    try {
      return await problemOf(carrier.list(stop ?? signal))
    } finally {
      await carrier.close()
      server.close()
    }
  }

  it('is told from one', async () => {
    expect(await problemAt((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))).toBe('invalid')
  })

  it('is left where it hangs up', async () => {
    expect(await problemAt((socket) => socket.destroy())).toBe('unreachable')
  })

  it('is left when somebody does not want to wait for it any longer', async () => {
    const stop = new AbortController()
    const problem = problemAt(() => stop.abort(), stop.signal)
    await expect(problem).rejects.toMatchObject({ name: 'AbortError' })
  })
})
