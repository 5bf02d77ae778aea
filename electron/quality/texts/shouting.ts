/** Of a long text the beginning tells, in UTF-16 units. */
const looksAt = 300
/** Letters that a word must have to be no mere abbreviation. */
const longWord = 4
const leastLongWords = 2
/** One of them has so many: HDMI and SATA have no more than four. */
const longest = 5
const leastLetters = 10
/** Of the letters that have a case so many are capitals: units such as "cm" may stand among them. */
const share = 0.8

// Cherokee is written in its capitals; ß has hardly any other form. Letters without a case are no sign of either.
const small = /[\p{Ll}--[ß\p{Script=Cherokee}]]/gv
const capital = /[\p{Lu}--\p{Script=Cherokee}]/gv
const wordOfCapitals = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])[[\p{Lu}ß\p{M}]--\p{Script=Cherokee}]{${longWord},}(?![\p{L}\p{M}\p{N}])`,
  'gv'
)

/**
 * Whether a text is written in capitals throughout: at least two words of four letters, one of them of five, and ten letters in all, so that SALE,
 * "USB-C HDMI 4K" and names such as "LEGO DUPLO" are not. Scripts without capitals never are.
 */
export function isShouting(text: string): boolean {
  const beginning = text.length > looksAt ? text.slice(0, looksAt) : text
  if (beginning.length < leastLetters || !mayShout(beginning)) return false
  const capitals = countOf(beginning, capital)
  if (capitals < leastLetters || capitals < share * (capitals + countOf(beginning, small))) return false
  const words = beginning.match(wordOfCapitals) ?? []
  return words.length >= leastLongWords && words.some((word) => word.length >= longest)
}

/** Counts small letters of ASCII alone, no further than it must: nearly every text soon has more of them than may be. */
function mayShout(text: string): boolean {
  const most = text.length * (1 - share)
  let smalls = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x61 && code <= 0x7a && ++smalls > most) return false
  }
  return true
}

function countOf(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0
}
