import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAdministrators, weaknessesIn } from '../../../../electron/settings/managed/windows'

const script = readFileSync(new URL('../../../../build/installer.nsh', import.meta.url), 'utf8')
/** Without comments. */
const lines = script.split('\n').filter((line) => !line.trimStart().startsWith(';'))

it('fault 104: the Windows installer creates a folder that only administrators can change', () => {
  const sddl = /^!define MANAGED_FOLDER_SDDL "(.+)"$/m.exec(script)?.[1] ?? ''
  expect(weaknessesIn(sddl)).toEqual([])
  expect(isAdministrators(sddl)).toBe(true)
  // Nothing is inherited from ProgramData, and everybody can read.
  expect(sddl).toMatch(/D:PAI.*\(A;OICI;0x1200a9;;;BU\)$/)
})

it('fault 104: the Windows installer creates the folder with its rights, and does not change them afterwards', () => {
  const calls = lines.filter((line) => line.includes('CreateDirectoryW'))
  expect(calls).toEqual([expect.stringContaining('CreateDirectoryW(w r4, p r2) i .r0 ?e')])
  expect(lines.filter((line) => /icacls|nsExec/i.test(line))).toEqual([])
})

it('fault 104: the Windows installer logs the error when it does not create the folder', () => {
  const failures = lines.filter((line) => line.includes('was not created'))
  expect(failures).toHaveLength(2)
  for (const line of failures) expect(line).toMatch(/^\s*DetailPrint ".*\(error \$\d\)"$/)
})
