/** A stream of numbers from 0 (included) to 1, the same for the same seed on every machine. */
export type Random = () => number

/** 32-bit FNV-1a of a text: a seed that does not depend on the order of anything. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return value >>> 0
}

/** Mulberry32: small, quick, and even enough for a sample catalog. */
export function seeded(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed : hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of a list that is not empty; throws on an empty one. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new Error('nothing to pick from')
  return chosen
}

/** A shuffled copy (Fisher–Yates). */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const left = [...list]
  const result: T[] = []
  while (left.length > 0) result.push(...left.splice(Math.floor(random() * left.length), 1))
  return result
}
