import { seeded, type Random } from '../../../scripts/demo-store/random'
import { descriptionWord, easternWord, nameWord } from './vocabulary'

/** A product as the store's API has it (full form). */
export interface BenchProduct {
  id: string
  name: string
  price?: number
  description?: string
  image?: string
}

/** The picture files that a bench catalog's addresses lead to are this many different ones. */
export const differentPictures = 64

/**
 * The product at this index (from 0) of the bench catalog: the same on every machine and in catalogs of any size. Names
 * of 3 to 6 words with Zipf frequencies, 1 in 100 with Chinese characters; descriptions of about 200 characters; 1 in 100
 * without a price, 1 in 50 without a description, 1 in 33 without a picture.
 */
export function productAt(index: number): BenchProduct {
  const random = seeded(index * 2654435761)
  const product: BenchProduct = { id: idOf(index), name: nameFrom(random) }
  if (random() >= 0.01) product.price = priceFrom(random)
  if (random() >= 0.02) product.description = descriptionFrom(random)
  if (random() >= 0.03) product.image = `/pictures/${index}.jpg`
  return product
}

/** The product that another state of the store has inserted before all others. */
export const insertedProduct: BenchProduct = {
  id: 'V-inserted-1',
  name: 'Inserted oak table',
  price: 12.5,
  description: 'It stands before all others since this morning.',
  image: '/pictures/inserted.jpg'
}

/** Whether the product at this index is another one in the state of the store in which 1 % changed. */
export const isChanged = (index: number): boolean => index % 100 === 37

/** A product of that state: another price, and of some also another name. */
export function changedProductAt(index: number): BenchProduct {
  const before = productAt(index)
  const name = index % 400 === 37 ? `${before.name} renewed` : before.name
  return { ...before, name, price: Math.round(((before.price ?? 10) + 1) * 100) / 100 }
}

/** Unique: the multiplication by an odd number shuffles all numbers of 32 bits, so that ids are not in the store's order. */
function idOf(index: number): string {
  return `V${(Math.imul(index, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0')}`
}

function nameFrom(random: Random): string {
  const words = 2 + Math.floor(random() * 4)
  let name = capital(nameWord(random()))
  for (let at = 0; at < words; at += 1) name += ` ${nameWord(random())}`
  if (random() < 0.01) name += ` ${easternWord(random())}${easternWord(random())}`
  if (random() < 0.3) name += ` ${Math.floor(random() * 900) + 100}`
  return name
}

/** Log-normal around 25, two decimals: many small prices, few large ones, as shops have them. */
function priceFrom(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.round(Math.exp(3.2 + 1.1 * normal) * 100) / 100
}

function descriptionFrom(random: Random): string {
  const length = 150 + Math.floor(random() * 100)
  let text = capital(descriptionWord(random()))
  while (text.length < length) text += ` ${descriptionWord(random())}`
  return `${text}.`
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
