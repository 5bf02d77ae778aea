import { emptyQuery } from '../../../electron/contract/empty-query'
import type { Filters, ProductQuery, Sort } from '../../../electron/contract/product-query'
import { productAt } from '../catalog/catalog-maker'
import { wordsByRank } from '../catalog/vocabulary'

const sorted = (by: Sort['by'], descending = false): Sort => ({ by, descending })

function productQuery(sort: Sort | null, filters: Partial<Filters> = {}, search = ''): ProductQuery {
  return { ...emptyQuery, search, filters: { ...emptyQuery.filters, ...filters }, sort }
}

/** P7: what a person sorts and filters by. `at` varies bounds, so that no answer can be a remembered one. */
export const narrowed: Record<string, (at: number) => ProductQuery> = {
  'by name': () => productQuery(sorted('name')),
  'by price, descending': () => productQuery(sorted('price', true)),
  'by id': () => productQuery(sorted('id')),
  'by description': () => productQuery(sorted('description')),
  'price from/to': (at) => productQuery(null, { priceFrom: 5 + at / 10, priceTo: 60 + at }),
  'price from/to, by name': (at) =>
    productQuery(sorted('name'), { priceFrom: 10 + at / 10, priceTo: 45 + at }),
  'price from/to, by price': (at) =>
    productQuery(sorted('price'), { priceFrom: 2 + at / 10, priceTo: 90 + at }),
  'without picture, by description': () => productQuery(sorted('description'), { picture: 'without' }),
  'with description, price from, by id, descending': (at) =>
    productQuery(sorted('id', true), { description: 'with', priceFrom: 8 + at / 10 }),
  'not without picture, or price unknown': (at) => ({
    ...productQuery(null, { picture: 'without', not: ['picture'], priceTo: 50 + at }),
    or: [{ ...emptyQuery.filters, price: 'unknown' }]
  }),
  'name of some characters, pictures of the store, by price': (at) =>
    productQuery(sorted('price'), { nameLength: { from: 10, to: 40 + at }, pictureHost: [''] }),
  'price unknown': () => productQuery(null, { price: 'unknown' }),
  'word, price to, by price': (at) => productQuery(sorted('price'), { priceTo: 100 + at }, wordAt(at))
}

/** A first page is asked for at halves: the word is the one before. */
const wordAt = (rank: number): string => wordsByRank[Math.floor(rank)] ?? ''

/** Ranks of words from the most frequent to rare ones, others for each `at`. */
const spread = [0, 3, 20, 90, 220, 700, 2000, 5000]
const wordFor = (at: number): string =>
  wordAt((spread[at % spread.length] ?? 0) + Math.floor(at / spread.length))

/** P8: what a person types. Each kind gives another text for each `at`. */
export const searches: Record<string, (at: number) => string> = {
  words: wordFor,
  'prefixes of 2 letters': (at) => wordFor(at).slice(0, 2),
  'prefixes of 3 letters': (at) => wordFor(at).slice(0, 3),
  'prefixes of 4 letters': (at) => wordFor(at).slice(0, 4),
  'parts of words': (at) => wordFor(at).slice(1, 5),
  'parts of 2 letters': (at) => wordFor(at).slice(1, 3),
  'two words': (at) => `${wordAt(at)} ${wordFor(at + 3)}`,
  'common words': (at) => wordAt(at % 12),
  'the beginning of a name': (at) =>
    productAt(at * 37)
      .name.split(' ')
      .slice(0, 3)
      .join(' ')
      .slice(0, -1),
  'Chinese characters': (at) => ['茶', '陶器', '和紙', '木', '青磁', '竹籠'][at % 6] ?? '茶',
  ids: (at) => productAt(at * 11).id.slice(0, 5)
}
