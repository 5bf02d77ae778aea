import { createHash, randomBytes } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { retryHeld } from '../../files/held-files'
import { timeSchema } from '../clock'
import {
  compareNames,
  isDeviceId,
  maxSegmentBytes,
  maxSequence,
  mostListed,
  nameBeforeAll,
  type Carrier,
  type SegmentName
} from './carrier'

/*
 * The carrier that people carry by hand: one file, with the same segments. Its first line is that of a file of reviews of version 2, of which
 * earlier versions of Vitrine say that a newer one wrote it. Then comes each segment, as a line with its name and length, its bytes and
 * a line break; at last a line with the number of segments and a hash of all before it.
 */

const headingSchema = z.object({
  vitrine: z.literal('reviews'),
  version: z.literal(2),
  team: z.string().refine(isDeviceId),
  /** Of which store: earlier versions look for it. */
  store: z.object({ baseUrl: z.string().max(2048), apiPath: z.string().max(2048) }),
  /** Who wrote the file, and when (ms since 1970). For people alone: what is signed are the segments. */
  by: z.string().max(200),
  at: timeSchema
})
export type SegmentFileHeading = Omit<z.infer<typeof headingSchema>, 'vitrine' | 'version'>

const entrySchema = z.object({
  device: z.string().refine(isDeviceId),
  sequence: z.number().int().min(1).max(maxSequence),
  bytes: z.number().int().min(1).max(maxSegmentBytes)
})
const endSchema = z.object({ end: z.number().int().min(0), hash: z.string().length(64) })

/** Bytes of the first line, and of every other one. */
const maxHeading = 16_384
const maxLine = 256
/** Segments in one file. */
const maxSegments = 1_000_000

/** A file of segments that is not what it should be. `changed`: somebody wrote to it since it was opened. */
export class UnreadableSegmentFile extends Error {
  readonly problem: 'damaged' | 'cut-off' | 'too-large' | 'changed'

  constructor(problem: UnreadableSegmentFile['problem']) {
    super(`the file is ${problem}`)
    this.problem = problem
  }
}

/** A file of segments that is whole. `list` and `read` are those of any carrier. */
export interface SegmentFile extends Pick<Carrier, 'list' | 'read'> {
  heading: SegmentFileHeading
  close(): Promise<void>
}

/**
 * Opens a file of segments and reads it to its end; null: it is no such file. Rejects with `UnreadableSegmentFile`, and the system's
 * errors.
 */
export async function openSegmentFile(path: string): Promise<SegmentFile | null> {
  const handle = await open(path, 'r')
  try {
    const heading = await readHeading(handle)
    if (heading === null) {
      await handle.close()
      return null
    }
    const stamp = await stampOf(handle)
    const places = await readPlaces(handle, heading.length)
    const names = [...places.values()].map(({ name }) => name).sort(compareNames)
    return {
      heading: heading.value,
      list: (_, after = nameBeforeAll) =>
        Promise.resolve(names.filter((name) => compareNames(name, after) > 0).slice(0, mostListed)),
      async read(name) {
        const place = places.get(keyOf(name))
        if (place === undefined) throw new Error('the file has no such segment')
        const bytes = await readAt(handle, place.from, place.length)
        if ((await stampOf(handle)) !== stamp) throw new UnreadableSegmentFile('changed')
        return bytes
      },
      close: () => handle.close()
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** null: another kind of file, or another version of it. */
async function readHeading(
  handle: FileHandle
): Promise<{ value: SegmentFileHeading; length: number } | null> {
  const start = await readAt(handle, 0, maxHeading)
  const length = start.indexOf('\n') + 1
  const said = headingSchema.safeParse(parsed(start.subarray(0, length)))
  return said.success ? { value: said.data, length } : null
}

interface Place {
  name: SegmentName
  from: number
  length: number
}

/** Where each segment is, by its name. */
async function readPlaces(handle: FileHandle, start: number): Promise<Map<string, Place>> {
  const digest = createHash('sha256').update(await readAt(handle, 0, start))
  const places = new Map<string, Place>()
  for (let at = start; ;) {
    const line = await readLine(handle, at)
    const from = at + line.length
    const entry = entrySchema.safeParse(parsed(line))
    if (!entry.success) {
      await demandEnd(handle, from, parsed(line), { end: places.size, hash: digest.digest('hex') })
      return places
    }
    const { bytes: length, ...name } = entry.data
    const segment = await readAt(handle, from, length + 1)
    if (segment.byteLength <= length) throw new UnreadableSegmentFile('cut-off')
    digest.update(line).update(segment)
    if (places.has(keyOf(name))) throw new UnreadableSegmentFile('damaged')
    if (places.size === maxSegments) throw new UnreadableSegmentFile('too-large')
    places.set(keyOf(name), { name, from, length })
    at = from + length + 1
  }
}

/** With its line break. */
async function readLine(handle: FileHandle, at: number): Promise<Buffer> {
  const bytes = await readAt(handle, at, maxLine)
  const length = bytes.indexOf('\n') + 1
  if (length === 0) throw new UnreadableSegmentFile(bytes.byteLength < maxLine ? 'cut-off' : 'damaged')
  return bytes.subarray(0, length)
}

async function demandEnd(
  handle: FileHandle,
  at: number,
  line: unknown,
  expected: z.infer<typeof endSchema>
): Promise<void> {
  const said = endSchema.safeParse(line)
  const isRight = said.success && said.data.end === expected.end && said.data.hash === expected.hash
  if (!isRight || (await readAt(handle, at, 1)).byteLength > 0) throw new UnreadableSegmentFile('damaged')
}

/** Fewer bytes at the end of the file. */
async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, at + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

async function stampOf(handle: FileHandle): Promise<string> {
  const { size, mtimeNs } = await handle.stat({ bigint: true })
  return `${size} ${mtimeNs}`
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return undefined
  }
}

function keyOf({ device, sequence }: SegmentName): string {
  return `${device}/${sequence}`
}

/** A file of segments that is being written; under its name it is whole or not there. */
export interface NewSegmentFile {
  /** How many were written. */
  readonly count: number
  /** Whether it has a segment of this name. */
  has(name: SegmentName): boolean
  append(name: SegmentName, bytes: Uint8Array): Promise<void>
  commit(): Promise<void>
  /** Deletes what was written. Never rejects. */
  drop(): Promise<void>
}

/** Begins a file of segments, which takes the place of what has its name. Rejects with the system's errors, as its methods do. */
export async function createSegmentFile(path: string, heading: SegmentFileHeading): Promise<NewSegmentFile> {
  const temporary = join(dirname(path), `.vitrine-reviews-${randomBytes(8).toString('hex')}.part`)
  const handle = await open(temporary, 'wx')
  const digest = createHash('sha256')
  const names = new Set<string>()
  const write = async (bytes: Uint8Array): Promise<void> => {
    digest.update(bytes)
    await handle.writeFile(bytes)
  }
  const drop = async (): Promise<void> => {
    await handle.close().catch(() => undefined)
    await rm(temporary, { force: true }).catch(() => undefined)
  }
  try {
    await write(lineOf({ vitrine: 'reviews', version: 2, ...heading }))
  } catch (error) {
    await drop()
    throw error
  }
  return {
    get count() {
      return names.size
    },
    has: (name) => names.has(keyOf(name)),
    async append(name, bytes) {
      names.add(keyOf(name))
      const { device, sequence } = name
      await write(Buffer.concat([lineOf({ device, sequence, bytes: bytes.byteLength }), bytes, lineBreak]))
    },
    async commit() {
      await handle.writeFile(lineOf({ end: names.size, hash: digest.digest('hex') }))
      await handle.sync()
      await handle.close()
      await retryHeld(() => rename(temporary, path))
    },
    drop
  }
}

const lineBreak = Buffer.from('\n')

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
