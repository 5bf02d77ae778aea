import { CarrierFailure, maxSegmentBytes, type Carrier, type SegmentName } from '../carrier'
import type { PostgresSession } from './session'

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
export function createReading(session: PostgresSession, team: string, table: string): Carrier['read'] {
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
