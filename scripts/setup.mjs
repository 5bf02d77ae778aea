import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { projectEnv, projectNode, root } from './paths.mjs'
import { exitCode, leave, whenStopped } from './processes.mjs'
import { chooseRuntime, wouldDownload } from './setup/electron-runtime.mjs'
import { installNpmPackages, lacksNpmPackages } from './setup/npm-packages.mjs'
import { announcement, noInstall, refusal } from './setup/plan.mjs'
import { installSystemPackages, mayInstall, missingPackages } from './setup/system-packages.mjs'

/** @typedef {import('./setup/electron-runtime.mjs').Runtime} Runtime */
/** @typedef {import('./setup/system-packages.mjs').Need} Need */

/**
 * Makes a fresh clone ready: system packages, npm packages, and the project's own Node running the command. Where that
 * is not the Node running now, the command starts over in it, and this process only waits for its end.
 * @param {Need[]} needs
 */
export async function ready(needs) {
  process.chdir(root)
  announce(needs)
  const again = installSystemPackages(needs)
  installNpmPackages({ again })
  if (!existsSync(projectNode))
    throw new Error('The package "node" has no binary: was its install script blocked?')
  if (realpathSync(process.execPath) !== realpathSync(projectNode)) await startOver(projectNode, [])
  Object.assign(process.env, projectEnv())
}

/**
 * Says what is about to be installed and where, or, where that is refused, ends with the commands to run.
 * @param {Need[]} needs
 */
function announce(needs) {
  const system = missingPackages(needs)
  const missing = { system, npm: lacksNpmPackages(), electron: needs.includes('app') && wouldDownload() }
  const refused = isRefused ? refusal(missing) : null
  if (refused !== null) throw Object.assign(new Error(refused), { exitCode: 2 })
  // Once for all processes of a command.
  if (isRefused || process.env.VITRINE_ANNOUNCED) return
  for (const line of announcement({ ...missing, system: mayInstall() ? system : [] })) console.log(line)
  process.env.VITRINE_ANNOUNCED = '1'
}

/**
 * `ready`, and the runtime that opens the app: Electron, or the Chromium shell.
 * @param {Need[]} [needs]
 * @returns {Promise<Runtime>}
 */
export async function readyWithRuntime(needs = []) {
  await ready(['build', 'app', ...needs])
  const runtime = await chooseRuntime({ mayDownload: !isRefused })
  // The shell knows how to go without a display.
  if (runtime.kind === 'electron') await withDisplay()
  return runtime
}

/** Where there is no display for Electron, the command starts over on one that nobody sees. */
export async function withDisplay() {
  if (displayNamed()) return
  if (!isRefused) installSystemPackages(['display'])
  process.env.VITRINE_HEADLESS = '1'
  await startOver('xvfb-run', ['-a', projectNode])
}

/** Whether a person can see a window of this machine. */
export const hasDisplay = () => process.env.VITRINE_HEADLESS !== '1' && displayNamed()

const displayNamed = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

const isRefused = process.argv.includes(noInstall)

/** The command's own arguments. */
export const commandArgs = process.argv.slice(2).filter((argument) => argument !== noInstall)

/**
 * Runs the command's body and exits with the code that it gives. What it throws is for a person to read.
 * @param {() => Promise<number>} body
 */
export async function command(body) {
  try {
    leave(await body())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    leave(error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1)
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function startOver(program, args) {
  const child = spawn(program, [...args, ...process.argv.slice(1)], { stdio: 'inherit', env: projectEnv() })
  const ended = exitCode(child)
  whenStopped(async () => {
    child.kill()
    await ended
  })
  leave(await ended)
  // Nothing of the command is left to do here.
  await new Promise(() => undefined)
}
