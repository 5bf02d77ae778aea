import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../support/servers/postgres'
import { newId, openPostgres, type OpenOptions } from './postgres-place'
import type { PostgresCarrier } from '../../../../electron/team/carriers/postgres/postgres-carrier'
import { problemOf } from './carrier-contract'

const { signal } = new AbortController()
const root = join(import.meta.dirname, '../../../..')
const schema = readFileSync(join(root, 'electron/team/carriers/postgres/schema.sql'), 'utf8')
const docs = readFileSync(join(root, 'docs/team.md'), 'utf8')

/** A statement of docs/team.md that begins so. */
function documented(beginning: string): string {
  const from = docs.indexOf(`\n    ${beginning}`)
  if (from === -1) throw new Error(`docs/team.md has no such statement: ${beginning}`)
  return docs.slice(from, docs.indexOf(';', from))
}

describe.skipIf(!hasPostgres)('The schema of a database for teams', () => {
  let server: PostgresServer
  let dba: pg.Client
  const team = newId()

  beforeAll(async () => {
    server = await startPostgres({ schema: false })
    await server.admin(`create role dba login createrole password 'dba'`)
    await server.admin('create database vitrine owner dba')
    dba = new pg.Client({
      host: '127.0.0.1',
      port: server.port,
      user: 'dba',
      password: 'dba',
      database: 'vitrine'
    })
    await dba.connect()
    await dba.query(schema)
  })
  afterAll(async () => {
    await dba.end()
    await server.stop()
  })

  const open = (options: Partial<OpenOptions>): PostgresCarrier =>
    openPostgres(server, {
      team,
      password: '…',
      address: `postgresql://127.0.0.1:${server.port}/vitrine`,
      ...options
    })

  it('is made by somebody who is no superuser, and serves those who log in as the docs say', async () => {
    await dba.query(documented('create role ada login'))
    await dba.query(documented('create role ben login'))
    await dba.query(documented('grant connect on database'))
    const ada = open({ userName: 'ada' })
    await ada.prepare(signal)
    await ada.append({ device: newId(), sequence: 1 }, new Uint8Array([1]), signal)
    const ben = open({ userName: 'ben' })
    expect(await ben.list(signal)).toHaveLength(1)
    expect((await dba.query(documented('select d.login'))).rows).toMatchObject([{ login: 'ada', count: '1' }])
    await Promise.all([ada.close(), ben.close()])
  })

  it('can be run again, and changes nothing', async () => {
    const ada = open({ userName: 'ada' })
    const before = await ada.list(signal)
    await dba.query(schema)
    expect(await ada.list(signal)).toEqual(before)
    await ada.append({ device: newId(), sequence: 1 }, new Uint8Array([1]), signal)
    await ada.close()
  })

  it('keeps a team to a group', async () => {
    await dba.query(`create role cleo login password '…' in role vitrine_reviewer`)
    await dba.query(documented('create role shoes'))
    await dba.query(documented('grant shoes to'))
    await dba.query(documented('update vitrine.members').replace("team = '…'", `team = '${team}'`))
    const [ben, cleo] = [open({ userName: 'ben' }), open({ userName: 'cleo' })]
    expect(await ben.list(signal)).toHaveLength(2)
    expect(await problemOf(cleo.list(signal))).toBe('not-a-team')
    await Promise.all([ben.close(), cleo.close()])
  })

  it('gives nothing any more to somebody who has left', async () => {
    const ben = open({ userName: 'ben' })
    expect(await ben.list(signal)).toHaveLength(2)
    await dba.query('revoke vitrine_reviewer from ben; alter role ben nologin')
    expect(await problemOf(ben.list(signal))).toBe('refused')
    await ben.close()
    const again = open({ userName: 'ben' })
    expect(await problemOf(again.list(signal))).toBe('refused')
    await again.close()
  })
})
