import { nativeTheme, powerSaveBlocker, shell } from 'electron'
import type { Appearance } from '../contract/preference-choices'
import { access } from 'node:fs/promises'

/**
 * Makes everything light or dark: menus and dialogs of the system, and the page, whose style sheets follow
 * `prefers-color-scheme`. Set before the window opens, nothing of it is ever painted in the other colors.
 */
export function applyAppearance(appearance: Appearance): void {
  nativeTheme.themeSource = appearance
}

/** Keeps the computer from falling asleep by itself, and the app from being put to rest, until the returned function is called. */
export function stayAwake(): () => void {
  const id = powerSaveBlocker.start('prevent-app-suspension')
  return () => void powerSaveBlocker.stop(id)
}

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
