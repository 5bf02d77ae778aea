import { z } from 'zod'
import { readEntry } from '../api/published-entry'
import { isDeviceId, maxSequence, type SegmentName } from '../team/carriers/carrier'
import { timeSchema } from '../team/clock'
import { nameSchema } from '../team/operation'
import {
  openLines,
  parsed,
  signLines,
  type DeviceKey,
  type LinesForm,
  type SegmentProblem
} from '../team/signed-lines'

/**
 * A **publication** is the store's whole list as one device has read it. It is a row of parts: segments of the catalog's log, numbered on
 * from those of the publication before. A line is an entry of the list, or says which entries of the publication before come next, so
 * that what did not change is not written again. One that refers to none before is a **snapshot**.
 */
const form: LinesForm = { kind: 'publication', version: 1 }

/** Entries of a list: as many as a run may read (crawl-limits.ts). */
const maxEntries = 10_000_000
const sequenceSchema = z.number().int().min(1).max(maxSequence)
const countSchema = z.number().int().min(0).max(maxEntries)

const headerSchema = z.object({
  team: z.string().refine(isDeviceId),
  device: z.string().refine(isDeviceId),
  sequence: sequenceSchema,
  /** Hash of the device's part before; null: a snapshot begins. */
  previous: z.string().max(64).nullable(),
  /** Who used the device, and when the list was read there: ms since 1970. */
  by: nameSchema,
  at: timeSchema,
  store: z.object({ baseUrl: z.string().max(2048), apiPath: z.string().max(2048) }),
  /** Grows each time that another device takes publishing over: the highest one counts. */
  term: z.number().int().min(1).max(1_000_000_000),
  /** The first part of the snapshot that this builds on, of this publication, and the last of the publication before; null: none. */
  snapshot: sequenceSchema,
  first: sequenceSchema,
  base: sequenceSchema.nullable(),
  /** In the last part of a publication; null in others. */
  list: z
    .object({
      entries: countSchema,
      total: z.number().int().min(0).nullable(),
      pageCap: z.number().int().min(1).max(100_000).nullable(),
      form: z.enum(['full', 'short']),
      oddities: z
        .array(
          z.enum([
            'limit-capped',
            'totals-unknown',
            'status-differs',
            'empty-before-end',
            'list-emptied',
            'list-shrunk'
          ])
        )
        .max(6),
      /** When a person last said that a list of which much was missing is right: ms since 1970; null: never. */
      confirmedAt: timeSchema.nullable()
    })
    .nullable(),
  /** The device publishes no more: this part has no lines, and is no publication. */
  ended: z.boolean().default(false)
})
export type PartHeader = z.infer<typeof headerSchema>

export interface Part {
  header: PartHeader
  lines: string[]
  hash: string
}

/** So many entries of the publication before, from a position (1-based) on. */
export interface CopiedEntries {
  from: number
  count: number
}

export function copyLine({ from, count }: CopiedEntries): string {
  return JSON.stringify({ copy: [from, count] })
}

const copySchema = z.object({ copy: z.tuple([countSchema.min(1), countSchema.min(1)]) })

/** A line's entries of the publication before; null: it is an entry itself. */
export function copiedIn(line: string): CopiedEntries | null {
  if (!line.startsWith('{')) return null
  const { copy } = copySchema.parse(parsed(line))
  return { from: copy[0], count: copy[1] }
}

/** The bytes of a part, signed. Throws where they are too long, or the key is another device's. */
export function writePart(
  header: PartHeader,
  lines: readonly string[],
  key: DeviceKey
): { bytes: Uint8Array; hash: string } {
  return signLines(form, header, lines, key)
}

/**
 * Reads a part that anybody may have written under this name: each line of it can be used, or none is.
 *
 * @param areLinesRead it was read here before: its hash says that the lines are the same
 */
export function readPart(name: SegmentName, bytes: Uint8Array, areLinesRead = false): Part | SegmentProblem {
  const opened = openLines(form, name, bytes)
  if (typeof opened === 'string') return opened
  const header = headerSchema.safeParse(opened.header)
  if (!header.success || !isInOrder(header.data)) return 'damaged'
  const { lines, hash } = opened
  const areLines = areLinesRead || lines.every((line) => isLine(line, header.data))
  return areLines ? { header: header.data, lines, hash } : 'damaged'
}

function isInOrder({ sequence, snapshot, first, base, ended, list }: PartHeader): boolean {
  if (ended) return list === null
  if (first > sequence || snapshot > first) return false
  return base === null ? snapshot === first : base === first - 1 && snapshot < first
}

function isLine(line: string, { base, ended }: PartHeader): boolean {
  if (ended) return false
  const value = parsed(line)
  return Array.isArray(value)
    ? readEntry(value) !== null
    : base !== null && copySchema.safeParse(value).success
}
