/** Longest name without its ending, in bytes of UTF-8: most file systems take 255 for all of it. */
const mostBytes = 180

/** Endings of formats whose name is not their ending. */
const endings: Partial<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif' }

/** Names that Windows keeps for devices, with any ending. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i

/**
 * What no name may have on one of the systems, and what is not seen or turns the order of what is. The joiners stay: some
 * scripts, and many emoji, are not written without them.
 */

const unwanted =
  /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd]/g

/** As much of a text as fits into so many bytes of UTF-8, without half of a character at its end. */
function cut(text: string, bytes: number): string {
  let size = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    size += Buffer.byteLength(segment)
    if (size > bytes) break
    kept += segment
  }
  return kept
}

/**
 * The file name under which a product's picture is offered: the product's name, which may be anything, made into one that
 * Windows, macOS and Linux take, with the ending of the picture's decoded format.
 */
export function pictureFileName(productName: string, format: string): string {
  const plain = productName.toWellFormed().normalize('NFC').replace(unwanted, ' ').replace(/\s+/g, ' ')
  // A leading dot hides a file, and Windows drops dots and spaces at the end.
  const name = cut(plain.replace(/^[\s.]+/, ''), mostBytes).replace(/[\s.]+$/, '')
  const safe = !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? 'picture' : device.test(name) ? `_${name}` : name
  const known = /^[a-z0-9]{1,8}$/.test(format) ? format : 'img'
  return `${safe}.${endings[known] ?? known}`
}
