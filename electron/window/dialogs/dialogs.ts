import type { BrowserWindow } from 'electron'
import type { Dialogs } from '../../app/types'
import { askWhatToRead, askWhereToSave, askWhichFolder } from './ask-where'
import type { Words } from '../words'

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
