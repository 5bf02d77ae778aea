import { createPublicKey, generateKeyPairSync, createPrivateKey, hash, sign, verify } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { teamPlaceSchema } from '../contract/team'
import { isDeviceId, isSegmentName, maxSegmentBytes, maxSequence, type SegmentName } from './carriers/carrier'
import { timeSchema } from './clock'
import { lineOf, nameSchema, operationLineSchema, type Operation } from './operation'

/** What a later version writes otherwise has another number. */
const segmentVersion = 1
/** Bytes of a segment's lines. */
const maxLines = 48_000_000
/** Of one segment: lines of operations, and their characters, so that it stays below `maxSegmentBytes` whatever is in them. */
export const maxOperations = 20_000
export const maxCharacters = 1_200_000

const idSchema = z.string().refine(isDeviceId)

const headerSchema = z.object({
  vitrine: z.literal('segment'),
  version: z.literal(segmentVersion),
  team: idSchema,
  device: idSchema,
  /** The device's public key, of which its id is a hash: whoever cannot sign with it cannot write as the device. */
  key: z.string().max(100),
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
  /** The device has left the team with this one. */
  left: z.boolean().default(false)
})
export type SegmentHeader = Omit<z.infer<typeof headerSchema>, 'vitrine' | 'version' | 'key'>

const endSchema = z.object({
  end: z.number().int().min(0),
  hash: z.string().max(64),
  signature: z.string().max(200)
})

export interface Segment {
  header: SegmentHeader
  operations: Operation[]
  hash: string
}

/**
 * What is wrong with a segment. `damaged`: cut off, changed, or not whole yet; `forged`: not signed by the device that it is named
 * after; `newer`: a later version of Vitrine wrote it.
 */
export type SegmentProblem = 'damaged' | 'forged' | 'newer'

/** A device's key pair. Its id follows from it, so that nobody else can have the id. */
export interface DeviceKey {
  device: string
  /** PKCS #8 in base64; for the keychain alone. */
  privateKey: string
}

export function newDeviceKey(): DeviceKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return {
    device: deviceOf(publicKey.export({ format: 'der', type: 'spki' }).toString('base64')),
    privateKey: secret
  }
}

function deviceOf(publicKey: string): string {
  return hash('sha256', publicKey, 'hex').slice(0, 32)
}

/** What ids of teams begin with that say who created them; those of earlier versions are random. */
const founded = '0000'

/** The id of the team that a device creates: it says who did, and nobody can claim it for another device. */
export function teamIdOf(device: string): string {
  return founded + hash('sha256', `vitrine team ${device}`, 'hex').slice(0, 32 - founded.length)
}

/** Whether a team's id says which device created it. */
export function hasFounder(team: string): boolean {
  return team.startsWith(founded)
}

/** The bytes of a segment, signed; the same for the same input. Throws where the key is not the device's. */
export function writeSegment(
  header: SegmentHeader,
  operations: readonly Operation[],
  { device, privateKey }: DeviceKey
): { bytes: Uint8Array; hash: string } {
  const secret = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const key = createPublicKey(secret).export({ format: 'der', type: 'spki' }).toString('base64')
  if (deviceOf(key) !== device || header.device !== device) throw new Error('the key is not the device’s')
  const lines = [{ vitrine: 'segment', version: segmentVersion, key, ...header }, ...operations.map(lineOf)]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const digest = hash('sha256', text, 'hex')
  const signature = sign(null, signedText(digest), secret).toString('base64')
  const end = JSON.stringify({ end: operations.length, hash: digest, signature })
  const bytes = gzipSync(`${text}${end}\n`)
  if (bytes.byteLength > maxSegmentBytes) throw new Error('a segment is too long')
  return { bytes, hash: digest }
}

/** Reads a segment that anybody may have written under this name: it is whole and of that device, or there is a problem. */
export function readSegment(name: SegmentName, bytes: Uint8Array): Segment | SegmentProblem {
  const text = unpacked(bytes)
  const lines = text?.split('\n') ?? []
  const header = lines[0] === undefined ? null : parsed(lines[0])
  if (isNewer(header)) return 'newer'
  // The last line ends in a line break as well.
  const [end, rest] = [endSchema.safeParse(parsed(lines.at(-2) ?? '')), lines.at(-1)]
  const head = headerSchema.safeParse(header)
  if (text === null || rest !== '' || !end.success || !head.success || lines.length < 3) return 'damaged'
  const signed = text.slice(0, text.length - (lines.at(-2) ?? '').length - 1)
  if (hash('sha256', signed, 'hex') !== end.data.hash) return 'damaged'
  const { key, ...own } = head.data
  if (!isSegmentName(name) || own.device !== name.device || own.sequence !== name.sequence) return 'forged'
  if (deviceOf(key) !== name.device || !isSigned(end.data, key)) return 'forged'
  const operations = operationsIn(own, lines.slice(1, -2))
  return operations?.length === end.data.end ? { header: own, operations, hash: end.data.hash } : 'damaged'
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

const newerSchema = z.object({ vitrine: z.literal('segment'), version: z.number().int().gt(segmentVersion) })

function isNewer(header: unknown): boolean {
  return newerSchema.safeParse(header).success
}

function isSigned({ hash: digest, signature }: z.infer<typeof endSchema>, key: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    if (publicKey.asymmetricKeyType !== 'ed25519') return false
    return verify(null, signedText(digest), publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** Says what the signature is for, so that it cannot be passed off as one of something else. */
function signedText(digest: string): Buffer {
  return Buffer.from(`vitrine segment ${segmentVersion} ${digest}`)
}

function unpacked(bytes: Uint8Array): string | null {
  if (bytes.byteLength > maxSegmentBytes) return null
  try {
    return gunzipSync(bytes, { maxOutputLength: maxLines }).toString('utf8')
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
