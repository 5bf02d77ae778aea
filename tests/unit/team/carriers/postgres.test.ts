import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../support/servers/postgres'
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

  describeCarrier('A database', () => Promise.resolve(postgresPlace(server)))
})
