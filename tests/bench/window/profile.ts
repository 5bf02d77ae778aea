import { cp, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes a profile whose demo store has the copy of a catalog that was synced before, as its app would have left it; the folder.
 * The app asks that store for nothing until the next sync is due.
 *
 * @param copyFolder holds `catalog.sqlite`
 */
export async function profileWithCopy(folder: string, copyFolder: string): Promise<string> {
  const profile = await mkdtemp(join(folder, 'profile-'))
  const connection = join(profile, 'connections', 'demo')
  await mkdir(connection, { recursive: true })
  await cp(join(copyFolder, 'catalog.sqlite'), join(connection, 'catalog.sqlite'))
  return profile
}
