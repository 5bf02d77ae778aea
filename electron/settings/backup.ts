import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { writeFileWhole } from '../files/held-files'
import { defaultSettings, type Settings } from './schema'

/** Where the backup of a settings file is: beside it. */
export function backupPathOf(path: string): string {
  return join(dirname(path), 'settings.backup.json')
}

/** Writes a file of settings whole or not at all. Rejects with the disk's error. */
export function writeSettings(path: string, settings: Settings): Promise<void> {
  return writeFileWhole(path, settingsText(settings), { mode: 0o600 })
}

/** The content of a settings file: JSON whose first line is a digest of the rest. */
export function settingsText(settings: object): string {
  const text = `${JSON.stringify(settings, null, 2)}\n`
  return text.replace('{', `{\n  "digest": "${digestOf(text)}",`)
}

/**
 * Whether a settings file is as it was written: its digest is right, or is not, or there is none, as in files of version 0.1.0. One flipped
 * bit can turn a name, a number or an id into another one that makes sense; nothing but the digest tells.
 */
export function integrityOf(text: string): 'intact' | 'damaged' | 'unknown' {
  const [line, digest] = /^\{\n {2}"digest": "([^"\n]*)",/.exec(text) ?? []
  if (line === undefined) return 'unknown'
  return digest === digestOf(`{${text.slice(line.length)}`) ? 'intact' : 'damaged'
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * A second file with the last saved settings (fault 99). It is written only after changes that a person would have to repeat: the place
 * in a list and the window's bounds change all the time.
 */
export class SettingsBackup {
  readonly #path: string
  #last = lastingOf(defaultSettings())

  /** @param path of the settings file */
  constructor(path: string) {
    this.#path = backupPathOf(path)
  }

  /** Never fails: the settings are already written. */
  async keep(settings: Settings): Promise<void> {
    const lasting = lastingOf(settings)
    if (lasting === this.#last) return
    try {
      await writeSettings(this.#path, settings)
      this.#last = lasting
    } catch {
      // It is written with the next change.
    }
  }
}

function lastingOf(settings: Settings): string {
  return JSON.stringify({
    ...settings,
    activeId: null,
    views: {},
    window: null,
    zoomLevel: 0,
    reviewQueues: {},
    pictureGathering: {}
  })
}
