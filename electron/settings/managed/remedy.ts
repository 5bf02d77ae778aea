import { posix, win32 } from 'node:path'

/** `restrict`: folder and file stay, and only administrators get rights. `replace`: the folder is moved away and created anew. */
export type Repair = 'restrict' | 'replace'

/** What an administrator runs so that only administrators can change folder and file, after a look at what is in the file. */
export function commandsToOwn(
  path: string,
  repair: Repair,
  platform: NodeJS.Platform = process.platform
): string[] {
  if (platform === 'win32') return windowsCommands(path, repair)
  const places = [posix.dirname(path), path].map(quoted).join(' ')
  // Not what a link leads to, which may be somebody else's.
  return [`sudo chown -h 0:0 ${places}`, `sudo chmod go-w ${places}`]
}

/**
 * Commands for cmd and PowerShell that stay safe if a person puts a link there before they run: `ren` moves a link, not what it leads
 * to; `/L` changes a link's own rights; nothing uses `/T`, which would open whatever a link in the folder leads to. A folder of
 * somebody else is moved away, not deleted: deleting it would follow what its owner swaps in it meanwhile.
 */
function windowsCommands(path: string, repair: Repair): string[] {
  const folder = win32.dirname(path)
  const owner = (place: string): string => `icacls "${place}" /setowner *S-1-5-32-544 /L`
  const reset = (place: string): string => `icacls "${place}" /reset /L`
  const rights = ['*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', '*S-1-5-32-545:(OI)(CI)RX']
  const restrict = `icacls "${folder}" /inheritance:r /grant:r ${rights.map((each) => `"${each}"`).join(' ')} /L`
  if (repair === 'restrict') return [owner(folder), reset(folder), restrict, owner(path), reset(path)]
  const away = `${win32.basename(folder)}.untrusted`
  return [`ren "${folder}" "${away}"`, `md "${folder}"`, owner(folder), restrict]
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
