/** What should not be in a name or an id and is hard to see. */
export interface Stray {
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
