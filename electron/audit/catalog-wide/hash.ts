const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x3000

/**
 * Puts 64 bits that stand for a text at a product's place: never 0 and 0, unless the text is empty. Spaces around it do not
 * count, and of several in a row one does. Two texts of a million share them once in tens of millions of catalogs. The same
 * two rows of multiplications as cyrb53 (bryc, public domain), of which all bits are taken.
 */
export function putHash(column: Uint32Array, key: number, text: string): void {
  let above = 0xdeadbeef
  let below = 0x41c6ce57
  let length = 0
  let spaced = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) {
      spaced = length > 0
      continue
    }
    if (spaced) {
      above = Math.imul(above ^ 0x20, 2654435761)
      below = Math.imul(below ^ 0x20, 1597334677)
      spaced = false
    }
    above = Math.imul(above ^ code, 2654435761)
    below = Math.imul(below ^ code, 1597334677)
    length++
  }
  if (length === 0) {
    column[2 * key] = column[2 * key + 1] = 0
    return
  }
  const mixed = Math.imul(above ^ (above >>> 16), 2246822507) ^ Math.imul(below ^ (below >>> 13), 3266489909)
  const other = Math.imul(below ^ (below >>> 16), 2246822507) ^ Math.imul(mixed ^ (mixed >>> 13), 3266489909)
  column[2 * key] = mixed
  column[2 * key + 1] = mixed === 0 && other === 0 ? 1 : other
}

/** 32 bits that stand for a word or two; never 0. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  return (hash ^ (hash >>> 13)) >>> 0 || 1
}

const ascii = /^[\0-\x7f]*$/
const unseen = /\p{Cf}/gu

/** A name without what makes no other name of it: case, width, signs that nobody sees. */
export function comparable(name: string): string {
  if (ascii.test(name)) return name.toLowerCase()
  return name.normalize('NFKC').replace(unseen, '').toLowerCase()
}
