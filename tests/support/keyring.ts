import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Item {
  account: string
  password: string
}

/** A session bus of this test file's own, and a real gnome-keyring on it, in a folder that goes away. */
export interface Keyring {
  /** Locks it; there is nobody to answer its prompt. */
  lock(): Promise<void>
  /** Starts it anew, unlocked, and lists what it holds. This process cannot use it anymore afterwards. */
  itemsAfterLogin(): Promise<Item[]>
  /** It answers nothing anymore, until `thaw`. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

const password = 'a password for tests'

/**
 * Where there is a keychain for tests: a keyring on a bus of their own, or, where nobody's keys are at risk, Windows' credential
 * manager, which is one for all that a person runs.
 */
export const hasKeychain =
  process.platform === 'linux' ||
  // Wine has one for each of its prefixes.
  (process.platform === 'win32' && (process.env.CI !== undefined || process.env.WINEHOMEDIR !== undefined))

/** Keeps the keychain of `hasKeychain` for the calling test file until what it returns is called. */
export async function takeKeychain(): Promise<() => Promise<void>> {
  if (process.platform !== 'win32') {
    const keyring = await startKeyring()
    return () => keyring.stop()
  }
  // Of this run of the tests: another file may be at it.
  const taken = join(tmpdir(), 'keychain-taken')
  while (!tryToMake(taken)) await setTimeout(100)
  // What an earlier run left: it is no new keychain as elsewhere.
  await empty()
  return async () => {
    await empty()
    await rmdir(taken)
  }
}

async function empty(): Promise<void> {
  // Not with this module: a keyring's library stays with the bus that there was when it was loaded.
  const { default: keytar } = await import('keytar')
  for (const { account } of await keytar.findCredentials('vitrine')) {
    await keytar.deletePassword('vitrine', account)
  }
}

function tryToMake(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

/** A bus that starts nothing by itself: no prompter, no second keyring. */
const busConfig = (folder: string): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`

/**
 * Starts a bus for this process: keytar finds it by `DBUS_SESSION_BUS_ADDRESS`, which it reads once, so a test file
 * has one bus at most. Without a keyring on it, it is a computer that has none.
 *
 * @returns how to stop it
 */
export async function startBus(folder = newFolder()): Promise<() => Promise<void>> {
  const config = join(folder, 'bus.conf')
  writeFileSync(config, busConfig(folder))
  const bus = started('dbus-daemon', ['--nofork', '--print-address=1', `--config-file=${config}`])
  for await (const address of createInterface({ input: bus.stdout })) {
    process.env.DBUS_SESSION_BUS_ADDRESS = address
    break
  }
  return async () => {
    await end(bus)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a bus with an unlocked keyring, for this process. Fails when dbus or gnome-keyring is not installed. */
export async function startKeyring(): Promise<Keyring> {
  const folder = newFolder()
  const stopBus = await startBus(folder)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_RUNTIME_DIR: folder }
  let daemon = await startDaemon(env)
  return {
    lock: () => call('Lock', "['/org/freedesktop/secrets/collection/login']"),
    async itemsAfterLogin() {
      await end(daemon)
      daemon = await startDaemon(env)
      return findItems()
    },
    freeze: () => void daemon.kill('SIGSTOP'),
    thaw: () => void daemon.kill('SIGCONT'),
    async stop() {
      daemon.kill('SIGCONT')
      await end(daemon)
      await stopBus()
    }
  }
}

async function startDaemon(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  mkdirSync(env.XDG_DATA_HOME ?? '', { recursive: true })
  const daemon = started('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], env)
  daemon.stdin.end(password)
  await run('gdbus', ['wait', '--session', '--timeout', '10', 'org.freedesktop.secrets'])
  return daemon
}

/** What another program finds: keytar in a process of its own, since libsecret in this one knows the old keyring. */
async function findItems(): Promise<Item[]> {
  const script =
    "require('keytar').findCredentials('vitrine').then((items) => console.log(JSON.stringify(items)))"
  const { stdout } = await run(process.execPath, ['-e', script])
  return JSON.parse(stdout) as Item[]
}

async function call(method: string, argument: string): Promise<void> {
  const place = ['--dest', 'org.freedesktop.secrets', '--object-path', '/org/freedesktop/secrets']
  await run('gdbus', [
    'call',
    '--session',
    ...place,
    '--method',
    `org.freedesktop.Secret.Service.${method}`,
    argument
  ])
}

function started(command: string, args: string[], env = process.env): ReturnType<typeof spawnPiped> {
  const child = spawnPiped(command, args, env)
  child.on('error', (error) => {
    throw new Error(
      `Tests of the keychain need ${command} (packages dbus and gnome-keyring): ${error.message}`
    )
  })
  return child
}

function spawnPiped(command: string, args: string[], env: NodeJS.ProcessEnv) {
  return spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'vitrine-keyring-'))
}
