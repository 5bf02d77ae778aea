import {
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'

type SecondInstance = (argv: string[], workingDirectory: string, additionalData: unknown) => void

/** True while the process that wrote the lock lives; a number that went to another program does not count. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(import.meta.dirname)
  } catch {
    return false
  }
}

/**
 * Takes the folder's lock, synchronously as Electron does. Where another instance holds it, leaves it a message with
 * this one's arguments and returns false; the holder's `second` is then called. False also where nothing can be written.
 */
export function takeLock(folder: string, data: unknown, second: SecondInstance): boolean {
  // As Chromium calls it on Linux and macOS.
  const lock = join(folder, 'SingletonLock')
  const inbox = join(folder, 'chromium-shell.inbox')
  const own = join(folder, `chromium-shell.${process.pid}`)
  try {
    mkdirSync(inbox, { recursive: true })
    const holder = claim(lock, own)
    if (holder === undefined) {
      process.once('exit', () => rmSync(lock, { force: true }))
      receive(inbox, second)
    } else if (holder !== process.pid) {
      writeFileSync(own, JSON.stringify([asChromiumTells(process.argv), process.cwd(), data]))
      renameSync(own, join(inbox, `${process.pid}.json`))
      return false
    }
    return true
  } catch {
    return false
  }
}

/** A command line as Chromium tells the first instance of it: switches first, with one of its own, and then all else. */
function asChromiumTells([program = '', ...args]: string[]): string[] {
  const isSwitch = (arg: string): boolean => arg.startsWith('-')
  const others = args.filter((arg) => !isSwitch(arg))
  return [program, ...args.filter(isSwitch), '--allow-file-access-from-files', ...others]
}

/** Makes the lock, or returns the number of the process that has it. A dead holder's lock is taken over. */
function claim(lock: string, own: string): number | undefined {
  writeFileSync(own, String(process.pid))
  try {
    // A link appears whole or not at all, so nobody reads a half-written lock.
    linkSync(own, lock)
    return undefined
  } catch {
    const holder = Number(readFileSync(lock, 'utf8'))
    if (isAlive(holder)) return holder
    renameSync(own, lock)
    return undefined
  } finally {
    rmSync(own, { force: true })
  }
}

function receive(inbox: string, second: SecondInstance): void {
  for (const name of readdirSync(inbox)) rmSync(join(inbox, name), { force: true })
  watch(inbox, { persistent: false }, () => {
    for (const name of readdirSync(inbox)) {
      const file = join(inbox, name)
      const message = JSON.parse(readFileSync(file, 'utf8')) as Parameters<SecondInstance>
      rmSync(file)
      second(...message)
    }
  })
}
