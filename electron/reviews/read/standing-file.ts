import { join } from 'node:path'
import { standingsAtOnce, type TeamFile } from '../../catalog/read/sidecars'
import { openSidecar } from '../../database/sidecar'
import { migrations, teamFileName } from '../team/team-file'

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
      for (const statement of [one, some]) statement.setReturnArrays(true)
      return { one, some }
    },
    isSteady
  )
}
