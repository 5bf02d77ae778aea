import type { copyFile } from 'node:fs/promises'
import { truncateSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import type { BackupFolder } from '../../../../electron/contract/review-backup'
import { backupsIn, backupsOf, copiesInto, day, filesIn, markedFolder } from '../second-copies'

/** Whether the disk loses the end of what is copied, and says that all is well. */
let isLosing = true

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<{ copyFile: typeof copyFile }>()
  const copy = async (...[from, to, mode]: Parameters<typeof copyFile>): Promise<void> => {
    await fs.copyFile(from, to, mode)
    if (isLosing) truncateSync(to, 4)
  }
  return { ...fs, copyFile: copy }
})

it('fault 106: a second copy that is not what was copied is told, is none, and is made anew', async () => {
  const second = await markedFolder()
  const told: BackupFolder[] = []
  const copies = copiesInto(second, { onChange: (state) => told.push(state) })
  const own = backupsOf([{ number: 1, at: day, reason: 'close' }])
  await copies.copy('shop', own)
  expect(filesIn(second)).toEqual([])
  expect(told.at(-1)).toMatchObject({ stores: { shop: { failure: { code: 'storage-failed' } } } })
  isLosing = false
  await copies.copy('shop', own)
  expect(backupsIn(second)).toEqual(own.backups.map(({ name }) => name))
  expect(told.at(-1)).toMatchObject({ stores: { shop: { failure: null } } })
})
