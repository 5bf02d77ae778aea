import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  groundOf,
  storeSnapshot,
  takeSnapshot,
  type Ground,
  type StoredSnapshot
} from '../../../../electron/window/snapshot/stored'
import { testFolder } from '../../../support/folder'

interface Place {
  file: string
  ground: Ground
  snapshot: StoredSnapshot
  /** A file by its path below the profile. */
  write: (path: string, text: string) => void
}

/** A profile that a run has just left, and the built page. */
function place(): Place {
  const folder = testFolder()
  const write: Place['write'] = (path, text) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('renderer/index.html', 'page')
  write('settings.json', '{}')
  write('connections/one/catalog.sqlite', 'copy')
  const ground: Ground = {
    paths: {
      rendererFolder: join(folder, 'renderer'),
      settingsFile: join(folder, 'settings.json'),
      connectionsFolder: join(folder, 'connections')
    },
    managedFile: join(folder, 'managed.json'),
    version: '1.0.0',
    languages: ['en'],
    demo: false
  }
  const snapshot: StoredSnapshot = {
    html: '<p>page',
    connectionId: 'one',
    appearance: 'dark',
    place: null,
    ground: groundOf(ground, 'one')
  }
  return { file: join(folder, 'profile', 'snapshot.json'), ground, snapshot, write }
}

describe('the snapshot that a run leaves', () => {
  it('is taken by the next one, once', () => {
    const { file, ground, snapshot } = place()
    storeSnapshot(file, snapshot)
    expect(takeSnapshot(file, ground)).toEqual(snapshot)
    expect(existsSync(file)).toBe(false)
    expect(takeSnapshot(file, ground)).toBeNull()
  })

  it.each<[string, (at: Place) => Ground]>([
    ['the app has another version', ({ ground }) => ({ ...ground, version: '1.0.1' })],
    ['the system has other languages', ({ ground }) => ({ ...ground, languages: ['de', 'en'] })],
    ['the demo store is asked for', ({ ground }) => ({ ...ground, demo: true })],
    ['the page is built anew', ({ ground, write }) => (write('renderer/index.html', 'other'), ground)],
    ['settings were changed', ({ ground, write }) => (write('settings.json', '{ }'), ground)],
    ['the organisation sets something', ({ ground, write }) => (write('managed.json', '{}'), ground)],
    [
      'the copy is another one',
      ({ ground, write }) => (write('connections/one/catalog.sqlite', 'c'), ground)
    ],
    ['there are reviews', ({ ground, write }) => (write('connections/one/reviews.sqlite', ''), ground)],
    [
      'the copy was written to',
      ({ ground }) => {
        const copy = join(ground.paths.connectionsFolder, 'one/catalog.sqlite')
        utimesSync(copy, new Date(), new Date(Date.now() + 5000))
        return ground
      }
    ],
    [
      'the connection is gone',
      ({ ground }) => {
        rmSync(join(ground.paths.connectionsFolder, 'one'), { recursive: true })
        return ground
      }
    ]
  ])('is not shown when %s', (_, change) => {
    const at = place()
    storeSnapshot(at.file, at.snapshot)
    expect(takeSnapshot(at.file, change(at))).toBeNull()
    expect(existsSync(at.file)).toBe(false)
  })

  it.each(['', '{', 'null', '[]', '"text"', '{"ground": 1, "connectionId": "one"}'])(
    'is none when its file holds %j',
    (text) => {
      const { file, ground, write } = place()
      write('profile/snapshot.json', text)
      expect(takeSnapshot(file, ground)).toBeNull()
    }
  )
})
