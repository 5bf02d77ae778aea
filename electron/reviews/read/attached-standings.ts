import { join } from 'node:path'
import { teamMarksAtOnce } from '../../catalog/read/approvals'
import { standingsAtOnce, type TeamFile } from '../../catalog/read/sidecars'
import { openSidecar } from '../../database/sidecar'
import { teamFileName } from '../team/team-file'
import { isMark, migrations } from '../team/team-schema'

const selectMarks =
  "SELECT product, part, value ->> 'mark', value ->> 'seen', value ->> 'at', value ->> 'asOf' FROM newest"

/** By the primary key. Without the plus, SQLite takes the kind for the same in all rows, and sorts what is in order. */
export const selectSomeMarks = `${selectMarks}
  WHERE (product, kind, part) > (?, 'mark', ?) AND +kind = 'mark' AND ${isMark('newest')}
  ORDER BY product, kind, part LIMIT ${teamMarksAtOnce}`

/**
 * What the team says of products as the catalog's lists read it; nothing where the store has no team. All statements go by the primary key.
 *
 * @param folder the connection's
 * @param isSteady as of `openSidecar`
 */
export function openStandings(folder: string, isSteady = false): TeamFile {
  return openSidecar(
    join(folder, teamFileName),
    migrations.length,
    (db) => {
      const standing = 'SELECT product, is_disputed, assigned_to FROM standing'
      const one = db.prepare(`${standing} WHERE product = ?`)
      const some = db.prepare(`${standing} WHERE product > ? ORDER BY product LIMIT ${standingsAtOnce}`)
      const policy = db.prepare(
        "SELECT (SELECT value FROM fact WHERE name = 'approvals') + 0, (SELECT value ->> '$' FROM fact WHERE name = 'self')"
      )
      const marks = db.prepare(`${selectMarks} WHERE product = ? AND kind = 'mark' AND ${isMark('newest')}`)
      const someMarks = db.prepare(selectSomeMarks)
      const statements = { one, some, policy, marks, someMarks }
      for (const statement of Object.values(statements)) statement.setReturnArrays(true)
      return statements
    },
    isSteady
  )
}
