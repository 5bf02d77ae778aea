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

/** UTF-16 units of the longest character that is usual: a family of emoji. */
const longestCharacter = 12

/**
 * Whether a text says less than so many letters could. A character of a dense writing counts as two: what takes 40 letters in
 * English takes some 20 in Chinese.
 */
export function isShorterThan(text: string, least: number): boolean {
  if (text.length >= least && (ascii.test(text) || text.length > least * longestCharacter)) return false
  if (text.length >= least && dense.test(text.slice(0, least))) return weigh(text) < least
  if (text.length < least && !dense.test(text)) return true
  return weigh(text) < least
}

function weigh(text: string): number {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  let weight = 0
  for (const { segment } of segmenter.segment(text)) weight += dense.test(segment) ? 2 : 1
  return weight
}
