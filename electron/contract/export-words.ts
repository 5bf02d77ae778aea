import { z } from 'zod'
import { ruleIds } from './audit-rules'
import { fileColumns } from './export-choices'
import { changeKinds } from './product-query'
import { unreadableReasons } from './product'
import { reviewStates } from './review-state'

const word = z.string().max(200)
/** Places in it are filled in by whoever writes the file: `{number}`. */
const sentence = z.string().max(500)

/** What a file says of itself beside its products, with the places that each sentence has. */
const aboutSchema = z.object({
  /** The sheet's name, and the labels on it. */
  title: word,
  store: word,
  list: word,
  rows: word,
  catalog: word,
  asOf: word,
  exported: word,
  note: word,
  /** `{items}` */
  complete: sentence,
  /** `{items}`, `{total}` */
  partial: sentence,
  /** `{items}` */
  partialUnknown: sentence,
  /** `{store}`, `{list}`, `{rows}` */
  lineList: sentence,
  /** `{coverage}` */
  lineCatalog: sentence,
  /** `{coverage}`, `{time}` */
  lineCatalogAsOf: sentence,
  /** `{time}` */
  lineExported: sentence,
  /** `{time}` */
  linePrinted: sentence
})

/** What could not be brought into a file, `{number}` times each. */
const remarksSchema = z.object({
  missing: sentence,
  setAside: sentence,
  disarmed: sentence,
  shortened: sentence,
  replaced: sentence,
  unlinked: sentence,
  withoutPicture: sentence,
  reviewsUnread: sentence,
  changed: sentence
})

/** The words that stand in a file for people, in the language of the window that asks for it. */
export const exportWordsSchema = z.object({
  /** BCP 47. */
  language: z.string().max(35),
  columns: z.record(z.enum(fileColumns), word),
  states: z.record(z.enum(reviewStates), word),
  changes: z.record(z.enum(changeKinds), word),
  /** The names of quality rules; one that has none here stands by its id. */
  rules: z.partialRecord(z.enum(ruleIds), word),
  problems: z.record(z.enum(unreadableReasons), word),
  /** The column of small pictures, what stands for one that there is not, and the sheet of products. */
  picture: word,
  noPicture: word,
  products: word,
  about: aboutSchema,
  remarks: remarksSchema
})
export type ExportWords = z.infer<typeof exportWordsSchema>
