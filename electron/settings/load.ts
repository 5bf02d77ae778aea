import { z } from 'zod'
import { copyFile, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SettingsDamage } from '../contract/connection'
import { timeInName } from '../files/file-name'
import { retryHeld } from '../files/held-files'
import { backupPathOf, integrityOf, writeSettings } from './backup'
import { defaultSettings, settingsSchema, settingsVersion, type Settings } from './schema'

/** Settings that an earlier version wrote elsewhere in the file, put where they are now. */
function withFormerPlaces(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'preferences' in value) return value
  // The disk limit of pictures was a setting of its own, there also while nobody had chosen one: this was it then.
  const limit = 'pictureLimit' in value ? value.pictureLimit : formerPictureLimit
  return { ...value, preferences: limit === formerPictureLimit ? {} : { pictureLimit: limit } }
}

const formerPictureLimit = 1_000_000_000

/** Far above what thousands of connections take; a larger file is not ours. */
const maxBytes = 10_000_000

export interface LoadedSettings {
  settings: Settings
  /** What was damaged (fault 92), and the outcome; null: nothing. */
  damage: SettingsDamage | null
  /** Why the file must not be overwritten; null if it may be. */
  readOnly: string | null
}

/**
 * Reads the settings file. Never fails: a missing file gives the backup or defaults; a damaged one (also an empty one, fault 84, and one whose
 * digest is wrong, fault 99) is kept under another name and replaced by the backup or by what can be read; a newer app's (fault 85) or an
 * unreadable one gives defaults that are not saved. Connections that cannot be read are taken from the backup one by one (fault 98).
 */
export async function loadSettings(
  path: string,
  now: () => Date = () => new Date()
): Promise<LoadedSettings> {
  const text = await readText(path)
  if (text.kind === 'unreadable') return withDefaults(`The settings file cannot be read (${text.code}).`)
  const file = text.kind === 'none' ? null : readSettings(text.text)
  if (file?.isNewer === true) {
    return withDefaults('The settings file was written by a newer version of Vitrine.')
  }
  if (file?.isSound === true) return { settings: file.settings, damage: null, readOnly: null }
  const backup = await readBackup(path)
  if (text.kind === 'none') {
    if (backup === null) return { settings: defaultSettings(), damage: null, readOnly: null }
    const outcome = backup.isSound ? 'restored' : 'partly-lost'
    return { settings: backup.settings, damage: { file: null, outcome }, readOnly: null }
  }
  return setAside(path, now(), rescue(file, backup))
}

function withDefaults(readOnly: string): LoadedSettings {
  return { settings: defaultSettings(), damage: null, readOnly }
}

interface ReadSettings {
  settings: Settings
  /** Whether it is complete and unchanged, as far as can be told. */
  isSound: boolean
  /** Its digest is wrong: any value in it may be another one. */
  isDamaged: boolean
  /** Connections that cannot be read. */
  unread: number
  isNewer: boolean
}

/** null: these are no settings of ours. */
function readSettings(text: string): ReadSettings | null {
  const value = parseJson(text)
  const integrity = integrityOf(text)
  const version = z.object({ version: z.number() }).safeParse(value)
  // A version that writes no digest was not newer than this one: its number is damaged.
  if (integrity === 'intact' && version.success && version.data.version > settingsVersion) {
    return { settings: defaultSettings(), isSound: false, isDamaged: false, unread: 0, isNewer: true }
  }
  const list = z.object({ connections: z.array(z.unknown()) }).safeParse(value)
  const parsed = settingsSchema.safeParse(withFormerPlaces(value))
  if (!list.success || !parsed.success) return null
  const unread = list.data.connections.length - parsed.data.connections.length
  const isDamaged = integrity === 'damaged'
  return { settings: parsed.data, isSound: !isDamaged && unread === 0, isDamaged, unread, isNewer: false }
}

/** What replaces a damaged file. */
type Rescued = Pick<LoadedSettings, 'settings'> & Pick<SettingsDamage, 'outcome'>

/** Combines a damaged file (null: unreadable) with its backup (null: unusable). */
function rescue(file: ReadSettings | null, backup: ReadSettings | null): Rescued {
  if (backup?.isSound === true) {
    return file === null || file.isDamaged
      ? { settings: backup.settings, outcome: 'restored' }
      : connectionsFrom(backup.settings, file)
  }
  if (file !== null) return { ...connectionsFrom(backup?.settings ?? null, file), outcome: 'partly-lost' }
  return backup === null
    ? { settings: defaultSettings(), outcome: 'lost' }
    : { settings: backup.settings, outcome: 'partly-lost' }
}

/** Connections removed since the backup are not restored. */
function connectionsFrom(backup: Settings | null, { settings, unread }: ReadSettings): Rescued {
  const here = new Set([...settings.connections, ...settings.removals].map(({ id }) => id))
  const found = (backup?.connections ?? []).filter(({ id }) => !here.has(id))
  const connections = [...settings.connections, ...found]
  return {
    settings: { ...settings, connections },
    outcome: found.length < unread ? 'partly-lost' : 'restored'
  }
}

/** null: there is none that can be read. */
async function readBackup(path: string): Promise<ReadSettings | null> {
  const text = await readText(backupPathOf(path))
  const read = text.kind === 'text' ? readSettings(text.text) : null
  return read?.isNewer === true ? null : read
}

type FileText = { kind: 'text'; text: string } | { kind: 'none' } | { kind: 'unreadable'; code: string }

async function readText(path: string): Promise<FileText> {
  try {
    if ((await stat(path)).size > maxBytes) return { kind: 'text', text: '' }
    return { kind: 'text', text: await retryHeld(() => readFile(path, 'utf8')) }
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' ? { kind: 'none' } : { kind: 'unreadable', code }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function setAside(path: string, time: Date, { settings, outcome }: Rescued): Promise<LoadedSettings> {
  const file = `${basename(path, '.json')}.damaged-${timeInName(time.getTime())}.json`
  try {
    await retryHeld(() => copyFile(path, join(dirname(path), file)))
    // Immediately: until then the damaged file is all there is.
    await writeSettings(path, settings)
    return { settings, damage: { file, outcome }, readOnly: null }
  } catch (error) {
    return {
      ...withDefaults(`The damaged settings file cannot be set aside (${codeOf(error)}).`),
      settings
    }
  }
}

/** The system's name of an error, such as `EACCES`; 'unknown' when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
