const replacement = '[redacted]'

/** Secret headers in any notation: `x-api-key: …`, `"userid":"…"`, `'x-api-key', '…'`. */
const headers = /(x-api-key|userid)(\\?["']?\s*[:=,]\s*\\?["']?)([^\s"',;}\]\\]+)/gi

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
  let patterns: RegExp[] = []
  return {
    register(secret) {
      if (secret.trim() === '' || known.has(secret)) return
      // Pasted with blanks, it is used without them.
      known.add(secret).add(secret.trim())
      patterns = [...known].sort((a, b) => b.length - a.length).map(patternOf)
    },
    redact(text) {
      let clean = text
      for (const pattern of patterns) clean = clean.replace(pattern, replacement)
      return clean.replace(headers, `$1$2${replacement}`)
    }
  }
}

function patternOf(secret: string): RegExp {
  const spellings = new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex')
  ])
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length).map(escaped)
  const anyOf = `(?:${longestFirst.join('|')})`
  return new RegExp(secret.length < shortest ? `(?<![A-Za-z0-9])${anyOf}(?![A-Za-z0-9])` : anyOf, 'g')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
