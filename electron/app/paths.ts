import { join, resolve } from 'node:path'

/** Where everything of one profile lives, and where the built app's own files are. Absolute paths. */
export interface AppPaths {
  userData: string
  settingsFile: string
  logsFolder: string
  /** Holds a folder for each connection, named by its id, with the copy of its catalog. */
  connectionsFolder: string
  /** Holds a folder for each removed connection in which something was reviewed. */
  removedReviewsFolder: string
  /** Holds the pictures of all connections; may be deleted at any time while the app is closed. */
  picturesFolder: string
  /** Says which file an export that was cut off has left where the person wanted it. */
  exportingFile: string
  /** Where version 0.1.0 left a picture of its page, with names and prices of a store; deleted. */
  oldSnapshotFile: string
  /** The built page: the only folder that `app://` serves from. */
  rendererFolder: string
  preloadFile: string
  /** What the demo store sells. */
  demoFolder: string
}

/**
 * Lays out the profile folder and the build.
 *
 * @param mainFolder the folder of the built main.js; its neighbors are the preload script and the page
 */
export function layOutPaths(userData: string, mainFolder: string): AppPaths {
  return {
    userData,
    settingsFile: join(userData, 'settings.json'),
    logsFolder: join(userData, 'logs'),
    connectionsFolder: join(userData, 'connections'),
    removedReviewsFolder: join(userData, 'removed-reviews'),
    picturesFolder: join(userData, 'pictures'),
    exportingFile: join(userData, 'exporting'),
    oldSnapshotFile: join(userData, 'page-snapshot.json'),
    rendererFolder: resolve(mainFolder, '../renderer'),
    preloadFile: resolve(mainFolder, '../preload/preload.cjs'),
    demoFolder: resolve(mainFolder, '../demo')
  }
}

/** What Vitrine itself understands of its command line; everything else is Chromium's. */
export interface CommandLine {
  /** Open the demo store at once. */
  demo: boolean
  /** Absolute; null: the system's usual place for a profile. */
  userDataFolder: string | null
}

/** Reads the command line; both `--user-data-dir=DIR` and an empty value (ignored) are understood. */
export function readCommandLine(argv: readonly string[], workingFolder: string): CommandLine {
  const prefix = '--user-data-dir='
  const folder = argv.findLast((argument) => argument.startsWith(prefix))?.slice(prefix.length)
  return {
    demo: argv.includes('--demo'),
    userDataFolder: folder ? resolve(workingFolder, folder) : null
  }
}
