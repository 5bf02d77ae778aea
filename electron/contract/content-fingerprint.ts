/**
 * Version of the perceptual hashes (images/decode/perceptual-hash.ts). Who changes how they are computed increments it and has
 * catalogs drop theirs: hashes of two versions cannot be compared.
 */
const lookVersion = 3

/**
 * Most bits of 64 in which two pictures that look alike differ. Measured (perceptual-hash.ts, without color) on 413 drawings of the
 * demo store: 998 of 1000 of another size, format or quality are within it, 93 of 100 that are a tenth brighter, 72 of 100
 * that are cropped by 2 % a side; of 84,000 pairs of drawings of different things none (within 5 bits one, 6 two, 8 27).
 */
export const mostDifferentBits = 4

/** How many of 32 bits are set. */
export function bitsOf(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * The form of `Product.contentFingerprint`: 32 hexadecimal digits for its texts, price and picture's address and, where the catalog
 * knows the picture itself, the version and value of its perceptual hash: `0123456789abcdef0123456789abcdef.3.fedcba9876543210`.
 *
 * Vitrine 0.1 wrote the first 16 digits alone, for which a collision takes 2^32 tries. Its approvals still hold.
 *
 * A picture has changed when it looks different, not when its bytes differ: stores re-encode theirs in other sizes and formats. An
 * unknown hash matches any. So approvals from before the picture was known, with a hash of another version, or of a nearly flat
 * picture hold until anything else changes.
 */
const form = new RegExp(`^(.*)\\.${lookVersion}\\.([0-9a-f]{8})([0-9a-f]{8})$`, 's')

/** The upper and the lower 32 bits of a perceptual hash; both 0: not known, or as good as flat. */
export type LookHalves = readonly [above: number, below: number]

const unknown: LookHalves = [0, 0]

/** @param look as 16 hexadecimal digits; null: not known */
export function withLook(texts: string, look: string | null): string {
  return look === null ? texts : `${texts}.${lookVersion}.${look}`
}

/** The part without the picture's hash. */
export function textsOf(fingerprint: string): string {
  return fingerprint.split('.', 1)[0] ?? ''
}

/** Digits that the first version wrote. */
const oldDigits = 16

/** Whether texts, price and the picture's address are the same. */
export function haveSameTexts(one: string, other: string): boolean {
  const [texts, others] = [textsOf(one), textsOf(other)]
  if (texts.length === others.length) return texts === others
  return texts.slice(0, oldDigits) === others.slice(0, oldDigits) && isOld(texts) !== isOld(others)
}

function isOld(texts: string): boolean {
  return texts.length === oldDigits
}

/** The picture's perceptual hash. */
export function lookIn(fingerprint: string): LookHalves {
  const [, , above, below] = form.exec(fingerprint) ?? []
  return above === undefined || below === undefined ? unknown : [parseInt(above, 16), parseInt(below, 16)]
}

/** Whether two hashes may be of one picture. */
export function areAlike([above, below]: LookHalves, [otherAbove, otherBelow]: LookHalves): boolean {
  if ((above | below) === 0 || (otherAbove | otherBelow) === 0) return true
  return bitsOf(above ^ otherAbove) + bitsOf(below ^ otherBelow) <= mostDifferentBits
}

/** Whether the picture under the address is the same, as far as that is known. */
export function isSamePicture(one: string, other: string): boolean {
  return areAlike(lookIn(one), lookIn(other))
}

/** Whether both stand for the same content to a person's eyes. */
export function isSameFingerprint(one: string, other: string): boolean {
  return one === other || (haveSameTexts(one, other) && isSamePicture(one, other))
}

/** Of two fingerprints of the same content the fuller one: `now`, unless only `then` has the picture's hash. */
export function fullerFingerprint(then: string, now: string): string {
  return lookIn(now) === unknown ? then : now
}
