import { fold } from '../../contract/fold'
import { isAscii } from '../texts/characters'
import { hashWords, headsEach } from './columns'

/** The part that a name shares with names of comparable products. */
interface Head {
  at: 'start' | 'end'
  /** Folded. */
  words: string
}

/** After these come a size, a color, a pack: no part of what the product is. */
const aside = /[,;:([{|/–—•·]|\s-\s/u
const words = /[\p{L}\p{M}\p{N}'’.]+/gu
const digit = /\p{N}/u
const space = /\s/
const unspaced =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+$/u
/** Units, sizes, "of" and "de": they stand beside anything. */
const small = /^[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}'’.]{1,2}$/u
/** Characters of a writing without spaces that are as much as a word. */
const asAWord = 2
/** Longest beginning of a name that is looked at, in UTF-16 units. */
const longest = 200

/**
 * What the store says of what a thing is, where there are no categories: the last and the first words of its name, the closest
 * surroundings first. German, English, Chinese or Japanese say it at the end, French, Arabic or Vietnamese at the beginning,
 * and a brand stands there. Always four, '' where there is none: the last two words, the first two, the last, the first.
 */
export function headsOf(name: string): readonly [Head, Head, Head, Head] {
  const all = wordsOf(name)
  const [first = '', second = ''] = all
  const last = all.at(-1) ?? ''
  const before = all.at(-2) ?? ''
  return [
    { at: 'end', words: before === '' ? '' : `${before} ${last}` },
    { at: 'start', words: second === '' ? '' : `${first} ${second}` },
    { at: 'end', words: last },
    { at: 'start', words: first }
  ]
}

/** Puts what stands for a name's heads at a product's place, in their order. */
export function putHeads(column: Uint32Array, key: number, name: string): void {
  const all = wordsOf(name)
  const { length } = all
  const at = key * headsEach
  const [first = '', second = ''] = all
  const last = all[length - 1] ?? ''
  column[at] = length < 2 ? 0 : hashWords(all[length - 2] ?? '', last)
  column[at + 1] = length < 2 ? 0 : hashWords(first, second)
  column[at + 2] = length === 0 ? 0 : hashWords('', last)
  column[at + 3] = length === 0 ? 0 : hashWords('', first)
}

function wordsOf(name: string): string[] {
  const folded = fold(name.length > longest ? name.slice(0, longest) : name).trimStart()
  const words = isAscii(folded) ? asciiWords(folded) : anyWords(folded)
  const telling = words.filter((word) => word.length > 2 || !small.test(word))
  const chosen = telling.length > 0 ? telling : words
  return chosen.some(isRun) ? chosen.flatMap(parts) : chosen
}

/** The words before what is said aside, without those that have a digit. */
function anyWords(folded: string): string[] {
  const cut = folded.search(aside)
  const thing = cut > 0 ? folded.slice(0, cut) : folded
  return (thing.match(words) ?? []).filter((word) => !digit.test(word))
}

/** The same for most names, letter by letter: a quarter of the time. */
function asciiWords(folded: string): string[] {
  const found: string[] = []
  let start = -1
  let hasDigit = false
  for (let at = 0; at <= folded.length; at++) {
    const code = at < folded.length ? folded.charCodeAt(at) : 0
    const isDigit = code >= 0x30 && code <= 0x39
    if (isDigit || (code >= 0x61 && code <= 0x7a) || code === 0x27 || code === 0x2e) {
      if (start < 0) start = at
      hasDigit ||= isDigit
      continue
    }
    if (start >= 0 && !hasDigit) found.push(folded.slice(start, at))
    start = -1
    hasDigit = false
    if (at > 0 && isAside(folded, at, code)) break
  }
  return found
}

/** What `aside` finds. */
function isAside(folded: string, at: number, code: number): boolean {
  // , / : ; ( [ { |
  if (code === 0x2c || code === 0x2f || code === 0x3a || code === 0x3b || code === 0x28) return true
  if (code === 0x5b || code === 0x7b || code === 0x7c) return true
  return code === 0x2d && space.test(folded.charAt(at - 1)) && space.test(folded.charAt(at + 1))
}

function isRun(word: string): boolean {
  return word.charCodeAt(0) >= 0x0e00 && word.length > asAWord && unspaced.test(word)
}

/** A run of a writing without spaces begins and ends with words of its own. */
function parts(word: string): string[] {
  if (!isRun(word)) return [word]
  const characters = Array.from(word)
  if (characters.length <= asAWord) return [word]
  return [characters.slice(0, asAWord).join(''), characters.slice(-asAWord).join('')]
}
