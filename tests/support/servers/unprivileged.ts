import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** `nobody` and `nogroup`, which every Debian has. */
const nobody = 65534
const isRoot = process.getuid?.() === 0

/** A program by its name, in the folders of programs or where one of the patterns finds it; null: not on this machine. */
export function findProgram(name: string, patterns: readonly string[] = []): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const known = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  return (
    known ??
    globSync([...patterns])
      .sort()
      .at(-1) ??
    null
  )
}

/** A new folder for a server, in which it may write as whoever runs it. `remove` takes it away. */
export function serverFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `${name}-`))
  if (isRoot) {
    // The run's own folder is closed to others: they may pass through it from now on. One that is everybody's stays so.
    chmodSync(tmpdir(), (statSync(tmpdir()).mode & 0o7777) | 0o011)
    chownSync(path, nobody, nobody)
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Gives a file to whoever runs the servers, readable by them alone. */
export function handOver(path: string): void {
  chmodSync(path, 0o600)
  if (isRoot) chownSync(path, nobody, nobody)
}

export interface ServerProcess {
  readonly process: ChildProcess
  /** All that it has said. */
  said: () => string
  /** Sends a signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<void>
}

/**
 * Starts a program as somebody without rights, since servers refuse root or would be safer than they are. It ends with this process,
 * however that ends.
 */
export function startUnprivileged(program: string, args: readonly string[], folder: string): ServerProcess {
  const rights = isRoot ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
  return startBeside(rights, program, args, folder)
}

/** As `startUnprivileged`, as whoever runs the tests. */
export function startAsTests(program: string, args: readonly string[], folder: string): ServerProcess {
  return startBeside([], program, args, folder)
}

function startBeside(
  rights: readonly string[],
  program: string,
  args: readonly string[],
  folder: string
): ServerProcess {
  const child = spawn('setpriv', [...rights, '--pdeathsig=TERM', program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
  child.on('error', (error) => said.push(error.message))
  return {
    process: child,
    said: () => said.join(''),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
  }
}

/** Runs a program to its end as somebody without rights. Rejects with what it said when it fails. */
export async function runUnprivileged(
  program: string,
  args: readonly string[],
  folder: string
): Promise<void> {
  const run = startUnprivileged(program, args, folder)
  await once(run.process, 'exit')
  if (run.process.exitCode !== 0) throw new Error(`${program} failed: ${run.said()}`)
}

/** A port of this computer that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
