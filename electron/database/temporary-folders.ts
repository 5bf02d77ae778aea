import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'vitrine-copy-'

/** How the path of a copy begins that lasts for this run only (faults 81, 85): it names the process, which may end without tidying up. */
export function temporaryPrefix(): string {
  return join(tmpdir(), `${prefix}${process.pid}-`)
}

/** Removes the catalogs of processes that are not there any more. Never fails: what cannot be removed stays. */
export async function removeAbandonedFolders(folder = tmpdir()): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const owner = /^vitrine-copy-([1-9]\d*)-/.exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only asks.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
