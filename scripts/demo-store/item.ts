import type { DemoItem } from '../../electron/demo/listing.ts'
import type { Color } from './drawings/colors.ts'
import type { DrawingName } from './drawings/index.ts'

export type PictureFormat = 'jpg' | 'png' | 'webp'

/** How a product's picture is made; the picture's path is `/images/<number>.<format>`. */
export interface PictureSpec {
  number: number
  format: PictureFormat
  drawing: DrawingName
  main: Color
  second: Color
  /** Of the drawing; the picture is four fifths of it. */
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
