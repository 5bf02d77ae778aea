import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openSidecar } from '../../catalog/db/sidecar'
import { migrations, reviewsName } from '../../reviews/db/schema'
import type { ExportRow } from './row'

type Told = Pick<ExportRow, 'note' | 'reviewer' | 'reviewedAt'>

/** What the file of reviews tells of products beside their marks; all of one state of the file. */
export interface ReviewsOf {
  /** There is a file and nothing in it can be read: what is told is not all. */
  isUnread: boolean
  of(productIds: readonly string[]): Told[]
  /** Closes the file, which is about to be replaced, and goes on with what it held. */
  detach(): void
  close(): void
}

export const untold: Told = { note: '', reviewer: '', reviewedAt: null }

/** @param folder the connection's */
export function openReviewsOf(folder: string): ReviewsOf {
  const path = join(folder, reviewsName)
  const file = openSidecar(path, migrations.length, prepare, true)
  return {
    isUnread: existsSync(path) && file.opening() === 0,
    of(productIds) {
      const told = file.read((statement) =>
        productIds.map((id) => ({ ...untold, ...(statement.get(id) as Told | undefined) }))
      )
      return told ?? productIds.map(() => untold)
    },
    detach: () => file.detach('review'),
    close: () => file.release()
  }
}

/** By the primary key. Who set the mark or, without one, who wrote the note. */
function prepare(db: DatabaseSync): StatementSync {
  return db.prepare(
    `SELECT note, iif(marked_at IS NULL, noted_by, marked_by) AS reviewer,
            coalesce(marked_at, noted_at) AS reviewedAt
     FROM review WHERE product = ?`
  )
}
