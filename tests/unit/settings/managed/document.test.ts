import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defaultPreferences } from '../../../../electron/contract/preference-choices'
import { preferencesSchema } from '../../../../electron/contract/preferences'
import { managedPlace } from '../../../../electron/settings/managed/place'
import { managedSchema } from '../../../../electron/settings/managed/file'

const text = readFileSync(join(import.meta.dirname, '../../../../docs/managed-settings.md'), 'utf8')
const [preferencesText = '', storesText = ''] = text.split('## Managed stores')
const rows = new Map(
  [...preferencesText.matchAll(/^\| `(\w+)` +\| (.+?) +\| `(.+?)` +\|$/gm)].map(([, key, value, first]) => [
    key,
    { value, first }
  ])
)

describe('what is written of the organization’s file', () => {
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

  it('names every key of a managed store, and no other', () => {
    const named = [...storesText.matchAll(/^\| `(\w+)`/gm)].map(([, key]) => key)
    const example = /"connections": \[\s*(\{.*?\n {4}\})/s.exec(text)?.[1] ?? ''
    const store = z.record(z.string(), z.unknown()).parse(JSON.parse(example))
    expect(named.sort()).toEqual(Object.keys(store).sort())
    for (const key of named) {
      const { success } = managedSchema.safeParse({ connections: [{ ...store, [String(key)]: {} }] })
      expect([key, success]).toEqual([key, false])
    }
  })

  it('names the places where it is looked for', () => {
    expect(text).toContain(managedPlace('linux', {}, true).path)
    expect(text).toContain(managedPlace('darwin', {}, true).path)
    expect(text).toContain(managedPlace('win32', {}, true).path)
  })
})
