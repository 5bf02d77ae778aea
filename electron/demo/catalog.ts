import { assortment } from './assortment'
import { flawKinds, type PictureTrouble, type Spoilt } from './flaw-kinds'
import { flaws } from './flaws'
import { picturePath, type DemoItem, type DemoProduct, type PictureSpec } from './item'
import { categories } from './words'
import { imports } from './words/abroad'

/** How many products the demo store lists, the flawed ones among them. */
export const demoCatalogSize = 1240

export interface StoredPicture {
  spec: PictureSpec
  trouble: PictureTrouble | null
}

export interface DemoShop {
  /** In the store's order. */
  items: readonly DemoItem[]
  /** By the path of their address; a path that is not here is a 404. */
  pictures: ReadonlyMap<string, StoredPicture>
}

/** The whole shop, built anew at each call (a few ms) and always the same. */
export function demoShop(): DemoShop {
  const products: Spoilt[] = []
  const sound: DemoProduct[] = assortment(categories, imports, demoCatalogSize).map(({ item, picture }) => ({
    item: { ...item, image: picturePath(picture) },
    picture
  }))
  const flawAt = new Map(flaws.map((flaw) => [flaw.place, flaw]))
  const pictures = new Map<string, StoredPicture>()
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

/** The demo store's products in its order; `image` is a path on the store, or an absolute address (a flaw). */
export function demoCatalog(): readonly DemoItem[] {
  return demoShop().items
}
