import { dialog, type BrowserWindow } from 'electron'

/** Lets the person choose where a file is saved, in the system's own dialog over the window; null: nowhere. */
export async function askWhereToSave(
  window: BrowserWindow | null,
  title: string,
  fileName: string
): Promise<string | null> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1)
  const options = {
    title,
    defaultPath: fileName,
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }]
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}
