import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManagedFile, type Managed } from '../../../../electron/settings/managed/file'
import { managedPlace } from '../../../../electron/settings/managed/place'
import { testFolder } from '../../../support/folder'

function read(text: string): Promise<Managed> {
  const path = join(testFolder(), 'managed.json')
  writeFileSync(path, text, { mode: 0o644 })
  return readManagedFile({ path, ownedBy: 'person' })
}

const nothing = { defaults: {}, locked: {}, connections: [] }

describe('the organization’s file', () => {
  it('that is not there sets nothing', async () => {
    const path = join(testFolder(), 'none', 'managed.json')
    expect(await readManagedFile({ path, ownedBy: 'person' })).toEqual({
      file: { path, state: 'none', problems: [] },
      settings: nothing
    })
  })

  it('sets what it holds, also when an editor of Windows wrote it', async () => {
    const { file, settings } = await read('\uFEFF{"defaults":{"textSize":125},"locked":{"updates":"off"}}')
    expect(file).toMatchObject({ state: 'in-force', problems: [] })
    expect(settings).toEqual({ ...nothing, defaults: { textSize: 125 }, locked: { updates: 'off' } })
  })

  const wrong = [
    [
      'a value that there is not',
      '{"locked":{"appearance":"pink"},"defaults":{"textSize":125}}',
      'locked.appearance',
      /system/
    ],
    ['a number that is too large', '{"defaults":{"textSize":900}}', 'defaults.textSize', /200/],
    ['a key that there is not', '{"locked":{"textsize":125}}', 'locked', /textsize/],
    ['a part that there is not', '{"lock":{"textSize":125}}', '', /lock/],
    ['a list', '[]', '', /object/],
    ['no JSON', '{"locked":', '', /JSON/],
    ['nothing at all', '', '', /JSON/]
  ] as const

  it.each(wrong)('with %s is refused as a whole, and says where', async (_, text, key, reason) => {
    const { file, settings } = await read(text)
    expect(file.state).toBe('refused')
    expect(file.problems).toEqual([{ key, reason: expect.stringMatching(reason) }])
    expect(settings).toEqual(nothing)
  })

  it.each([
    '{"connections":[{"apiKey": canary-4711}]}',
    '{"connections":[{"apiKey":"canary-4711" "x"}]}',
    '{"apiKey":"canary-4711\n"}',
    'canary-4711'
  ])('that is no JSON is refused without repeating what stands in it: %j', async (text) => {
    const { file } = await read(text)
    expect(file.problems[0]?.reason).toMatch(/^The file is not JSON: \S/)
    expect(JSON.stringify(file.problems)).not.toMatch(/cana|4711/)
  })

  it('tells all that is wrong at once', async () => {
    const { file } = await read('{"locked":{"updates":1},"defaults":{"density":"huge"}}')
    expect(file.problems.map(({ key }) => key).sort()).toEqual(['defaults.density', 'locked.updates'])
  })

  it('that cannot be read, or is far too large, is refused', async () => {
    const folder = join(testFolder(), 'managed.json')
    mkdirSync(folder)
    expect((await readManagedFile({ path: folder, ownedBy: 'person' })).file).toMatchObject({
      state: 'refused'
    })
    expect((await read(`{"locked":{}}${' '.repeat(1_000_001)}`)).file.problems[0]?.reason).toContain('large')
  })
})

describe('the connections in it', () => {
  const shop = { name: 'Main shop', address: 'https://shop.example/' }
  const withStores = (...connections: object[]): Promise<Managed> => read(JSON.stringify({ connections }))

  it('are stores that lack only a key, with the same id at each start', async () => {
    const { settings } = await withStores(shop, { ...shop, apiPath: '/v2/list', currency: 'EUR' })
    const again = await withStores({ ...shop, name: 'New name' })
    const [first, second] = settings.connections
    expect(first).toMatchObject({
      name: 'Main shop',
      baseUrl: 'https://shop.example',
      apiPath: '/api/public/products',
      currency: null,
      locale: null,
      httpAllowed: false,
      pictureHosts: [],
      team: null
    })
    expect(second).toMatchObject({ apiPath: '/v2/list', currency: 'EUR' })
    expect(first?.id).toMatch(/^organisation-[0-9a-f]{32}$/)
    expect(second?.id).not.toBe(first?.id)
    expect(again.settings.connections[0]?.id).toBe(first?.id)
  })

  it('say where their teams are, for whoever logs in there under a name of their own', async () => {
    const teams = [
      { kind: 'folder', path: '\\\\files\\review' },
      { kind: 'webdav', address: 'https://cloud.example/review' },
      { kind: 'postgres', address: 'postgresql://db.example:5432/vitrine' }
    ]
    const stores = teams.map((team, index) => ({ ...shop, apiPath: `/v${index}`, team }))
    const { settings } = await withStores(...stores)
    expect(settings.connections.map(({ team }) => team)).toEqual([
      teams[0],
      { ...teams[1], userName: '' },
      { ...teams[2], userName: '' }
    ])
  })

  const secret = 'never-to-be-repeated'
  const secrets = [
    ['key', { ...shop, key: secret }, 'connections.0.key'],
    ['user ID', { ...shop, userId: secret }, 'connections.0.userId'],
    ['password', { ...shop, Password: secret }, 'connections.0.Password'],
    [
      'password in the address',
      { ...shop, address: `https://ada:${secret}@shop.example` },
      'connections.0.address'
    ],
    [
      'password in the address of a team',
      { ...shop, team: { kind: 'postgres', address: `postgresql://ada:${secret}@db.example/vitrine` } },
      'connections.0.team.address'
    ],
    [
      'password of a team',
      { ...shop, team: { kind: 'webdav', address: 'https://cloud.example/', password: secret } },
      'connections.0.team.password'
    ]
  ] as const

  it.each(secrets)('never hold a %s: the file is refused, and says why without it', async (_, store, key) => {
    const { file, settings } = await withStores(store)
    expect(file).toMatchObject({
      state: 'refused',
      problems: [{ key, reason: expect.stringContaining('each person enters their own') }]
    })
    expect(JSON.stringify(file)).not.toContain(secret)
    expect(settings).toEqual(nothing)
  })

  const wrong = [
    ['an address that is none', { ...shop, address: 'https://' }, 'address'],
    [
      'an API path in the address',
      { ...shop, address: 'https://shop.example/api/public/products' },
      'address'
    ],
    ['a path that is none', { ...shop, apiPath: 'products?x' }, 'apiPath'],
    ['a host that is none', { ...shop, pictureHosts: ['https://pictures.example/'] }, 'pictureHosts.0'],
    ['a folder without its whole path', { ...shop, team: { kind: 'folder', path: 'review' } }, 'team.path'],
    ['another kind of place', { ...shop, team: { kind: 's3', address: 'https://s3.example' } }, 'team.kind'],
    [
      'a web page for a database',
      { ...shop, team: { kind: 'postgres', address: 'https://a' } },
      'team.address'
    ],
    ['no name', { address: shop.address }, 'name'],
    ['another word', { ...shop, color: 'red' }, '']
  ] as const

  it.each(wrong)('with %s refuse the file, and say where', async (_, store, field) => {
    const { file } = await withStores(store)
    expect(file.state).toBe('refused')
    expect(file.problems.map(({ key }) => key)).toEqual([['connections.0', field].filter(Boolean).join('.')])
  })

  it('are each there once', async () => {
    const { file } = await withStores(shop, { ...shop, name: 'The same' })
    expect(file.problems).toEqual([
      { key: 'connections.1.address', reason: expect.stringContaining('twice') }
    ])
  })
})

describe('its place', () => {
  const { path: onLinux } = managedPlace('linux', {}, true)

  it('is one that administrators alone write to, on each system', () => {
    const of = (platform: NodeJS.Platform): object => managedPlace(platform, {}, true)
    const ownedBy = 'administrators'
    expect(of('linux')).toEqual({ path: '/etc/vitrine/managed.json', ownedBy })
    expect(of('darwin')).toEqual({ path: '/Library/Application Support/Vitrine/managed.json', ownedBy })
    expect(of('win32')).toMatchObject({
      path: expect.stringMatching(/^[A-Z]:\\ProgramData\\Vitrine/),
      ownedBy
    })
  })

  it('fault 104: is on the drive that Windows was loaded from, whatever a person sets or puts elsewhere', () => {
    const environment = { ProgramData: 'E:\\Mine', ALLUSERSPROFILE: 'E:\\Mine', SystemDrive: 'E:' }
    const libraries = ['C:\\Apps\\Vitrine.exe', 'D:\\WINDOWS\\SYSTEM32\\ntdll.dll', 'C:\\Apps\\ffmpeg.dll']
    expect(managedPlace('win32', environment, true, () => libraries)).toEqual({
      path: 'D:\\ProgramData\\Vitrine\\managed.json',
      ownedBy: 'administrators',
      windowsFolder: 'D:\\WINDOWS'
    })
  })

  it.each([
    ['nothing is loaded', []],
    ['two differ', ['C:\\Windows\\System32\\ntdll.dll', 'D:\\Windows\\System32\\ntdll.dll']],
    ['one is elsewhere', ['C:\\Windows\\System32\\ntdll.dll', 'C:\\Mine\\ntdll.dll']],
    ['it is on a share', ['\\\\mine\\Windows\\System32\\ntdll.dll']]
  ])('fault 104: is none that is trusted where %s', (_, libraries) => {
    expect(managedPlace('win32', {}, true, () => libraries)).toMatchObject({ windowsFolder: null })
  })

  it('can be another, and a person’s, only while the app is being worked on', () => {
    const environment = { VITRINE_MANAGED_FILE: '/elsewhere.json' }
    expect(managedPlace('linux', environment, false)).toEqual({ path: '/elsewhere.json', ownedBy: 'person' })
    expect(managedPlace('linux', environment, true)).toEqual({ path: onLinux, ownedBy: 'administrators' })
  })
})
