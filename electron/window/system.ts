import { nativeTheme, powerSaveBlocker, shell } from 'electron'
import type { Appearance } from '../contract/preference-choices'
import { access } from 'node:fs/promises'

/**
 * Sets the theme of system menus and dialogs, and of the page, whose style sheets follow `prefers-color-scheme`. Set before the window
 * opens, so that nothing is painted in the wrong colors.
 */
export function applyAppearance(appearance: Appearance): void {
  nativeTheme.themeSource = appearance
}

/** Keeps the computer awake and the app from being suspended until the returned function is called. */
export function stayAwake(): () => void {
  const id = powerSaveBlocker.start('prevent-app-suspension')
  return () => void powerSaveBlocker.stop(id)
}

/** Shows a file in the system's file manager. Returns false if the file is gone or nothing can show it. */
export async function showFile(path: string): Promise<boolean> {
  try {
    await access(path)
    shell.showItemInFolder(path)
    return true
  } catch {
    return false
  }
}

/** Opens a folder in the system's file manager. Returns false if nothing can show it. */
export async function openFolder(path: string): Promise<boolean> {
  try {
    return (await shell.openPath(path)) === ''
  } catch {
    return false
  }
}
