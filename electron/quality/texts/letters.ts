const ascii = /^[\0-\x7f]*$/
/** Says as much as two letters do: Chinese, Japanese and Korean writing. */
const dense = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

let segmenter: Intl.Segmenter | null = null

/** How many letters and other signs a text has, as people count them: an accent or the parts of an emoji are none. */
export function countCharacters(text: string): number {
  if (ascii.test(text)) return text.length
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text)).length
}

/** Whether a text has more characters than that. Counts only where it may. */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && countCharacters(text) > most
}

/**
 * Whether a text says less than so many letters could. A character of a dense writing counts as two: what takes 40 letters in
 * English takes some 20 in Chinese. Reads no further than it must.
 */
export function isShorterThan(text: string, least: number): boolean {
  let sure = 0
  for (let at = 0; at < text.length && sure < least; at++) sure += sureWeight(text.charCodeAt(at))
  return sure < least && weigh(text) < least
}

/** What a UTF-16 unit counts at least, whatever stands beside it: only letters that nothing joins are sure. */
function sureWeight(code: number): number {
  if (code < 0x300) return code === 0x0d || code === 0xad ? 0 : 1
  if (code >= 0x370 && code < 0x530) return code >= 0x483 && code <= 0x489 ? 0 : 1
  return (code >= 0x4e00 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4) ? 2 : 0
}

function weigh(text: string): number {
  if (ascii.test(text)) return text.length
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  let weight = 0
  for (const { segment } of segmenter.segment(text)) weight += dense.test(segment) ? 2 : 1
  return weight
}
