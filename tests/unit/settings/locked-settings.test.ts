import type { readFile } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readManagedFile } from '../../../electron/settings/managed/file'
import { loadSettings } from '../../../electron/settings/load'
import { defaultSettings } from '../../../electron/settings/schema'
import { testFolder } from '../../support/folder'

/** How often a fake of the disk refuses to read a file, as Windows does while a virus scanner has it for itself. */
let refusals = 0

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<{ readFile: typeof readFile }>()
  const read = (path: string): Promise<string> => {
    if (refusals-- > 0)
      return Promise.reject(Object.assign(new Error('EBUSY'), { code: 'EBUSY', syscall: 'open' }))
    return fs.readFile(path, 'utf8')
  }
  return { ...fs, readFile: read }
})

function onWindows(): void {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'win32' })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
}

it('fault 111: settings that a virus scanner looks into at the start are waited for', async () => {
  onWindows()
  const path = join(testFolder(), 'settings.json')
  writeFileSync(path, JSON.stringify({ ...defaultSettings(), reviewer: 'Ada' }))
  refusals = 3
  expect(await loadSettings(path)).toMatchObject({ settings: { reviewer: 'Ada' }, readOnly: null })
})

it('fault 111: so is the file of the organization', async () => {
  onWindows()
  const path = join(testFolder(), 'managed.json')
  writeFileSync(path, '{}', { mode: 0o644 })
  refusals = 3
  expect((await readManagedFile({ path, ownedBy: 'person' })).file).toMatchObject({ state: 'in-force' })
})
