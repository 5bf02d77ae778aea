import { networkFailure } from '../../../api/failures'
import { CarrierFailure, type CarrierProblem } from '../carrier'

/** By SQLSTATE, or by its class (its first two characters). */
const meanings: Partial<Record<string, CarrierProblem>> = {
  '08': 'unreachable',
  '22': 'invalid',
  // Who logs in is not who they say, or may not come from here.
  '28': 'refused',
  // A standby, which takes no writes.
  25006: 'refused',
  // The database that the address names.
  '3D000': 'invalid',
  // schema.sql has not been run here, or this login may not use it.
  '3F000': 'not-a-team',
  '42P01': 'not-a-team',
  42883: 'not-a-team',
  // Rights that are missing or were revoked; row security says the same.
  42501: 'refused',
  '42': 'invalid',
  '23': 'invalid',
  53100: 'full'
}

/** What the driver says in words of its own, without a code. */
const words: readonly (readonly [RegExp, CarrierProblem, string])[] = [
  [/[Pp]assword must be/, 'refused', 'asks for a password'],
  [/does not support SSL/, 'untrusted', 'offers no encryption'],
  [/server signature/, 'untrusted', 'does not know the password'],
  [
    /^SASL|establishing an SSL|invalid response|unexpected .* message/,
    'invalid',
    'does not speak the protocol'
  ]
]

/**
 * The failure for what the driver rejected with. Texts of the server are left out of it: they may hold anything. What took the connection
 * away counts as `unreachable`.
 */
export function postgresFailure(error: unknown): CarrierFailure {
  if (error instanceof CarrierFailure) return error
  const state = stateOf(error)
  if (state !== null) {
    const kind = meanings[state] ?? meanings[state.slice(0, 2)] ?? 'unreachable'
    return new CarrierFailure(kind, `the database answered ${state}`)
  }
  const message = error instanceof Error ? error.message : ''
  const known = words.find(([pattern]) => pattern.test(message))
  if (known !== undefined) return new CarrierFailure(known[1], `the database server ${known[2]}`)
  return new CarrierFailure(...networkProblem(error))
}

/** The code of an error of the server; null: it is the driver's, or the network's. */
function stateOf(error: unknown): string | null {
  const isServers = error instanceof Error && 'severity' in error && 'code' in error
  return isServers && typeof error.code === 'string' ? error.code : null
}

function networkProblem(error: unknown): [CarrierProblem, string] {
  try {
    const { code, facts } = networkFailure(error, {}).failure
    const kind = code.startsWith('certificate-') ? 'untrusted' : 'unreachable'
    return [kind, `the database server is ${kind}: ${facts.reason ?? code}`]
  } catch {
    return ['unreachable', 'the connection to the database ended']
  }
}
