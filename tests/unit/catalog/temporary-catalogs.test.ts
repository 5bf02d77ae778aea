import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removeAbandonedFolders, temporaryPrefix } from '../../../electron/database/file-operations'
import { openCatalog as openCopyFile } from '../../../electron/catalog/db/open'
import { testFolder } from '../../support/folder'
import { eventually } from '../../support/eventually'
import { openCatalog } from './bench'

/** The number of a process that has ended. */
const deadProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid

function copyIn(folder: string, name: string): string {
  const copy = join(folder, name)
  mkdirSync(copy)
  writeFileSync(join(copy, 'catalog.sqlite'), 'rows')
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  return copy
}

describe('fault 81: a copy that lasts for one run', () => {
  it('names its process', () => {
    const file = join(testFolder(), 'a file')
    writeFileSync(file, '')
    const { db, temporary } = openCopyFile(join(file, 'connection'))
    db.close()
    expect(temporary?.startsWith(temporaryPrefix())).toBe(true)
    rmSync(temporary ?? '', { recursive: true, force: true })
  })

  it('goes at the next start when its process was killed', async () => {
    const left = copyIn(tmpdir(), `vitrine-copy-${deadProcess()}-AbCdEf`)
    openCatalog()
    await eventually(() => expect(existsSync(left)).toBe(false))
  })

  it('stays while its process is there, and nothing else is touched', async () => {
    const folder = testFolder()
    const dead = copyIn(folder, `vitrine-copy-${deadProcess()}-AbCdEf`)
    const own = mkdtempSync(join(folder, `vitrine-copy-${process.pid}-`))
    const parent = copyIn(folder, `vitrine-copy-${process.ppid}-AbCdEf`)
    const others = ['vitrine-copy-', 'vitrine-copy-x-1', 'vitrine-copy-0-x', 'other-1-x'].map((name) =>
      copyIn(folder, name)
    )
    await removeAbandonedFolders(folder)
    expect(existsSync(dead)).toBe(false)
    for (const kept of [own, parent, ...others]) expect(existsSync(kept), kept).toBe(true)
  })

  it('is not looked for where nothing can be read', async () => {
    await expect(removeAbandonedFolders(join(testFolder(), 'nowhere'))).resolves.toBeUndefined()
  })
})
