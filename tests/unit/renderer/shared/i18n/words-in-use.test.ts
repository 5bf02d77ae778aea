import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { i18n } from '../../../../../renderer/shared/i18n'
import { textsOf } from './texts-of'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')
const renderer = join(root, 'renderer')
/** The process that writes files has the window's words for them. */
const fileWords = join(root, 'electron', 'export', 'file-words.ts')

/** These are looked up by a code of the contract; their types say that none is missing. */
const lookedUpByCode = [
  /^failure\./,
  /^connectionCheck\.(step|state)\./,
  /^networkSettings\.(problem|fileProblem)\./,
  /^quality\.(fact|rule|severity|severities|subject|threshold)\./,
  /^quality\.filter\.(error|warning|hint)Chip$/,
  /^filters\.views\.builtIn\./,
  /^palette\.(also|theme)\./,
  /^team\.(problem|refused)\./,
  /^today\.(action|greeting|step)\./,
  /^connections\.(error\.credentials|repair\.change|test\.(step|state)|keychain\.(title|advice)|key)\./
]

/** `t('a.key')` in code and templates, `keypath="a.key"` of a text with components in it. */
const uses = /(?:\bt\(\s*|\bkeypath=)(['"`])([\w.-]+)\1/g

/** Code without its comments: what is only told of is not used. */
const withoutComments = (code: string): string => code.replace(/\/\*[^]*?\*\/|<!--[^]*?-->|^\s*\/\/.*$/gm, '')

async function usedKeys(): Promise<Set<string>> {
  const files = await readdir(renderer, { recursive: true })
  const codes = files
    .filter((file) => /\.(ts|vue)$/.test(file))
    .map((file) => join(renderer, file))
    .concat(fileWords)
    .map((file) => readFile(file, 'utf8'))
  return new Set(
    (await Promise.all(codes))
      .flatMap((code) => [...withoutComments(code).matchAll(uses)])
      .map(([, , key = '']) => key)
  )
}

describe('the words', () => {
  it('are all in use', async () => {
    const used = await usedKeys()
    const unused = [...textsOf(i18n.global.getLocaleMessage('en')).keys()].filter(
      (key) => !used.has(key) && !lookedUpByCode.some((pattern) => pattern.test(key))
    )
    expect(used.size).toBeGreaterThan(100)
    expect(unused).toEqual([])
  })
})
