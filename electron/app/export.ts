import { join } from 'node:path'
import type { Connection } from '../contract/connection'
import { createExports, type Exports, type ExportsDeps } from '../export/exports'
import { createLeftFile } from '../export/run-export'
import { createFilePictures } from '../images/image-for-file'
import type { PictureDecoder } from '../images/decode/decoder-port'
import type { ImageService } from '../images/image-service'
import type { SettingsStore } from '../settings/settings'

export interface ExportPartsDeps extends Pick<
  ExportsDeps,
  'threadFile' | 'copy' | 'print' | 'askWhere' | 'showFile' | 'onChange' | 'log'
> {
  /** Holds a folder for each connection. */
  connectionsFolder: string
  /** Where it is noted, over a kill, what an export has left behind. */
  noteFile: string
  connectionOf: (id: string) => Connection | null
  settings: SettingsStore
  pictures: Pick<ImageService, 'register' | 'raster'>
  decoder: Pick<PictureDecoder, 'decode'>
}

/** Puts together what exports lists into files. */
export function composeExport(deps: ExportPartsDeps): Exports {
  const { connectionsFolder, noteFile, connectionOf, settings } = deps
  return createExports({
    ...deps,
    left: createLeftFile(noteFile),
    picture: createFilePictures(deps),
    folderOf: (id) => join(connectionsFolder, id),
    storeOf(id) {
      const connection = connectionOf(id)
      if (connection === null) return null
      const { name, baseUrl, currency, locale } = connection
      return { name, baseUrl, currency, locale }
    },
    choices: () => settings.get().exportChoices,
    keepChoices: (choices) => settings.remember((current) => ({ ...current, exportChoices: choices }))
  })
}
