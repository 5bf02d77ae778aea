import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { stateOf, writtenVersionOf } from '../../database/file-state'
import { migrations } from './schema'

export const copyName = 'catalog.sqlite'

/**
 * The file of a folder's catalog if it can be read as it is: sound by its header, of this version, and one that the writer will be able
 * to write. null otherwise: the writer opens it first.
 */
export function soundCopyIn(folder: string): string | null {
  const file = join(folder, copyName)
  try {
    for (const path of [folder, file]) accessSync(path, constants.W_OK)
    const isSound = stateOf(file, migrations.length) === 'sound'
    return isSound && writtenVersionOf(file) === migrations.length ? file : null
  } catch {
    return null
  }
}
