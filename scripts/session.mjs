import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture, start, stop, whenStopped } from './processes.mjs'

/** @typedef {{ env: NodeJS.ProcessEnv, end: () => Promise<void> }} Session */

/**
 * A desktop session for tests on Linux: a session bus, an unlocked keyring and a home folder that are thrown away with
 * `end`. Elsewhere, and where a program for it is missing, the session is the person's own, and tests of the keychain
 * are skipped.
 * @returns {Promise<Session>}
 */
export async function startSession() {
  if (process.platform !== 'linux') return { env: { ...process.env }, end: () => Promise.resolve() }
  const home = mkdtempSync(join(tmpdir(), 'vitrine-session-'))
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, ...homeEnv(home) }
  const bus = start('dbus-daemon', ['--session', '--nofork', '--nosyslog', '--print-address=1'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  /** @type {import('node:child_process').ChildProcess[]} */
  const daemons = [bus]
  const end = async () => {
    for (const daemon of daemons.reverse()) await stop(daemon)
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
  whenStopped(end)
  const address = await firstLine(bus)
  if (address === null) return withoutKeyring({ env, end })
  env.DBUS_SESSION_BUS_ADDRESS = address
  const keyring = start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  daemons.push(keyring)
  keyring.stdin?.on('error', () => undefined).end('a password of no worth')
  if (!(await keyringAnswers(env, keyring))) return withoutKeyring({ env, end })
  env.VITRINE_TEST_KEYRING = '1'
  return { env, end }
}

/** @param {string} home */
function homeEnv(home) {
  /** @param {string} name */
  const folder = (name) => {
    mkdirSync(join(home, name), { mode: 0o700 })
    return join(home, name)
  }
  return {
    HOME: home,
    XDG_DATA_HOME: folder('data'),
    XDG_CONFIG_HOME: folder('config'),
    XDG_CACHE_HOME: folder('cache'),
    XDG_RUNTIME_DIR: folder('runtime')
  }
}

/**
 * @param {Session} session
 * @returns {Session}
 */
function withoutKeyring(session) {
  console.log('No session bus or keyring could be started here: tests of the keychain are skipped.')
  return session
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string | null>} null when it ended without one
 */
function firstLine(child) {
  return new Promise((resolve) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
      text += part
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('error', () => resolve(null))
    child.once('close', () => resolve(null))
  })
}

/**
 * Waits until the keyring has its name on the bus, for at most ten seconds.
 * @param {NodeJS.ProcessEnv} env
 * @param {import('node:child_process').ChildProcess} keyring
 */
async function keyringAnswers(env, keyring) {
  let ended = false
  keyring.once('error', () => (ended = true)).once('close', () => (ended = true))
  const ask = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus']
  const question = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets']
  for (const end = Date.now() + 10_000; Date.now() < end && !ended;) {
    const { output } = await capture('dbus-send', [...ask, ...question], { env })
    if (output.includes('boolean true')) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
