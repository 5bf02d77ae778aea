import type { FailureCode } from '../../contract/failure'

/**
 * Numbers for why a picture is broken, as `picture.broken` keeps them. A number that was released keeps its meaning; a code that
 * is not here is kept as the first.
 */
const codes: readonly FailureCode[] = [
  'internal',
  'picture-none',
  'picture-address-refused',
  'picture-address-private',
  'picture-too-large',
  'picture-not-a-picture',
  'picture-corrupt',
  'picture-decoder-failed',
  'not-found',
  'forbidden',
  'request-refused',
  'redirected',
  'answer-too-large',
  'answer-corrupt',
  'key-refused',
  'name-not-found',
  'server-error'
]

/** From 1. */
export function numberOfCode(code: FailureCode): number {
  return Math.max(0, codes.indexOf(code)) + 1
}

/** The code of a number that `numberOfCode` gave. */
export function codeOfNumber(number: number): FailureCode {
  return codes[number - 1] ?? 'internal'
}
