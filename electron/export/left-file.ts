import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'

/** Names of exports that are being written (`temporaryPath`); nothing else has such a name. */
const temporaryName = /^\.vitrine-export-[0-9a-f]{16}\.part$/

/** Remembers, over a kill, which unfinished file lies about where the person had it written (95). */
export interface LeftFile {
  /** Before the file is begun. Where it cannot be noted the export goes on all the same. */
  note(temporary: string): Promise<void>
  /** Deletes the file that was noted last, if it is there. Never fails: it is tried again the next time. */
  remove(): Promise<void>
}

/** @param noteFile where it is noted, in the profile's own folder */
export function createLeftFile(noteFile: string): LeftFile {
  return {
    async note(temporary) {
      await writeFile(noteFile, temporary).catch(() => undefined)
    },
    async remove() {
      const path = await readFile(noteFile, 'utf8').catch(() => null)
      if (path === null) return
      // Whatever else may stand in the note: only a file of ours is deleted.
      const isOurs = isAbsolute(path) && temporaryName.test(basename(path))
      try {
        if (isOurs) await rm(path, { force: true })
        await rm(noteFile, { force: true })
      } catch {
        // The drive may be back another time.
      }
    }
  }
}
