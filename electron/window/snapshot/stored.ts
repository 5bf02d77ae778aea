import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Appearance } from '../../contract/preference-choices'
import type { AppPaths } from '../../paths'
import type { WindowState } from '../../settings/schema'

/** What the next start needs to show the page before anything else of the app is loaded. */
export interface StoredSnapshot {
  /** The whole page. */
  html: string
  connectionId: string
  appearance: Appearance
  /** Where the window was. */
  place: WindowState | null
  /** See `groundOf`. */
  ground: string
}

/** What a snapshot can be shown on: with any of it changed, the page would be another one. */
export interface Ground {
  paths: Pick<AppPaths, 'rendererFolder' | 'settingsFile' | 'connectionsFolder'>
  managedFile: string
  /** The app's. */
  version: string
  /** The system's, the most wanted first. */
  languages: readonly string[]
  /** Whether the command line asks for the demo store. */
  demo: boolean
}

/**
 * Sums up what the page was made of: the app, the files of settings, and those of the connection with the copy and the reviews, by
 * their sizes and times. Only the app changes these, so two equal answers mean that the page still is as it was.
 */
export function groundOf(
  { paths, managedFile, version, languages, demo }: Ground,
  connectionId: string
): string {
  const folder = join(paths.connectionsFolder, connectionId)
  const copies = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = copies.map(({ name }) => join(folder, name)).sort()
  const index = readFileSync(join(paths.rendererFolder, 'index.html'), 'utf8')
  const stands = [paths.settingsFile, managedFile, ...files].map((file) => {
    const found = statSync(file, { throwIfNoEntry: false })
    return [file, found?.size ?? null, found?.mtimeMs ?? null]
  })
  return JSON.stringify([version, languages, demo, index, stands])
}

/** Writes a snapshot for the next start. Throws where the disk refuses. */
export function storeSnapshot(file: string, snapshot: StoredSnapshot): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(snapshot), { mode: 0o600 })
}

/**
 * Takes the snapshot that the last run has left, once: a run that ends without leaving another one leaves none. Null where there is
 * none that can be read, or it does not stand on the same ground any more.
 */
export function takeSnapshot(file: string, ground: Ground): StoredSnapshot | null {
  try {
    const text = readFileSync(file, 'utf8')
    rmSync(file)
    const value: unknown = JSON.parse(text)
    return isStored(value) && value.ground === groundOf(ground, value.connectionId) ? value : null
  } catch {
    return null
  }
}

/** Its own file, whose form a version of the app cannot mistake: the version is part of the ground. */
function isStored(value: unknown): value is StoredSnapshot {
  return typeof value === 'object' && value !== null && 'ground' in value && 'connectionId' in value
}
