import { describe, expect, it } from 'vitest'
import { ruleIds } from '../../../electron/contract/audit-rules'
import { translatedLanguages } from '../../../electron/contract/languages'
import { fileWordsIn, wholeCatalogIn } from '../../../electron/export/file-words'

describe('the words for files', () => {
  it('are those of the window, name all rules and states, and leave places for the process that writes', async () => {
    const words = await fileWordsIn('en', null)
    expect(Object.keys(words.rules)).toEqual([...ruleIds])
    expect(words.rules['name-missing']).toBe('Name missing')
    expect(words.states['needs-work']).toBe('Needs work')
    expect(words.about.partial).toBe('partial, items: {items} of {total}')
    expect(words.about.lineList).toBe('{store}: {list}. Rows: {rows}.')
    expect(words.remarks.missing).toContain('{number}')
    expect(await wholeCatalogIn('en')).toBe('whole catalog')
  })

  it.each(translatedLanguages)('are there in %s, as they are to be read', async (language) => {
    const words = await fileWordsIn(language, null)
    expect(words.language).toBe(language)
    const texts = [words.columns, words.states, words.reasons, words.changes, words.rules, words.problems]
    // Neither the plurals nor the escapes of a message, which nobody would take away.
    expect(JSON.stringify([texts, words.about, words.remarks])).not.toMatch(/ \| |\{'/)
  })
})
