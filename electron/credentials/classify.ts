import { fail, type Failure, type FailureCode } from '../contract/failure'
import type { KeychainState } from '../contract/connection'

/**
 * What the keychains are known to say, in the words of libsecret and D-Bus (Linux), Security.framework (macOS)
 * and the credential manager (Windows). The first match counts.
 */
const sayings: [RegExp, FailureCode][] = [
  // A prompt that could not be shown, or a collection that stayed closed.
  [/locked|interaction is not allowed|collection\/\w+.*does not exist/i, 'keychain-locked'],
  [/does not exist at path/i, 'keychain-locked'],
  [/cancel|dismiss|denied|not permitted|passphrase you entered is not correct/i, 'keychain-denied'],
  [/timeout was reached|did not receive a reply|no ?reply/i, 'keychain-locked'],
  [
    /org\.freedesktop\.secrets|autolaunch|unknown or unsupported transport|could not connect|spawn|address element|was not provided/i,
    'keychain-missing'
  ]
]

/** Turns what the keychain threw into a failure; the reason is its own first line, cut to 200 characters. */
export function classifyKeychainError(error: unknown): Failure {
  const text = error instanceof Error ? error.message : ''
  const code = sayings.find(([saying]) => saying.test(text))?.[1] ?? 'keychain-failed'
  const reason = text.split('\n')[0]?.slice(0, 200) ?? ''
  return fail(code, { reason }).failure
}

/** The same failure as a state of the whole keychain. */
export function keychainStateOf({ code, facts }: Failure): KeychainState {
  const detail = facts.reason ?? ''
  switch (code) {
    case 'keychain-missing':
      return { available: false, reason: 'missing', detail }
    case 'keychain-locked':
      return { available: false, reason: 'locked', detail }
    case 'keychain-denied':
      return { available: false, reason: 'denied', detail }
    default:
      return { available: false, reason: 'failed', detail }
  }
}
