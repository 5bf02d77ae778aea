import { dialog, type BrowserWindow } from 'electron'
import { existsSync } from 'node:fs'
import type { Dialogs } from '../../app/types'
import type { Words } from '../words'

/** Any extension of a file name. */
const ending = /\.[a-z0-9]{1,16}$/i

/**
 * Asks in the system's dialog where to save a file; null: canceled. A name without an extension gets the usual one, which GTK leaves to
 * us. The system asks before it replaces a file; if the completed name exists, the dialog opens again with it.
 *
 * @param kind the name of such files; without it, their extension
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
      // The first is for macOS; without the second GTK replaces a file without asking.
      properties: ['createDirectory', 'showOverwriteConfirmation']
    })
    if (canceled || filePath === '') return null
    if (ending.test(filePath) || filePath.endsWith(`.${extension}`)) return filePath
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

/** Asks in the system's dialog for a file to read; null: canceled. */
function askWhatToRead(
  window: BrowserWindow | null,
  title: string,
  kind: { name: string; extensions: string[] }
): Promise<string | null> {
  return openDialog(window, { title, filters: [kind], properties: ['openFile'] })
}

/** Asks in the system's dialog for a folder, which can be created there; null: canceled. */
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

/** The system's file dialogs over the window, in the current language. */
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
    teamFolder: () => askWhichFolder(window(), words().teamFolder),
    exportProducts: save(({ exportProducts }) => exportProducts),
    savePicture: save(({ savePicture }) => savePicture),
    saveDiagnostics: save(({ saveDiagnostics }) => saveDiagnostics)
  }
}
