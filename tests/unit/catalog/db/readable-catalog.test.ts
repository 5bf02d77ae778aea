import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogName, closeCatalog, openCatalog, soundCatalogIn } from '../../../../electron/catalog/db/open'
import { testFolder } from '../../../support/folder'

function withCatalog(): { folder: string; file: string } {
  const folder = testFolder()
  closeCatalog(openCatalog(folder))
  return { folder, file: join(folder, catalogName) }
}

describe('a copy that can be read as it is', () => {
  it('is one of this version', () => {
    const { folder, file } = withCatalog()
    expect(soundCatalogIn(folder)).toBe(file)
  })

  it.each([
    ['missing', () => testFolder()],
    ['in a folder that is missing', () => join(testFolder(), 'none')],
    ['empty', () => damaged('')],
    ['no database', () => damaged('x'.repeat(8192))],
    ['of an older version', () => ofVersion(-1)],
    ['of a newer version', () => ofVersion(1)]
  ])('is none that is %s', (_, folder) => {
    expect(soundCatalogIn(folder())).toBeNull()
  })
})

function damaged(text: string): string {
  const folder = testFolder()
  writeFileSync(join(folder, catalogName), text)
  return folder
}

function ofVersion(difference: number): string {
  const { folder, file } = withCatalog()
  const db = new DatabaseSync(file)
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  db.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${version + difference}`)
  db.close()
  return folder
}
