import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { listBundle } from '../../../electron/window/protocol/page-files'
import { bundleList } from '../../../scripts/bundle-list'
import { testFolder } from '../../support/folder'

it('a build lists all files of the page, those that it only copies too, for the app to serve', async () => {
  const root = testFolder()
  const outDir = join(root, 'out')
  mkdirSync(join(root, 'public', 'icons'), { recursive: true })
  writeFileSync(join(root, 'public', 'icons', 'app.svg'), '<svg/>')
  writeFileSync(join(root, 'main.js'), 'console.log(1)')
  writeFileSync(join(root, 'index.html'), '<script type="module" src="./main.js"></script>')
  await build({ root, configFile: false, logLevel: 'warn', build: { outDir }, plugins: [bundleList()] })
  const files = listBundle(outDir)
  expect([...files.keys()]).toEqual([
    expect.stringMatching(/^\/assets\/index-.*\.js$/),
    '/icons/app.svg',
    '/index.html'
  ])
  expect(files.get('/icons/app.svg')).toBe(join(outDir, 'icons', 'app.svg'))
})
