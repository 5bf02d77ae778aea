import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { temporaryPrefix } from '../../../electron/database/file-operations'
import { outdatedBackups } from '../../../electron/reviews/recovery/backups'
import { connect, useLog } from '../../../electron/database/open-database'
import { reviewsPolicy } from '../../../electron/reviews/db/database'
import { mendReviews } from '../../../electron/reviews/db/open-or-mend'
import { migrations } from '../../../electron/reviews/db/schema'
import { eventually } from '../../support/eventually'
import { bundle } from '../../support/threads'
import { testFolder } from '../../support/folder'
import { canMount, fill, mountSmallDisk, remountReadOnly, remountWritable } from '../../support/small-disk'
import { scribble, Side, store } from './open-side'

const fileOf = ({ folder }: Side): string => join(folder, 'shop', 'reviews.sqlite')
const named = ({ folder }: Side, part: string): string[] =>
  readdirSync(join(folder, 'shop')).filter((name) => name.includes(part))

/** Reviews with a backup of the first mark, and something done since. */
function worked(): Side {
  const side = new Side(testFolder())
  side.open()
  side.mark('approved', 'backed-up')
  side.close()
  side.open()
  side.markFor('Too dark', 'needs-work', 'since')
  side.note('since', 'Written after the backup')
  return side
}

/** As when the process was killed: the file and its log as they lie on the disk. */
function killed(side: Side): Side {
  const folder = testFolder()
  cpSync(side.folder, folder, { recursive: true })
  return new Side(folder)
}

/** Damages one page of a table, and nothing beside it; the file is left without its log. @param before SQL that is run first */
function spoil(file: string, before = '', table: 'draft' | 'excuse' = 'draft'): void {
  const db = new DatabaseSync(file)
  db.exec(`${before}; PRAGMA wal_checkpoint(TRUNCATE)`)
  const { rootpage } = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as {
    rootpage: number
  }
  const pages = statSync(file).size / 4096
  db.close()
  scribble(file, (rootpage - 1) / pages, rootpage / pages)
}

/** A small disk of its own with reviews that nobody has open: a note of product `a`. */
function diskWith(note: string): { disk: string; side: Side } {
  const disk = mountSmallDisk(testFolder(), 4_000_000)
  const side = new Side(disk)
  side.open()
  side.note('a', note)
  side.close()
  return { disk, side }
}

it('fault 110: what writes reviews has the drive itself empty its cache, which macOS does for nothing less', () => {
  const db = connect(join(testFolder(), 'reviews.sqlite'), reviewsPolicy)
  useLog(db, reviewsPolicy)
  const is = (name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  const full = 2
  expect([is('synchronous'), is('fullfsync'), is('checkpoint_fullfsync')]).toEqual([full, 1, 1])
  db.close()
})

describe('backups', () => {
  it('are made when the reviews are closed, if anything was done since the last', () => {
    const side = new Side(testFolder())
    side.open()
    side.close()
    side.open()
    expect(side.backups()).toEqual([])
    side.mark('ignored', 'a')
    side.close()
    side.open()
    side.close()
    side.open()
    expect(side.backups()).toEqual(['close 1'])
    side.ask('undo', { entry: null, by: 'Ada', at: 5 })
    side.close()
    side.open()
    expect(side.backups()).toEqual(['close 0', 'close 1'])
  })

  it('are made once a day while the app is open', () => {
    const side = worked()
    const backUp = (): unknown => side.ask('backUp', { at: side.at })
    expect(backUp()).toEqual({ ok: true, value: false })
    side.at += 25 * 3_600_000
    expect(backUp()).toEqual({ ok: true, value: true })
    expect(backUp()).toEqual({ ok: true, value: false })
    expect(side.backups()).toEqual(['daily 2', 'close 1'])
  })

  it('fault 93: the last are kept, in the order in which they were made', () => {
    const side = new Side(testFolder())
    for (let n = 1; n <= 12; n++) {
      side.open()
      side.mark('ignored', `p${n}`)
      side.close()
      side.at -= 3_600_000
    }
    side.open()
    // The day before, as the clock has it by then, has the twelfth, the day itself the eleventh.
    expect(side.backups()).toEqual(['close 12', 'close 11', 'close 10'])
  })

  it('fault 107: many short sessions push out none of the days and weeks before', () => {
    const side = new Side(testFolder())
    const hour = 3_600_000
    const session = (n: number): void => {
      side.open()
      side.mark('ignored', `p${n}`)
      side.close()
    }
    // A Tuesday, and a session at ten o'clock of each of the 40 days before.
    const today = side.at
    for (let day = 40; day > 0; day--) {
      side.at = today - day * 24 * hour
      session(40 - day)
    }
    for (let n = 40; n < 60; n++) {
      side.at = today + (n - 40) * 60_000
      session(n)
    }
    side.open()
    // Three closes; seven days, today among them; the last days of four weeks, this one and Sunday among them.
    const days = [58, 59, 60, 40, 39, 38, 37, 36, 35, 32, 25]
    expect(side.backups().map((backup) => Number(backup.split(' ')[1]))).toEqual(days.sort((a, b) => b - a))
  })

  it('fault 107: of migrations and restores the last five each are kept', () => {
    const reasonOf = (n: number): 'migration' | 'restore' => (n % 2 === 0 ? 'migration' : 'restore')
    const backups = Array.from({ length: 30 }, (_, n) => ({ at: n, reason: reasonOf(n) }))
    // The newest is also the last of its day and week.
    expect(outdatedBackups(backups)).toEqual(backups.slice(10))
  })

  it('one that was cut off is none, and goes away', () => {
    const side = worked()
    const half = join(side.folder, 'shop', 'reviews-backups', 'reviews-000002-x.sqlite.part')
    writeFileSync(half, 'half')
    expect(side.backups()).toEqual(['close 1'])
    side.close()
    expect(existsSync(half)).toBe(false)
  })

  it('are restored, after one was made of what there is; what is being typed stays', () => {
    const side = worked()
    side.ask('draft', { product: 'x', draft: 'typing', joins: false, at: side.at })
    const [backup] = readdirSync(join(side.folder, 'shop', 'reviews-backups'))
    const last = side.ask('log', { product: null, before: null, limit: 1 })
    expect(side.ask('restore', { backup: backup ?? '', by: 'Bo', at: ++side.at })).toMatchObject({ ok: true })
    expect(side.review('since')).toMatchObject({ mark: 0, note: '' })
    expect(side.review('backed-up')).toMatchObject({ mark: 1 })
    expect(side.review('x')).toMatchObject({ draft: 'typing' })
    expect(side.backups()).toEqual(['restore 2', 'close 1'])
    expect(side.notice()).toBeNull()
    const [entry] = (
      side.ask('log', { product: null, before: null, limit: 1 }) as { value: { number: number }[] }
    ).value
    expect(entry).toMatchObject({ kind: 'restore', by: 'Bo', canUndo: false })
    expect(entry?.number).toBeGreaterThan((last as { value: { number: number }[] }).value[0]?.number ?? NaN)
    const [, restored] = readdirSync(join(side.folder, 'shop', 'reviews-backups'))
    side.ask('restore', { backup: restored ?? '', by: 'Bo', at: ++side.at })
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
  })

  it('fault 93: leave what is being typed beside a note that a clock, since put back, dates later', () => {
    const side = new Side(testFolder())
    side.open()
    side.note('x', 'Saved')
    side.close()
    side.open()
    side.at -= 3_600_000
    side.ask('draft', { product: 'x', draft: 'typing', joins: false, at: side.at })
    const [backup] = readdirSync(join(side.folder, 'shop', 'reviews-backups'))
    expect(side.ask('restore', { backup: backup ?? '', by: 'Bo', at: ++side.at })).toMatchObject({ ok: true })
    expect(side.review('x')).toMatchObject({ note: 'Saved', draft: 'typing' })
    const found = killed(side)
    spoil(fileOf(found), '', 'excuse')
    found.open()
    expect(found.notice()).toMatchObject({ kind: 'restored' })
    expect(found.review('x')).toMatchObject({ note: 'Saved', draft: 'typing' })
  })

  it('do not bring back what was being typed until it was saved', () => {
    const side = new Side(testFolder())
    side.open()
    side.ask('draft', { product: 'x', draft: 'typ', joins: false, at: ++side.at })
    side.mark('ignored', 'y')
    side.close()
    side.open()
    side.note('x', 'typed')
    const found = killed(side)
    spoil(fileOf(found))
    found.open()
    expect(found.review('x')).toMatchObject({ note: 'typed', draft: null })
  })

  it('that are none, or damaged, are refused, and nothing is touched', () => {
    const side = worked()
    const restore = (backup: string): unknown => side.ask('restore', { backup, by: 'Bo', at: ++side.at })
    expect(restore('../reviews.sqlite')).toMatchObject({ failure: { code: 'input-invalid' } })
    const [backup = ''] = readdirSync(join(side.folder, 'shop', 'reviews-backups'))
    truncateSync(join(side.folder, 'shop', 'reviews-backups', backup), 9000)
    expect(restore(backup)).toMatchObject({ failure: { code: 'storage-failed' } })
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
    expect(side.backups()).toEqual(['close null'])
  })
})

describe('a file of reviews that is damaged', () => {
  it('fault 83: is set aside whole; the last good backup comes back, with what can be read on top', () => {
    const side = worked()
    const log = statSync(`${fileOf(side)}-wal`).size
    const found = killed(side)
    scribble(fileOf(found), 0, 0.1)
    const damaged = readFileSync(fileOf(found))
    found.open()
    expect(found.review('backed-up')).toMatchObject({ mark: 1, content: { name: 'Lamp' } })
    const [aside = ''] = named(found, 'damaged')
    expect(readFileSync(join(found.folder, 'shop', aside)).equals(damaged)).toBe(true)
    expect(log).toBeGreaterThan(0)
    expect(named(found, 'damaged')).toContain(`${aside}-wal`)
    const notice = found.notice()
    expect(notice).toMatchObject({ kind: 'restored', file: aside })
    expect(notice?.kind === 'restored' && notice.backupAt).toBeGreaterThan(0)
    expect(found.notice()).toBeNull()
    found.mark('ignored', 'later')
  })

  it('fault 83: is let go of and set aside where it lacks a part', () => {
    const side = new Side(testFolder())
    side.open()
    side.close()
    const db = new DatabaseSync(fileOf(side))
    db.exec('DROP TABLE log_item')
    db.close()
    const found = new Side(side.folder)
    expect(found.look()).toMatchObject({ state: 'broken' })
    // SQLite's files beside it go with the last that has it open.
    expect(existsSync(`${fileOf(side)}-wal`)).toBe(false)
    expect(found.open()).toMatchObject({ state: 'ready' })
    found.mark('ignored', 'a')
  })

  it('fault 83: is salvaged around the pages that cannot be read', () => {
    const side = new Side(testFolder())
    side.open()
    side.note('p0', 'in the backup')
    side.close()
    side.open()
    for (let n = 0; n < 400; n++) side.note(`p${n}`, `Note ${n} `.repeat(40))
    const draft = 'What was being typed'
    side.ask('draft', { product: 'p3', draft, joins: false, at: ++side.at })
    side.ask('setException', { product: 'p4', rule: 'price-missing', reason: 'Fine', by: 'Ada', at: 1 })
    side.close()
    rmSync(
      join(
        side.folder,
        'shop',
        'reviews-backups',
        readdirSync(join(side.folder, 'shop', 'reviews-backups'))[1] ?? ''
      )
    )
    scribble(fileOf(side), 0.4, 0.5)
    side.open()
    const notes = Array.from({ length: 400 }, (_, n) => side.review(`p${n}`).note)
    const saved = notes.filter((note, n) => note === `Note ${n} `.repeat(40)).length
    expect(saved).toBeGreaterThan(300)
    expect(side.review('p3').draft).toBe(draft)
    expect(side.ask('exceptions', null)).toMatchObject({ value: [{ reason: 'Fine' }] })
    const notice = side.notice()
    expect(notice?.kind === 'restored' && notice.salvaged).toBeGreaterThan(300)
    expect(side.ask('log', { product: null, before: null, limit: 3 })).toMatchObject({
      value: [{ kind: 'restore' }, {}, {}]
    })
  })

  it('fault 83: what was taken back since the backup stays taken back', () => {
    const side = new Side(testFolder())
    side.open()
    side.mark('approved', 'a')
    side.mark('ignored', 'a')
    side.close()
    side.open()
    side.ask('undo', { entry: null, by: 'Ada', at: ++side.at })
    const found = killed(side)
    spoil(fileOf(found))
    found.open()
    expect(found.notice()).toMatchObject({ kind: 'restored', salvaged: 1 })
    expect(found.review('a')).toMatchObject({ mark: 1 })
    expect(found.ask('log', { product: null, before: null, limit: 9 })).toMatchObject({
      value: [
        { kind: 'restore' },
        { kind: 'undo' },
        { number: 2, undone: true },
        { number: 1, canUndo: true }
      ]
    })
  })

  it('fault 83: numbers and texts that damage made of others neither stop it from being mended nor come with it', () => {
    const side = worked()
    side.note('torn', 'What remains')
    side.mark('ignored', 'nonsense')
    const found = killed(side)
    const damage = `
      UPDATE review SET mark_entry = ${2 ** 52} WHERE product = 'since';
      UPDATE review SET note_history = '{' WHERE product = 'torn';
      UPDATE review SET marked_at = 9223372036854775807 WHERE product = 'nonsense';
      UPDATE log_item SET after = '{"marc":3}' WHERE product = 'nonsense';
      UPDATE log_item SET after = json_set(after, '$.noteHistory', '{') WHERE product = 'torn';
      INSERT INTO log (number, at, reviewer, kind, count) VALUES (${2 ** 53 - 1}, 1, '', 'mark', 1)`
    spoil(fileOf(found), damage)
    found.open()
    expect(found.notice()).toMatchObject({ kind: 'restored', salvaged: 3 })
    expect(found.review('since')).toMatchObject({ mark: 2, note: 'Written after the backup' })
    // Its mark can be read, and the log knows when it was set.
    expect(found.review('nonsense')).toMatchObject({
      mark: 3,
      markedBy: 'Ada',
      markedAt: expect.any(Number) as number
    })
    found.note('torn', 'What remains, and more')
    expect(found.mark('ignored', 'later')).toBeLessThan(20)
    const heading = { store, at: ++found.at, by: 'Ada' }
    const all = { file: join(found.folder, 'all'), onlyStaged: false, staged: 0, heading }
    expect(found.ask('share', all)).toMatchObject({ ok: true, value: 5 })
  })

  it('fault 83: a damaged backup is passed over for an older one', () => {
    const side = worked()
    side.close()
    const place = join(side.folder, 'shop', 'reviews-backups')
    const [, newest = ''] = readdirSync(place)
    scribble(join(place, newest), 0, 1)
    writeFileSync(fileOf(side), 'no database')
    side.open()
    expect(side.review('backed-up')).toMatchObject({ mark: 1 })
    expect(side.review('since')).toMatchObject({ mark: 0 })
  })

  it('fault 83: killed while it is mended, it is mended at the next start', () => {
    const side = worked()
    side.close()
    writeFileSync(fileOf(side), 'no database')
    side.open()
    side.close()
    // As it was just before the last step: what is whole waits to take the place of what is damaged.
    const [aside = ''] = named(side, 'damaged')
    const stamp = /damaged-(.*)\.sqlite/.exec(aside)?.[1]
    renameSync(fileOf(side), join(side.folder, 'shop', `reviews.recovered-${stamp}.sqlite`))
    side.open()
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
    expect(named(side, 'recovered')).toEqual([])
    // As it was one step earlier.
    side.close()
    renameSync(fileOf(side), join(side.folder, 'shop', `reviews.recovered-${stamp}.sqlite`))
    renameSync(join(side.folder, 'shop', aside), fileOf(side))
    side.open()
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
    expect(named(side, 'damaged')).toEqual([aside])
  })

  it.each([
    ['an empty one', (file: string) => truncateSync(file, 0)],
    ['one that is gone', (file: string) => rmSync(file)]
  ])('fault 84: %s is a loss, not a fresh start', (_, lose) => {
    const side = worked()
    side.close()
    lose(fileOf(side))
    side.open()
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
    expect(side.notice()).toMatchObject({ kind: 'restored', salvaged: 0 })
  })

  it('fault 84: an empty one without any backup is told of as well', () => {
    const side = new Side(testFolder())
    mkdirSync(join(side.folder, 'shop'))
    writeFileSync(fileOf(side), '')
    side.open()
    expect(side.notice()).toMatchObject({ kind: 'restored', backupAt: null, salvaged: 0 })
    side.mark('ignored', 'a')
  })

  it('fault 85: from a newer version is left untouched, and nothing can be marked', () => {
    const side = worked()
    side.close()
    const db = new DatabaseSync(fileOf(side))
    db.exec(
      'PRAGMA journal_mode = DELETE; ALTER TABLE review ADD COLUMN later TEXT; PRAGMA user_version = 99'
    )
    db.close()
    const before = readFileSync(fileOf(side))
    expect(side.open()).toMatchObject({ state: 'newer' })
    expect(side.notice()).toEqual({ kind: 'newer' })
    expect(() => side.mark('ignored', 'a')).toThrow(/storage-failed: .*newer version/)
    expect(side.review('since')).toMatchObject({ mark: 0, note: '' })
    side.close()
    expect(readFileSync(fileOf(side)).equals(before)).toBe(true)
    expect(named(side, 'wal')).toEqual([])
  })
})

describe('an update of the app', () => {
  it('makes a backup before it changes the form of the file', () => {
    const side = worked()
    side.close()
    const folder = join(side.folder, 'shop')
    const opened = mendReviews(folder, side.at, [...migrations, 'ALTER TABLE review ADD COLUMN later TEXT'])
    if (opened.state === 'broken') throw new Error('it is not mended')
    expect(opened.db.prepare('SELECT count(later) AS later, count(*) AS count FROM review').get()).toEqual({
      later: 0,
      count: 2
    })
    opened.db.close()
    expect(
      readdirSync(join(folder, 'reviews-backups')).map((name) => /[a-z]+(?=\.)/.exec(name)?.[0])
    ).toEqual(['close', 'close', 'migration'])
  })

  it('fault 86: killed in the middle of it, the file is what it was', async () => {
    const side = worked()
    side.close()
    const file = fileOf(side)
    const size = statSync(file).size
    const process_ = await bundle({ child: 'tests/unit/reviews/migrating-process.ts' })
    const child = spawn(process.execPath, [process_('child'), join(side.folder, 'shop')], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    await eventually(() => expect(statSync(file).size).toBeGreaterThan(size + 20_000_000))
    child.kill('SIGKILL')
    await ended
    expect(existsSync(`${file}-journal`)).toBe(true)
    expect(side.open()).toEqual({ state: 'ready', because: null })
    expect(side.notice()).toBeNull()
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
  })
})

describe('a disk', () => {
  it('fault 81: that cannot be written shows what there is; marking fails, and works again later', async ({
    skip
  }) => {
    if (!canMount) skip('no disk can be mounted here')
    const disk = mountSmallDisk(testFolder(), 4_000_000)
    const side = new Side(disk)
    side.open()
    side.note('a', 'Here')
    const left = killed(side)
    side.close()
    rmSync(join(disk, 'shop'), { recursive: true })
    cpSync(left.folder, disk, { recursive: true })
    remountReadOnly(disk)
    const found = new Side(disk)
    expect(found.open()).toMatchObject({ state: 'read-only', because: { code: 'storage-failed' } })
    expect(found.notice()).toMatchObject({ kind: 'read-only' })
    expect(found.review('a')).toMatchObject({ note: 'Here' })
    expect(() => found.mark('ignored', 'b')).toThrow('storage-failed')
    remountWritable(disk)
    expect(found.open()).toMatchObject({ state: 'ready' })
    found.mark('ignored', 'b')
    expect(found.review('a')).toMatchObject({ note: 'Here' })
    await Promise.resolve()
  })

  it('fault 81: that cannot be written shows nothing of a file from a newer version either (85)', ({
    skip
  }) => {
    if (!canMount) skip('no disk can be mounted here')
    const { disk, side } = diskWith('In a form of its own')
    const db = new DatabaseSync(fileOf(side))
    db.exec(
      'PRAGMA journal_mode = DELETE; ALTER TABLE review ADD COLUMN later TEXT; PRAGMA user_version = 99'
    )
    db.close()
    remountReadOnly(disk)
    const found = new Side(disk)
    expect(found.open()).toMatchObject({ state: 'newer' })
    expect(found.notice()).toEqual({ kind: 'newer' })
    expect(found.review('a')).toMatchObject({ note: '' })
  })

  it('fault 81: that cannot be written keeps reviews whose connection is removed, and no copy of them is left', ({
    skip
  }) => {
    if (!canMount) skip('no disk can be mounted here')
    const { disk, side } = diskWith('Here')
    remountReadOnly(disk)
    const copies = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(basename(temporaryPrefix())))
    const before = copies()
    expect(() => new Side(disk).putAway()).toThrow('mkdir')
    expect(copies()).toEqual(before)
    expect(existsSync(fileOf(side))).toBe(true)
  })

  it('fault 81: in which no folder can be made has no reviews, and says why', () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'shop'), 'a file')
    const side = new Side(folder)
    expect(side.open()).toMatchObject({ state: 'read-only' })
    expect(side.review('a')).toMatchObject({ mark: 0 })
    expect(() => side.note('a', 'x')).toThrow('storage-failed')
  })

  it('fault 80: that is full fails the write, keeps all there was, and takes more once there is room', ({
    skip
  }) => {
    if (!canMount) skip('no disk can be mounted here')
    const disk = mountSmallDisk(testFolder(), 1_000_000)
    const side = new Side(disk)
    side.open()
    side.mark('ignored', 'a')
    side.note('a', 'Before')
    const ballast = join(disk, 'ballast')
    fill(ballast)
    const long = 'A long note. '.repeat(1000)
    expect(() => {
      for (let n = 0; n < 50; n++) side.note(`p${n}`, long)
    }).toThrow(/full/)
    expect(() => side.close()).toThrow(/full/)
    expect(readdirSync(join(disk, 'shop', 'reviews-backups'))).toEqual([])
    const { state } = side.open()
    const whole = Array.from({ length: 50 }, (_, n) => side.review(`p${n}`).note)
    expect(new Set(whole).size).toBeLessThanOrEqual(2)
    expect(side.review('a')).toMatchObject({ mark: 3, note: 'Before' })
    const saved = whole.filter((note) => note === long).length
    rmSync(ballast)
    if (state !== 'ready') side.open()
    side.note('p49', 'After')
    const log = side.ask('log', { product: null, before: null, limit: 200 })
    expect(log).toMatchObject({ value: Array.from({ length: saved + 3 }, () => ({})) })
    const found = killed(side)
    expect(found.open()).toMatchObject({ state: 'ready' })
    expect(found.review('p49').note).toBe('After')
    expect(found.review('a').note).toBe('Before')
  })
})

describe('reviews of a connection that is removed', () => {
  it('are put away readably, and taken back when the same store is connected again', () => {
    const side = worked()
    const before = readFileSync(
      join(
        side.folder,
        'shop',
        'reviews-backups',
        readdirSync(join(side.folder, 'shop', 'reviews-backups'))[0] ?? ''
      )
    )
    side.putAway()
    expect(readdirSync(side.folder)).toEqual(['removed-reviews'])
    const [place = ''] = readdirSync(join(side.folder, 'removed-reviews'))
    expect(place).toMatch(/^shop\.example-2026-11-03T/)
    expect(
      JSON.parse(readFileSync(join(side.folder, 'removed-reviews', place, 'store.json'), 'utf8'))
    ).toMatchObject({
      baseUrl: 'https://shop.example',
      apiPath: '/api',
      removedAt: expect.stringMatching(/^2026-11-03T/) as string
    })
    side.open()
    expect(side.notice()).toEqual({ kind: 'back', reviews: 2 })
    expect(side.notice()).toBeNull()
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
    expect(readdirSync(join(side.folder, 'removed-reviews'))).toEqual([])
    const [first = ''] = readdirSync(join(side.folder, 'shop', 'reviews-backups'))
    expect(readFileSync(join(side.folder, 'shop', 'reviews-backups', first)).equals(before)).toBe(true)
  })

  it('killed between the file and its backups are taken back with these at the next start', () => {
    const side = worked()
    side.putAway()
    const [place = ''] = readdirSync(join(side.folder, 'removed-reviews'))
    const from = join(side.folder, 'removed-reviews', place)
    mkdirSync(join(side.folder, 'shop'))
    renameSync(join(from, 'reviews.sqlite'), fileOf(side))
    side.open()
    expect(side.backups()).toEqual(['close 1'])
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
    expect(readdirSync(join(side.folder, 'removed-reviews'))).toEqual([])
  })

  it('killed between their log and the file are taken back whole', () => {
    const side = killed(worked())
    new Side(side.folder).putAway()
    const [place = ''] = readdirSync(join(side.folder, 'removed-reviews'))
    const from = join(side.folder, 'removed-reviews', place)
    const names = readdirSync(from).filter((name) => name.endsWith('-wal'))
    mkdirSync(join(side.folder, 'shop'))
    for (const name of names) renameSync(join(from, name), join(side.folder, 'shop', name))
    side.open()
    expect(side.review('since')).toMatchObject({ note: 'Written after the backup' })
  })

  it('go where there are none', () => {
    const side = new Side(testFolder())
    side.open()
    side.putAway()
    expect(readdirSync(side.folder)).toEqual([])
  })

  it('that are damaged, or from a newer version, are put away as they are', () => {
    const side = worked()
    side.close()
    writeFileSync(fileOf(side), 'no database')
    side.putAway()
    const [place = ''] = readdirSync(join(side.folder, 'removed-reviews'))
    expect(readFileSync(join(side.folder, 'removed-reviews', place, 'reviews.sqlite'), 'utf8')).toBe(
      'no database'
    )
  })

  it('do not come into a connection that has some', () => {
    const side = worked()
    side.putAway()
    const other = new Side(testFolder())
    other.open()
    other.mark('ignored', 'mine')
    other.close()
    cpSync(join(other.folder, 'shop'), join(side.folder, 'shop'), { recursive: true })
    side.open()
    expect(side.review('mine')).toMatchObject({ mark: 3 })
    expect(readdirSync(join(side.folder, 'removed-reviews'))).toHaveLength(1)
  })
})
