/** A text from the store, made safe to keep, with what had to be done to it. */
export interface CleanText {
  text: string
  /** A NUL was taken out or half a surrogate pair became U+FFFD. */
  replaced: boolean
  shortened: boolean
}

/**
 * Bounds a text to `max` UTF-16 units, never splitting a character, and replaces what cannot be stored or
 * encoded: NUL, lone surrogates. Markup, bidi and zero-width characters stay; the renderer isolates them.
 */
export function cleanText(raw: string, max: number): CleanText {
  // Nearly every text is as it should be: finding that out costs a fraction of putting it right.
  if (raw.length <= max && !raw.includes('\0') && raw.isWellFormed()) {
    return { text: raw, replaced: false, shortened: false }
  }
  const shortened = raw.length > max
  const cut = shortened ? raw.slice(0, splitsPair(raw, max) ? max - 1 : max) : raw
  const text = cut.replaceAll('\0', '').toWellFormed()
  return { text, replaced: text !== cut, shortened }
}

function splitsPair(text: string, at: number): boolean {
  return isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff)
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}
