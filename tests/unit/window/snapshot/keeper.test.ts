import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PageSnapshot } from '../../../../electron/contract/page-snapshot'
import { defaultSettings, type Settings } from '../../../../electron/settings/schema'
import { listBundle } from '../../../../electron/window/bundle-files'
import { createSnapshotKeeper, type SnapshotKeeper } from '../../../../electron/window/snapshot/keeper'
import { takeSnapshot, type StoredSnapshot } from '../../../../electron/window/snapshot/stored'
import { testFolder } from '../../../support/folder'

const snapshot: PageSnapshot = {
  ...{ connectionId: 'one', title: 'Shop', language: 'en', rules: '' },
  markup: '<p>rows'
}
const index = '<head><script type="module" src="./assets/index-1.js"></script></head><div id="app"></div>'
const window = { x: 10, y: 20, width: 1300, height: 900, maximized: false }

interface Run {
  keeper: SnapshotKeeper
  /** Ends the run: what the next one takes. */
  ended: () => StoredSnapshot | null
  /** The files that the ground is made of, below the profile. */
  write: (path: string, text: string) => void
  remove: (path: string) => void
  warned: string[]
  file: string
}

function run(changes: Partial<Settings> = {}): Run {
  const folder = testFolder()
  const write: Run['write'] = (path, text) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('renderer/index.html', index)
  for (const name of ['begin-1.js', 'index-1.js', 'inter-latin-wght-normal-1.woff2'])
    write(`renderer/assets/${name}`, '')
  write('connections/one/catalog.sqlite', 'copy')
  const file = join(folder, 'snapshot.json')
  const rendererFolder = join(folder, 'renderer')
  const paths = {
    rendererFolder,
    settingsFile: join(folder, 'settings.json'),
    connectionsFolder: join(folder, 'connections')
  }
  const ground = { paths, managedFile: '/nowhere', version: '1', languages: ['en'], demo: false }
  const warned: string[] = []
  const quiet = (): void => undefined
  const keeper = createSnapshotKeeper({
    ...{ file, ground, files: listBundle(rendererFolder) },
    pictures: { atHand: () => null },
    settings: () => ({ ...defaultSettings(), activeId: 'one', window, ...changes }),
    appearance: () => 'dark',
    log: { debug: quiet, info: quiet, error: quiet, warn: (event) => void warned.push(event) }
  })
  return {
    ...{ keeper, write, warned, file },
    remove: (path) => rmSync(join(folder, path)),
    ended() {
      keeper.leave()
      return takeSnapshot(file, ground)
    }
  }
}

describe('what the page looked like last', () => {
  it('is left to the next start, on what everything is closed to', () => {
    const { keeper, ended, write } = run()
    keeper.keep(snapshot)
    write('settings.json', '{"as": "closed"}')
    const left = ended()
    expect(left).toMatchObject({ connectionId: 'one', appearance: 'dark', place: window })
    expect(left?.html).toContain('<p>rows')
  })

  it('is the last one that was taken, or none', () => {
    const [first, second] = [run(), run()]
    for (const markup of ['<p>old', '<p>new']) first.keeper.keep({ ...snapshot, markup })
    expect(first.ended()?.html).toContain('<p>new')
    for (const taken of [snapshot, null]) second.keeper.keep(taken)
    expect(second.ended()).toBeNull()
  })

  it.each(['catalog:changed', 'reviews:changed', 'preferences:changed', 'connections:changed'] as const)(
    'is forgotten at %s',
    (event) => {
      const { keeper, ended } = run()
      keeper.keep(snapshot)
      keeper.hear(event)
      expect(ended()).toBeNull()
    }
  )

  it('is not forgotten at what it does not show', () => {
    const { keeper, ended } = run()
    keeper.keep(snapshot)
    for (const event of ['sync:changed', 'pictures:storage-changed', 'export:changed'] as const)
      keeper.hear(event)
    expect(ended()).not.toBeNull()
  })

  it.each<[string, Partial<Settings>]>([
    ['of a store that is not the one to start with', { activeId: 'two' }],
    ['of a page that is zoomed', { zoomLevel: 1 }]
  ])('is not left %s', (_, settings) => {
    const { keeper, ended, file } = run(settings)
    keeper.keep(snapshot)
    keeper.leave()
    expect(existsSync(file)).toBe(false)
    expect(ended()).toBeNull()
  })

  it('is nobody’s concern where it cannot be written: that stands in the log', () => {
    const { keeper, warned, file } = run()
    mkdirSync(file)
    keeper.keep(snapshot)
    keeper.leave()
    expect(warned).toEqual(['no snapshot of the page was left'])
  })

  it('is none where the built page cannot be read', () => {
    const { keeper, ended, warned, remove } = run()
    remove('renderer/index.html')
    keeper.keep(snapshot)
    expect(warned).toHaveLength(1)
    expect(ended()).toBeNull()
  })
})
