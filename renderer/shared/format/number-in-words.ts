/** A piece of what `Intl` has written: of the number, or of the words around it. */
interface WrittenPart {
  type: string
  value: string
}

const ofNumber = new Set(['integer', 'group', 'decimal', 'fraction'])

/**
 * The words of what `Intl` has written in the app's language, around a number as all numbers on screen are written: "1.5 Sekunden"
 * stands beside "1,240" where German words and English numbers are wanted. Words that need no number ("two days" in Arabic is a
 * word of its own) stay without one.
 */
export function withNumber(parts: readonly WrittenPart[], number: string): string {
  const first = parts.findIndex(({ type }) => ofNumber.has(type))
  return parts
    .map(({ type, value }, index) => (index === first ? number : ofNumber.has(type) ? '' : value))
    .join('')
}
