import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrations, openCache } from '../../../../electron/images/disk/database'
import { createCacheSide } from '../../../../electron/images/disk/methods'
import { bundle } from '../../../support/threads'
import { testFolder } from '../../../support/folder'
import { toOpenCache, write } from '../../../../electron/images/disk/open-cache'
import type { Arrival, StoredImage } from '../../../../electron/images/disk/protocol'
import { readPictures } from '../../../../electron/images/disk/read'
import { saveArrivals } from '../../../../electron/images/disk/save'
import { arrival, openSide, tokenOf, valueOf } from './open-side'

const name = 'pictures.sqlite'

function filled(): string {
  const folder = testFolder()
  const side = openSide(folder)
  side.save(...Array.from({ length: 50 }, (_, at) => arrival(`/${at}`, `${at}`.padEnd(2000))))
  valueOf(side.methods.close('', null))
  return folder
}

/** Overwrites a part of a file. */
function scribble(file: string, at: number, length: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(length, 0x5a), 0, length, at)
  closeSync(handle)
}

describe('the file of pictures', () => {
  it('fault 84, 70: that is empty or no database begins anew', () => {
    for (const spoil of [
      (file: string) => truncateSync(file, 0),
      (file: string) => scribble(file, 0, 100),
      (file: string) => scribble(file, 100, 8000),
      (file: string) => truncateSync(file, 5000)
    ]) {
      const folder = filled()
      spoil(join(folder, name))
      const side = openSide(folder)
      expect(side.read('/1')).toBeNull()
      side.save(arrival('/1'))
      expect(side.raster('/1')).toBe('48 px of /1')
    }
  })

  it('fault 70: that lacks a part is let go of, so that it can begin anew', () => {
    const folder = filled()
    const db = new DatabaseSync(join(folder, name))
    db.exec('DROP TABLE raster')
    db.close()
    expect(() => createCacheSide().methods.open('', { folder, limit: 1_000_000 })).toThrow('no such table')
    // SQLite's files beside it go with the last that has it open.
    expect(readdirSync(folder)).toEqual([name])
  })

  it('fault 70: that turns out damaged while it is read says so, and begins anew on request', () => {
    const folder = filled()
    scribble(join(folder, name), 8192, 100_000)
    const { methods } = createCacheSide()
    let damage: unknown = null
    try {
      valueOf(methods.open('', { folder, limit: 1_000_000 }))
      for (let at = 0; at < 50; at += 1) {
        const questions = [
          { connectionId: 'shop', token: arrival(`/${at}`).token, size: 'thumbnail' as const }
        ]
        valueOf(methods.read('', { questions, now: 1 }))
      }
    } catch (error) {
      damage = error
    }
    expect(damage).toMatchObject({ errcode: 11 })
    expect(valueOf(methods.rebuild('', { folder, limit: 1_000_000 }))).toMatchObject({
      used: 0,
      pictures: 0,
      losses: 1
    })
    valueOf(methods.close('', null))
  })

  it('fault 85: of a newer version is refused and left as it is', () => {
    const folder = filled()
    const db = new DatabaseSync(join(folder, name))
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${migrations.length + 1}`)
    db.close()
    const before = readFileSync(join(folder, name))
    expect(openCache(folder)).toMatchObject({ ok: false, failure: { code: 'storage-failed' } })
    expect(readFileSync(join(folder, name)).equals(before)).toBe(true)
  })

  it('fault 86: that a newer app has brought to its version keeps its pictures', () => {
    const folder = filled()
    const more = [...migrations, 'ALTER TABLE content ADD COLUMN further TEXT']
    const opened = openCache(folder, more)
    if (!opened.ok) throw new Error(opened.failure.code)
    const { db, isAnew } = opened.value
    expect(isAnew).toBe(false)
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: more.length })
    expect(db.prepare('SELECT count(*) AS count FROM content').get()).toEqual({ count: 50 })
    db.close()
  })

  it('fault 81: in a place that is no folder cannot be opened', () => {
    const folder = join(testFolder(), 'occupied')
    writeFileSync(folder, '')
    expect(() => openCache(folder)).toThrow(/EEXIST|ENOTDIR/)
  })

  it('fault 80: that finds no room keeps what it has, and takes more when there is', () => {
    const opened = openCache(testFolder())
    if (!opened.ok) throw new Error(opened.failure.code)
    const { db } = opened.value
    const store = toOpenCache(db, 1_000_000)
    const save = (more: Arrival): void => write(store, () => saveArrivals(store, [more], 1))
    const read = (address: string): StoredImage | null | undefined =>
      readPictures(store, [{ connectionId: 'shop', token: tokenOf(address), size: 'thumbnail' }], 1)[0]
    save(arrival('/a'))
    // Stands in for a full disk: SQLite answers the same way, with SQLITE_FULL.
    db.exec(`PRAGMA max_page_count = ${Number(db.prepare('PRAGMA page_count').get()?.page_count)}`)
    expect(() => save(arrival('/b', 'b', { tile: 'x'.repeat(100_000) }))).toThrow(/full/)
    expect([store.used, store.pictures]).toEqual(['48 px of /a'.length, 1])
    expect(read('/a')?.raster).not.toBeNull()
    expect(read('/b')).toBeNull()
    db.exec('PRAGMA max_page_count = 1000000')
    save(arrival('/b', 'b', { tile: 'large' }))
    expect(store.pictures).toBe(2)
    db.close()
  })
})

describe('a process that is killed while it writes', () => {
  let program: string
  beforeAll(async () => {
    program = (await bundle({ writing: 'tests/unit/images/disk/writing-process.ts' }))('writing')
  })

  it('leaves whole pictures only, and goes on with them', async () => {
    const folder = testFolder()
    for (const upTo of [100, 300, 900]) {
      const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
      let reported = ''
      child.stdout.setEncoding('utf8')
      for await (const text of child.stdout) {
        reported += String(text)
        if (reported.includes(`${upTo}\n`)) break
      }
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      const side = openSide(folder, 20_000_000)
      expect(side.look('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
      const rows = side.look<{ token: Uint8Array }>('SELECT token FROM address')
      expect(rows.length).toBeGreaterThan(50)
      for (const { token } of rows) {
        const questions = [
          {
            connectionId: 'shop',
            token: Buffer.from(token).toString('base64url'),
            size: 'thumbnail' as const
          }
        ]
        const [read] = valueOf(side.methods.read('', { questions, now: 1 }))
        expect(read?.sizes).toEqual(['thumbnail', 'tile'])
        expect(read?.raster?.bytes.byteLength).toBe(2000)
      }
      valueOf(side.methods.close('', null))
    }
  })
})
