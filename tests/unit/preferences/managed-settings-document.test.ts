import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultPreferences } from '../../../electron/contract/preference-choices'
import { preferencesSchema } from '../../../electron/contract/preferences'
import { managedFilePath } from '../../../electron/preferences/managed-place'
import { managedSchema } from '../../../electron/preferences/managed-schema'

const text = readFileSync(join(import.meta.dirname, '../../../docs/managed-settings.md'), 'utf8')
const rows = new Map(
  [...text.matchAll(/^\| `(\w+)` +\| (.+?) +\| `(.+?)` +\|$/gm)].map(([, key, value, first]) => [
    key,
    { value, first }
  ])
)

describe('what is written of the organisation’s file', () => {
  it('has an example that is taken', () => {
    const example = /```json\n(.*?)```/s.exec(text)?.[1] ?? ''
    const parsed = managedSchema.parse(JSON.parse(example))
    const keys = [...Object.keys(parsed.defaults), ...Object.keys(parsed.locked)]
    expect(keys.sort()).toEqual([...preferencesSchema.keyof().options].sort())
  })

  it('names every key, and no other, with what holds without the file', () => {
    expect([...rows.keys()].sort()).toEqual([...preferencesSchema.keyof().options].sort())
    for (const key of preferencesSchema.keyof().options) {
      expect([key, rows.get(key)?.first]).toEqual([key, JSON.stringify(defaultPreferences[key])])
    }
  })

  it('names every value that can be chosen', () => {
    for (const [key, schema] of Object.entries(preferencesSchema.shape)) {
      const values: unknown[] = 'options' in schema ? schema.options : []
      for (const value of values)
        expect([key, rows.get(key)?.value]).toEqual([key, expect.stringContaining(`"${String(value)}"`)])
    }
  })

  it('names the places where it is looked for', () => {
    expect(text).toContain(managedFilePath('linux', {}, true))
    expect(text).toContain(managedFilePath('darwin', {}, true))
    expect(text).toContain(managedFilePath('win32', { ProgramData: '%ProgramData%' }, true))
  })
})
