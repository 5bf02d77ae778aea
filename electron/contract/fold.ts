/**
 * What makes two spellings the same for search, sort and highlighting, for both sides of the bridge: case, accents, width
 * and invisible characters do not count. Latin, Greek, Cyrillic, Hebrew and Arabic lose their accents and points; signs
 * that make another letter (Thai vowels, Japanese dakuten, Indic signs) stay.
 */

/** Longest word that is told apart, in UTF-16 units; of a longer one the rest does not count. */
export const maxWord = 64

/**
 * Shortest part inside a word that is looked for, in characters: below it a word must begin so, and in a description one
 * character must be a word of its own. Writing without spaces, and Korean syllables, are found from one character, anywhere.
 */
export const shortestPart = { name: 2, description: 3 }

/** Where a searched word is in a text: UTF-16 units, `end` exclusive. */
export interface TextRange {
  start: number
  end: number
}

const ascii = /^[\0-\x7f]*$/
// Accents and points; variation selectors; format characters (zero-width, bidi, soft hyphen).
const dropped =
  /[\p{Cf}\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/gu
// Letters of their own in Unicode that people type, and read, as others.
const alike = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ħ: 'h',
    ı: 'i',
    ς: 'σ',
    ŧ: 't'
  })
)
const alikes = new RegExp(`[${[...alike.keys()].join('')}]`, 'g')

// Western texts, which are most, character by character: a third of the time. All others have marks that belong together.
const western = /^[\0-\u024f\u2010-\u2026\u20ac\u2122]*$/
const westernFold = new Map<string, string>()
const notAscii = /[^\0-\x7f]/g

/** The text without what does not count in a search. Folding twice changes nothing more. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return western.test(text) ? text.toLowerCase().replace(notAscii, foldWestern) : foldWhole(text)
}

function foldWestern(character: string): string {
  const known = westernFold.get(character)
  if (known !== undefined) return known
  const folded = foldWhole(character)
  westernFold.set(character, folded)
  return folded
}

function foldWhole(text: string): string {
  return text
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replace(dropped, '')
    .replace(alikes, (letter) => alike.get(letter) ?? letter)
    .normalize('NFC')
}

const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const letter = String.raw`[\p{L}\p{M}\p{N}]`
const words = new RegExp(`[${letter}&&${unspaced}]+|[${letter}--${unspaced}]+`, 'gv')
const onlyUnspaced = new RegExp(`^[${letter}&&${unspaced}]+$`, 'v')
const asciiWords = /[a-z0-9]+/g

/**
 * The words of a folded text in order: runs of letters and digits. A run of a writing without spaces (Chinese, Japanese,
 * Thai, Lao, Khmer, Burmese) is one word, whatever its length.
 */
export function wordsOf(folded: string): string[] {
  return folded.match(ascii.test(folded) ? asciiWords : words)?.map(cutWord) ?? []
}

/** Whether a word is of a writing without spaces: its parts are words as well. */
export function isUnspaced(word: string): boolean {
  return word.charCodeAt(0) > 0x7f && onlyUnspaced.test(word)
}

const onlySyllables = /^[\uac00-\ud7a3]+$/

/** Whether a word is found inside of others too: one of letters only from so many characters (`part`) on. */
export function isFoundInside(word: string, part: number): boolean {
  return characters(word) >= part || isUnspaced(word) || onlySyllables.test(word)
}

function cutWord(word: string): string {
  return word.length <= maxWord || isUnspaced(word) ? word : cutAt(word, maxWord)
}

function cutAt(word: string, at: number): string {
  const last = word.charCodeAt(at - 1)
  return word.slice(0, last >= 0xd800 && last <= 0xdbff ? at - 1 : at)
}

const times = String.raw`\s*[x×]\s*`
const betweenNumbers = new RegExp(String.raw`(?<=\p{Nd})${times}(?=\p{Nd})`, 'gu')

/** A folded text with its sizes as one word: `50x70` for `50 × 70`, `50×70` and `50 x 70`. No keyboard has the multiplication sign. */
export function joinSizes(folded: string): string {
  return folded.replace(betweenNumbers, 'x')
}

/** The numbers of a size (`50x70`) that is searched for: as single words they find it where it is written otherwise. One: no size. */
export function sizeParts(term: string): string[] {
  return term.split(betweenNumbers)
}

/**
 * The folded words that are searched for, each once, a size as one (`joinSizes`). Whatever is no letter or digit separates words: quotes, operators and
 * brackets are text like any other (fault 58). Where there is no word at all, the signs themselves are looked for, those between
 * spaces together. [] when there is nothing to look for.
 */
export function searchTerms(text: string): string[] {
  const folded = fold(text)
  const found = wordsOf(joinSizes(folded))
  return [...new Set(found.length > 0 ? found : signsOf(folded))]
}

function signsOf(folded: string): string[] {
  return folded.split(/\s+/u).flatMap((signs) => (signs === '' ? [] : cutWord(signs)))
}

/** Whether a term is made of signs, without a letter or a digit: it is found anywhere. */
export function isSigns(term: string): boolean {
  return wordsOf(term).length === 0
}

// What folds together: a character with the marks after it; Korean letters, which are put together to syllables.
const clusters =
  /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc][\p{M}\p{Cf}\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc]*|[^][\p{M}\p{Cf}\uff9e\uff9f]*/gu

interface FoldedText {
  folded: string
  /** Of each unit of `folded` the range of the original that it comes from; null where both are the same. */
  from: TextRange[] | null
}

function foldWithPlaces(text: string): FoldedText {
  if (ascii.test(text)) return { folded: text.toLowerCase(), from: null }
  const from: TextRange[] = []
  let folded = ''
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const part = fold(cluster)
    const range = { start: index, end: index + cluster.length }
    from.push(...Array<TextRange>(part.length).fill(range))
    folded += part
  }
  return { folded, from }
}

/**
 * Where the searched words are in a text, to be highlighted: apart from each other, in order, never inside of a character.
 * `terms` are folded (`searchTerms`). A word that is not found inside of others (`isFoundInside`) counts only where one begins with it.
 */
export function matchRanges(
  text: string,
  terms: readonly string[],
  part: number = shortestPart.name
): TextRange[] {
  if (text === '' || terms.length === 0) return []
  const { folded, from } = foldWithPlaces(text)
  const found = terms.flatMap((term) => placesOf(folded, term, part))
  const ranges = found.map(({ start, end }) =>
    from === null
      ? { start, end }
      : { start: from[start]?.start ?? 0, end: from[end - 1]?.end ?? text.length }
  )
  return joined(ranges)
}

/** A size is marked as it is written; where it is not, its numbers are what was found, if all are there. */
function placesOf(folded: string, term: string, part: number): TextRange[] {
  const numbers = sizeParts(term)
  if (numbers.length === 1) return placesOfWord(folded, term, part)
  const sizes = Array.from(folded.matchAll(new RegExp(numbers.join(times), 'gu')), ({ 0: size, index }) => ({
    start: index,
    end: index + size.length
  }))
  if (sizes.length > 0) return sizes
  const places = numbers.map((number) => placesOfWord(folded, number, part))
  return places.some(({ length }) => length === 0) ? [] : places.flat()
}

function placesOfWord(folded: string, term: string, part: number): TextRange[] {
  if (term === '') return []
  const places: TextRange[] = []
  const anywhere = isFoundInside(term, part) || isSigns(term)
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
    if (anywhere || beginsWord(folded, at)) places.push({ start: at, end: at + term.length })
  }
  return places
}

/** How many characters (code points) a word has. */
export function characters(word: string): number {
  return Array.from(word).length
}

function beginsWord(folded: string, at: number): boolean {
  if (at === 0) return true
  const before = folded.slice(Math.max(0, at - 2), at)
  const last = Array.from(before).at(-1) ?? ''
  return wordsOf(last).length === 0 || isUnspaced(last)
}

/** The ranges in order; those that touch or overlap become one. */
function joined(ranges: TextRange[]): TextRange[] {
  const result: TextRange[] = []
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else result.push({ ...range })
  }
  return result
}
