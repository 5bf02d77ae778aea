import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../paths.mjs'

/**
 * Whether keytar's binary was compiled from the source in its npm package, whose SHA-512 is in package-lock.json. Its install script
 * otherwise downloads one, which nothing vouches for: node-gyp leaves its configuration, a download does not.
 * @param {string} folder keytar's
 */
export function isCompiled(folder = inRoot('node_modules', 'keytar')) {
  return ['config.gypi', 'Release/keytar.node'].every((file) => existsSync(join(folder, 'build', file)))
}
