import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { root } from './paths.mjs'

const windows = process.platform === 'win32'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** Everything that this command started and that still runs. @type {Set<ChildProcess>} */
const alive = new Set()
/** @type {(() => void | Promise<void>)[]} */
const endings = []
let stopping = false

/**
 * Runs something when the command is told to stop (Ctrl+C, a cancelled CI job), before it exits.
 * @param {() => void | Promise<void>} ending
 */
export function whenStopped(ending) {
  endings.push(ending)
}

/**
 * Exits with this code, unless the command is being stopped: then that has its own end, once everything is cleared up.
 * @param {number} code
 */
export function leave(code) {
  if (!stopping) process.exit(code)
}

/**
 * Starts a program in its own process group, so that everything it starts itself can be stopped with it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, detached: !windows, ...options })
  alive.add(child)
  child.once('exit', () => alive.delete(child))
  child.once('error', () => alive.delete(child))
  return child
}

/**
 * Runs a program to its end with the terminal as its output. Resolves with its exit code; 127 when it could not start.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  const child = start(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
  return exitCode(child)
}

/**
 * Runs a program to its end and gives what it wrote, both streams together.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, args, options = {}) {
  return hear(start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/**
 * As `capture`, and gives way to all that runs with the usual priority, as does everything that it starts.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function captureBehind(command, args, options = {}) {
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return hear(child)
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<{ code: number, output: string }>}
 */
async function hear(child) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text))
  }
  return { code: await exitCode(child), output }
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number>}
 */
export function exitCode(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.once('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/**
 * Ends a program with all that it started: asked as by Ctrl+C, so that it can clear up, and forced after five seconds.
 * Resolves when it is gone.
 * @param {ChildProcess} child
 */
export async function stop(child) {
  if (!alive.has(child)) return
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGINT')
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), 5_000)
  await gone
  clearTimeout(force)
  // What it did not take along.
  signalGroup(child, 'SIGTERM')
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (child.pid === undefined) return
    if (windows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}

async function stopEverything() {
  await Promise.all([...alive].map(stop))
  for (const ending of endings.reverse()) await ending()
}

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129]
])) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void stopEverything().finally(() => process.exit(code))
  })
}
// A crash of the command itself must leave nothing behind either; there is no time to ask politely.
process.on('exit', () => {
  for (const child of alive) signalGroup(child, 'SIGKILL')
})
