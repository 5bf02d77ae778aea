import { join } from 'node:path'
import type { Connection } from '../contract/connection'
import { ok } from '../contract/failure'
import { formatsLocale } from '../contract/languages'
import type { HandlersOf } from '../contract/bridge'
import { createFilePictures, type ImageService, type PictureDecoder } from '../images'
import type { PreferencesStore, SettingsStore } from '../settings'
import { createExports, type Exports, type ExportsDeps } from './exports'
import { fileWordsIn } from './file-words'
import { createLeftFile } from './run-export'

export type { ExportsDeps } from './exports'
export { wholeCatalogIn } from './file-words'

interface ExportFeatureDeps extends Pick<
  ExportsDeps,
  'threadFile' | 'catalog' | 'findingFacts' | 'print' | 'askWhere' | 'showFile' | 'onChange' | 'log'
> {
  /** Holds a folder for each connection. */
  connectionsFolder: string
  /** Where it is noted, over a kill, what an export has left behind. */
  noteFile: string
  connectionOf: (id: string) => Connection | null
  settings: SettingsStore
  preferences: Pick<PreferencesStore, 'get' | 'language'>
  pictures: Pick<ImageService, 'register' | 'raster'>
  decoder: Pick<PictureDecoder, 'decode'>
}

export interface ExportFeature {
  exports: Exports
  handlers: HandlersOf<'export'>
}

/** Puts together what exports lists into files. */
export function composeExport(deps: ExportFeatureDeps): ExportFeature {
  const { connectionsFolder, noteFile, connectionOf, settings, preferences } = deps
  const exports = createExports({
    ...deps,
    left: createLeftFile(noteFile),
    picture: createFilePictures(deps),
    folderOf: (id) => join(connectionsFolder, id),
    storeOf(id) {
      const connection = connectionOf(id)
      if (connection === null) return null
      const { name, kind, baseUrl, currency, locale } = connection
      // The demo store answers as long as the app runs, at another address each time.
      const own = locale ?? formatsLocale(preferences.get())
      return { name, baseUrl: kind === 'demo' ? null : baseUrl, currency, locale: own }
    },
    fileWords: () => fileWordsIn(preferences.language(), formatsLocale(preferences.get())),
    choices: () => settings.get().exportChoices,
    keepChoices: (choices) => settings.remember((current) => ({ ...current, exportChoices: choices }))
  })
  return { exports, handlers: exportHandlers({ exports }) }
}

function exportHandlers({ exports }: { exports: Exports }): HandlersOf<'export'> {
  return {
    'export:choices': () => ok(exports.choices()),
    'export:start': (asked) => exports.start(asked),
    'export:state': () => ok(exports.state()),
    'export:cancel': async () => ok(await exports.cancel()),
    'export:show': () => exports.show()
  }
}
