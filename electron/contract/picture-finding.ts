import type { FailureCode } from './failure'

/** What a look at a picture brought; it goes into the copy, for filters and checks. */
export type PictureFinding =
  | {
      state: 'shown'
      /** Pixels of the original, after EXIF orientation. */
      width: number
      height: number
      /** Of the original. */
      bytes: number
      format: string
      /** First 8 bytes of the SHA-256 of the original, as a signed 64-bit number: the same picture has the same. */
      content: bigint
      /** Perceptual hash, 64 bits, signed: pictures that look alike differ in few bits. */
      look: bigint
    }
  | { state: 'broken'; code: FailureCode }
