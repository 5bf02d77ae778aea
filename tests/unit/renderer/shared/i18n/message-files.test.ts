import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages, translatedLanguages, type Language } from '../../../../../electron/contract/languages'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..', 'renderer', 'shared', 'i18n')

/** The message files of a language by name, as they are written. */
async function filesOf(language: Language): Promise<Map<string, string>> {
  const names = (await readdir(join(root, language))).filter((name) => name.endsWith('.json'))
  const texts = names.map(async (name) => [name, await readFile(join(root, language, name), 'utf8')] as const)
  return new Map(await Promise.all(texts))
}

/** All keys of a message file in their order, those of groups too. */
function keysIn(value: unknown, before = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const parts: [string, unknown][] = Object.entries(value)
  return parts.flatMap(([key, part]) => [before + key, ...keysIn(part, `${before}${key}.`)])
}

it.each(languages)(
  'each text in %s has a key of its own: JSON would let the last of two win',
  async (language) => {
    for (const [file, text] of await filesOf(language)) {
      const written = text.match(/^\s*"[^"]+":/gm) ?? []
      expect([file, written.length]).toEqual([file, keysIn(JSON.parse(text)).length])
    }
  }
)

describe.each(translatedLanguages.filter((language) => language !== 'en'))(
  'the message files in %s',
  (language) => {
    it('are those in English, with their keys in the same order', async () => {
      const english = await filesOf('en')
      const others = await filesOf(language)
      expect([...others.keys()]).toEqual([...english.keys()])
      for (const [file, text] of others) {
        expect([file, ...keysIn(JSON.parse(text))]).toEqual([
          file,
          ...keysIn(JSON.parse(english.get(file) ?? '{}'))
        ])
      }
    })
  }
)
