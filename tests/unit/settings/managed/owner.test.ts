import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManagedFile, type Managed } from '../../../../electron/settings/managed/file'
import { checkOwnership } from '../../../../electron/settings/managed/owner'
import type { ManagedPlace } from '../../../../electron/settings/managed/place'
import { testFolder } from '../../../support/folder'

const isRoot = process.getuid?.() === 0
const nobody = 65534

/** A file in a folder of its own, of these modes. */
function fileIn(folder = realpathSync(testFolder()), modes: { file?: number; folder?: number } = {}): string {
  const path = join(folder, 'vitrine', 'managed.json')
  mkdirSync(dirname(path))
  writeFileSync(path, '{"locked":{"updates":"off"}}')
  chmodSync(path, modes.file ?? 0o644)
  chmodSync(dirname(path), modes.folder ?? 0o755)
  return path
}

const read = (path: string, ownedBy: ManagedPlace['ownedBy'] = 'person'): Promise<Managed> =>
  readManagedFile({ path, ownedBy })

describe.skipIf(process.platform === 'win32')('fault 104: the organization’s file', () => {
  it('is in force where nobody else can change it or its folder', async () => {
    const { file, settings } = await read(fileIn())
    expect(file).toMatchObject({ state: 'in-force', problems: [] })
    expect(settings.locked).toEqual({ updates: 'off' })
  })

  it('is nobody else’s where it is as the system’s own files are', async () => {
    const { problems } = await checkOwnership({ path: '/etc/passwd', ownedBy: 'administrators' })
    expect(problems).toEqual([])
  })

  it.each([
    ['its group', { file: 0o664 }, '', 'Its group can write to it (mode 0664)'],
    ['everybody', { file: 0o666 }, '', 'Everybody can write to it (mode 0666)'],
    ['the folder’s group', { folder: 0o775 }, '..', 'Its group can write to it (mode 0775)'],
    ['everybody, through a sticky folder', { folder: 0o1777 }, '..', 'Everybody can write to it (mode 1777)']
  ])('is not in force where %s can change it, and says where', async (_, modes, where, reason) => {
    const path = fileIn(undefined, modes)
    const { file, settings } = await read(path)
    expect(file).toMatchObject({ path, state: 'untrusted', problems: [{ key: join(path, where), reason }] })
    expect(file.remedy?.join('\n')).toContain(`sudo chmod go-w ${dirname(path)} ${path}`)
    expect(settings).toMatchObject({ locked: {}, defaults: {}, connections: [] })
  })

  it('is not in force where it belongs to a person', async () => {
    const path = fileIn()
    if (isRoot) chownSync(path, nobody, nobody)
    const { file, settings } = await read(path, 'administrators')
    expect(file.state).toBe('untrusted')
    const reason = `It belongs to user ${isRoot ? nobody : process.getuid?.()}, not to root`
    expect(file.problems).toContainEqual({ key: path, reason })
    expect(settings.locked).toEqual({})
  })

  it('is not in force where its folder, or one above it, belongs to a person', async () => {
    const path = fileIn()
    const above = dirname(dirname(path))
    if (isRoot) chownSync(above, nobody, nobody)
    const { file } = await read(path, 'administrators')
    expect(file.problems.map(({ key }) => key)).toContain(above)
  })

  it('is not in force where it is a link to what another can change', async () => {
    const path = fileIn()
    const target = fileIn(undefined, { file: 0o666 })
    const link = join(dirname(path), 'linked.json')
    symlinkSync(target, link)
    expect((await read(link)).file).toMatchObject({ state: 'untrusted', problems: [{ key: target }] })
  })

  it('is not in force where a link on the way, or what that leads to, is in a folder of others', async () => {
    const path = fileIn()
    const open = join(realpathSync(testFolder()), 'open')
    mkdirSync(open)
    chmodSync(open, 0o777)
    symlinkSync(dirname(path), join(open, 'second'))
    const first = join(realpathSync(testFolder()), 'first')
    symlinkSync(join(open, 'second'), first)
    const { file } = await read(join(first, 'managed.json'))
    expect(file).toMatchObject({ state: 'untrusted', problems: [{ key: open }] })
  })

  it('is not waited for where it is a pipe or a folder', async () => {
    const path = fileIn()
    const pipe = join(dirname(path), 'pipe.json')
    execFileSync('mkfifo', ['-m', '600', pipe])
    for (const each of [pipe, dirname(path)]) {
      const { file } = await read(each)
      expect(file).toMatchObject({ state: 'refused', problems: [{ key: '', reason: 'Not a regular file' }] })
    }
  })

  it('that is not there is missed by nobody, whosever the folder is', async () => {
    const path = fileIn(undefined, { folder: 0o777 })
    expect((await read(join(dirname(path), 'other.json'))).file.state).toBe('none')
  })

  it.each([
    ['another takes its place', (path: string) => renameSync(fileIn(), path)],
    ['it is written to', (path: string) => appendFileSync(path, ' ')]
  ])('is not in force where %s while it is checked', async (_, change) => {
    const path = fileIn()
    const { file, settings } = await readManagedFile({ path, ownedBy: 'person' }, (place) => {
      change(path)
      return checkOwnership(place)
    })
    const reason = 'The file changed while it was read'
    expect(file).toMatchObject({ state: 'refused', problems: [{ key: '', reason }] })
    expect(settings.locked).toEqual({})
  })
})
