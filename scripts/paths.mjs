import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder; every command works there, wherever it was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts)

const windows = process.platform === 'win32'

/** Node 24 from the package `node`: what Electron 45 carries, whatever the machine has. */
export const projectNode = inRoot('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** The folder that holds the Chromium shell's `electron`. */
export const shellFolder = inRoot('tests', 'shell', 'bin')

/** An environment in which `node` and the project's tools are the project's own. */
export function projectEnv() {
  const path = [inRoot('node_modules', '.bin'), dirname(projectNode), process.env.PATH ?? '']
  return { ...process.env, PATH: path.join(delimiter) }
}

/**
 * The file that a package's command runs, for `projectNode`: works alike where `.bin` holds scripts for a shell.
 * @param {'eslint' | 'prettier' | 'knip' | 'dependency-cruiser' | 'vue-tsc' | 'vitest' | 'electron-vite' | 'playwright' | 'electron' | 'install-electron' | 'electron-builder'} tool
 */
export function toolFile(tool) {
  const files = {
    eslint: 'eslint/bin/eslint.js',
    prettier: 'prettier/bin/prettier.cjs',
    knip: 'knip/bin/knip.js',
    'dependency-cruiser': 'dependency-cruiser/bin/dependency-cruiser.mjs',
    'vue-tsc': 'vue-tsc/bin/vue-tsc.js',
    vitest: 'vitest/vitest.mjs',
    'electron-vite': 'electron-vite/bin/electron-vite.js',
    playwright: '@playwright/test/cli.js',
    electron: 'electron/cli.js',
    'install-electron': 'electron/install.js',
    'electron-builder': 'electron-builder/cli.js'
  }
  return inRoot('node_modules', ...files[tool].split('/'))
}
