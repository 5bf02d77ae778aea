import { describe, expect, it } from 'vitest'
import { commandsToOwn } from '../../../../electron/settings/managed/owner'
import {
  windowsOwnership,
  type Ownership,
  type WindowsFiles
} from '../../../../electron/settings/managed/windows'

const folder = 'C:\\ProgramData\\Vitrine'
const path = `${folder}\\managed.json`
const places = ['C:\\', 'C:\\ProgramData', folder, path]
const ours = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)'
const somebodys =
  'O:S-1-5-21-1-2-3-1001G:S-1-5-21-1-2-3-513D:AI(A;OICIID;FA;;;SY)(A;ID;FA;;;S-1-5-21-1-2-3-1001)'

type Look = Awaited<ReturnType<WindowsFiles['lstat']>>
const look = (change: Partial<Look> = {}): Look => ({
  dev: 7n,
  ino: 1n,
  ctimeNs: 0n,
  isSymbolicLink: () => false,
  ...change
})

/** Administrators' own, unless said otherwise; `asked` is what access lists were read of. */
function check(change: Partial<WindowsFiles> = {}): Promise<Ownership & { asked: string[] }> {
  const asked: string[] = []
  const files: WindowsFiles = {
    lstat: (place) => Promise.resolve(look({ ino: BigInt(places.indexOf(place)) })),
    realpath: (place) => Promise.resolve(place),
    readSddls: (paths) => Promise.resolve(paths.map(() => ours)),
    ...change
  }
  const readSddls = (paths: readonly string[]): Promise<string[]> => {
    asked.push(...paths)
    return files.readSddls(paths)
  }
  return windowsOwnership(path, { ...files, readSddls }).then((found) => ({ ...found, asked }))
}

/** One of the places looks like this. */
const lookAt =
  (place: string, change: Partial<Look>): WindowsFiles['lstat'] =>
  (each) =>
    Promise.resolve(look(each === place ? change : {}))

describe('fault 104: on Windows the organization’s file', () => {
  it('is administrators’ where its list and its folder’s say so', async () => {
    expect(await check()).toMatchObject({ problems: [], asked: [folder, path] })
  })

  it('is a person’s where its folder is one that they made, which is then replaced', async () => {
    expect(await check({ readSddls: () => Promise.resolve([somebodys, ours]) })).toMatchObject({
      problems: [
        { key: folder, reason: 'its owner is S-1-5-21-1-2-3-1001, not Administrators or SYSTEM' },
        { key: folder, reason: 'S-1-5-21-1-2-3-1001 can change it (FA)' }
      ],
      repair: 'replace'
    })
  })

  it('gets other rights where the folder is administrators’', async () => {
    expect(await check({ readSddls: () => Promise.resolve([ours, somebodys]) })).toMatchObject({
      problems: [{ key: path }, { key: path }],
      repair: 'restrict'
    })
  })

  it.each([
    ['the file', path, 'replace'],
    ['its folder', folder, 'replace'],
    ['ProgramData', 'C:\\ProgramData', null]
  ])('is refused where %s is a link, and no list is read through it', async (_, key, repair) => {
    expect(await check({ lstat: lookAt(key, { isSymbolicLink: () => true }) })).toEqual({
      problems: [{ key, reason: 'It is a symbolic link or a junction' }],
      repair,
      asked: []
    })
  })

  it('is refused on another volume, and not where Windows only leaves out half of its number', async () => {
    const elsewhere = await check({ lstat: lookAt(folder, { dev: 8n }) })
    expect(elsewhere).toMatchObject({
      problems: [{ key: folder, reason: 'It is on another volume' }],
      asked: []
    })
    expect((await check({ lstat: lookAt(folder, { dev: (5n << 32n) + 7n }) })).problems).toEqual([])
  })

  it('is refused where it leads elsewhere by a kind of link that Node does not know', async () => {
    expect(await check({ realpath: () => Promise.resolve('E:\\managed.json') })).toEqual({
      problems: [{ key: path, reason: 'It leads to E:\\managed.json' }],
      repair: 'replace',
      asked: []
    })
    expect((await check({ realpath: () => Promise.resolve(path.toUpperCase()) })).problems).toEqual([])
  })

  it.each([
    ['the folder is another', folder, { ino: 9n }],
    ['the folder was renamed and is back', folder, { ctimeNs: 9n }],
    ['the file is a link', path, { ino: 9n, isSymbolicLink: () => true }]
  ])('is refused where %s once the lists are read', async (_, place, change) => {
    let isRead = false
    const found = await check({
      lstat: (each) => lookAt(place, isRead ? change : {})(each),
      readSddls: (paths) => {
        isRead = true
        return Promise.resolve(paths.map(() => ours))
      }
    })
    expect(found).toMatchObject({
      problems: [{ key: path, reason: 'It changed while it was checked' }],
      repair: null
    })
  })

  const denied = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('EPERM: told of a path'), { code: 'EPERM' }))

  it.each([
    ['lists are not answered', { readSddls: () => Promise.reject(new Error('timed out')) }, 'timed out'],
    ['lists are answered for one alone', { readSddls: () => Promise.resolve([ours]) }, 'too few answers'],
    ['links cannot be followed', { realpath: denied }, 'EPERM'],
    ['files cannot be looked at', { lstat: denied }, 'EPERM']
  ])('is not trusted where %s, and no command is offered', async (_, change, why) => {
    expect(await check(change)).toMatchObject({
      problems: [{ key: path, reason: `The owner could not be determined: ${why}` }],
      repair: null
    })
  })
})

describe('fault 104: the commands for an administrator', () => {
  const both = ['restrict', 'replace'] as const

  it.each(both)('change no more than folder and file, and follow no link (%s)', (repair) => {
    const commands = commandsToOwn(path, repair, 'win32')
    for (const line of commands) expect(line).not.toMatch(/\/T\b|rmdir|\bdel\b/i)
    for (const line of commands.filter((each) => each.startsWith('icacls'))) expect(line).toMatch(/ \/L$/)
  })

  it('move a link or somebody’s folder away before a new one is created', () => {
    const [first, second] = commandsToOwn(path, 'replace', 'win32')
    expect([first, second]).toEqual([`ren "${folder}" "Vitrine.untrusted"`, `md "${folder}"`])
  })

  it('lock the folder before the file in it', () => {
    const named = commandsToOwn(path, 'restrict', 'win32').map((line) => /"(.+?)"/.exec(line)?.[1])
    expect(named).toEqual([folder, folder, folder, path, path])
  })

  it('quote what a shell would read otherwise, and leave alone what a link leads to', () => {
    expect(commandsToOwn("/Library/It's/managed.json", 'restrict', 'darwin')[0]).toBe(
      `sudo chown -h 0:0 '/Library/It'\\''s' '/Library/It'\\''s/managed.json'`
    )
  })
})
