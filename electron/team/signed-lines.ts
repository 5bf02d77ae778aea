import {
  createPublicKey,
  generateKeyPairSync,
  createPrivateKey,
  hash,
  sign,
  verify,
  type KeyObject
} from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { isSegmentName, maxSegmentBytes, type SegmentName } from './carriers/carrier'

/** What kind of lines are signed, and in which version. */
export interface LinesForm {
  /** Stands in the header as `vitrine`, and in what is signed: nothing can be passed off as another kind. */
  kind: 'segment' | 'publication'
  /** What a later version writes otherwise has another number. To be read: the last one that this version knows. */
  version: number
}

/** Bytes of the lines, unpacked. */
const maxLines = 48_000_000

/**
 * What is wrong with signed lines. `damaged`: cut off, changed, or not whole yet; `forged`: not signed by the device that they are named
 * after; `newer`: a later version of Vitrine wrote them.
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

/** What every header has. */
const ownerSchema = z.object({
  /** The device's public key, of which its id is a hash: whoever cannot sign with it cannot write as the device. */
  key: z.string().max(100),
  device: z.string(),
  sequence: z.number()
})

const endSchema = z.object({
  end: z.number().int().min(0),
  hash: z.string().max(64),
  signature: z.string().max(200)
})

/**
 * The bytes of a header, lines and an end with a hash and a signature, compressed; the same for the same input. Throws where the key is
 * not the device's, or they are more than `maxSegmentBytes`.
 */
export function signLines(
  { kind, version }: LinesForm,
  header: SegmentName,
  lines: readonly string[],
  { device, privateKey }: DeviceKey
): { bytes: Uint8Array; hash: string } {
  const secret = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const key = createPublicKey(secret).export({ format: 'der', type: 'spki' }).toString('base64')
  if (deviceOf(key) !== device || header.device !== device) throw new Error('the key is not the device’s')
  const head = JSON.stringify({ vitrine: kind, version, key, ...header })
  const text = [head, ...lines].map((line) => `${line}\n`).join('')
  const digest = hash('sha256', text, 'hex')
  const signature = sign(null, signedText({ kind, version }, digest), secret).toString('base64')
  const end = JSON.stringify({ end: lines.length, hash: digest, signature })
  const bytes = gzipSync(`${text}${end}\n`)
  if (bytes.byteLength > maxSegmentBytes) throw new Error('a segment is too long')
  return { bytes, hash: digest }
}

/** Signed lines that are whole and of the device that they are named after. */
export interface SignedLines {
  /** Not looked at further. */
  header: unknown
  lines: string[]
  hash: string
}

/** Reads what anybody may have written under this name. */
export function openLines(
  form: LinesForm,
  name: SegmentName,
  bytes: Uint8Array
): SignedLines | SegmentProblem {
  const text = unpacked(bytes)
  const lines = text?.split('\n') ?? []
  const header = lines[0] === undefined ? null : parsed(lines[0])
  const version = versionIn(form, header)
  if (version !== null && version > form.version) return 'newer'
  // The last line ends in a line break as well.
  const [last = '', rest] = [lines.at(-2), lines.at(-1)]
  const end = endSchema.safeParse(parsed(last))
  const owner = ownerSchema.safeParse(header)
  if (text === null || rest !== '' || !end.success || !owner.success || lines.length < 3) return 'damaged'
  if (version === null || version < 1 || end.data.end !== lines.length - 3) return 'damaged'
  const digest = hash('sha256', text.slice(0, text.length - last.length - 1), 'hex')
  if (digest !== end.data.hash) return 'damaged'
  const { key, device, sequence } = owner.data
  if (!isSegmentName(name) || device !== name.device || sequence !== name.sequence) return 'forged'
  const signed = { kind: form.kind, version }
  if (deviceOf(key) !== name.device || !isSigned(signed, end.data, key)) return 'forged'
  return { header, lines: lines.slice(1, -2), hash: digest }
}

const formSchema = z.object({ vitrine: z.string(), version: z.number().int() })

/** null: it is of another kind. */
function versionIn({ kind }: LinesForm, header: unknown): number | null {
  const said = formSchema.safeParse(header)
  return said.success && said.data.vitrine === kind ? said.data.version : null
}

function isSigned(
  form: LinesForm,
  { hash: digest, signature }: z.infer<typeof endSchema>,
  key: string
): boolean {
  try {
    const publicKey = publicKeyOf(key)
    if (publicKey.asymmetricKeyType !== 'ed25519') return false
    return verify(null, signedText(form, digest), publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** Those of a team's devices, by their text: to parse one takes nearly as long as to check a signature. */
const publicKeys = new Map<string, KeyObject>()
const mostKeys = 200

/** Throws where the text is no key. */
function publicKeyOf(text: string): KeyObject {
  const known = publicKeys.get(text)
  if (known !== undefined) return known
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  if (publicKeys.size >= mostKeys) publicKeys.clear()
  publicKeys.set(text, key)
  return key
}

/** Says what the signature is for, so that it cannot be passed off as one of something else. */
function signedText({ kind, version }: LinesForm, digest: string): Buffer {
  return Buffer.from(`vitrine ${kind} ${version} ${digest}`)
}

function unpacked(bytes: Uint8Array): string | null {
  if (bytes.byteLength > maxSegmentBytes) return null
  try {
    return gunzipSync(bytes, { maxOutputLength: maxLines }).toString('utf8')
  } catch {
    return null
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
