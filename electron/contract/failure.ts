/**
 * Every way in which something can fail for a reason outside the program. The set is closed: the renderer has
 * words for each, and a bug is not among them (bugs throw).
 */
export const failureCodes = [
  // the way to the store
  'name-not-found',
  'connection-refused',
  'unreachable',
  'offline',
  'timeout',
  'connection-lost',
  'certificate-untrusted',
  'certificate-expired',
  'certificate-host',
  'captive-portal',
  'proxy-auth',
  'proxy-unreachable',
  // what the store says
  'key-refused',
  'forbidden',
  'not-found',
  'page-too-large',
  'rate-limited',
  'server-error',
  'request-refused',
  'redirected',
  // what its answer is made of
  'answer-too-large',
  'answer-corrupt',
  'answer-not-json',
  'answer-unknown-form',
  'wrong-page',
  // credentials
  'keychain-missing',
  'keychain-locked',
  'keychain-denied',
  'keychain-failed',
  'credentials-missing',
  'credentials-invalid',
  // pictures
  'picture-none',
  'picture-address-refused',
  'picture-address-private',
  'picture-too-large',
  'picture-not-a-picture',
  'picture-corrupt',
  'picture-decoder-failed',
  // the app itself
  'address-invalid',
  'connection-unknown',
  'setting-locked',
  'storage-failed',
  'copy-replaced',
  'busy',
  'input-invalid',
  'cancelled',
  'internal'
] as const

export type FailureCode = (typeof failureCodes)[number]

/** What is wrong with a key or a user id, for `credentials-invalid` (faults 72, 76). */
export type CredentialProblem =
  'empty' | 'line-break' | 'invisible-character' | 'foreign-character' | 'too-long' | 'too-long-together'

/**
 * Why a file cannot be written: no room · not allowed there · the folder or its drive is gone · another program has it open ·
 * more than its format can hold.
 */
export type DiskProblem = 'full' | 'denied' | 'gone' | 'in-use' | 'too-large'

/** Facts that the words for a failure may mention. Never a secret, never an answer's body. */
export interface FailureFacts {
  /** Host (with port where it is not the scheme's own) that the request went to. */
  host?: string
  /** HTTP status, 100–599. */
  status?: number
  /** How long the store asks to wait, in ms, already capped. */
  retryAfter?: number
  /** The proxy's host and port. */
  proxy?: string
  /** The page that came instead of the one asked for, 1-based. */
  page?: number
  /** Where a refused redirect pointed to: origin only. */
  location?: string
  /** The address of the store that a team's place is for, where that is another. */
  store?: string
  /** Which input field is wrong. */
  field?: string
  /** What is wrong with it, and at which character, 1-based. */
  problem?: CredentialProblem
  place?: number
  /** Why the disk refused, where that is known. */
  disk?: DiskProblem
  /** Some of it was done, or may have been, before it failed. */
  isPartly?: true
  /** A short technical sentence for the details of a notice, in English, free of secrets. */
  reason?: string
}

export interface Failure {
  code: FailureCode
  facts: FailureFacts
}

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** Wraps a value as the good half of a Result. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** Makes the bad half of a Result. */
export function fail(code: FailureCode, facts: FailureFacts = {}): { ok: false; failure: Failure } {
  return { ok: false, failure: { code, facts } }
}
