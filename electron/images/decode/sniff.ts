/** The kind of a body by its first bytes; the server's content type and the file name are wrong too often. */
export type BodyKind = RasterFormat | 'heic' | 'tiff' | 'svg' | 'html' | 'compressed' | 'empty' | 'unknown'
type RasterFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** The formats that are decoded: those that stores send and `accept` asks for. Each further format would be one more parser of untrusted bytes. */
export const rasterFormats: ReadonlySet<string> = new Set<RasterFormat>([
  'jpeg',
  'png',
  'gif',
  'webp',
  'avif'
])

const signatures: readonly [RasterFormat | 'tiff' | 'compressed', RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['tiff', /^(?:II[*+]\0|MM\0[*+])/],
  ['compressed', /^\x1f\x8b/]
]

/** Names the kind of a body by at most its first 1,024 bytes. */
export function sniff(bytes: Uint8Array): BodyKind {
  if (bytes.length === 0) return 'empty'
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  for (const [kind, signature] of signatures) if (signature.test(head)) return kind
  const brand = /^[^]{4}ftyp([^]{4})/.exec(head)?.[1]
  if (brand !== undefined) return kindOfBrand(brand)
  // In UTF-16 each ASCII letter has a NUL beside it; markup in UTF-16 is markup, too.
  return kindOfText(head.replaceAll('\0', ''))
}

function kindOfBrand(brand: string): BodyKind {
  // Some AVIF encoders write `mif1` and `miaf`; libheif rejects files that have no AV1 inside.
  if (/^(?:avif|avis|mif1|miaf|msf1)$/.test(brand)) return 'avif'
  return /^(?:hei[a-z]|hev[a-z])$/.test(brand) ? 'heic' : 'unknown'
}

function kindOfText(head: string): BodyKind {
  const text = head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart()
  if (!text.startsWith('<')) return 'unknown'
  if (/<(?:!doctype\s+)?html\b/i.test(text)) return 'html'
  return /<(?:!doctype\s+)?(?:\w+:)?svg\b/i.test(text) || text.startsWith('<?xml') ? 'svg' : 'html'
}
