import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { root } from '../paths.mjs'

/**
 * electron-builder's options that build around an unpacked Electron instead of one it downloads.
 * @param {string | undefined} folder absolute, or from the project's folder: with Electron's executable and its file `version`
 */
export function givenRuntime(folder) {
  if (folder === undefined) return {}
  const file = resolve(root, folder, 'version')
  const version = readFileSync(file, 'utf8').trim().replace(/^v/, '')
  return { electronDist: resolve(root, folder), electronVersion: version }
}

/**
 * Removes what Electron opens where there is no app. electron-builder does so with a runtime that it downloaded, not with one that it
 * was given.
 * @param {import('electron-builder').AfterPackContext} context
 */
export async function removeDefaultApp({ appOutDir, packager }) {
  await rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
  await rm(join(appOutDir, 'version'), { force: true })
}
