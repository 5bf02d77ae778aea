import { maxKeyBytes, type Credentials } from '../contract/connection'
import { fail, ok, type FailureFacts, type Result } from '../contract/failure'

/** Characters that cannot be seen: controls, soft hyphen, zero-width, directional marks, odd blanks, tags. */
const invisible =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/u

/**
 * Looks at what a person entered before it is sent or saved: both travel in HTTP headers, so only visible ASCII
 * will do. Spaces and tabs around them are dropped, since pasting brings them.
 *
 * @returns the trimmed credentials, or `credentials-invalid` with the field, the problem and its place (faults 72, 76)
 */
export function checkCredentials(entered: Credentials): Result<Credentials> {
  const credentials = { key: trimmed(entered.key), userId: trimmed(entered.userId) }
  for (const field of ['key', 'userId'] as const) {
    const wrong = whatIsWrong(credentials[field])
    if (wrong !== null) return fail('credentials-invalid', { field, ...wrong })
  }
  return ok(credentials)
}

function whatIsWrong(text: string): Pick<FailureFacts, 'problem' | 'place'> | null {
  if (text === '') return { problem: 'empty' }
  if (/[\r\n]/.test(text)) return { problem: 'line-break' }
  const hidden = placeOf(text, invisible)
  if (hidden !== null) return { problem: 'invisible-character', place: hidden }
  const foreign = placeOf(text, /[^ -~]/u)
  if (foreign !== null) return { problem: 'foreign-character', place: foreign }
  return text.length > maxKeyBytes ? { problem: 'too-long' } : null
}

/** 1-based place of the first match, in characters as people count them. */
function placeOf(text: string, pattern: RegExp): number | null {
  const at = text.search(pattern)
  return at < 0 ? null : Array.from(text.slice(0, at)).length + 1
}

function trimmed(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}

/**
 * Whether a key that was entered for one address may go to the other without being entered again: the same host
 * and port, and not from https down to http.
 */
export function mayShareKey(from: string, to: string): boolean {
  if (!URL.canParse(from) || !URL.canParse(to)) return false
  const [old, next] = [new URL(from), new URL(to)]
  return old.host === next.host && (old.protocol === next.protocol || next.protocol === 'https:')
}
