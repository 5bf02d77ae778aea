import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Megabytes of all files in a folder and below. */
export function folderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const stat = statSync(join(folder, name))
    return stat.isFile() ? sum + stat.size / 1_000_000 : sum
  }, 0)
}
