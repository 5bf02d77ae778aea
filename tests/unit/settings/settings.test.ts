import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exportChoicesSchema } from '../../../electron/contract/export'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { viewStateSchema, type ViewState } from '../../../electron/contract/view'
import { settingsText } from '../../../electron/settings/backup'
import { loadSettings, type LoadedSettings } from '../../../electron/settings/load'
import { defaultSettings, settingsSchema, type Settings } from '../../../electron/settings/schema'
import { SettingsStore } from '../../../electron/settings/settings'
import { holdOpen } from '../../support/open-files'
import { testFolder } from '../../support/folder'
import { tries } from '../../support/property-tries'

const storageFailed = { ok: false, failure: { code: 'storage-failed' } }
const view = (page: number): ViewState => viewStateSchema.parse({ page, limit: 25, scrollTop: 0 })
const withView = (id: string, page: number) => (settings: Settings) => ({
  ...settings,
  views: { ...settings.views, [id]: view(page) }
})

async function open(path: string): Promise<SettingsStore> {
  return new SettingsStore(path, await loadSettings(path))
}

/** Makes a folder that this process cannot write in, also when the tests run as root. */
function lockedFolder(): string {
  const folder = testFolder()
  if (process.platform === 'win32') {
    // Modes close no folder there; below a file nothing can be made either.
    const file = join(folder, 'no folder')
    writeFileSync(file, '')
    return file
  }
  chmodSync(folder, 0o555)
  if (process.geteuid?.() === 0) {
    process.seteuid?.(65534)
    onTestFinished(() => process.seteuid?.(0))
  }
  return folder
}

describe('the settings file', () => {
  it('a first start has defaults and writes nothing', async () => {
    const folder = testFolder()
    const settings = await open(join(folder, 'settings.json'))
    expect(settings.get()).toEqual(defaultSettings())
    expect(settings.takeDamage()).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it('what was changed is there after a restart, in a folder made for it', async () => {
    const path = join(testFolder(), 'new', 'profile', 'settings.json')
    const settings = await open(path)
    expect(await settings.change(withView('shop', 3))).toEqual({ ok: true, value: null })
    expect((await open(path)).get()).toEqual({ ...defaultSettings(), views: { shop: view(3) } })
  })

  it.runIf(process.platform !== 'win32')('is for its owner alone', async () => {
    const path = join(testFolder(), 'settings.json')
    await (await open(path)).change(withView('shop', 3))
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('changes asked for at once are all in the file, the last one winning, and no other file is left', async () => {
    const folder = testFolder()
    const path = join(folder, 'settings.json')
    const settings = await open(path)
    const pages = Array.from({ length: 50 }, (_, index) => index + 1)
    await Promise.all(pages.map((page) => settings.remember(withView(page % 2 === 0 ? 'even' : 'odd', page))))
    expect((await open(path)).get().views).toEqual({ odd: view(49), even: view(50) })
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('what is only remembered counts at once, and a change once it is written', async () => {
    const settings = await open(join(testFolder(), 'settings.json'))
    const changed = settings.change(withView('shop', 1))
    const remembered = settings.remember(withView('other', 2))
    expect(settings.get().views).toEqual({ other: view(2) })
    await changed
    expect(settings.get().views).toEqual({ shop: view(1), other: view(2) })
    await remembered
    expect(settings.get().views).toEqual({ shop: view(1), other: view(2) })
  })

  it('flush waits for what was asked for and not awaited', async () => {
    const path = join(testFolder(), 'settings.json')
    const settings = await open(path)
    void settings.remember(withView('shop', 7))
    await settings.flush()
    expect((await open(path)).get().views).toEqual({ shop: view(7) })
  })

  it('a bug in a change reaches its caller and does not hold up the next', async () => {
    const settings = await open(join(testFolder(), 'settings.json'))
    const bug = settings.change(() => {
      throw new Error('a bug')
    })
    await expect(bug).rejects.toThrow('a bug')
    expect(await settings.change(withView('shop', 2))).toMatchObject({ ok: true })
  })

  it('whatever the settings are, they are read back as they were written', async () => {
    const connection = fc.record({
      id: fc.uuid(),
      name: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
        .filter((name) => name.trim() === name),
      baseUrl: fc.webUrl(),
      apiPath: fc.constant('/api/public/products'),
      currency: fc.constantFrom(null, 'EUR'),
      locale: fc.constantFrom(null, 'de-CH'),
      httpAllowed: fc.boolean(),
      keep: fc.constantFrom('keychain' as const, 'session' as const)
    })
    const path = join(testFolder(), 'settings.json')
    await fc.assert(
      fc.asyncProperty(fc.array(connection, { maxLength: 4 }), async (connections) => {
        const settings = await open(path)
        const wanted = { ...defaultSettings(), connections, activeId: connections[0]?.id ?? null }
        await settings.change(() => wanted)
        expect((await open(path)).get()).toEqual(wanted)
      }),
      { numRuns: tries(30) }
    )
  })
})

describe('a settings file that is not as it should be', () => {
  const damaged = [
    ['cut off', '{"version":1,"conn'],
    ['empty (fault 84)', ''],
    ['full of NUL', '\0'.repeat(64)],
    ['of another form', '{"version":1,"connections":"none"}'],
    ['no object', '[]']
  ] as const

  it.each(damaged)(
    'fault 92: one that is %s gives defaults and is kept, which is told once',
    async (_, text) => {
      const folder = testFolder()
      const path = join(folder, 'settings.json')
      writeFileSync(path, text)
      const loaded = await loadSettings(path, () => new Date(2026, 2, 4, 5, 6, 7))
      const settings = new SettingsStore(path, loaded)
      expect(settings.get()).toEqual(defaultSettings())
      const file = 'settings.damaged-2026-03-04T05-06-07.json'
      expect(settings.takeDamage()).toEqual({ file, outcome: 'lost' })
      expect(settings.takeDamage()).toBeNull()
      expect(readFileSync(join(folder, file), 'utf8')).toBe(text)
      expect(await settings.change(withView('shop', 2))).toMatchObject({ ok: true })
      expect(settingsSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).views).toEqual({ shop: view(2) })
    }
  )

  it('fault 85: one from a newer version is not touched, and the app runs on defaults', async () => {
    const folder = testFolder()
    const path = join(folder, 'settings.json')
    const newer = settingsText({ version: 2, connections: { changed: 'form' } })
    writeFileSync(path, newer)
    const settings = await open(path)
    expect(settings.get()).toEqual(defaultSettings())
    expect(settings.takeDamage()).toBeNull()
    expect(await settings.change(withView('shop', 2))).toMatchObject(storageFailed)
    expect(settings.get().views).toEqual({})
    expect(await settings.remember(withView('shop', 2))).toMatchObject(storageFailed)
    expect(settings.get().views).toEqual({ shop: view(2) })
    expect(readFileSync(path, 'utf8')).toBe(newer)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('one that is a folder is left alone', async () => {
    const path = join(testFolder(), 'settings.json')
    mkdirSync(path)
    const settings = await open(path)
    expect(settings.get()).toEqual(defaultSettings())
    expect(await settings.change(withView('shop', 2))).toMatchObject(storageFailed)
    expect(statSync(path).isDirectory()).toBe(true)
  })
})

describe('settings that were good before', () => {
  const connectionOf = (id: string): Settings['connections'][number] => ({
    ...{ id, name: `Shop ${id}`, baseUrl: `https://${id}.example`, apiPath: '/api/public/products' },
    ...{ currency: null, locale: null, httpAllowed: false, keep: 'keychain' }
  })
  const two = { connections: [connectionOf('a'), connectionOf('b')], reviewer: 'Ada' }

  /** A folder in which somebody connected two stores, then looked at one. */
  async function profile(): Promise<{ folder: string; path: string; written: Settings }> {
    const folder = testFolder()
    const path = join(folder, 'settings.json')
    const settings = await open(path)
    await settings.change((before) => ({ ...before, ...two, activeId: 'a' }))
    await settings.change(withView('a', 3))
    return { folder, path, written: settings.get() }
  }
  const withoutPlaces = (settings: Settings): Settings => ({ ...settings, views: {} })

  it.each([
    ['empty', () => ''],
    ['flipped in one bit', (text: string) => text.replace('{', ';')],
    ['cut off', (text: string) => text.slice(0, 200)],
    ['full of NUL', (text: string) => '\0'.repeat(text.length)]
  ])('fault 99: are back when the file is %s, which is told and kept', async (_, damage) => {
    const { folder, path, written } = await profile()
    const damaged = damage(readFileSync(path, 'utf8'))
    writeFileSync(path, damaged)
    const settings = await open(path)
    expect(settings.get()).toEqual(withoutPlaces(written))
    const told = settings.takeDamage()
    expect(told?.outcome).toBe('restored')
    expect(readFileSync(join(folder, told?.file ?? ''), 'utf8')).toBe(damaged)
    // Also when the app is killed now.
    expect((await open(path)).get()).toEqual(withoutPlaces(written))
  })

  it('fault 99: a bit that flips anywhere in the file changes nothing, or is told', async () => {
    const { path, written } = await profile()
    const sound = readFileSync(path)
    const untold: number[] = []
    // Every third byte: each try writes files that are synced to the disk.
    for (let place = 0; place < sound.length; place += 3) {
      const flipped = Buffer.from(sound)
      flipped[place] = (flipped[place] ?? 0) ^ (1 << (place % 8))
      writeFileSync(path, flipped)
      const { settings, damage, readOnly } = await loadSettings(path)
      const isSame = isDeepStrictEqual(settings, written)
      if (readOnly !== null || (damage === null && !isSame)) untold.push(place)
    }
    expect(untold).toEqual([])
  }, 180_000)

  it('fault 99: a version number that damage raised is not taken for a newer app’s', async () => {
    const { path, written } = await profile()
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version": 1', '"version": 3'))
    const settings = await open(path)
    expect(settings.isReadOnly).toBe(false)
    expect(settings.get()).toEqual(withoutPlaces(written))
    expect(settings.takeDamage()).toMatchObject({ outcome: 'restored' })
  })

  it('fault 99: what can be read of a damaged file is used where its backup is damaged too', async () => {
    const { folder, path, written } = await profile()
    const backup = join(folder, 'settings.backup.json')
    for (const file of [path, backup]) {
      writeFileSync(file, readFileSync(file, 'utf8').replace('"reviewer": "Ada"', '"reviewer": "Ida"'))
    }
    const settings = await open(path)
    expect(settings.get()).toEqual({ ...written, reviewer: 'Ida' })
    expect(settings.takeDamage()).toMatchObject({ outcome: 'partly-lost' })
  })

  it.each([
    ['currency', 'eur'],
    ['locale', 'x']
  ])('fault 98: a %s that is none in one of two connections is taken from them', async (field, value) => {
    const { path, written } = await profile()
    const connections = [{ ...two.connections[0], [field]: value }, two.connections[1]]
    writeFileSync(path, JSON.stringify({ ...written, connections }))
    const settings = await open(path)
    expect(settings.get().connections).toEqual([two.connections[1], two.connections[0]])
    expect(settings.takeDamage()).toMatchObject({ outcome: 'restored' })
  })

  it('fault 99: are back when the file is gone', async () => {
    const { path, written } = await profile()
    rmSync(path)
    const settings = await open(path)
    expect(settings.get()).toEqual(withoutPlaces(written))
    expect(settings.takeDamage()).toEqual({ file: null, outcome: 'restored' })
  })

  it('fault 98: one damaged connection is taken from them, and nothing else', async () => {
    const { path, written } = await profile()
    const file = { ...written, connections: [{ ...two.connections[0], baseUrl: 7 }, two.connections[1]] }
    writeFileSync(path, JSON.stringify({ ...file, reviewer: 'Bo' }))
    const settings = await open(path)
    expect(settings.get()).toEqual({
      ...written,
      connections: [two.connections[1], two.connections[0]],
      reviewer: 'Bo'
    })
    expect(settings.takeDamage()).toMatchObject({ outcome: 'restored' })
    expect((await loadSettings(path)).damage).toBeNull()
  })

  it('fault 98: one damaged connection that no backup has costs itself alone', async () => {
    const path = join(testFolder(), 'settings.json')
    writeFileSync(
      path,
      JSON.stringify({ ...defaultSettings(), connections: [two.connections[0], { id: 'b' }] })
    )
    const settings = await open(path)
    expect(settings.get().connections).toEqual([two.connections[0]])
    expect(settings.takeDamage()).toMatchObject({ outcome: 'partly-lost' })
  })

  it('fault 98: a connection that was removed is not brought back', async () => {
    const { path, written } = await profile()
    const removals = [{ id: 'a', baseUrl: 'https://a.example', apiPath: '' }]
    writeFileSync(path, JSON.stringify({ ...written, connections: [{ id: 'b' }], removals }))
    expect((await open(path)).get().connections).toEqual([two.connections[1]])
  })

  it('fault 99: are written beside the file once for each change that lasts, for their owner alone', async () => {
    const { folder, path } = await profile()
    const backup = join(folder, 'settings.backup.json')
    const before = statSync(backup)
    const settings = await open(path)
    await settings.change((now) => ({ ...now, zoomLevel: 1 }))
    const once = statSync(backup)
    await settings.change(withView('a', 4))
    expect(statSync(backup).mtimeMs).toBe(once.mtimeMs)
    await settings.change((now) => ({ ...now, reviewer: 'Bo' }))
    expect(JSON.parse(readFileSync(backup, 'utf8'))).toMatchObject({ reviewer: 'Bo' })
    if (process.platform !== 'win32') expect(before.mode & 0o777).toBe(0o600)
  })

  it.each(['constructor', 'toString', '__proto__'])(
    'fault 103: load with a preference of the name that every object has: %s',
    async (name) => {
      const { path, written } = await profile()
      writeFileSync(path, `{${JSON.stringify(written).slice(1, -1)},"preferences":{"${name}":1}}`)
      expect((await open(path)).get()).toEqual(written)
    }
  )
})

/** What the version before this one wrote. */
const earlier = {
  version: 1,
  connections: [
    {
      id: 'shop',
      name: 'My shop',
      baseUrl: 'https://shop.example',
      apiPath: '/api/public/products',
      currency: 'EUR',
      locale: null,
      httpAllowed: false,
      keep: 'keychain'
    }
  ],
  activeId: 'shop',
  views: { shop: { page: 3, limit: 50, scrollTop: 120 } },
  window: { x: 10, y: 20, width: 1200, height: 800, maximized: false }
}

async function loaded(value: object): Promise<LoadedSettings> {
  const path = join(testFolder(), 'settings.json')
  writeFileSync(path, JSON.stringify(value))
  return loadSettings(path)
}

describe('the queue of products to review', () => {
  const queue = { productQuery: emptyQuery, name: 'Lamps', scope: 'to-do', productId: 'a', place: 7 }

  it('is kept for each connection; one that cannot be read costs nothing else', async () => {
    const { settings, damage } = await loaded({
      ...earlier,
      reviewer: 'Ada',
      reviewQueues: { shop: queue, other: { ...queue, place: 0 } }
    })
    expect(damage).toBeNull()
    expect(settings).toMatchObject({ reviewer: 'Ada', activeId: 'shop' })
    expect(settings.reviewQueues).toEqual({ shop: queue })
  })
})

describe('views, named views and schedules', () => {
  it('a file of the version before loads as it is, its views in one list', async () => {
    const { settings, damage } = await loaded(earlier)
    expect(damage).toBeNull()
    expect(settings).toEqual({
      ...earlier,
      removals: [],
      removedStores: [],
      views: {
        shop: {
          page: 3,
          limit: 50,
          scrollTop: 120,
          mode: 'continuous',
          search: '',
          filters: emptyQuery.filters,
          or: [],
          filtersOpen: false,
          sort: null,
          columns: [],
          density: 'comfortable',
          layout: 'table',
          tileSize: 'M'
        }
      },
      savedViews: {},
      schedules: {},
      pictureKeeping: {},
      pictureGathering: {},
      pictureHosts: {},
      preferences: {},
      reviewer: '',
      backupFolder: null,
      reviewQueues: {},
      auditRules: {},
      teamItems: {},
      exportChoices: exportChoicesSchema.parse({}),
      zoomLevel: 0
    })
  })

  it('a disk limit that was chosen when it was a setting of its own is a preference', async () => {
    expect((await loaded({ ...earlier, pictureLimit: 512_000_000 })).settings.preferences).toEqual({
      pictureLimit: 512_000_000
    })
    // It stood in the file of everybody, also of those who had never chosen one.
    expect((await loaded({ ...earlier, pictureLimit: 1_000_000_000 })).settings.preferences).toEqual({})
  })

  it('choices of exports that cannot be read are the first ones again', async () => {
    const { settings } = await loaded({ ...earlier, exportChoices: { format: 'sheet' } })
    expect(settings.exportChoices).toEqual(exportChoicesSchema.parse({}))
  })

  it('what is kept of them is there after a restart', async () => {
    const path = join(testFolder(), 'settings.json')
    const kept = {
      views: { shop: { ...view(2), search: 'mug', density: 'compact' as const } },
      savedViews: { shop: [{ id: 'cheap', name: 'Cheap', productQuery: emptyQuery, watched: true }] },
      schedules: { shop: 'daily' as const },
      pictureKeeping: { shop: 'previews' as const },
      pictureGathering: { shop: { paused: true, since: 77 } },
      pictureHosts: { shop: ['nas.local', '192.168.1.5:8080'] },
      preferences: { pictureLimit: 512_000_000, appearance: 'dark' as const, numberFormat: 'de-CH' }
    }
    await (await open(path)).change((settings) => ({ ...settings, ...kept }))
    expect((await open(path)).get()).toEqual({ ...defaultSettings(), ...kept })
  })

  const unreadable = [
    ['pictureKeeping', { shop: 'everything', other: 'none' }, { other: 'none' }],
    ['pictureGathering', { shop: { paused: 'yes' }, other: 7 }, {}],
    [
      'removals',
      [{ id: 'a', baseUrl: 'https://a.example', apiPath: '' }, { id: 7 }],
      [{ id: 'a', baseUrl: 'https://a.example', apiPath: '' }]
    ],
    ['pictureHosts', { shop: ['', 7, 'nas.local'] }, { shop: ['nas.local'] }],
    ['preferences', { textSize: 900, language: 'de', mood: 'good' }, { language: 'de' }],
    ['preferences', 'none', {}],
    ['views', { shop: { ...view(3), density: 'huge' }, other: view(4) }, { other: view(4) }],
    ['views', { '../x': view(3), other: view(4) }, { other: view(4) }],
    ['views', 'none', {}],
    [
      'savedViews',
      { shop: [{ id: 'a', name: '' }, { id: 'b', name: 'B', productQuery: {} }, 7], other: 'x' },
      { shop: [{ id: 'b', name: 'B', productQuery: emptyQuery, watched: false }], other: [] }
    ],
    ['schedules', { shop: 'each-minute', other: 'off' }, { other: 'off' }],
    ['window', { x: 0, y: 0, width: 1280, height: 0, maximized: false }, null],
    ['activeId', '../x', null]
  ] as const

  it.each(unreadable)(
    'fault 92: of %s that cannot be read only these are left out: %j',
    async (part, value, read) => {
      const { settings, damage } = await loaded({ ...earlier, [part]: value })
      expect(damage).toBeNull()
      expect(settings[part]).toEqual(read)
      expect(settings.connections).toEqual(earlier.connections)
    }
  )
})

describe('a profile folder that cannot be written', () => {
  it('fault 81: a change fails as a value and does not count; what is only remembered counts for this run', async () => {
    const path = join(lockedFolder(), 'settings.json')
    const settings = await open(path)
    expect(await settings.change(withView('shop', 2))).toMatchObject(storageFailed)
    expect(settings.get()).toEqual(defaultSettings())
    expect(await settings.remember(withView('shop', 4))).toMatchObject(storageFailed)
    expect(settings.get().views).toEqual({ shop: view(4) })
    expect(existsSync(path)).toBe(false)
  })

  it('fault 81: one below a folder that cannot be written fails the same way', async () => {
    const settings = await open(join(lockedFolder(), 'profile', 'settings.json'))
    expect(await settings.change(withView('shop', 2))).toMatchObject(storageFailed)
  })

  it('fault 81, 92: a damaged file that cannot be set aside is not written over', async () => {
    const folder = testFolder()
    const path = join(folder, 'settings.json')
    writeFileSync(path, 'damaged', { mode: 0o666 })
    chmodSync(path, 0o666)
    // Windows closes no folder so, but neither renames nor replaces a file that is open.
    if (process.platform === 'win32') holdOpen(path)
    else chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o755))
    if (process.geteuid?.() === 0) process.seteuid?.(65534)
    try {
      const settings = await open(path)
      expect(await settings.change(withView('shop', 2))).toMatchObject(storageFailed)
    } finally {
      if (process.getuid?.() === 0) process.seteuid?.(0)
    }
    expect(readFileSync(path, 'utf8')).toBe('damaged')
  })
})
