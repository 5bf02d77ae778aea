import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually'
import {
  findProgram,
  freePort,
  handOver,
  serverFolder,
  startAsTests,
  startUnprivileged,
  type ServerProcess
} from './unprivileged'

const smbd = findProgram('smbd')
const smbnetfs = findProgram('smbnetfs')
const fusermount = findProgram('fusermount3')

/** `npm test` leaves shares to `npm test -- --all`, as it does other file servers. */
export const hasSamba =
  process.platform === 'linux' &&
  process.env.VITRINE_TESTS !== 'short' &&
  [smbd, smbnetfs, fusermount].every((program) => program !== null) &&
  mayMount()

/** Whether this machine lets the tests mount a file system that a program serves. */
function mayMount(): boolean {
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK)
  } catch {
    return false
  }
  // Others than root mount by way of fusermount, which has the right to.
  if (process.getuid?.() !== 0) return true
  const rights = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const systemAdministration = 21n
  return ((BigInt(`0x${rights}`) >> systemAdministration) & 1n) === 1n
}

/** Samba hashes passwords by MD4, which Node no longer has. */
const password = { text: 'canary of a share', hash: '7720DA9313442D4943F73925D88F0998' }

/** A share of a test's own, on this computer. */
export interface SambaServer {
  /** The folder of the share's files, as the server has it. */
  files: string
  /** Mounts the share as one more computer does, and returns the path. Each mount has its own connection and remembers by itself. */
  mount: () => Promise<string>
  /** Ends the server with all its connections, as a power cut would. */
  kill: () => Promise<void>
  /** Resolves when all mounts have the share again. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Samba with one share, which is empty. It is mounted by smbnetfs (FUSE), which needs no module of the kernel for SMB. */
export async function startSamba(): Promise<SambaServer> {
  const folder = serverFolder('samba')
  const port = await freePort()
  const user = process.getuid?.() === 0 ? 'nobody' : userInfo().username
  const file = (name: string, text: string): string => {
    const path = join(folder.path, name)
    writeFileSync(path, text)
    handOver(path)
    return path
  }
  for (const name of ['files', 'data']) {
    mkdirSync(join(folder.path, name))
    // The server is another user than the test.
    chmodSync(join(folder.path, name), 0o777)
  }
  file('passwords', `${user}:0:${'X'.repeat(32)}:${password.hash}:[U          ]:LCT-00000001:\n`)
  const config = file('smb.conf', sambaConfig(folder.path, port))
  const mounts: { mounted: ServerProcess; mountPoint: string; share: string }[] = []
  let server: ServerProcess | null = null

  async function start(): Promise<void> {
    // It leads a group of processes, one for each connection.
    const args = ['--foreground', '--debug-stdout', `--configfile=${config}`]
    const started = startUnprivileged(smbd ?? '', args, folder.path)
    server = started
    await eventually(async () => {
      if (started.process.exitCode !== null) throw new Error(`Samba ended: ${started.said()}`)
      await isListening(port)
    })
    await Promise.all(mounts.map(({ share }) => eventually(() => readdir(share))))
  }

  async function kill(): Promise<void> {
    const { pid, exitCode, signalCode } = server?.process ?? {}
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    if (isGroup(pid)) process.kill(-pid, 'SIGKILL')
    await eventually(() => {
      if (isGroup(pid)) throw new Error('Samba has not ended')
    })
  }

  async function mount(): Promise<string> {
    const home = join(folder.path, `computer-${mounts.length + 1}`)
    const mountPoint = join(home, 'network')
    const share = join(mountPoint, `127.0.0.1:${port}`, 'files')
    mkdirSync(join(home, '.smb'), { recursive: true })
    mkdirSync(mountPoint)
    const settings = join(home, '.smb', 'smbnetfs.conf')
    writeFileSync(settings, 'include "smbnetfs.auth"\n', { mode: 0o600 })
    const auth = `auth "${user}" "${password.text}"\n`
    writeFileSync(join(home, '.smb', 'smbnetfs.auth'), auth, { mode: 0o600 })
    // Else the library would take the server's settings of this machine.
    writeFileSync(join(home, '.smb', 'smb.conf'), '[global]\nclient min protocol = SMB2\n')
    const mounted = startAsTests(smbnetfs ?? '', [mountPoint, '-f', '-o', `config=${settings}`], home)
    mounts.push({ mounted, mountPoint, share })
    await eventually(async () => {
      if (mounted.process.exitCode !== null) throw new Error(`smbnetfs ended: ${mounted.said()}`)
      await readdir(share)
    })
    return share
  }

  await start()
  return {
    files: join(folder.path, 'files'),
    mount,
    kill,
    start,
    async stop() {
      for (const { mounted, mountPoint } of mounts) {
        // What is removed below must be the server's own, and no longer here.
        spawnSync(fusermount ?? '', ['-u', '-z', mountPoint])
        await mounted.end('SIGTERM')
      }
      await kill()
      folder.remove()
    }
  }
}

/** Rejects where nothing takes a connection. */
async function isListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

/** Whether a group of processes has any left. */
function isGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

function sambaConfig(folder: string, port: number): string {
  const data = ['private dir', 'lock directory', 'state directory', 'cache directory', 'pid directory']
  return [
    '[global]',
    'server role = standalone server',
    `smb ports = ${port}`,
    'interfaces = 127.0.0.1',
    'bind interfaces only = yes',
    'disable netbios = yes',
    ...data.map((name) => `${name} = ${folder}/data`),
    `ncalrpc dir = ${folder}/data/ncalrpc`,
    'passdb backend = smbpasswd',
    `smb passwd file = ${folder}/passwords`,
    'load printers = no',
    'printcap name = /dev/null',
    'disable spoolss = yes',
    '[files]',
    `path = ${folder}/files`,
    'read only = no',
    ''
  ].join('\n')
}
