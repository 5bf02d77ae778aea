import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { benchEntries, threadEntries, tortureEntries } from '../../../scripts/bundle-entries.mjs'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

it('each file that the bench, the torture and the tests of threads bundle is there', () => {
  const all = Object.values({ ...benchEntries, ...tortureEntries })
  expect(all.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it("the threads that are bundled are the app's own", () => {
  const source = read('electron/app/thread-files.ts')
  const imported = new Map(
    [...source.matchAll(/import (\w+) from '(.+)\?modulePath'/g)].map(([, name, path]) => [name, path])
  )
  const threads = [...source.matchAll(/^ {2}(\w+): (\w+),?$/gm)].map(([, thread, name]) => [
    thread,
    posix.join('electron/app', `${imported.get(name) ?? ''}.ts`)
  ])
  expect(Object.fromEntries(threads)).toEqual(threadEntries)
})

it('whatever a process of the bench starts is in its bundle', () => {
  const sources = globSync('tests/bench/**/*.ts', { cwd: root }).map(read)
  const started = sources.flatMap((source) =>
    [...source.matchAll(/(?:inOwnProcess(?:<.+?>)?\(|bundled\()'([\w-]+)(?:\.js)?'/g)].map(([, name]) => name)
  )
  expect(started).toContain('reader')
  // Folders beside the bundle: the catalogs, and the page of the other tables.
  const known = [...Object.keys(benchEntries), 'data', 'page']
  expect(started.filter((name = '') => !known.includes(name))).toEqual([])
})
