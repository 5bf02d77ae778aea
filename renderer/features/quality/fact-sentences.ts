import type { FindingFacts } from '../../../electron/contract/audit'
import { formatCount } from '../../shared/format/number'
import type { PriceStyle } from '../../shared/format/price'
import type { TextValues } from '../../shared/i18n'

type Numeric = 'products' | 'times' | 'characters' | 'digits' | 'width' | 'height' | 'threshold'

/** The sentence with what was found; null where facts that it needs are lacking. */
export type Sentence = (facts: FindingFacts, style: PriceStyle) => string | null

/** These numbers as they are written; null when one of them is not known. */
export function numbers(
  facts: FindingFacts,
  names: readonly Numeric[],
  style: PriceStyle
): TextValues | null {
  const known = names.flatMap((name): [string, string][] => {
    const value = facts[name]
    return value === undefined ? [] : [[name, formatCount(value, style.locale)]]
  })
  return known.length < names.length ? null : Object.fromEntries(known)
}

/** A sentence of numbers, in the form for the first of them. */
export function counting(
  names: readonly [Numeric, ...Numeric[]],
  words: (values: TextValues, count: number) => string
): Sentence {
  return (facts, style) => {
    const values = numbers(facts, names, style)
    return values && words(values, facts[names[0]] ?? 0)
  }
}

/** A sentence that quotes what was found. */
export function quoting(words: (text: string, facts: FindingFacts) => string): Sentence {
  return (facts) => (facts.text === undefined || facts.text.trim() === '' ? null : words(facts.text, facts))
}

/** A sentence about stray spaces, or about the character that nobody sees. */
export function straying(words: {
  around: () => string
  double: () => string
  invisible: (character: string) => string
}): Sentence {
  return ({ kind, character }) => {
    if (kind === 'around' || kind === 'double') return words[kind]()
    return kind === 'invisible' && character !== undefined ? words.invisible(character) : null
  }
}
