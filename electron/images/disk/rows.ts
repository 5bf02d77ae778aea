import { failureCodes, type Failure } from '../../contract/failure'
import type { Original, Standing } from './protocol'

/** An address with its content, as `Statements.address` gives it. */
export interface AddressRow {
  content: number | null
  checked_at: number
  until: number
  tries: number
  failure: string | null
  etag: string | null
  last_modified: string | null
  validated: Uint8Array | null
  /** null: the address leads to no content. */
  key: number | null
  hash: Uint8Array
  width: number
  height: number
  format: string
  bytes: number
  look: Uint8Array
  animated: number
  rasters: number
  size: number
  used: number
}

export function standingOf(row: AddressRow): Standing {
  const { checked_at: checkedAt, until, tries, failure, etag, last_modified: lastModified, validated } = row
  return {
    checkedAt,
    until,
    tries,
    failure: failure === null ? null : readFailure(failure),
    validators: validated === null ? null : { etag, lastModified, from: tokenText(validated) }
  }
}

/** What a damaged disk has made of it is no failure, so that the picture is asked for again. */
function readFailure(text: string): Failure | null {
  try {
    const failure = JSON.parse(text) as Failure
    return failureCodes.includes(failure.code) ? failure : null
  } catch {
    return null
  }
}

export function originalOf(row: AddressRow): Original | null {
  if (row.key === null) return null
  const { hash, width, height, format, bytes, look, animated } = row
  return {
    hash: Buffer.from(hash).toString('hex'),
    width,
    height,
    format,
    bytes,
    // SQLite's integers of 64 bits come as numbers, which have 53.
    look: Buffer.from(look).readBigInt64BE(),
    animated: animated !== 0
  }
}

export function lookBytes(look: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(look)
  return bytes
}

export const tokenBytes = (token: string): Buffer => Buffer.from(token, 'base64url')
const tokenText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
export const hashBytes = (hash: string): Buffer => Buffer.from(hash, 'hex')
