import type { DemoItem } from '../../electron/demo/listing.ts'
import { assortment } from './assortment.ts'
import { flawKinds, type PictureTrouble, type Spoilt } from './flaw-kinds.ts'
import { flaws } from './flaws.ts'
import { picturePath, type DemoProduct, type PictureSpec } from './item.ts'
import { imports } from './words/abroad.ts'
import { categories } from './words/index.ts'

/** How many products the demo store lists, the flawed ones among them. */
export const demoCatalogSize = 1240

export interface ShopPicture {
  spec: PictureSpec
  trouble: PictureTrouble | null
}

export interface DemoShop {
  /** In the store's order. */
  items: readonly DemoItem[]
  /** By the path of their address; a path that is not here is a 404. */
  pictures: ReadonlyMap<string, ShopPicture>
}

/** Makes up the whole shop: the same at each call, on every machine. */
export function demoShop(): DemoShop {
  const products: Spoilt[] = []
  const sound: DemoProduct[] = assortment(categories, imports, demoCatalogSize).map(({ item, picture }) => ({
    item: { ...item, image: picturePath(picture) },
    picture
  }))
  const flawAt = new Map(flaws.map((flaw) => [flaw.place, flaw]))
  const pictures = new Map<string, ShopPicture>()
  sound.forEach((product, index) => {
    const flaw = flawAt.get(index + 1)
    const other = sound[(flaw?.with ?? 0) - 1] ?? product
    const spoilt: Spoilt =
      flaw === undefined ? { item: product.item } : flawKinds[flaw.kind].spoil(product, other)
    products.push(spoilt)
    const trouble = spoilt.trouble ?? null
    const path = trouble === null ? picturePath(product.picture) : spoilt.item.image
    if (path !== undefined) pictures.set(path, { spec: product.picture, trouble })
  })
  return { items: products.map(({ item }) => item), pictures }
}
