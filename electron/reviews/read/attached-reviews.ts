import { join } from 'node:path'
import { reviewsAtOnce, type ReviewsFile } from '../../catalog/read/sidecars'
import { noteInLists } from '../../contract/review-state'
import { openSidecar } from '../../database/sidecar'
import { migrations, reviewsName } from '../db/schema'

/**
 * Reviews as the catalog's lists read them. All statements go by the primary key.
 *
 * @param folder the connection's, also where the catalog itself is elsewhere
 * @param isSteady as of `openSidecar`
 */
export function openReviews(folder: string, isSteady = false): ReviewsFile {
  return openSidecar(
    join(folder, reviewsName),
    migrations.length,
    (db) => {
      const one = db.prepare(
        `SELECT mark, seen, substr(note, 1, ${noteInLists}), mark_reason,
                iif(marked_at IS NULL, noted_by, marked_by),
                coalesce(marked_at, noted_at)
         FROM review WHERE product = ?`
      )
      const some = db.prepare(
        `SELECT product, mark, seen, note <> '', mark_reason FROM review WHERE product > ? ORDER BY product LIMIT ${reviewsAtOnce}`
      )
      const reviewed =
        'SELECT product, iif(mark = 0, NULL, marked_by), iif(mark = 0, 0, ifnull(marked_at, 0)) FROM review'
      const oneReviewed = db.prepare(`${reviewed} WHERE product = ?`)
      const someReviewed = db.prepare(`${reviewed} WHERE product > ? ORDER BY product LIMIT ${reviewsAtOnce}`)
      const statements = { one, some, oneReviewed, someReviewed }
      for (const statement of Object.values(statements)) statement.setReturnArrays(true)
      return statements
    },
    isSteady
  )
}
