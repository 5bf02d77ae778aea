import type { FlawKind } from './flaw-kinds.ts'

export interface Flaw {
  /** Place in the list, 1-based. */
  place: number
  kind: FlawKind
  /** How such a thing comes about in a real shop. */
  why: string
  /** Place of the sound product that it was mixed up with, where there is one. */
  with?: number
}

/**
 * What is wrong in the demo store, on purpose, so that pictures, quality checks and review have something true to
 * find. The first page of 25 shows one missing picture and no other; about half stand within the first 250.
 */
export const flaws: readonly Flaw[] = [
  { place: 22, kind: 'picture-none', why: 'The photographer has not been yet.' },
  { place: 33, kind: 'price-missing', why: 'The price list came without this article.' },
  { place: 41, kind: 'picture-truncated', why: 'The upload broke off half way.' },
  { place: 58, kind: 'name-capitals', why: "Copied from the supplier's order form." },
  { place: 67, kind: 'picture-not-found', why: 'The file was renamed in the picture folder.' },
  { place: 74, kind: 'price-tenfold', why: 'The decimal point slipped while typing.' },
  { place: 86, kind: 'description-markup', why: 'Pasted from the old shop with its HTML.' },
  { place: 93, kind: 'description-missing', why: 'Entered in a hurry before the season.' },
  { place: 104, kind: 'picture-svg', why: 'Somebody uploaded the drawing instead of the photo.' },
  { place: 112, kind: 'price-zero', why: 'Created as a draft and never priced.' },
  { place: 121, kind: 'name-spaces', why: 'Put together from spreadsheet columns.' },
  { place: 131, kind: 'id-duplicate', with: 96, why: 'Article numbers were given out in two offices.' },
  { place: 140, kind: 'picture-tiny', why: 'A thumbnail was uploaded instead of the original.' },
  { place: 152, kind: 'id-missing', why: 'The export dropped the article number.' },
  {
    place: 163,
    kind: 'picture-html',
    why: 'The picture server answered with its error page, and that was saved.'
  },
  { place: 171, kind: 'description-placeholder', why: 'The template went live as it was.' },
  { place: 184, kind: 'price-negative', why: 'A credit note was imported as a product.' },
  { place: 197, kind: 'name-duplicate', with: 150, why: 'Entered twice by two people.' },
  { place: 205, kind: 'picture-shared', with: 160, why: 'Copied from another product and not changed.' },
  { place: 218, kind: 'picture-http', why: 'Left over from the shop before last.' },
  { place: 229, kind: 'name-zero-width', why: 'Pasted from a web page.' },
  { place: 241, kind: 'description-todo', why: 'The editor meant to come back to it.' },
  { place: 263, kind: 'picture-none', why: 'A returned sample, photographed later.' },
  { place: 297, kind: 'name-empty', why: 'Saved before it was filled in.' },
  { place: 331, kind: 'price-hundredth', why: 'Cents were taken for whole units.' },
  { place: 368, kind: 'description-entities', why: 'Escaped once too often on the way.' },
  { place: 409, kind: 'picture-shared', with: 380, why: 'The photographer mixed up two colors.' },
  { place: 452, kind: 'price-missing', why: 'To be agreed with the maker.' },
  { place: 487, kind: 'description-missing', why: 'The translation was never ordered.' },
  { place: 530, kind: 'picture-not-found', why: 'Deleted in a spring clean of the server.' },
  { place: 574, kind: 'name-capitals', why: 'The caps lock was on.' },
  { place: 618, kind: 'picture-truncated', why: 'The disk of the picture server was full.' },
  { place: 665, kind: 'price-zero', why: 'Meant as a gift with an order.' },
  { place: 701, kind: 'picture-none', why: 'The rights to the photo ran out.' },
  { place: 748, kind: 'description-markup', why: 'Pasted from a newsletter.' },
  { place: 803, kind: 'name-spaces', why: 'Typed on a telephone.' },
  { place: 866, kind: 'price-tenfold', why: 'A price in another currency.' },
  { place: 931, kind: 'picture-tiny', why: 'Taken from the search results of the supplier.' },
  { place: 987, kind: 'name-duplicate', with: 940, why: 'The old model was not taken off.' },
  { place: 1044, kind: 'price-missing', why: 'Price on request.' },
  { place: 1102, kind: 'picture-shared', with: 1090, why: 'One photo for a whole series.' },
  { place: 1189, kind: 'description-missing', why: 'Never written.' }
]
