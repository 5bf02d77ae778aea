import { createHash } from 'node:crypto'
import { createThrottle } from '../../../async/throttle'
import {
  CarrierFailure,
  isSegmentName,
  maxSegmentBytes,
  mostListed,
  nameBeforeAll,
  type Carrier,
  type CatalogLog,
  type PlaceCarrier,
  type SegmentName
} from '../carrier'
import { claimProducts } from './claims'
import type { PostgresSession, Query } from './session'

/**
 * The first version of schema.sql that has what a log needs: the first of all has no tables for published catalogs. Version 3 reads and
 * writes as version 2 does.
 */
const schemaVersions = { team: 1, catalog: 2 }
/** The newest version that is known here. */
const newestSchema = 3
type Log = keyof typeof schemaVersions
const tables: Record<Log, string> = { team: 'vitrine.segments', catalog: 'vitrine.publications' }
/** ms between two hints: every login of the database can send some. */
const hintInterval = 1000

export type PostgresCarrier = PlaceCarrier & Required<Pick<PlaceCarrier, 'claim'>>

/**
 * Keeps segments as rows of a table that `schema.sql` describes. Where that was not run, every call fails with `not-a-team`, and
 * `prepare`, which creates the team in it, needs the role `vitrine_owner`.
 *
 * @param team 32 hexadecimal digits
 */
export function createPostgresCarrier(session: PostgresSession, team: string): PostgresCarrier {
  const channelPayload = createHash('sha256').update(team).digest('hex')
  const { append, list, read } = createLog(session, team, 'team')

  return {
    prepare: (signal) =>
      session.run(signal, async (query) => {
        if (!(await isTeam(query, team, 'team'))) await query('select vitrine.create_team($1)', [team])
      }),
    append,
    list,
    listNew: (newest, signal) =>
      session.run(signal, (query) => {
        const [devices, sequences] = [
          newest.map(({ device }) => device),
          newest.map(({ sequence }) => sequence)
        ]
        return query<SegmentName>(selectNewNames, [team, devices, sequences, mostListed])
      }),
    read,
    watch(onHint) {
      const ending = new AbortController()
      const hint = createThrottle(hintInterval, onHint)
      const onMessage = (payload: string | null): void => {
        if (payload === null || payload === channelPayload) hint('', undefined)
      }
      void session.listen('vitrine_segments', onMessage, ending.signal)
      return () => {
        ending.abort()
        hint.reset()
      }
    },
    close: () => session.close(),
    catalog: createLog(session, team, 'catalog'),
    claim: (candidates, count, signal) => claimProducts(session, team, { candidates, count }, signal)
  }
}

/** One of the two logs: rows of a table. */
function createLog(session: PostgresSession, team: string, log: Log): CatalogLog {
  const sql = statementsFor(tables[log])
  /** Those that this login has registered, as far as this carrier knows. */
  const devices = new Set<string>()
  /** The tables are those that this log needs; found out once. */
  let isKnown = log === 'team'

  async function demandTables(query: Query): Promise<void> {
    if (!isKnown) await demandTeam(query, team, log)
    isKnown = true
  }

  return {
    append: ({ device, sequence }, bytes, signal) =>
      session.run(signal, async (query) => {
        if (!devices.has(device)) {
          await demandTeam(query, team, log)
          await query(registerDevice, [team, device])
          devices.add(device)
        }
        const values = [team, device, sequence, Buffer.from(bytes)]
        const added = await query(sql.insert, values)
        if (added.length > 0) return
        const [row] = await query<{ same: boolean }>(sql.compare, values)
        if (row?.same !== true) throw new CarrierFailure('taken', 'another segment has this name')
      }),
    list: (signal, { device, sequence } = nameBeforeAll) =>
      session.run(signal, async (query) => {
        await demandTables(query)
        const rows = await query<SegmentName>(sql.selectNames, [team, device, sequence, mostListed])
        if (rows.length === 0) await demandTeam(query, team, log)
        return rows.filter(isSegmentName)
      }),
    read: createReading(session, team, tables[log]),
    remove: (names, signal) =>
      session.run(signal, async (query) => {
        await demandTables(query)
        for (const { device, sequence } of names) await query(sql.remove, [team, device, sequence])
      })
  }
}

/** Another login's device stays theirs; the row of the segment is then refused. */
const registerDevice = 'insert into vitrine.devices (team, device) values ($1, $2) on conflict do nothing'

/** @param table one of ours: never what somebody typed */
function statementsFor(table: string): Record<'insert' | 'compare' | 'selectNames' | 'remove', string> {
  const one = 'team = $1 and device = $2 and sequence = $3'
  return {
    insert: `
      insert into ${table} (team, device, sequence, bytes) values ($1, $2, $3, $4)
      on conflict do nothing returning sequence`,
    compare: `select bytes = $4 as same from ${table} where ${one}`,
    // In the order of the primary key, which alone is read.
    selectNames: `
      select device, sequence from ${table}
      where team = $1 and (device, sequence) > ($2, $3) order by device, sequence limit $4`,
    remove: `delete from ${table} where ${one}`
  }
}

// A few rows of the primary key for each device, however many segments there are.
const selectNewNames = `
  select d.device, s.sequence
  from vitrine.devices d
  left join unnest($2::text[], $3::integer[]) as newest (device, sequence) on newest.device = d.device
  cross join lateral (
    select sequence from vitrine.segments
    where team = $1 and device = d.device and sequence > coalesce(newest.sequence, 0) order by sequence limit $4
  ) s
  where d.team = $1 limit $4`

async function demandTeam(query: Query, team: string, log: Log): Promise<void> {
  if (!(await isTeam(query, team, log))) {
    throw new CarrierFailure('not-a-team', 'the database has no such team')
  }
}

/** A team that this login does not belong to is none. */
async function isTeam(query: Query, team: string, log: Log): Promise<boolean> {
  const [row] = await query<{ version: number; found: boolean }>(
    'select vitrine.schema_version() as version, exists (select from vitrine.teams where team = $1) as found',
    [team]
  )
  const version = row?.version ?? 0
  if (version < schemaVersions.team || version > newestSchema) {
    throw new CarrierFailure('invalid', 'the tables in the database are of another version of Vitrine')
  }
  if (version < schemaVersions[log]) {
    throw new CarrierFailure('outdated', 'the tables in the database are of an earlier version of Vitrine')
  }
  return row?.found === true
}

/** Segments that are fetched with one that is asked for, at most. */
const most = 100
/** Bytes of theirs, at most. */
const mostBytes = 2_000_000

interface Row {
  sequence: number
  /** Null: longer than a segment may be. */
  bytes: Buffer | null
}

/**
 * Reads segments and, where they are read in their order, the next ones of the device with one: whoever joins reads them all, and a round
 * trip for each would take hours where the database is far away. What is read stays valid, since segments never change.
 */
function createReading(session: PostgresSession, team: string, table: string): Carrier['read'] {
  const selectNext = nextIn(table)
  /** Of one device, by their sequence. */
  let ahead = new Map<number, Row>()
  let last: SegmentName = { device: '', sequence: 0 }

  return ({ device, sequence }, signal) =>
    session.run(signal, async (query) => {
      if (device !== last.device) ahead.clear()
      if (!ahead.has(sequence)) {
        const count = device === last.device && sequence === last.sequence + 1 ? most : 1
        const rows = await query<Row>(selectNext, [team, device, sequence, count, maxSegmentBytes, mostBytes])
        ahead = new Map(rows.map((row) => [row.sequence, row]))
      }
      last = { device, sequence }
      const row = ahead.get(sequence)
      ahead.delete(sequence)
      if (row === undefined) throw new CarrierFailure('not-found', 'there is no such segment')
      if (row.bytes === null) throw new CarrierFailure('invalid', 'a segment is too long')
      return new Uint8Array(row.bytes)
    })
}

/** By the primary key. The first one in any case, the others as far as they fit. */
const nextIn = (table: string): string => `
  select sequence, case when octet_length(bytes) <= $5 then bytes end as bytes
  from (
    select sequence, bytes, sum(octet_length(bytes)) over (order by sequence) as total
    from ${table} where team = $1 and device = $2 and sequence >= $3
    order by sequence limit $4
  ) as next
  where sequence = $3 or total <= $6
  order by sequence`
