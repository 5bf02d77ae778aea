import { readFile } from 'node:fs/promises'
import type { App } from './app'
import { descendants, processStat } from './processes'

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

async function worked(pid: number): Promise<number> {
  const fields = await processStat(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tick
}
