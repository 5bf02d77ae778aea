import { createHash } from 'node:crypto'
import { createThrottle } from '../../../async/throttle'
import {
  CarrierFailure,
  isSegmentName,
  mostListed,
  nameBeforeAll,
  type Carrier,
  type SegmentName
} from '../carrier'
import { claimProducts } from './claims'
import { createReading } from './reading'
import type { PostgresSession, Query } from './session'

/** What this version reads and writes; schema.sql says which one it makes. */
const schemaVersion = 1
/** ms between two hints: every login of the database can send some. */
const hintInterval = 1000

export type PostgresCarrier = Carrier & Required<Pick<Carrier, 'claim'>>

/**
 * Keeps segments as rows of a table that `schema.sql` describes. Where that was not run, every call fails with `not-a-team`, and
 * `prepare`, which creates the team in it, needs the role `vitrine_owner`.
 *
 * @param team 32 hexadecimal digits
 */
export function createPostgresCarrier(session: PostgresSession, team: string): PostgresCarrier {
  /** Those that this login has registered, as far as this carrier knows. */
  const devices = new Set<string>()
  const channelPayload = createHash('sha256').update(team).digest('hex')

  return {
    prepare: (signal) =>
      session.run(signal, async (query) => {
        if (!(await isTeam(query, team))) await query('select vitrine.create_team($1)', [team])
      }),
    append: ({ device, sequence }, bytes, signal) =>
      session.run(signal, async (query) => {
        if (!devices.has(device)) {
          await demandTeam(query, team)
          await query(registerDevice, [team, device])
          devices.add(device)
        }
        const values = [team, device, sequence, Buffer.from(bytes)]
        const added = await query(insertSegment, values)
        if (added.length === 0 && !(await hasSame(query, values))) {
          throw new CarrierFailure('taken', 'another segment has this name')
        }
      }),
    list: (signal, { device, sequence } = nameBeforeAll) =>
      session.run(signal, async (query) => {
        const rows = await query<SegmentName>(selectNames, [team, device, sequence, mostListed])
        if (rows.length === 0) await demandTeam(query, team)
        return rows.filter(isSegmentName)
      }),
    listNew: (newest, signal) =>
      session.run(signal, (query) => {
        const [devices, sequences] = [
          newest.map(({ device }) => device),
          newest.map(({ sequence }) => sequence)
        ]
        return query<SegmentName>(selectNewNames, [team, devices, sequences, mostListed])
      }),
    read: createReading(session, team),
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
    claim: (candidates, count, signal) => claimProducts(session, team, { candidates, count }, signal)
  }
}

/** Another login's device stays theirs; the row of the segment is then refused. */
const registerDevice = 'insert into vitrine.devices (team, device) values ($1, $2) on conflict do nothing'

const insertSegment = `
  insert into vitrine.segments (team, device, sequence, bytes) values ($1, $2, $3, $4)
  on conflict do nothing returning sequence`

// In the order of the primary key, which alone is read.
const selectNames = `
  select device, sequence from vitrine.segments
  where team = $1 and (device, sequence) > ($2, $3) order by device, sequence limit $4`

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

async function hasSame(query: Query, values: unknown[]): Promise<boolean> {
  const [row] = await query<{ same: boolean }>(
    'select bytes = $4 as same from vitrine.segments where team = $1 and device = $2 and sequence = $3',
    values
  )
  return row?.same === true
}

async function demandTeam(query: Query, team: string): Promise<void> {
  if (!(await isTeam(query, team))) throw new CarrierFailure('not-a-team', 'the database has no such team')
}

/** A team that this login does not belong to is none. */
async function isTeam(query: Query, team: string): Promise<boolean> {
  const [row] = await query<{ version: number; found: boolean }>(
    'select vitrine.schema_version() as version, exists (select from vitrine.teams where team = $1) as found',
    [team]
  )
  if (row?.version !== schemaVersion) {
    throw new CarrierFailure('invalid', 'the tables in the database are of another version of Vitrine')
  }
  return row.found
}
