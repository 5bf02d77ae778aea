import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { inRoot, projectNode, root, shellFolder, toolFile } from '../paths.mjs'
import { exitCode, start, stop } from '../processes.mjs'

/** @typedef {{ kind: 'electron' | 'chromium-shell', executable: string }} Runtime */

const package_ = inRoot('node_modules', 'electron')
const attemptFile = inRoot('node_modules', '.cache', 'vitrine', 'electron-download-failed')
/** How long a failed download keeps the next commands from trying again, in ms. */
const retryAfter = 24 * 60 * 60 * 1000
/** How long the download's host may take to answer at all, and the download itself, in ms. */
const answerWithin = 5_000
const downloadWithin = 5 * 60 * 1000

/**
 * Chooses what opens the app: what `ELECTRON_OVERRIDE_DIST_PATH` or `ELECTRON_RUNTIME` says, Electron's own runtime where it is installed or
 * can be downloaded, the Chromium shell otherwise, unless `VITRINE_RUNTIME=electron` refuses that. Sets `ELECTRON_OVERRIDE_DIST_PATH` for all that is started later.
 * @param {{ mayDownload: boolean }} options
 * @returns {Promise<Runtime>}
 */
export async function chooseRuntime({ mayDownload }) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return overridden(override)
  const named = process.env.ELECTRON_RUNTIME ? electronFolder() : null
  if (named) {
    process.env.ELECTRON_OVERRIDE_DIST_PATH = named
    return overridden(named)
  }
  const installed = installedRuntime() ?? (mayDownload ? await download() : null)
  if (installed && starts(installed)) return { kind: 'electron', executable: installed }
  if (process.env.VITRINE_RUNTIME === 'electron') {
    throw new Error(
      'VITRINE_RUNTIME asks for Electron, whose runtime is not installed here, or does not start.'
    )
  }
  console.log(
    installed
      ? "Electron's runtime does not start here; the Chromium shell opens the same build."
      : "Electron's runtime is not installed here; the Chromium shell opens the same build."
  )
  process.env.ELECTRON_OVERRIDE_DIST_PATH = shellFolder
  return overridden(shellFolder)
}

/**
 * The folder of a real Electron: what `ELECTRON_RUNTIME` names, or the runtime that npm installed. Throws when the named one has no
 * executable.
 * @returns {string | null} null: there is none
 */
export function electronFolder() {
  const named = process.env.ELECTRON_RUNTIME
  if (!named) return installedRuntime() === null ? null : join(package_, 'dist')
  const folder = resolve(root, named)
  const executable = join(folder, pathInDist() ?? 'electron')
  if (!existsSync(executable)) throw new Error(`ELECTRON_RUNTIME has no Electron in it: ${executable}`)
  return folder
}

/**
 * How to get a real Electron, for who has none.
 * @param {string} script of package.json
 */
export const noElectron = (script) =>
  [
    'These tests need a real Electron, and none is here. Either download the one of package.json:',
    '  npx install-electron',
    'or name a folder that has an unpacked one in it:',
    `  ELECTRON_RUNTIME=FOLDER npm run ${script}`
  ].join('\n')

/**
 * What the app's command line needs besides the app's own arguments: Chromium refuses its sandbox to root.
 * @param {Runtime} runtime
 */
export function appArgs({ kind }) {
  return kind === 'electron' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

/**
 * @param {string} folder
 * @returns {Runtime}
 */
function overridden(folder) {
  const executable = join(resolve(root, folder), pathInDist() ?? 'electron')
  return { kind: resolve(root, folder) === shellFolder ? 'chromium-shell' : 'electron', executable }
}

/** Where the executable stands in Electron's folder; the package knows it once the runtime is there. */
function pathInDist() {
  const file = join(package_, 'path.txt')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function installedRuntime() {
  const path = pathInDist()
  const executable = path === null ? null : join(package_, 'dist', path)
  return executable !== null && existsSync(executable) ? executable : null
}

/**
 * Whether the runtime finds its libraries on this machine.
 * @param {string} executable
 */
function starts(executable) {
  const { status } = spawnSync(executable, ['--version', '--no-sandbox'], {
    stdio: 'ignore',
    timeout: 20_000
  })
  return status === 0
}

/** Whether `chooseRuntime` would try to download the runtime. */
export function wouldDownload() {
  const isNamed = Boolean(process.env.ELECTRON_OVERRIDE_DIST_PATH) || Boolean(process.env.ELECTRON_RUNTIME)
  return !isNamed && installedRuntime() === null && !failedLately()
}

/**
 * Tries to download the runtime, for a few seconds where there is no way to it.
 * @returns {Promise<string | null>} its executable
 */
async function download() {
  if (failedLately()) return null
  if (await canDownloadRuntime()) {
    console.log("Downloading Electron's runtime (once, about 120 MB)…")
    await succeedsWithin(downloadWithin, [toolFile('install-electron')], throughProxy())
  }
  const executable = installedRuntime()
  if (executable === null) noteFailure()
  return executable
}

/** Whether the host of Electron's releases, or its mirror, answers; says no after five seconds. */
export const canDownloadRuntime = () =>
  succeedsWithin(answerWithin, ['--eval', askForChecksums()], throughProxy())

/** Both Node's fetch and Electron's downloader look for a proxy only when told to. */
const throughProxy = () => ({ ...process.env, NODE_USE_ENV_PROXY: '1', ELECTRON_GET_USE_PROXY: '1' })

/** A program that ends well when the release's list of checksums, on the same hosts as the runtime, can be had. */
function askForChecksums() {
  const { version } = JSON.parse(readFileSync(join(package_, 'package.json'), 'utf8'))
  const mirror = process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/download/'
  const url = JSON.stringify(`${mirror}v${version}/SHASUMS256.txt`)
  return `fetch(${url}, { method: 'HEAD' }).then((answer) => process.exit(answer.ok ? 0 : 1))`
}

/**
 * @param {number} deadline in ms; then the program is ended
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function succeedsWithin(deadline, args, env) {
  const child = start(projectNode, args, { env, stdio: 'ignore' })
  const timer = setTimeout(() => void stop(child), deadline)
  const code = await exitCode(child)
  clearTimeout(timer)
  return code === 0
}

function failedLately() {
  try {
    return Date.now() - Number(readFileSync(attemptFile, 'utf8')) < retryAfter
  } catch {
    return false
  }
}

/** Remembers the failure, so that not every command waits for it anew. */
function noteFailure() {
  mkdirSync(dirname(attemptFile), { recursive: true })
  writeFileSync(attemptFile, String(Date.now()))
}
