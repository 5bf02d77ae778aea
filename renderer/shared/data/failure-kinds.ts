import type { Failure, FailureCode } from '../../../electron/contract/failure'

/** Failures that a network which comes back may have cured. */
export const networkCodes: ReadonlySet<FailureCode> = new Set([
  'name-not-found',
  'connection-refused',
  'unreachable',
  'offline',
  'timeout',
  'connection-lost',
  'captive-portal',
  'proxy-unreachable'
])

/** Failures that only a person can cure: the key or the user id must be put right first. */
const keyCodes: ReadonlySet<FailureCode> = new Set([
  'key-refused',
  'forbidden',
  'credentials-missing',
  'credentials-invalid'
])

/** Whether the network's return is a reason to ask again. */
export function isNetworkFailure(failure: Failure): boolean {
  return networkCodes.has(failure.code)
}

/** Whether a check of the connection can tell more: something between this computer and the store stands in the way. */
export function isConnectionFailure({ code }: Failure): boolean {
  return networkCodes.has(code) || code.startsWith('certificate-') || code.startsWith('proxy-')
}

/** Whether the way on is to replace the key, and asking again by itself is pointless. */
export function isKeyFailure(failure: Failure): boolean {
  return keyCodes.has(failure.code)
}

/** Whether it was the keychain of this computer that did not give the key. */
export function isKeychainFailure(failure: Failure): boolean {
  return failure.code.startsWith('keychain-')
}

/**
 * Whether the coverage line says all that there is to say, as long as the rows asked for are on screen. A network that
 * wants a sign-in is not quiet: it waits for the person (fault 9).
 */
export function isTransient(failure: Failure): boolean {
  if (failure.code === 'captive-portal') return false
  return isNetworkFailure(failure) || failure.code === 'server-error'
}
