import { dialog, type BrowserWindow } from 'electron'

/**
 * Lets the person choose where a file is saved, in the system's own dialog over the window; null: nowhere.
 *
 * @param kind what such files are called; without it as they end
 */
export async function askWhereToSave(
  window: BrowserWindow | null,
  title: string,
  fileName: string,
  kind?: string
): Promise<string | null> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1)
  const options = {
    title,
    defaultPath: fileName,
    filters: [{ name: kind ?? extension.toUpperCase(), extensions: [extension] }]
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}

/** Lets the person choose a file to read, in the system's own dialog over the window; null: none. */
export async function askWhatToRead(
  window: BrowserWindow | null,
  title: string,
  kind: { name: string; extensions: string[] }
): Promise<string | null> {
  const options: Electron.OpenDialogOptions = { title, filters: [kind], properties: ['openFile'] }
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}
