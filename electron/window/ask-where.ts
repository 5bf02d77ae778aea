import { dialog, type BrowserWindow } from 'electron'
import { words } from './words'

/** Lets the person choose where a picture is saved, in the system's own dialog over the window; null: nowhere. */
export async function askWhereToSave(window: BrowserWindow | null, fileName: string): Promise<string | null> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1)
  const options = {
    title: words.savePicture,
    defaultPath: fileName,
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }]
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}
