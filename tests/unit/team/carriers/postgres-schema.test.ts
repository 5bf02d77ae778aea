import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../support/servers/postgres'
import { newId, openPostgres, type OpenOptions } from './postgres-place'
import type { SegmentName } from '../../../../electron/team/carriers/carrier'
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

type Names = [SegmentName, SegmentName]

/** What a schema is made of, with all rights in it. */
async function structureOf(client: pg.Client): Promise<unknown[]> {
  const rights = (list: string): string =>
    `(select array_agg(right_of::text order by right_of::text) from aclexplode(${list}) right_of)`
  const within = (column: string): string => `${column} = 'vitrine'::regnamespace`
  const questions = [
    `select tablename, policyname, permissive, roles, cmd, qual, with_check from pg_policies
     where schemaname = 'vitrine'`,
    `select pg_get_functiondef(oid) as made, ${rights('proacl')} from pg_proc where ${within('pronamespace')}`,
    `select relname, relkind, relrowsecurity, ${rights('relacl')} from pg_class where ${within('relnamespace')}`,
    `select relname, attname, format_type(atttypid, atttypmod) as type, attnotnull, attstorage,
       pg_get_expr(adbin, adrelid) as value, ${rights('attacl')}
     from pg_class join pg_attribute a on attrelid = pg_class.oid
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where relkind = 'r' and attnum > 0 and ${within('relnamespace')}`,
    `select conrelid::regclass::text as of, pg_get_constraintdef(oid) as made from pg_constraint
     where ${within('connamespace')}`,
    `select pg_get_triggerdef(t.oid) as made from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and ${within('relnamespace')}`
  ]
  const parts: unknown[] = []
  for (const question of questions) {
    const { rows } = await client.query(`select * from (${question}) part order by part::text`)
    expect(rows, question).not.toEqual([])
    parts.push(rows)
  }
  return parts
}

describe.skipIf(!hasPostgres)('The schema of a database for teams', () => {
  let server: PostgresServer
  let dba: pg.Client
  const team = newId()

  beforeAll(async () => {
    server = await startPostgres({ schema: false })
    await server.admin(`create role dba login createrole password 'dba'`)
    await server.admin('create database vitrine owner dba')
    dba = await connectDba('vitrine')
    await dba.query(schema)
  })
  afterAll(async () => {
    await dba.end()
    await server.stop()
  })

  async function connectDba(database: string): Promise<pg.Client> {
    const login = { user: 'dba', password: 'dba', database }
    const client = new pg.Client({ host: '127.0.0.1', port: server.port, ...login })
    await client.connect()
    return client
  }
  const open = (options: Partial<OpenOptions>, database = 'vitrine'): PostgresCarrier =>
    openPostgres(server, {
      team,
      password: '…',
      address: `postgresql://127.0.0.1:${server.port}/${database}`,
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

  it('no longer gives anything to somebody who has left', async () => {
    const ben = open({ userName: 'ben' })
    expect(await ben.list(signal)).toHaveLength(2)
    await dba.query('revoke vitrine_reviewer from ben; alter role ben nologin')
    expect(await problemOf(ben.list(signal))).toBe('refused')
    await ben.close()
    const again = open({ userName: 'ben' })
    expect(await problemOf(again.list(signal))).toBe('refused')
    await again.close()
  })

  describe.each([1, 2])('in version %i', (version) => {
    const database = `vitrine_${version}`
    const dora = { userName: `dora_${version}`, password: 'dora-canary-81c2' }
    const eli = { userName: `eli_${version}`, password: 'eli-canary-40ba' }
    const [doras, elis] = [newId(), newId()].map((device) => ({ device, sequence: 1 })) as Names
    const [first, second] = [new Uint8Array([1]), new Uint8Array([2])]
    let old: pg.Client

    beforeAll(async () => {
      await server.admin(`create database ${database} owner dba`)
      old = await connectDba(database)
      await old.query(readFileSync(join(import.meta.dirname, `schemas/version-${version}.sql`), 'utf8'))
      await server.createLogin(dora.userName, dora.password, 'vitrine_owner')
      await server.createLogin(eli.userName, eli.password, 'vitrine_reviewer')
    })
    afterAll(() => old.end())

    async function both(work: (dora: PostgresCarrier, eli: PostgresCarrier) => Promise<void>): Promise<void> {
      const [hers, his] = [open(dora, database), open(eli, database)]
      await work(hers, his)
      await Promise.all([hers.close(), his.close()])
    }
    async function rows(): Promise<unknown[]> {
      const all: unknown[] = []
      for (const table of ['teams', 'members', 'devices', 'segments'])
        all.push((await old.query(`select * from vitrine.${table} order by 1, 2`)).rows)
      return all
    }

    it('serves the app as before', () =>
      both(async (hers, his) => {
        await hers.prepare(signal)
        await hers.append(doras, first, signal)
        await his.append(elis, second, signal)
        expect(await his.list(signal)).toHaveLength(2)
        expect(await problemOf(his.append({ ...doras, sequence: 2 }, first, signal))).toBe('refused')
        const published = await problemOf(his.catalog.append(elis, second, signal))
        expect(published).toBe(version === 1 ? 'outdated' : null)
      }))

    it('becomes the newest by running the file, and keeps its rows', async () => {
      const before = await rows()
      await old.query(schema)
      expect(await rows()).toEqual(before)
      expect((await old.query('select vitrine.schema_version() as version')).rows).toEqual([{ version: 3 }])
      expect(await structureOf(old)).toEqual(await structureOf(dba))
    })

    it('then lets each login write as its own devices alone', () =>
      both(async (hers, his) => {
        await hers.append({ ...doras, sequence: 2 }, first, signal)
        await hers.catalog.append(doras, first, signal)
        await his.catalog.append(elis, second, signal)
        for (const log of [his, his.catalog])
          expect(await problemOf(log.append({ ...doras, sequence: 3 }, second, signal))).toBe('refused')
        await his.catalog.remove([doras, elis], signal)
        expect(await hers.catalog.list(signal)).toEqual([doras])
        expect(await hers.list(signal)).toHaveLength(3)
      }))
  })
})
