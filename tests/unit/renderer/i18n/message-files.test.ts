import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'renderer', 'i18n', 'en')

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + 1 + keysIn(part), 0)
}

it('each text has a key of its own: JSON would let the last of two win without a word', async () => {
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8')
    const written = text.match(/^\s*"[^"]+":/gm) ?? []
    expect([file, written.length]).toEqual([file, keysIn(JSON.parse(text))])
  }
})
