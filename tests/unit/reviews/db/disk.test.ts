import type { fsyncSync, renameSync } from 'node:fs'
import { fstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { putAway, takeBack } from '../../../../electron/reviews/recovery/removed-stores'
import { writeLines } from '../../../../electron/reviews/sharing/share'
import { testFolder } from '../../../support/folder'

/** What a fake of the disk does not rename, as Windows does while somebody has it open. */
let held: string | null = null
beforeEach(() => (held = null))

vi.mock('node:fs', async (original) => {
  const fs = await original<{ fsyncSync: typeof fsyncSync; renameSync: typeof renameSync }>()
  // As on some network drives.
  const fsync = (handle: number): void => {
    if (fstatSync(handle).isDirectory()) throw Object.assign(new Error('EINVAL'), { code: 'EINVAL' })
    fs.fsyncSync(handle)
  }
  const rename = (...[from, to]: Parameters<typeof renameSync>): void => {
    if (from === held) throw Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'rename' })
    fs.renameSync(from, to)
  }
  return { ...fs, fsyncSync: fsync, renameSync: rename }
})

it('a file of reviews is written also to a drive that cannot bring a folder to the disk by itself', () => {
  const folder = testFolder()
  writeLines(join(folder, 'shared'), ['a\n', 'b\n'])
  expect(readFileSync(join(folder, 'shared'), 'utf8')).toBe('a\nb\n')
  expect(readdirSync(folder)).toEqual(['shared'])
})

it('fault 111: the reviews of a removed connection are put away and taken back whole, or not at all', () => {
  const all = testFolder()
  const [folder, removed] = [join(all, 'shop'), join(all, 'removed')]
  mkdirSync(join(folder, 'reviews-backups'), { recursive: true })
  for (const name of ['reviews.sqlite', 'reviews.sqlite-wal']) writeFileSync(join(folder, name), name)
  const whole = ['reviews-backups', 'reviews.sqlite', 'reviews.sqlite-wal']
  // The name of a device, which Windows takes for no folder.
  const store = { baseUrl: 'https://con.example', apiPath: '/api' }

  for (const name of whole) {
    held = join(folder, name)
    expect(() => putAway(folder, removed, store, 1)).toThrow('EPERM')
    expect(readdirSync(folder).sort()).toEqual(whole)
    expect(readdirSync(removed)).toEqual([])
  }
  held = null
  putAway(folder, removed, store, 1)
  const [place = ''] = readdirSync(removed)
  expect(place).toMatch(/^_con\.example-/)

  for (const name of whole) {
    held = join(removed, place, name)
    expect(() => takeBack(folder, removed, store)).toThrow('EPERM')
    expect(readdirSync(folder)).toEqual([])
  }
  held = null
  expect(takeBack(folder, removed, store)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(whole)
  expect(readdirSync(removed)).toEqual([])
})
