import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quitting, settledWithin } from '../../../electron/async/with-timeout'
import { layOutPaths, readCommandLine } from '../../../electron/app/paths'

describe('the command line', () => {
  it('knows the demo and the profile folder, the last one counting, and leaves the rest to Chromium', () => {
    const argv = ['electron', '.', '--demo', '--user-data-dir=first', '--lang=de', '--user-data-dir=second']
    expect(readCommandLine(argv, resolve('/work folder'))).toEqual({
      demo: true,
      userDataFolder: resolve('/work folder', 'second')
    })
    expect(readCommandLine(['electron', '.', '--demo=no', '--user-data-dir='], '/')).toEqual({
      demo: false,
      userDataFolder: null
    })
  })
})

it('settings, logs and the connections’ copies live in the profile, the page and the preload script beside the main file', () => {
  const paths = layOutPaths(resolve('/profile'), resolve('/app/out/main'))
  expect(paths).toEqual({
    userData: resolve('/profile'),
    settingsFile: resolve('/profile/settings.json'),
    logsFolder: resolve('/profile/logs'),
    connectionsFolder: resolve('/profile/connections'),
    removedReviewsFolder: resolve('/profile/removed-reviews'),
    picturesFolder: resolve('/profile/pictures'),
    exportingFile: resolve('/profile/exporting'),
    oldSnapshotFile: resolve('/profile/page-snapshot.json'),
    rendererFolder: resolve('/app/out/renderer'),
    preloadFile: join(resolve('/app/out/preload'), 'preload.cjs'),
    demoFolder: resolve('/app/out/demo')
  })
})

describe('fault 97: what is good to have holds nothing up', () => {
  it('work that never ends is left at the deadline', async () => {
    await expect(settledWithin(new Promise(() => undefined), 10)).resolves.toBeUndefined()
  })

  it('what quitting waits for one after the other fits into what it may take in all', () => {
    expect(quitting.syncs + quitting.catalog).toBeLessThan(quitting.all)
  })

  it('work that fails is over', async () => {
    await expect(settledWithin(Promise.reject(new Error('closed already')), 60_000)).resolves.toBeUndefined()
  })
})
