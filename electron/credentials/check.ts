import { maxKeyBytes, type Credentials } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'

type Field = keyof Credentials

/** Characters that cannot be seen: controls, soft hyphen, zero-width, directional marks, odd blanks, tags. */
const invisible =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/u

/**
 * Looks at what a person entered before it is sent or saved: both travel in HTTP headers, so only visible ASCII
 * will do. Spaces and tabs around them are dropped, since pasting brings them.
 *
 * @returns the trimmed credentials, or `credentials-invalid` with the field and the reason (72, 76)
 */
export function checkCredentials(entered: Credentials): Result<Credentials> {
  const credentials = { key: trimmed(entered.key), userId: trimmed(entered.userId) }
  for (const field of ['key', 'userId'] as const) {
    const reason = whatIsWrong(credentials[field])
    if (reason !== null) return refused(field, reason)
  }
  return ok(credentials)
}

function whatIsWrong(text: string): string | null {
  if (text === '') return 'It is empty.'
  if (/[\r\n]/.test(text)) return 'It contains a line break.'
  const hidden = placeOf(text, invisible)
  if (hidden !== null) return `It contains an invisible character (at place ${hidden}).`
  const foreign = placeOf(text, /[^ -~]/u)
  if (foreign !== null) return `It contains a character outside plain ASCII (at place ${foreign}).`
  return text.length > maxKeyBytes ? `It is longer than ${maxKeyBytes} bytes.` : null
}

/** 1-based place of the first match, in characters as people count them. */
function placeOf(text: string, pattern: RegExp): number | null {
  const at = text.search(pattern)
  return at < 0 ? null : Array.from(text.slice(0, at)).length + 1
}

function trimmed(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}

function refused(field: Field, reason: string): Result<never> {
  return fail('credentials-invalid', { field, reason })
}
