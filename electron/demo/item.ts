import type { Colour } from './drawings/colours'
import type { DrawingName } from './drawings'

/** A product as the demo store serves it in the full form. What is not there was left out on purpose (flaws.ts). */
export interface DemoItem {
  id?: string
  name?: string
  price?: number
  description?: string
  /** A path on the store itself, or an absolute address. */
  image?: string
}

export type PictureFormat = 'jpg' | 'png' | 'webp'

/** How a product's picture is made; the picture's path is `/images/<number>.<format>`. */
export interface PictureSpec {
  number: number
  format: PictureFormat
  drawing: DrawingName
  main: Colour
  second: Colour
  width: number
  height: number
  seed: string
}

/** A product, and how its picture is drawn. */
export interface DemoProduct {
  item: DemoItem
  picture: PictureSpec
}

export function picturePath({ number, format }: PictureSpec): string {
  return `/images/${number}.${format}`
}
