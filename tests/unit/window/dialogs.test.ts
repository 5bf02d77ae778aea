import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createDialogs } from '../../../electron/window/dialogs/dialogs'
import { wordsIn } from '../../../electron/window/words'
import { testFolder } from '../../support/folder'

/** A fake in place of the system's dialog: what a person types into it, one after the other. */
const typed = vi.hoisted((): { offered: string[]; names: string[] } => ({ offered: [], names: [] }))
vi.mock('electron', () => ({
  dialog: {
    showSaveDialog: ({ defaultPath }: { defaultPath: string }) => {
      typed.offered.push(defaultPath)
      const filePath = typed.names.shift() ?? ''
      return Promise.resolve({ canceled: filePath === '', filePath })
    }
  }
}))

const dialogs = createDialogs(
  () => null,
  () => wordsIn('en')
)

/** Saves as a person does who types these names; what the app takes, and what was offered. */
async function save(
  which: 'shareReviews' | 'exportProducts',
  name: string,
  ...names: string[]
): Promise<{ path: string | null; offered: string[] }> {
  Object.assign(typed, { offered: [], names })
  return { path: await dialogs[which](name), offered: typed.offered }
}

it('a file of reviews keeps its one ending', async () => {
  const name = '/tmp/Reviews Shop 2026-11-27.vitrine-reviews'
  expect(await save('shareReviews', name, name)).toEqual({ path: name, offered: [name] })
})

it('a name without an ending gets the usual one, and another ending stays', async () => {
  expect((await save('exportProducts', 'Shop.csv', '/tmp/none here')).path).toBe('/tmp/none here.csv')
  expect((await save('exportProducts', 'Shop.csv', '/tmp/Shop.txt')).path).toBe('/tmp/Shop.txt')
  expect((await save('exportProducts', 'Shop.csv', '/tmp/Shop.CSV')).path).toBe('/tmp/Shop.CSV')
  expect((await save('exportProducts', 'Shop.csv')).path).toBeNull()
})

it('where the completed name is taken, the dialog opens again with it', async () => {
  const taken = join(testFolder(), 'Shop.csv')
  writeFileSync(taken, '')
  const typedName = taken.slice(0, -'.csv'.length)
  expect(await save('exportProducts', 'Shop.csv', typedName, taken)).toEqual({
    path: taken,
    offered: ['Shop.csv', taken]
  })
})
