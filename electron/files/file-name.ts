/** Longest name without its ending, in bytes of UTF-8: most file systems take 255 for all of it. */
const mostBytes = 180

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
  let result = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    size += Buffer.byteLength(segment)
    if (size > bytes) break
    result += segment
  }
  return result
}

/**
 * A text, which may be anything, made into the name of a file (without its ending) that Windows, macOS and Linux take.
 *
 * @param otherwise for a text of which nothing is left
 */
export function fileNameOf(text: string, otherwise: string): string {
  const plain = text.toWellFormed().normalize('NFC').replace(unwanted, ' ').replace(/\s+/g, ' ')
  // A leading dot hides a file, and Windows drops dots and spaces at the end.
  const name = cut(plain.replace(/^[\s.]+/, ''), mostBytes).replace(/[\s.]+$/, '')
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return otherwise
  return device.test(name) ? `_${name}` : name
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The day of a moment (ms since 1970) where the computer is, for the name of a file: `2026-11-21`. */
export function dayInName(at: number): string {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The same with the time, to the second: `2026-11-21T09-05-07`. */
export function timeInName(at: number): string {
  const date = new Date(at)
  return `${dayInName(at)}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('-')}`
}
