import type { fsyncSync } from 'node:fs'
import { fstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { writeLines } from '../../../../electron/reviews/worker/share-file'
import { testFolder } from '../../../support/folder'

vi.mock('node:fs', async (original) => {
  const fs = await original<{ fsyncSync: typeof fsyncSync }>()
  // As on some network drives.
  const fsync = (handle: number): void => {
    if (fstatSync(handle).isDirectory()) throw Object.assign(new Error('EINVAL'), { code: 'EINVAL' })
    fs.fsyncSync(handle)
  }
  return { ...fs, fsyncSync: fsync }
})

it('a file of reviews is written also to a drive that cannot bring a folder to the disk by itself', () => {
  const folder = testFolder()
  writeLines(join(folder, 'shared'), ['a\n', 'b\n'])
  expect(readFileSync(join(folder, 'shared'), 'utf8')).toBe('a\nb\n')
  expect(readdirSync(folder)).toEqual(['shared'])
})
