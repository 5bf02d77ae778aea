import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Every file under a folder, with its bytes; one that disappears meanwhile is left out. */
export async function* filesUnder(folder: string): AsyncGenerator<{ path: string; bytes: Buffer }> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => null)
    if (bytes) yield { path, bytes }
  }
}

/** What the app has logged so far. */
export async function logText(profile: string): Promise<string> {
  const folder = join(profile, 'logs')
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.join('\n')
}
