import { access } from 'node:fs/promises'
import { shell } from 'electron'

/** Shows a file in its folder, in the system's own way. False: it is not there any more, or nothing can show it. */
export async function showFile(path: string): Promise<boolean> {
  try {
    await access(path)
    shell.showItemInFolder(path)
    return true
  } catch {
    return false
  }
}

/** Opens a folder in the system's own way. False: nothing can show it. */
export async function openFolder(path: string): Promise<boolean> {
  try {
    return (await shell.openPath(path)) === ''
  } catch {
    return false
  }
}
