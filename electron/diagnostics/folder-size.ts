import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files and bytes in a folder and those in it; zero where there is none, or what cannot be read. */
export async function folderSize(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0
      )
    )
  )
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
