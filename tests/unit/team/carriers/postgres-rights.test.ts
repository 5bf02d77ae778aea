import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../support/servers/postgres'
import { problemOf } from './carrier-contract'
import { ada, newId, openPostgres } from './postgres-place'

const { signal } = new AbortController()
const eve = { userName: 'eve', password: 'eve-canary-9d31f0' }
const rob = { userName: 'rob', password: 'rob-canary-77be02' }

const denied = '42501'
const refusedRow = /row-level security/

/** What Ada's team has in its log; Eve is a reviewer of it, who means ill. */
describe.skipIf(!hasPostgres)('A reviewer who attacks the database', () => {
  let server: PostgresServer
  let attacker: pg.Client
  const team = newId()
  const foreignTeam = newId()
  const adas = newId()
  const eves = newId()

  beforeAll(async () => {
    server = await startPostgres()
    await server.createLogin(ada.userName, ada.password, 'vitrine_owner')
    await server.createLogin(eve.userName, eve.password, 'vitrine_reviewer')
    await server.createLogin(rob.userName, rob.password, 'vitrine_reader')
    for (const id of [team, foreignTeam]) {
      const carrier = openPostgres(server, { team: id })
      await carrier.prepare(signal)
      await carrier.append({ device: adas, sequence: 1 }, new Uint8Array([1]), signal)
      await carrier.catalog.append({ device: adas, sequence: 1 }, new Uint8Array([1]), signal)
      await server.admin(
        "insert into vitrine.claims (team, queue, product, place) values ($1, $1, 'p1', 0), ($1, $1, 'p2', 0)",
        [id]
      )
      await carrier.close()
    }
    await server.admin('create role shoes in role vitrine_owner')
    await server.admin('grant shoes to ada')
    await server.admin(
      "update vitrine.members set member = 'shoes' where team = $1 and member = 'vitrine_reader'",
      [foreignTeam]
    )
    attacker = new pg.Client({
      host: '127.0.0.1',
      port: server.port,
      database: 'postgres',
      user: eve.userName,
      password: eve.password
    })
    await attacker.connect()
  })
  afterAll(async () => {
    await attacker.end()
    await server.stop()
  })

  const attack = (sql: string, values: unknown[] = []) => attacker.query(sql, values)
  const count = async (sql: string, values: unknown[] = []): Promise<number> =>
    (await attack(sql, values)).rowCount ?? 0

  it('adds segments of her own device', async () => {
    const carrier = openPostgres(server, { team, ...eve })
    await carrier.append({ device: eves, sequence: 1 }, new Uint8Array([2]), signal)
    expect(await carrier.list(signal)).toHaveLength(2)
    await carrier.close()
  })

  it('forges none of another device', async () => {
    const carrier = openPostgres(server, { team, ...eve })
    expect(await problemOf(carrier.append({ device: adas, sequence: 2 }, new Uint8Array([3]), signal))).toBe(
      'refused'
    )
    await carrier.close()
    const forged = attack(
      'insert into vitrine.segments (team, device, sequence, bytes) values ($1, $2, 3, $3)',
      [team, adas, Buffer.from('forged')]
    )
    await expect(forged).rejects.toThrow(refusedRow)
  })

  it('publishes catalogs as her own device alone, and removes hers alone', async () => {
    const carrier = openPostgres(server, { team, ...eve })
    const own = { device: eves, sequence: 1 }
    await carrier.catalog.append(own, new Uint8Array([2]), signal)
    const forged = carrier.catalog.append({ device: adas, sequence: 2 }, new Uint8Array([3]), signal)
    expect(await problemOf(forged)).toBe('refused')
    await carrier.catalog.remove([{ device: adas, sequence: 1 }], signal)
    expect(await carrier.catalog.list(signal)).toHaveLength(2)
    expect(await count('delete from vitrine.publications where device = $1', [adas])).toBe(0)
    const rewritten = attack('update vitrine.publications set bytes = $1', [Buffer.from('x')])
    await expect(rewritten).rejects.toMatchObject({ code: denied })
    const backdated = attack(
      'insert into vitrine.publications (team, device, sequence, bytes, added_at) values ($1, $2, 9, $3, $4)',
      [team, eves, Buffer.from('x'), new Date(0)]
    )
    await expect(backdated).rejects.toMatchObject({ code: denied })
    await expect(attack('truncate vitrine.publications')).rejects.toMatchObject({ code: denied })
    await carrier.catalog.remove([own], signal)
    expect(await carrier.catalog.list(signal)).toEqual([{ device: adas, sequence: 1 }])
    await carrier.close()
  })

  it('registers no device in the name of somebody else, and takes none over', async () => {
    const named = attack('insert into vitrine.devices (team, device, login) values ($1, $2, $3)', [
      team,
      newId(),
      'ada'
    ])
    await expect(named).rejects.toMatchObject({ code: denied })
    const taken = attack('insert into vitrine.devices (team, device) values ($1, $2)', [team, adas])
    await expect(taken).rejects.toMatchObject({ code: '23505' })
    const over = attack(
      'insert into vitrine.devices (team, device) values ($1, $2) on conflict (team, device) do update set login = session_user',
      [team, adas]
    )
    await expect(over).rejects.toMatchObject({ code: denied })
  })

  it('says not when a segment was added', async () => {
    const backdated = attack(
      'insert into vitrine.segments (team, device, sequence, bytes, added_at) values ($1, $2, 9, $3, $4)',
      [team, eves, Buffer.from('x'), new Date(0)]
    )
    await expect(backdated).rejects.toMatchObject({ code: denied })
  })

  it.each(['teams', 'members', 'devices', 'segments'])(
    'changes, deletes and empties nothing of %s',
    async (table) => {
      for (const statement of [
        `update vitrine.${table} set team = team`,
        `delete from vitrine.${table}`,
        `truncate vitrine.${table} cascade`,
        `drop table vitrine.${table} cascade`,
        `alter table vitrine.${table} disable row level security`,
        `drop policy own_teams on vitrine.${table}`,
        `do $$ begin lock table vitrine.${table} in share mode; end $$`,
        `copy vitrine.${table} to program 'cat'`
      ])
        await expect(attack(statement), statement).rejects.toMatchObject({ code: denied })
    }
  )

  it('changes no segment of her own either', async () => {
    const rewritten = attack('update vitrine.segments set bytes = $1 where device = $2', [
      Buffer.from('x'),
      eves
    ])
    await expect(rewritten).rejects.toMatchObject({ code: denied })
  })

  it.each([
    'drop schema vitrine cascade',
    'create table vitrine.mine (x integer)',
    'create function vitrine.mine() returns integer language sql as $$ select 1 $$',
    `create or replace function vitrine.my_teams() returns setof vitrine.id language sql as $$ select '${'0'.repeat(32)}'::vitrine.id $$`,
    'alter function vitrine.my_teams() security invoker',
    'create or replace function vitrine.is_own_device(vitrine.id, vitrine.id) returns boolean language sql as $$ select true $$',
    'alter function vitrine.is_own_device(vitrine.id, vitrine.id) reset all',
    'drop trigger tell_of_segment on vitrine.segments',
    'grant vitrine_owner to eve',
    'alter role eve superuser',
    'create role mallory superuser',
    'set role vitrine_owner',
    'set role ada',
    'set session authorization ada',
    'set session_replication_role = replica',
    `select pg_read_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`
  ])('may not: %s', async (statement) => {
    await expect(attack(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^42/) as string })
  })

  it('learns of devices only which are her own, also where her objects have the names of ours', async () => {
    const isOwn = async (...values: string[]): Promise<unknown> =>
      (await attack('select vitrine.is_own_device($1, $2) as own', values)).rows[0]
    await attack(`create temporary table devices (team text, device text, login name)`)
    await attack(`insert into devices values ($1, $2, 'eve'), ($3, $2, 'eve')`, [team, adas, foreignTeam])
    await attack('set search_path = pg_temp, vitrine')
    try {
      expect(await isOwn(team, eves)).toEqual({ own: true })
      for (const [id, device] of [
        [team, adas],
        [foreignTeam, adas],
        [foreignTeam, eves]
      ] as const)
        expect(await isOwn(id, device)).toEqual({ own: false })
    } finally {
      await attack('reset search_path; drop table pg_temp.devices')
    }
  })

  it('is not let through by row security being switched off for her session', async () => {
    await attack('set row_security = off')
    try {
      await expect(attack('select * from vitrine.segments')).rejects.toThrow(/row-level security/)
    } finally {
      await attack('reset row_security')
    }
  })

  it('is still herself in the role of all reviewers', async () => {
    await attack('set role vitrine_reviewer')
    try {
      const forged = attack(
        'insert into vitrine.segments (team, device, sequence, bytes) values ($1, $2, 3, $3)',
        [team, adas, Buffer.from('forged')]
      )
      await expect(forged).rejects.toThrow(refusedRow)
      expect(await count('select from vitrine.teams')).toBe(1)
    } finally {
      await attack('reset role')
    }
  })

  it('sees nothing of another team, and adds nothing to it', async () => {
    for (const table of ['teams', 'members', 'devices', 'segments', 'publications', 'claims'])
      expect(await count(`select from vitrine.${table} where team = $1`, [foreignTeam]), table).toBe(0)
    const joined = attack('insert into vitrine.devices (team, device) values ($1, $2)', [foreignTeam, eves])
    await expect(joined).rejects.toThrow(refusedRow)
    const written = attack(
      'insert into vitrine.segments (team, device, sequence, bytes) values ($1, $2, 1, $3)',
      [foreignTeam, eves, Buffer.from('x')]
    )
    await expect(written).rejects.toThrow(refusedRow)
    const published = attack(
      'insert into vitrine.publications (team, device, sequence, bytes) values ($1, $2, 1, $3)',
      [foreignTeam, eves, Buffer.from('x')]
    )
    await expect(published).rejects.toThrow(refusedRow)
    const member = attack('insert into vitrine.members (team, member) values ($1, $2)', [foreignTeam, 'eve'])
    await expect(member).rejects.toMatchObject({ code: denied })
    const made = attack('select vitrine.create_team($1)', [newId()])
    await expect(made).rejects.toMatchObject({ code: denied })
    const offered = attack(
      'insert into vitrine.claims (team, queue, product, place) values ($1, $1, $2, 1)',
      [foreignTeam, 'p3']
    )
    await expect(offered).rejects.toThrow(refusedRow)
    const carrier = openPostgres(server, { team: foreignTeam, ...eve })
    expect(await problemOf(carrier.list(signal))).toBe('not-a-team')
    expect(await problemOf(carrier.prepare(signal))).toBe('refused')
    await carrier.close()
  })

  it('takes no claim of another login, none for a year, and none in the name of somebody else', async () => {
    const owner = openPostgres(server, { team })
    await owner.claim(['p1'], 1, signal)
    await owner.close()
    const set = 'update vitrine.claims set'
    expect(await count(`${set} holder = 'eve', held_until = now() where product = 'p1'`)).toBe(0)
    expect(await count(`delete from vitrine.claims where product = 'p1'`)).toBe(0)
    for (const statement of [
      `${set} holder = 'ada', held_until = now() where product = 'p2'`,
      `${set} holder = 'eve', held_until = now() + interval '1 year' where product = 'p2'`
    ])
      await expect(attack(statement), statement).rejects.toThrow(refusedRow)
    await expect(attack(`${set} place = 0`)).rejects.toMatchObject({ code: denied })
  })

  it.each([
    ["device'; drop table vitrine.segments; --", 1],
    [`' or '1'='1`, 1],
    ['../../../etc/passwd', 1],
    ['%', 1],
    ['\0', 1],
    [`${'a'.repeat(31)}'`, 1],
    ['a'.repeat(32), 2 ** 40]
  ])('injects nothing through the name of a device: %s %i', async (device, sequence) => {
    const carrier = openPostgres(server, { team, ...eve })
    expect(await problemOf(carrier.append({ device, sequence }, new Uint8Array([1]), signal))).toBe('invalid')
    expect(['invalid', 'not-found']).toContain(await problemOf(carrier.read({ device, sequence }, signal)))
    expect((await carrier.list(signal)).length).toBeGreaterThan(0)
    await carrier.close()
  })

  it.each([`x'); drop table vitrine.segments; --`, `{a,b}`, `"`, `\\`])(
    'injects nothing through the name of a team or a product: %s',
    async (text) => {
      const carrier = openPostgres(server, { team: text, ...eve })
      expect(['invalid', 'not-a-team']).toContain(await problemOf(carrier.list(signal)))
      await carrier.close()
      const claims = openPostgres(server, { team, ...eve })
      expect(await claims.claim([text], 5, signal)).toEqual([text])
      await claims.close()
    }
  )

  it('adds no row that is longer than a segment may be', async () => {
    const long = attack(
      'insert into vitrine.segments (team, device, sequence, bytes) values ($1, $2, 2, $3)',
      [team, eves, Buffer.alloc(8_388_609)]
    )
    await expect(long).rejects.toMatchObject({ code: '23514' })
  })

  it('fault 145: is out as soon as the role is taken from her', async () => {
    const carrier = openPostgres(server, { team, ...eve })
    expect(await carrier.list(signal)).not.toEqual([])
    await server.admin('revoke vitrine_reviewer from eve')
    try {
      expect(await problemOf(carrier.list(signal))).toBe('refused')
      expect(
        await problemOf(carrier.append({ device: eves, sequence: 5 }, new Uint8Array([1]), signal))
      ).toBe('refused')
    } finally {
      await server.admin('grant vitrine_reviewer to eve')
      await carrier.close()
    }
  })

  it('reads, but adds nothing as a reader', async () => {
    const carrier = openPostgres(server, { team, ...rob })
    expect((await carrier.read({ device: adas, sequence: 1 }, signal))[0]).toBe(1)
    expect(
      await problemOf(carrier.append({ device: newId(), sequence: 1 }, new Uint8Array([1]), signal))
    ).toBe('refused')
    expect(await problemOf(carrier.claim(['p2'], 1, signal))).toBe('refused')
    await carrier.close()
  })
})
