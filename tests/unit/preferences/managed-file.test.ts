import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManagedFile, type Managed } from '../../../electron/preferences/managed-file'
import { managedFilePath } from '../../../electron/preferences/managed-place'
import { testFolder } from '../../support/folder'

function read(text: string): Promise<Managed> {
  const path = join(testFolder(), 'managed.json')
  writeFileSync(path, text)
  return readManagedFile(path)
}

const nothing = { defaults: {}, locked: {} }

describe('the organisation’s file', () => {
  it('that is not there sets nothing', async () => {
    const path = join(testFolder(), 'none', 'managed.json')
    expect(await readManagedFile(path)).toEqual({
      file: { path, state: 'none', problems: [] },
      settings: nothing
    })
  })

  it('sets what it holds, also when an editor of Windows wrote it', async () => {
    const { file, settings } = await read('\uFEFF{"defaults":{"textSize":125},"locked":{"updates":"off"}}')
    expect(file).toMatchObject({ state: 'in-force', problems: [] })
    expect(settings).toEqual({ ...nothing, defaults: { textSize: 125 }, locked: { updates: 'off' } })
  })

  const wrong = [
    [
      'a value that there is not',
      '{"locked":{"appearance":"pink"},"defaults":{"textSize":125}}',
      'locked.appearance',
      /system/
    ],
    ['a number that is too large', '{"defaults":{"textSize":900}}', 'defaults.textSize', /200/],
    ['a key that there is not', '{"locked":{"textsize":125}}', 'locked', /textsize/],
    ['a part that there is not', '{"lock":{"textSize":125}}', '', /lock/],
    ['a list', '[]', '', /object/],
    ['no JSON', '{"locked":', '', /JSON/],
    ['nothing at all', '', '', /JSON/]
  ] as const

  it.each(wrong)('with %s is refused as a whole, and says where', async (_, text, key, reason) => {
    const { file, settings } = await read(text)
    expect(file.state).toBe('refused')
    expect(file.problems).toEqual([{ key, reason: expect.stringMatching(reason) }])
    expect(settings).toEqual(nothing)
  })

  it('tells all that is wrong at once', async () => {
    const { file } = await read('{"locked":{"updates":1},"defaults":{"density":"huge"}}')
    expect(file.problems.map(({ key }) => key).sort()).toEqual(['defaults.density', 'locked.updates'])
  })

  it('that cannot be read, or is far too large, is refused', async () => {
    const folder = join(testFolder(), 'managed.json')
    mkdirSync(folder)
    expect((await readManagedFile(folder)).file).toMatchObject({ state: 'refused' })
    expect((await read(`{"locked":{}}${' '.repeat(1_000_001)}`)).file.problems[0]?.reason).toContain('large')
  })
})

describe('its place', () => {
  it('is one that administrators alone write to, on each system', () => {
    expect(managedFilePath('linux', {}, true)).toBe('/etc/vitrine/managed.json')
    expect(managedFilePath('darwin', {}, true)).toBe('/Library/Application Support/Vitrine/managed.json')
    expect(managedFilePath('win32', {}, true)).toBe('C:\\ProgramData\\Vitrine\\managed.json')
    expect(managedFilePath('win32', { ProgramData: 'D:\\Data' }, true)).toBe(
      'D:\\Data\\Vitrine\\managed.json'
    )
  })

  it('can be another only while the app is being worked on', () => {
    const environment = { VITRINE_MANAGED_FILE: '/elsewhere.json' }
    expect(managedFilePath('linux', environment, false)).toBe('/elsewhere.json')
    expect(managedFilePath('linux', environment, true)).toBe('/etc/vitrine/managed.json')
  })
})
