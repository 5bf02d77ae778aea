import type { renameSync, rmSync } from 'node:fs'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openAudit, rebuildAudit } from '../../../electron/quality/worker/audit-file'
import { openFindings } from '../../../electron/quality/worker/findings-file'
import { runAtOnce } from '../../../electron/database/cooperative'
import { createWriter, type Writer } from '../../../electron/catalog/write/methods'
import { testFolder } from '../../support/folder'
import { items, rawPage, storePage, take } from './writing-side'

/** Files that a fake of the disk neither renames nor deletes, as Windows does while somebody has them open. */
const held = new Set<string>()
beforeEach(() => held.clear())

vi.mock('node:fs', async (original) => {
  const fs = await original<{ renameSync: typeof renameSync; rmSync: typeof rmSync }>()
  const refuse = (path: unknown, syscall: string): void => {
    if (held.has(String(path))) throw Object.assign(new Error('EPERM'), { code: 'EPERM', syscall })
  }
  return {
    ...fs,
    renameSync(...paths: Parameters<typeof renameSync>) {
      refuse(paths[0], 'rename')
      fs.renameSync(...paths)
    },
    rmSync(...which: Parameters<typeof rmSync>) {
      refuse(which[0], 'rm')
      fs.rmSync(...which)
    }
  }
})

const [here, elsewhere] = ['["https://old.example","/api"]', '["https://new.example","/api"]']

function open(folder: string, store: string | null): { methods: Writer['methods']; file: string } {
  const { methods } = createWriter()
  onTestFinished(() => void methods.close('c', null))
  const opened = methods.open('c', { folder, store })
  if (opened instanceof Promise) throw new Error('it opens at once')
  return { methods, file: take(opened).file }
}

async function entries({ methods }: ReturnType<typeof open>): Promise<number> {
  return take(await methods.facts('c', null)).coverage.here
}

async function filled(folder: string, store: string | null): Promise<void> {
  const { methods } = open(folder, store)
  take(await methods.save('c', { page: storePage(rawPage(items('a', 'b'), 1, 10)), at: 5 }))
  await methods.close('c', null)
}

it('fault 111: a copy that cannot be deleted is not shown under another address, and goes at a later start', async () => {
  const folder = testFolder()
  await filled(folder, here)
  held.add(join(folder, 'catalog.sqlite'))
  const copy = open(folder, elsewhere)
  expect(await entries(copy)).toBe(0)
  expect(await copy.methods.takeNotice('c', null)).toEqual({ ok: true, value: { kind: 'this-run-only' } })
  await copy.methods.close('c', null)
  expect(readdirSync(folder)).toEqual(['catalog.sqlite'])
  held.clear()
  const later = open(folder, elsewhere)
  expect(await entries(later)).toBe(0)
  expect(later.file).toBe(join(folder, 'catalog.sqlite'))
  await later.methods.close('c', null)
  expect(await entries(open(folder, elsewhere))).toBe(0)
})

it('fault 111: that a copy cannot be deleted is told', async () => {
  const folder = testFolder()
  await filled(folder, here)
  held.add(join(folder, 'catalog.sqlite'))
  const { methods } = open(folder, here)
  expect(() => methods.forget('c', { folder })).toThrow('EPERM')
})

it('fault 111: a damaged copy that cannot be set aside leaves this run with one of its own', async () => {
  const folder = testFolder()
  await filled(folder, here)
  held.add(join(folder, 'catalog.sqlite'))
  const { methods } = createWriter()
  onTestFinished(() => void methods.close('c', null))
  take(await methods.rebuild('c', { folder, store: here }))
  expect(await methods.takeNotice('c', null)).toEqual({ ok: true, value: { kind: 'this-run-only' } })
})

it('a copy that nobody has said the store of is of the one that it is opened for', async () => {
  const folder = testFolder()
  await filled(folder, null)
  const copy = open(folder, here)
  expect(await entries(copy)).toBe(2)
  await copy.methods.close('c', null)
  expect(await entries(open(folder, elsewhere))).toBe(0)
})

it('fault 111: damaged findings that cannot be replaced are read by nobody, and begun anew later', () => {
  const folder = testFolder()
  const copyFile = join(folder, 'catalog.sqlite')
  openAudit(copyFile).close()
  const lists = openFindings(folder)
  onTestFinished(() => lists.release())
  const isRead = (): boolean => runAtOnce(lists.all()).version > 0
  held.add(join(folder, 'audit.sqlite'))
  const inMemory = rebuildAudit(copyFile)
  expect(inMemory.location()).toBeNull()
  inMemory.close()
  expect(isRead()).toBe(false)
  held.clear()
  const anew = openAudit(copyFile)
  expect(anew.location()).toBe(join(folder, 'audit.sqlite'))
  anew.close()
  lists.changed()
  expect(isRead()).toBe(true)
})
