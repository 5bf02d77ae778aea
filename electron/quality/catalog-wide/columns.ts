/**
 * What rules that compare products need to know of each, by the product's key, in typed arrays. Texts stand as 64 bits of a
 * hash, two numbers each; 0 and 0: there is none. 46 bytes a product.
 */
export interface Columns {
  /** The highest key. */
  readonly highest: number
  /** 1: the product is listed. */
  readonly listed: Uint8Array<ArrayBuffer>
  /** NaN: unknown. */
  readonly price: Float64Array<ArrayBuffer>
  readonly name: Uint32Array<ArrayBuffer>
  readonly description: Uint32Array<ArrayBuffer>
  readonly address: Uint32Array<ArrayBuffer>
  /** Four numbers a product: what its name ends and begins with (surroundings.ts); 0: nothing. */
  readonly heads: Uint32Array<ArrayBuffer>
}

/** What tells pictures apart, by the product's key: two numbers each, the upper and the lower half; 0 and 0: it is not known. */
export interface PictureHashes {
  readonly content: Uint32Array<ArrayBuffer>
  readonly look: Uint32Array<ArrayBuffer>
}

/** What is known of pictures, by the product's key. 22 bytes a product. */
export interface PictureColumns extends PictureHashes {
  /** Values of `pictureStates`. */
  readonly state: Uint8Array<ArrayBuffer>
  /** Pixels; what has more than fit counts as the most. */
  readonly width: Uint16Array<ArrayBuffer>
  readonly height: Uint16Array<ArrayBuffer>
  /** The number that the copy keeps for why it is broken. */
  readonly broken: Uint8Array<ArrayBuffer>
}

export const pictureStates = { unknown: 0, shown: 1, broken: 2 }
/** Numbers of `Columns.heads` a product. */
export const headsEach = 4

/** Room for the products up to a key. */
export function makeColumns(highest: number): Columns {
  const length = highest + 1
  return {
    highest,
    listed: new Uint8Array(length),
    price: new Float64Array(length).fill(NaN),
    name: new Uint32Array(2 * length),
    description: new Uint32Array(2 * length),
    address: new Uint32Array(2 * length),
    heads: new Uint32Array(headsEach * length)
  }
}

export function makePictureHashes(highest: number): PictureHashes {
  return { content: new Uint32Array(2 * (highest + 1)), look: new Uint32Array(2 * (highest + 1)) }
}

export function makePictureColumns(highest: number): PictureColumns {
  const length = highest + 1
  return {
    ...makePictureHashes(highest),
    state: new Uint8Array(length),
    width: new Uint16Array(length),
    height: new Uint16Array(length),
    broken: new Uint8Array(length)
  }
}
