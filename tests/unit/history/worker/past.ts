import { onTestFinished } from 'vitest'
import { openForReading } from '../../../../electron/catalog/db/open'
import { createIdLookup, type IdLookup } from '../../../../electron/catalog/read/products-by-id'
import type { ChangesFilter } from '../../../../electron/contract/history'
import type { RawChange } from '../../../../electron/catalog/history-types'
import { createHistoryReader, type HistoryReader } from '../../../../electron/history/worker/history-reader'
import { testFolder } from '../../../support/folder'
import { openWriter, type WritingSide } from '../../catalog/writing-side'

/** A copy that is really written, and the reader of its past. */
export interface Past {
  side: WritingSide
  history: HistoryReader
  db: ReturnType<typeof openForReading>
  ids: IdLookup
}

export function openPast(folder = testFolder()): Past {
  const side = openWriter(folder)
  const db = openForReading(side.file)
  onTestFinished(() => db.close())
  const ids = createIdLookup(db)
  return { side, db, ids, history: createHistoryReader(db, ids) }
}

export const allChanges: ChangesFilter = {
  fromRun: null,
  toRun: null,
  kinds: [],
  leastPercent: null,
  unseen: false
}
export const firstPage = { offset: 0, limit: 500 }

/** A change in a line: `p1 price 1 → 2`. */
export function line({ kind, product, before, after }: RawChange): string {
  const texts = before === null && after === null ? '' : ` ${before ?? 'none'} → ${after ?? 'none'}`
  return `${product.id} ${kind}${texts}`
}
