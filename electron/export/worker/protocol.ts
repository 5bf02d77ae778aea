import type { Coverage } from '../../contract/coverage'
import type { Exported, ExportChoices, ExportReport } from '../../contract/export'
import type { ExportColumn } from '../../contract/export-choices'
import type { FoundFacts, Product } from '../../contract/product'
import type { Method } from '../../database/thread-protocol'
import type { ExportWords } from './words'

/** All that the thread needs to know to write a file. */
export interface ExportPlan {
  catalogFile: string
  /** The connection's, where its reviews are. */
  folder: string
  /** Where the file is written, and where it is to be in the end; in the same folder. */
  temporary: string
  target: string
  of: Exported
  /** What that is, in words. */
  words: string
  columns: ExportColumn[]
  choices: ExportChoices
  fileWords: ExportWords
  store: ExportedStore
  /** ms since 1970. */
  at: number
}

/** The store as the file speaks of it. */
export interface ExportedStore {
  name: string
  /** The base of relative addresses of pictures; null: they lead nowhere outside of the app, and stay as they are. */
  baseUrl: string | null
  /** ISO 4217; null: prices are plain numbers. */
  currency: string | null
  /** BCP 47; null: the system's. */
  locale: string | null
}

/** A picture that rows want; `product` is its product's key in the catalog. */
export interface WantedPicture {
  address: string
  product: number
}

/** A picture as files take it: JPEG on a white ground. */
export interface FilePicture {
  bytes: Uint8Array<ArrayBuffer>
  /** Pixels. */
  width: number
  height: number
}

export interface Step {
  /** Rows read, of all. */
  done: number
  /** Pictures for the rows that were read last, in their order; they come with the next step. null: the row has none. */
  wanted: (WantedPicture | null)[]
  /** Products among these rows whose findings the file tells; their facts come with the next step. */
  found: Pick<Product, 'id' | 'findings'>[]
  isEnd: boolean
}

/** One thread writes one file: `begin`, `step` until the end, for print `page`, then `finish`. `detachReviews` may come any time. */
export interface ExportMethods {
  begin: Method<ExportPlan, { total: number; coverage: Coverage }>
  /** Closes the file of reviews, which is about to be replaced; the export goes on with the reviews that it had. */
  detachReviews: Method<null, null>
  step: Method<{ pictures: (FilePicture | null)[]; facts: FoundFacts[] }, Step>
  /** The contact sheet as a page of HTML, and the line at the foot of each sheet of paper. */
  page: Method<{ changed: boolean }, { html: string; foot: string }>
  /** Brings the file to the disk and gives it its name. `printed`: what `page` became. */
  finish: Method<
    { changed: boolean; printed: Uint8Array<ArrayBuffer> | null },
    Omit<ExportReport, 'duration'>
  >
}
