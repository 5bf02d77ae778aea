import { readdir, readFile } from 'node:fs/promises'
import type { App } from './app'

/** The number of the process that shows the app's page, as Linux tells of it. */
export async function rendererProcess(app: App): Promise<number> {
  for (const pid of await descendants(app.electron.process().pid ?? -1)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('--type=renderer')) return pid
  }
  throw new Error('The app has no page.')
}

/** What follows the name of a process, which may have spaces and brackets in it: state, parent and so on. */
export async function processStat(pid: number): Promise<string[]> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

/** All processes that a process has started, and those that these have. */
export async function descendants(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = new Map(
    await Promise.all(pids.map(async (pid) => [pid, Number((await processStat(pid))[1])] as const))
  )
  const isWithin = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 0 && (pid === root || isWithin(parents.get(pid)))
  return pids.filter((pid) => pid !== root && isWithin(pid))
}
