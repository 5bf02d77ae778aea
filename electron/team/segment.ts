import { hash } from 'node:crypto'
import { z } from 'zod'
import { teamPlaceSchema } from '../contract/team'
import { isDeviceId, maxSequence, type SegmentName } from './carriers/carrier'
import { timeSchema } from './clock'
import { nameSchema, operationLineSchema, type Operation } from './operation'
import {
  openLines,
  parsed,
  signLines,
  type DeviceKey,
  type LinesForm,
  type SegmentProblem
} from './signed-lines'

export { newDeviceKey, type DeviceKey, type SegmentProblem } from './signed-lines'

const form: LinesForm = { kind: 'segment', version: 2 }
/** Of one segment: lines of operations, and their characters, so that it stays below `maxSegmentBytes` whatever is in them. */
export const maxOperations = 20_000
export const maxCharacters = 1_200_000

/** Parts of a snapshot. */
export const maxParts = 1000

const idSchema = z.string().refine(isDeviceId)

const sequenceSchema = z.number().int().min(1).max(maxSequence)
const partSchema = z.number().int().min(1).max(maxParts)

const headerSchema = z.object({
  team: idSchema,
  device: idSchema,
  sequence: z.number().int().min(1),
  /** Sequence number of its first operation; the last one's is less by 1 where it has none. */
  first: z.number().int().min(1),
  last: z.number().int().min(0),
  /** Hash of the device's segment before; null: it is the first. */
  previous: z.string().max(64).nullable(),
  /** When it was written, ms since 1970, and who used the device then. */
  at: timeSchema,
  by: nameSchema,
  /** The store whose products it tells of. */
  store: z.object({ baseUrl: z.string().max(2048), apiPath: z.string().max(2048) }),
  /** In the first of a device that wrote under another id before, which another device had, too; null: none. */
  formerly: idSchema.nullable().default(null),
  /** Devices that were removed from the team, and the last of their segments that its author has read. */
  removed: z
    .array(z.object({ device: idSchema, through: z.number().int().min(0).max(maxSequence) }))
    .max(100)
    .default([]),
  /** The device goes on at another place, and tells whoever is still at this one. */
  movedTo: teamPlaceSchema.nullable().default(null),
  /**
   * It is a part of a snapshot: the parts together say what the device's segments from `first` through `through` said and is still of
   * use, and stand for them.
   */
  folds: z
    .object({ first: sequenceSchema, through: sequenceSchema, part: partSchema, parts: partSchema })
    .refine(({ first, through, part, parts }) => first <= through && part <= parts)
    .nullable()
    .default(null),
  /** The device has left the team with this one. */
  left: z.boolean().default(false)
})
export type SegmentHeader = z.infer<typeof headerSchema>

export interface Segment {
  header: SegmentHeader
  operations: Operation[]
  hash: string
}

/** What ids of teams begin with that say who created them; those of earlier versions are random. */
const founded = '0000'

/** The id of the team that a device creates: it says who did, and nobody can claim it for another device. */
export function teamIdOf(device: string): string {
  return founded + hash('sha256', `vitrine team ${device}`, 'hex').slice(0, 32 - founded.length)
}

/**
 * The version of the form that the line of an operation (`lineOf`) needs: what the first one has not stands in segments of its own, so that
 * earlier versions of Vitrine pass over those alone. Within a text, such as a note, quotation marks are written otherwise.
 */
export function versionOf(line: string): number {
  return line.includes('"act":{"item":') ? 2 : 1
}

/** Whether a team's id says which device created it. */
export function hasFounder(team: string): boolean {
  return team.startsWith(founded)
}

/**
 * The bytes of a segment, signed; the same for the same input. Throws where the key is not the device's.
 *
 * @param lines `lineOf` its operations, all of one version
 */
export function writeSegment(
  header: SegmentHeader,
  lines: readonly string[],
  key: DeviceKey
): { bytes: Uint8Array; hash: string } {
  return signLines({ ...form, version: versionOf(lines[0] ?? '') }, header, lines, key)
}

/** Reads a segment that anybody may have written under this name: it is whole and of that device, or there is a problem. */
export function readSegment(name: SegmentName, bytes: Uint8Array): Segment | SegmentProblem {
  const opened = openSegment(name, bytes)
  if (typeof opened === 'string') return opened
  const { header, lines, hash: digest } = opened
  const operations = operationsIn(header, lines)
  return operations === null ? 'damaged' : { header, operations, hash: digest }
}

/** As `readSegment`, without looking at the operations, which takes most of the time. */
export function readHeader(name: SegmentName, bytes: Uint8Array): SegmentHeader | SegmentProblem {
  const opened = openSegment(name, bytes)
  return typeof opened === 'string' ? opened : opened.header
}

function openSegment(
  name: SegmentName,
  bytes: Uint8Array
): { header: SegmentHeader; lines: string[]; hash: string } | SegmentProblem {
  const opened = openLines(form, name, bytes)
  if (typeof opened === 'string') return opened
  const header = headerSchema.safeParse(opened.header)
  if (!header.success) return 'damaged'
  const { folds, sequence } = header.data
  // A snapshot stands for segments before it.
  if (folds !== null && folds.through > sequence - folds.part) return 'damaged'
  return { ...opened, header: header.data }
}

/** null: one cannot be read, so that none is: a segment is never half applied. */
function operationsIn(header: SegmentHeader, lines: readonly string[]): Operation[] | null {
  const { device, first, last } = header
  if (lines.length > maxOperations || last - first + 1 !== lines.length) return null
  const operations: Operation[] = []
  for (const [index, text] of lines.entries()) {
    const line = operationLineSchema.safeParse(parsed(text))
    if (!line.success) return null
    const [wall, counter] = line.data.clock
    operations.push({ ...line.data, sequence: first + index, clock: { wall, counter, device } })
  }
  return operations
}
