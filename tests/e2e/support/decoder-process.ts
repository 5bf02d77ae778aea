import { readdir, readFile } from 'node:fs/promises'
import type { App } from './app'

/** The process that decodes pictures, as Linux tells of it. */
export interface DecoderProcess {
  pid: number
  /** Time that it has worked, ms. */
  worked: number
}

/** A tick of Linux's clock of processes, ms: 100 a second everywhere. */
const tick = 10

/** Finds the app's decoder, by the file that it was started with, or as Electron's only utility process of Node. */
export async function findDecoder(app: App): Promise<DecoderProcess | null> {
  const own = await descendants(app.electron.process().pid ?? -1)
  for (const pid of own) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (/decoder-process|node\.mojom\.NodeService/.test(command)) return { pid, worked: await worked(pid) }
  }
  return null
}

/** What follows the name, which may have spaces and brackets in it: state, parent and so on. */
async function stat(pid: number): Promise<string[]> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

async function worked(pid: number): Promise<number> {
  const fields = await stat(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tick
}

async function descendants(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = new Map(
    await Promise.all(pids.map(async (pid) => [pid, Number((await stat(pid))[1])] as const))
  )
  const isWithin = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 0 && (pid === root || isWithin(parents.get(pid)))
  return pids.filter((pid) => pid !== root && isWithin(pid))
}
