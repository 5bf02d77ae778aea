import type { Color } from '../drawings/colors.ts'
import type { DrawingName } from '../drawings/index.ts'

/** A range by one maker: what its pieces share. */
export interface Line {
  name: string
  /** Colors that it is sold in; the picture follows. */
  colors: readonly Color[]
  /** The second material in the picture. */
  second: Color
  /** A sentence or two about how and where it is made. */
  made: string
  /** Dearer or cheaper than the kind's usual price; 1 when left out. */
  factor?: number
}

/** A kind of product. In its texts, {line}, {size} and {color} are filled in. */
export interface Kind {
  noun: string
  drawing: DrawingName
  /** Usual lowest and highest price of the smallest size. */
  price: readonly [number, number]
  /** From small to large. */
  sizes?: readonly string[]
  /** What each size costs more than the one before it; 1.36 when left out. */
  sizeFactor?: number
  /** Lines that make it; all of the category's when left out. */
  only?: readonly string[]
  /** Lines of its own, instead of the category's. */
  lines?: readonly Line[]
  /** How its name is put together; the category's way when left out. */
  title?: string
  /** What it is: one of these opens the description. */
  about: readonly string[]
  care?: string
}

export interface Category {
  name: string
  title: string
  lines: readonly Line[]
  kinds: readonly Kind[]
  /** Care, delivery, good to know: one of these may close the description. */
  notes: readonly string[]
}
