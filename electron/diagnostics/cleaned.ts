export interface CleaningDeps {
  /** Takes out the secrets of this run. */
  redact: (text: string) => string
  /** The person's own folder, whose path holds their name, under each path that it has. */
  homeFolders: readonly string[]
}

/** A text without secrets, passwords in addresses and the name of the person's folder, however its path is written. */
export function cleaned(text: string, { redact, homeFolders }: CleaningDeps): string {
  // The longest first: one that is inside another goes as a whole.
  const patterns = [...homeFolders].sort((a, b) => b.length - a.length).map(pathPattern)
  const homeless = patterns.reduce(
    (current, pattern) => (pattern === null ? current : current.replace(pattern, '~')),
    text
  )
  return redact(homeless.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, '$1[redacted]@'))
}

/** One separator: either slash, doubled once or more where it stands in JSON, or percent-encoded. */
const separator = String.raw`(?:[\\/]+|%5c|%2f)`
/** The name that Windows makes up for programs of old: `ADALOV~1`. */
const shortName = String.raw`[^\s\\/"'~]{1,6}~\d`

/**
 * Matches a folder's path in any spelling: with either slash, escaped in JSON, percent-encoded in part or as a whole (`file:` addresses
 * of stacks), with composed or decomposed accents, in capitals or not. null for the root of a disk, which is nobody's.
 */
function pathPattern(path: string): RegExp | null {
  const segments = path.split(/[\\/]+/).filter((segment) => segment !== '')
  const isWindows = /^[a-z]:$/i.test(segments[0] ?? '')
  if (segments.length < (isWindows ? 2 : 1)) return null
  const written = segments.map((segment, at) => {
    const isName = isWindows && at === segments.length - 1
    return isName ? `(?:${segmentPattern(segment)}|${shortName})` : segmentPattern(segment)
  })
  return new RegExp(`${isWindows ? '' : separator}${written.join(separator)}`, 'gi')
}

function segmentPattern(segment: string): string {
  const forms = new Set([segment, segment.normalize('NFC'), segment.normalize('NFD')])
  return `(?:${[...forms].map((form) => Array.from(form, signPattern).join('')).join('|')})`
}

/** One sign of a name, plain or percent-encoded. */
function signPattern(sign: string): string {
  const encoded = [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return `(?:${sign.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)}|${encoded})`
}
