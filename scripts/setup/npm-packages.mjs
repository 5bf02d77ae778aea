import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npmCommand } from '../npm.mjs'
import { inRoot, root } from '../paths.mjs'

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lockfile */

/**
 * Brings node_modules to what package-lock.json says, when it is not. Throws when npm fails.
 * @param {{ again: boolean }} options `again`: a system package arrived that an optional package may have missed
 */
export function installNpmPackages({ again }) {
  const keytarMissed = again && !existsSync(inRoot('node_modules', 'keytar'))
  if (asLocked() && !keytarMissed) return
  console.log('Installing the npm packages (once, about a minute)…')
  const [command, ...args] = npmCommand()
  const { status } = spawnSync(command, [...args, 'ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...ownHeaders(), ...process.env }
  })
  if (status !== 0) throw new Error('npm ci failed; its output above says why.')
}

/** Where Node's headers came with it, keytar compiles against these; else node-gyp would download them. */
function ownHeaders() {
  const prefix = join(dirname(realpathSync(process.execPath)), '..')
  return existsSync(join(prefix, 'include', 'node', 'node_api.h')) ? { npm_config_nodedir: prefix } : {}
}

/** Whether something has to be installed for what package-lock.json asks for. */
export const lacksNpmPackages = () => !asLocked()

/** Whether what npm last installed here is what package-lock.json asks for. */
function asLocked() {
  const wanted = lockfile('package-lock.json')
  const installed = lockfile('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    const present = installed.packages[path]
    // Optional ones are for another platform, or did not build on this one.
    if (path === '' || (!present && optional)) return true
    return present?.version === version && existsSync(inRoot(path))
  })
}

/**
 * @param {string} path
 * @returns {Lockfile | null}
 */
function lockfile(path) {
  try {
    return JSON.parse(readFileSync(inRoot(path), 'utf8'))
  } catch {
    return null
  }
}
