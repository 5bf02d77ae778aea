import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageFor } from '../../../electron/contract/languages'
import { defaultPreferences } from '../../../electron/contract/preference-choices'
import { preferencesChangeSchema } from '../../../electron/contract/preferences'
import { withDensity, SettingsStore } from '../../../electron/settings/settings'
import { loadSettings } from '../../../electron/settings/load'
import { defaultSettings } from '../../../electron/settings/schema'
import { viewStateSchema } from '../../../electron/contract/view'
import { testFolder } from '../../support/folder'
import { managedBy, preferencesIn } from '../../support/preferences'
import { settingsText } from '../../../electron/settings/backup'

async function settingsAt(path = join(testFolder(), 'settings.json')): Promise<SettingsStore> {
  return new SettingsStore(path, await loadSettings(path))
}

describe('preferences', () => {
  it('are the app’s own until somebody says otherwise', async () => {
    const preferences = preferencesIn(await settingsAt())
    expect(preferences.state()).toMatchObject({
      preferences: defaultPreferences,
      locked: [],
      chosen: [],
      unsaved: null
    })
  })

  it('are parsed once for each change, not each time that somebody asks', async () => {
    const preferences = preferencesIn(await settingsAt())
    const before = preferences.get()
    expect(preferences.get()).toBe(before)
    await preferences.set({ textSize: 150 })
    expect(preferences.get()).not.toBe(before)
    expect(preferences.get().textSize).toBe(150)
    expect(preferences.get()).toBe(preferences.get())
  })

  it('are there after a restart as they were chosen, and nothing else of them is kept', async () => {
    const path = join(testFolder(), 'settings.json')
    const before = preferencesIn(await settingsAt(path))
    await before.set({ appearance: 'dark', textSize: 150 })
    const settings = await settingsAt(path)
    expect(settings.get().preferences).toEqual({ appearance: 'dark', textSize: 150 })
    expect(preferencesIn(settings).get()).toEqual({
      ...defaultPreferences,
      appearance: 'dark',
      textSize: 150
    })
  })

  it('go by the organization where a person has chosen nothing, and by the person where they may', async () => {
    const managed = managedBy({ defaults: { textSize: 125, syncSchedule: 'daily' }, locked: {} })
    const preferences = preferencesIn(await settingsAt(), { managed })
    expect(preferences.get()).toEqual({ ...defaultPreferences, textSize: 125, syncSchedule: 'daily' })
    await preferences.set({ textSize: 110 })
    expect(preferences.get()).toEqual({ ...defaultPreferences, textSize: 110, syncSchedule: 'daily' })
    expect((await preferences.reset()).preferences.textSize).toBe(125)
  })

  it('that are locked come before what was chosen earlier, and cannot be changed, nor can others with them', async () => {
    const settings = await settingsAt()
    await preferencesIn(settings).set({ updates: 'ask', textSize: 110 })
    const preferences = preferencesIn(settings, { managed: managedBy({ locked: { updates: 'off' } }) })
    expect(preferences.state()).toMatchObject({ locked: ['updates'], chosen: ['textSize'] })
    expect(preferences.get().updates).toBe('off')
    expect(await preferences.set({ updates: 'ask', textSize: 200 })).toEqual({
      ok: false,
      failure: { code: 'setting-locked', facts: { field: 'updates' } }
    })
    expect(preferences.get()).toMatchObject({ updates: 'off', textSize: 110 })
  })

  it('a change with a name and nothing behind it changes nothing of that name', async () => {
    const preferences = preferencesIn(await settingsAt(), {
      managed: managedBy({ locked: { updates: 'off' } })
    })
    await preferences.set({ textSize: 150 })
    const answer = await preferences.set({ appearance: 'dark', textSize: undefined, updates: undefined })
    expect(answer).toMatchObject({ ok: true, value: { preferences: { appearance: 'dark', textSize: 150 } } })
  })

  it('tells of every change with what was before, and of none that was refused', async () => {
    const told: [number, number][] = []
    const preferences = preferencesIn(await settingsAt(), {
      managed: managedBy({ locked: { updates: 'off' } }),
      onChange: (state, before) => told.push([before.textSize, state.preferences.textSize])
    })
    await preferences.set({ textSize: 150 })
    await preferences.set({ updates: 'ask' })
    await preferences.reset()
    expect(told).toEqual([
      [100, 150],
      [150, 100]
    ])
  })

  it('fault 85: of a newer app’s settings file hold until the app quits, and say so', async () => {
    const path = join(testFolder(), 'settings.json')
    writeFileSync(path, settingsText({ version: 99 }))
    const preferences = preferencesIn(await settingsAt(path))
    const answer = await preferences.set({ textSize: 150 })
    expect(answer).toMatchObject({
      ok: true,
      value: { preferences: { textSize: 150 }, unsaved: { code: 'storage-failed' } }
    })
    expect(preferences.get().textSize).toBe(150)
    chmodSync(path, 0o600)
    expect(preferencesIn(await settingsAt(path)).get().textSize).toBe(100)
  })

  it('whatever is chosen, in whatever order, is in force unless it is locked', async () => {
    const change = fc.record(
      {
        appearance: fc.constantFrom('system' as const, 'light' as const, 'dark' as const),
        textSize: fc.integer({ min: 100, max: 200 }),
        updates: fc.constantFrom('ask' as const, 'off' as const)
      },
      { requiredKeys: [] }
    )
    await fc.assert(
      fc.asyncProperty(change, change, fc.array(change), async (defaults, locked, changes) => {
        const settings = await settingsAt()
        const preferences = preferencesIn(settings, { managed: managedBy({ defaults, locked }) })
        const wanted = { ...defaultPreferences, ...defaults }
        for (const next of changes) {
          const answer = await preferences.set(next)
          const refused = Object.keys(next).some((key) => key in locked)
          expect(answer.ok).toBe(!refused)
          if (!refused) Object.assign(wanted, next)
        }
        expect(preferences.get()).toEqual({ ...wanted, ...locked })
      }),
      { numRuns: 25 }
    )
  })
})

describe('the density of lists', () => {
  it('that is chosen for all is that of every list, whatever else is kept of it', () => {
    const view = viewStateSchema.parse({ page: 3, limit: 50, scrollTop: 12 })
    const settings = { ...defaultSettings(), views: { shop: view, other: { ...view, page: 9 } } }
    expect(withDensity(settings, 'compact').views).toEqual({
      shop: { ...view, density: 'compact' },
      other: { ...view, page: 9, density: 'compact' }
    })
  })
})

describe('the app’s language', () => {
  it('is what was chosen or, of the system’s languages, the first that there are words in', () => {
    expect(languageFor('fr', ['en-GB'])).toBe('fr')
    expect(languageFor('system', ['pt-BR', 'en-US'])).toBe('en')
    expect(languageFor('system', [])).toBe('en')
  })
})

describe('a number format', () => {
  it.each(['system', 'de-CH', 'ar-EG-u-nu-latn'])('may be %s', (numberFormat) => {
    expect(preferencesChangeSchema.safeParse({ numberFormat }).success).toBe(true)
  })

  it.each(['', 'german please', '-', 'de_CH!'])('may not be "%s"', (numberFormat) => {
    expect(preferencesChangeSchema.safeParse({ numberFormat }).success).toBe(false)
  })
})
