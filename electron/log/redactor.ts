import { beginningOf, byteForms, piecesOf, textForm } from './secret-forms'

const replacement = '[redacted]'

/** Secret headers in any notation: `x-api-key: …`, `"userid":"…"`, `'x-api-key', '…'`, also in JSON inside JSON. */
const headers = /(x-api-key|userid)(\\{0,15}["']?\s*[:=,]\s*\\{0,15}["']?)([^\s"',;}\]\\]+)/gi

/** Where the pieces of a long secret stood. */
const inARow = /(?:\[redacted\]){2,}/g

/** Below this many characters a secret is replaced only where it stands alone, or every "1" would go. */
const shortest = 6

/** Knows the secrets of this run and takes them out of any text, however they are written in it. */
export interface Redactor {
  /** From now on this text is taken out. Blank texts are ignored. */
  register(secret: string): void
  redact(text: string): string
}

/** Makes a redactor that knows nothing yet but the names of the secret headers. */
export function createRedactor(): Redactor {
  const known = new Set<string>()
  /** The longest secret first: a shorter one inside it would leave the rest of it standing. */
  let forms: Form[] = []
  return {
    register(secret) {
      if (secret.trim() === '' || known.has(secret)) return
      // Pasted with blanks, it is used without them.
      known.add(secret).add(secret.trim())
      forms = [...known].sort((a, b) => b.length - a.length).flatMap(formsOf)
    },
    redact(text) {
      let clean = text
      for (const { probe, whole } of forms) {
        if (probe.test(clean)) clean = clean.replace(whole, replacement)
      }
      return clean.replace(inARow, replacement).replace(headers, `$1$2${replacement}`)
    }
  }
}

/** A form of a secret, and its beginning, which is all that most texts are searched for: a long expression takes V8 20 ms to compile. */
interface Form {
  probe: RegExp
  whole: RegExp
}

/**
 * One expression for each form of each piece. A key may have 10,000 characters; V8 refuses an expression of so many, and repeats it in its
 * error.
 */
function formsOf(secret: string): Form[] {
  if (secret.length < shortest) return [shortForm(secret)]
  return piecesOf(secret).flatMap((piece) => {
    const probes = expressionsFor(beginningOf(piece))
    return expressionsFor(piece).flatMap((whole, at) => {
      const probe = probes[at]
      return probe === undefined ? [] : [{ probe: new RegExp(probe), whole: new RegExp(whole, 'g') }]
    })
  })
}

function expressionsFor(text: string): string[] {
  return [textForm(text), ...byteForms(text)]
}

function shortForm(secret: string): Form {
  // Not its bytes: they are numbers that stand in many a line.
  const base64 = Buffer.from(secret)
    .toString('base64')
    .replace(/[+/=]/g, String.raw`\$&`)
  const whole = new RegExp(`(?<![A-Za-z0-9])(?:${textForm(secret)}|${base64})(?![A-Za-z0-9])`, 'g')
  return { probe: new RegExp(whole.source), whole }
}
