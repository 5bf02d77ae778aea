/** What a body is by its first bytes; server and file name are not asked, they are wrong too often. */
export type BodyKind = RasterFormat | 'heic' | 'tiff' | 'svg' | 'html' | 'compressed' | 'empty' | 'unknown'
type RasterFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** What is decoded: what stores send, and `accept` asks for. Each further format is one more parser of strangers' bytes. */
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

/** Names the kind of a body; looks at the first 1,024 bytes at most. */
export function sniff(bytes: Uint8Array): BodyKind {
  if (bytes.length === 0) return 'empty'
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  for (const [kind, signature] of signatures) if (signature.test(head)) return kind
  const brand = /^[^]{4}ftyp([^]{4})/.exec(head)?.[1]
  if (brand !== undefined) return kindOfBrand(brand)
  // UTF-16 puts a NUL beside every letter; markup in it is markup all the same.
  return kindOfText(head.replaceAll('\0', ''))
}

function kindOfBrand(brand: string): BodyKind {
  // `mif1` and `miaf` are written by some AVIF encoders; what is not AV1 inside, libheif refuses.
  if (/^(?:avif|avis|mif1|miaf|msf1)$/.test(brand)) return 'avif'
  return /^(?:hei[a-z]|hev[a-z])$/.test(brand) ? 'heic' : 'unknown'
}

function kindOfText(head: string): BodyKind {
  const text = head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart()
  if (!text.startsWith('<')) return 'unknown'
  if (/<(?:!doctype\s+)?html\b/i.test(text)) return 'html'
  return /<(?:!doctype\s+)?(?:\w+:)?svg\b/i.test(text) || text.startsWith('<?xml') ? 'svg' : 'html'
}
