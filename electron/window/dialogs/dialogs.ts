import { dialog, type BrowserWindow } from 'electron'
import { existsSync } from 'node:fs'
import type { Dialogs } from '../../app/types'
import type { Words } from '../words'

/** What people type behind a name as its kind. */
const ending = /\.[a-z0-9]{1,16}$/i

/**
 * Lets the person choose where a file is saved, in the system's own dialog over the window; null: nowhere. A name without an ending gets
 * the usual one, which GTK leaves to us. The system asks before a file is replaced; about one whose name we completed it is asked again.
 *
 * @param kind what such files are called; without it as they end
 */
async function askWhereToSave(
  window: BrowserWindow | null,
  title: string,
  fileName: string,
  kind?: string
): Promise<string | null> {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1)
  for (let defaultPath = fileName; ;) {
    const { canceled, filePath } = await showSaveDialog(window, {
      title,
      defaultPath,
      filters: [{ name: kind ?? extension.toUpperCase(), extensions: [extension] }],
      // The first is for macOS; without the second GTK replaces a file without a question.
      properties: ['createDirectory', 'showOverwriteConfirmation']
    })
    if (canceled || filePath === '') return null
    if (ending.test(filePath)) return filePath
    const completed = `${filePath}.${extension}`
    if (!existsSync(completed)) return completed
    defaultPath = completed
  }
}

function showSaveDialog(
  window: BrowserWindow | null,
  options: Electron.SaveDialogOptions
): Promise<Electron.SaveDialogReturnValue> {
  return window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options)
}

/** Lets the person choose a file to read, in the system's own dialog over the window; null: none. */
function askWhatToRead(
  window: BrowserWindow | null,
  title: string,
  kind: { name: string; extensions: string[] }
): Promise<string | null> {
  return openDialog(window, { title, filters: [kind], properties: ['openFile'] })
}

/** Lets the person choose a folder, or make one, in the system's own dialog over the window; null: none. */
function askWhichFolder(window: BrowserWindow | null, title: string): Promise<string | null> {
  return openDialog(window, { title, properties: ['openDirectory', 'createDirectory'] })
}

async function openDialog(
  window: BrowserWindow | null,
  options: Electron.OpenDialogOptions
): Promise<string | null> {
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}

const certificateExtensions = ['pem', 'crt', 'cer', 'der']

/** The system's dialogs for files over the window, in the words of now. */
export function createDialogs(window: () => BrowserWindow | null, words: () => Words): Dialogs {
  const save =
    (title: (words: Words) => string, kind?: (words: Words) => string) =>
    (name: string): Promise<string | null> =>
      askWhereToSave(window(), title(words()), name, kind?.(words()))
  return {
    authorities: () =>
      askWhatToRead(window(), words().addAuthorities, {
        name: words().certificateFiles,
        extensions: certificateExtensions
      }),
    shareReviews: save(
      ({ shareReviews }) => shareReviews,
      ({ reviewFiles }) => reviewFiles
    ),
    mergeReviews: (extension) =>
      askWhatToRead(window(), words().mergeReviews, {
        name: words().reviewFiles,
        extensions: [extension]
      }),
    backupFolder: () => askWhichFolder(window(), words().backupFolder),
    exportProducts: save(({ exportProducts }) => exportProducts),
    savePicture: save(({ savePicture }) => savePicture),
    saveDiagnostics: save(({ saveDiagnostics }) => saveDiagnostics)
  }
}
