/** Whether a text has no other signs than those of ASCII: these alone are one byte each. A tenth of what a regular expression takes. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

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

/** What should not be in a name or an id and is hard to see. */
interface Stray {
  kind: 'around' | 'double' | 'invisible'
  /** Of an invisible one, as `U+200B`. */
  character?: string
}

const plain = /^[!-~]+(?: [!-~]+)*$/

/** Scripts whose letters join, or do not, by ZWJ and ZWNJ: these belong to their spelling. */
const joining = [
  'Arabic',
  'Syriac',
  'Mandaic',
  'Mongolian',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan'
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')
const pictured = String.raw`[\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}]`
// Thai, Lao, Khmer and Burmese have no spaces: a zero-width one says where a line may break.
const spaceless = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Controls, soft hyphen, fillers, bidi controls, invisible operators, byte order mark; tags outside of flags. */
const never = String.raw`[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u115f\u1160\u180e\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]`
const invisible = new RegExp(
  [
    never,
    String.raw`(?<!${spaceless})\u200b`,
    String.raw`(?<![${joining}])\u200c`,
    String.raw`(?<![${joining}]|${pictured})\u200d`,
    String.raw`(?<=${pictured})\u200d(?!\p{Extended_Pictographic})`,
    String.raw`(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0000}-\u{e007f}]`
  ].join('|'),
  'v'
)
const directionMark = /[\u061c\u200e\u200f]/u
const around = /^\s|\s$/u
// A single no-break or ideographic space inside is a choice, a tab or a line break is not.
const double = /\s\s|[\t-\r\x85\u2028\u2029]/u

/** The first stray of a text, invisible ones before spaces; null: there is none. */
export function strayIn(text: string): Stray | null {
  if (text === '' || plain.test(text)) return null
  const hidden = invisible.exec(text)?.[0] ?? (rightToLeft.test(text) ? null : directionMark.exec(text)?.[0])
  if (hidden) return { kind: 'invisible', character: nameOf(hidden) }
  if (around.test(text)) return { kind: 'around' }
  return double.test(text) ? { kind: 'double' } : null
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

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
