import type { DemoItem } from '../../electron/demo/listing.ts'
import { picturePath, type DemoProduct } from './item.ts'

/** What became of a picture on its way into the store. */
export type PictureTrouble = 'truncated' | 'svg' | 'html' | 'tiny'

export interface Spoilt {
  item: DemoItem
  /** What is wrong behind the item's picture address; such a picture has an address of its own. */
  trouble?: PictureTrouble
}

/** `other` is a sound product elsewhere in the list, for flaws that take two. */
type Spoil = (product: DemoProduct, other: DemoProduct) => Spoilt

function without(item: DemoItem, field: keyof DemoItem): DemoItem {
  const rest = { ...item }
  Reflect.deleteProperty(rest, field)
  return rest
}

const changed =
  (
    change: (item: DemoItem & { name: string; price: number; description: string }) => Partial<DemoItem>
  ): Spoil =>
  ({ item }) => {
    const { name = '', price = 0, description = '' } = item
    return { item: { ...item, ...change({ ...item, name, price, description }) } }
  }

const left =
  (field: keyof DemoItem): Spoil =>
  ({ item }) => ({ item: without(item, field) })

const troubled =
  (trouble: PictureTrouble, format: string): Spoil =>
  ({ item, picture }) => ({ item: { ...item, image: `/images/${picture.number}.${format}` }, trouble })

/** How each kind of flaw comes about; the sentence says what a reviewer finds. */
export const flawKinds = {
  'picture-none': { what: 'has no picture', spoil: left('image') },
  'picture-not-found': {
    what: 'its picture is gone (404)',
    spoil: ({ item, picture }) => ({ item: { ...item, image: `/images/${picture.number + 40_000}.jpg` } })
  },
  'picture-truncated': { what: 'its picture was cut off', spoil: troubled('truncated', 'jpg') },
  'picture-svg': { what: 'its picture is an SVG', spoil: troubled('svg', 'svg') },
  'picture-html': { what: 'its picture is a web page named .jpg', spoil: troubled('html', 'jpg') },
  'picture-tiny': { what: 'its picture measures 40 × 40', spoil: troubled('tiny', 'png') },
  'picture-shared': {
    what: 'shows the picture of another product',
    spoil: ({ item }, other) => ({ item: { ...item, image: picturePath(other.picture) } })
  },
  'picture-http': {
    what: 'its picture is on a plain http address elsewhere',
    spoil: changed(({ id = '' }) => ({ image: `http://img.old-shop.example/2019/${id.toLowerCase()}.jpg` }))
  },
  'price-zero': { what: 'costs nothing', spoil: changed(() => ({ price: 0 })) },
  'price-missing': { what: 'has no price', spoil: left('price') },
  'price-negative': { what: 'has a negative price', spoil: changed(({ price }) => ({ price: -price })) },
  'price-tenfold': {
    what: 'costs ten times too much',
    spoil: changed(({ price }) => ({ price: Math.round(price * 1000) / 100 }))
  },
  'price-hundredth': {
    what: 'costs a hundredth of its price',
    spoil: changed(({ price }) => ({ price: Math.round(price) / 100 }))
  },
  'id-duplicate': {
    what: 'has the id of another product',
    spoil: ({ item }, other) => ({
      item: { ...item, ...(other.item.id === undefined ? {} : { id: other.item.id }) }
    })
  },
  'id-missing': { what: 'has no id, so it is unreadable', spoil: left('id') },
  'name-duplicate': {
    what: 'is another product over again, under an id of its own',
    spoil: ({ item }, other) => ({
      item: { ...other.item, ...(item.id === undefined ? {} : { id: item.id }) }
    })
  },
  'name-capitals': { what: 'shouts its name', spoil: changed(({ name }) => ({ name: name.toUpperCase() })) },
  'name-spaces': {
    what: 'has stray spaces in its name',
    spoil: changed(({ name }) => ({ name: ` ${name.replaceAll(' ', '  ')} ` }))
  },
  'name-zero-width': {
    what: 'has a zero-width space in its name',
    spoil: changed(({ name }) => ({ name: name.replace(' ', ' \u200B') }))
  },
  'name-empty': { what: 'has no name', spoil: changed(() => ({ name: '' })) },
  'description-missing': { what: 'has no description', spoil: left('description') },
  'description-placeholder': {
    what: 'still has the placeholder text',
    spoil: changed(() => ({
      description: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.'
    }))
  },
  'description-todo': {
    what: 'still has a note to the editor',
    spoil: changed(({ name }) => ({ description: `TODO: text for ${name}` }))
  },
  'description-markup': {
    what: 'has markup in its description',
    spoil: changed(({ description }) => ({
      description: `<p><b>New!</b> ${description}</p><br><a href="/sale">See the sale</a>`
    }))
  },
  'description-entities': {
    what: 'shows character codes in its description',
    spoil: changed(({ description }) => ({
      description: `Design &amp; function&nbsp;&ndash; ${description}`
    }))
  }
} as const satisfies Record<string, { what: string; spoil: Spoil }>

export type FlawKind = keyof typeof flawKinds
