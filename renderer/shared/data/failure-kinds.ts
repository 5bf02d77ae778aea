import type { Failure, FailureCode } from '../../../electron/contract/failure'

/** Failures that may pass when the network is back. */
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

/** Failures that only the person can fix: the key or the user id is wrong. */
const keyCodes: ReadonlySet<FailureCode> = new Set([
  'key-refused',
  'forbidden',
  'credentials-missing',
  'credentials-invalid'
])

/** Whether to retry when the network is back. */
export function isNetworkFailure(failure: Failure): boolean {
  return networkCodes.has(failure.code)
}

/** Whether a connection check can tell more, because something between this computer and the store is at fault. */
export function isConnectionFailure({ code }: Failure): boolean {
  return networkCodes.has(code) || code.startsWith('certificate-') || code.startsWith('proxy-')
}

/** Whether the key must be replaced, so that retrying is pointless. */
export function isKeyFailure(failure: Failure): boolean {
  return keyCodes.has(failure.code)
}

/** Whether the keychain did not return the key. */
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
