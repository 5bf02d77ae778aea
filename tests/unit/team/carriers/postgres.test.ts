import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../support/servers/postgres'
import { mostListed } from '../../../../electron/team/carriers/carrier'
import { describeCarrier, problemOf } from './carrier-contract'
import { ada, newId, openPostgres, postgresPlace } from './postgres-place'

const { signal } = new AbortController()

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    await server.createLogin(ada.userName, ada.password, 'vitrine_owner')
  })
  afterAll(() => server.stop())

  it('reads the next segments of a device with one where they are read in order, as far as they fit', async () => {
    const team = newId()
    const device = newId()
    const [writer, reader] = [openPostgres(server, { team }), openPostgres(server, { team })]
    const contents = (sequence: number): Uint8Array => new Uint8Array(300_000).fill(sequence)
    const sequences = Array.from({ length: 12 }, (_, at) => at + 1)
    await writer.prepare(signal)
    for (const sequence of sequences) await writer.append({ device, sequence }, contents(sequence), signal)
    const taken = [
      await reader.read({ device, sequence: 1 }, signal),
      await reader.read({ device, sequence: 2 }, signal)
    ]
    // Only what it has already can come from now on.
    await server.admin('delete from vitrine.segments where team = $1 and sequence <= 7', [team])
    for (const sequence of sequences.slice(2)) taken.push(await reader.read({ device, sequence }, signal))
    expect(taken).toEqual(sequences.map(contents))
    expect(await problemOf(writer.read({ device, sequence: 2 }, signal))).toBe('not-found')
    await Promise.all([writer.close(), reader.close()])
  })

  it('lists more segments than fit into one answer, and what came since they were listed', async () => {
    const team = newId()
    const carrier = openPostgres(server, { team })
    await carrier.prepare(signal)
    const devices = [newId(), newId()].sort()
    const [first = '', second = ''] = devices
    await server.admin(`insert into vitrine.devices (team, device) select $1, unnest($2::text[])`, [
      team,
      devices
    ])
    await server.admin(
      `insert into vitrine.segments (team, device, sequence, bytes)
       select $1, device, sequence, '\\x00' from unnest($2::text[]) device, generate_series(1, 15000) sequence`,
      [team, devices]
    )
    const listed = [await carrier.list(signal)]
    while (listed.at(-1)?.length === mostListed)
      listed.push(await carrier.list(signal, listed.at(-1)?.at(-1)))
    expect(listed.map((names) => names.length)).toEqual([20_000, 10_000])
    expect(listed.flat().at(-1)).toEqual({ device: second, sequence: 15_000 })
    const newest = [
      { device: first, sequence: 15_000 },
      { device: second, sequence: 14_998 }
    ]
    expect(await carrier.listNew?.(listed.flat().slice(-1), signal)).toHaveLength(15_000)
    expect(await carrier.listNew?.(newest, signal)).toEqual([
      { device: second, sequence: 14_999 },
      { device: second, sequence: 15_000 }
    ])
    await carrier.close()
  })

  describeCarrier('A database', () => Promise.resolve(postgresPlace(server)))
})
