import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, projectNode, root, toolFile } from './paths.mjs'
import { capture } from './processes.mjs'

const sources = ['electron', 'renderer', 'electron.vite.config.ts', 'package.json', 'package-lock.json']
const results = ['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html']

/** Builds the app into `out/`. Throws with the build's output when it fails. */
export async function buildApp() {
  const { code, output } = await capture(projectNode, [toolFile('electron-vite'), 'build'])
  if (code !== 0) throw new Error(`${output}\nThe build failed.`)
}

/** Builds the app when there is no build, or an older one than the sources. */
export async function buildWhenStale() {
  if (buildIsFresh()) return
  console.log('Building…')
  await buildApp()
}

/** As `buildWhenStale`; throws, and says what to do, where this user may not write the project's folder. */
export async function buildForTests() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    if (buildIsFresh()) return
    throw new Error(
      'The build is missing or older than the sources, and this user may not write it: run npm test first.'
    )
  }
  await buildWhenStale()
}

/** Whether the build is there and newer than all sources. */
function buildIsFresh() {
  const built = results.map((path) => statSync(inRoot(path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.min(...built) > Math.max(...sources.map((path) => newest(inRoot(path))))
}

/**
 * @param {string} path
 * @returns {number} the latest change under it, in ms since 1970
 */
function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
