import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../../../electron/reviews/db/schema'
import { salvage } from '../../../../electron/reviews/recovery/salvage'
import { testFolder } from '../../../support/folder'
import { scribble } from '../open-side'

const row = JSON.stringify({
  mark: 1,
  seen: null,
  markedAt: 5,
  markedBy: 'Ada',
  markEntry: 1,
  note: 'A note of some length. '.repeat(4),
  notedAt: 6,
  notedBy: 'Ada',
  noteEntry: 1,
  noteHistory: null
})

/** A file of reviews with so many entries, each of which did something to a product. */
function filled(entries: number): { folder: string; file: string } {
  const folder = testFolder()
  const file = join(folder, 'reviews.sqlite')
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; ${migrations.join('')}`)
  db.exec(`
    BEGIN;
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${entries})
    INSERT INTO log (number, at, reviewer, kind, count) SELECT n, n, 'Ada', 'mark', 1 FROM n;
    INSERT INTO log_item (entry, product, rule, before, after)
      SELECT number, 'p' || number, '', '${row}', '${row}' FROM log;
    COMMIT`)
  db.close()
  return { folder, file }
}

/** Entries whose items can be read where each is looked for by itself. */
function readableEntries(file: string, highest: number): number[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const one = db.prepare('SELECT product FROM log_item WHERE entry = ?')
    return Array.from({ length: highest }, (_, at) => at + 1).filter((entry) => {
      try {
        return one.get(entry) !== undefined
      } catch {
        return false
      }
    })
  } finally {
    db.close()
  }
}

describe('what is salvaged of a damaged file', () => {
  it('fault 83: is all that can be read, also far behind what cannot', () => {
    // A page of what was done holds three entries: more than a thousand in a row are lost here, and some by themselves.
    const { file } = filled(6000)
    scribble(file, 0.3, 0.6)
    for (const at of [0.1, 0.2, 0.21, 0.7, 0.9]) scribble(file, at, at + 0.0001)
    const { items } = salvage(file, 0)
    const entries = items.map(({ entry }) => entry)
    const readable = readableEntries(file, 6000)
    expect(readable.length).toBeGreaterThan(3000)
    expect(readable.length).toBeLessThan(5000)
    // SQLite does not get to pages of which the one that leads to them cannot be read.
    expect(entries).toEqual(expect.arrayContaining(readable))
    expect(entries.length).toBeLessThan(5000)
    const written: unknown = { ...(JSON.parse(row) as object), putBackAt: null, markReason: null }
    for (const { after } of items) expect(JSON.parse(after ?? '')).toEqual(written)
    expect(items.every(({ entry, product }) => product === `p${entry}`)).toBe(true)
  })

  it('fault 83: is found at once where damage made a number that is far too high', () => {
    const { file } = filled(10)
    const db = new DatabaseSync(file)
    db.exec("INSERT INTO log (number, at, reviewer, kind, count) VALUES (1999999, 1, '', 'mark', 1)")
    db.close()
    const begun = performance.now()
    expect(salvage(file, 0).items).toHaveLength(10)
    // To look for each number between takes a minute.
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  it('fault 83: is read of a file of the form before the last as well', () => {
    const folder = testFolder()
    const file = join(folder, 'reviews.sqlite')
    const db = new DatabaseSync(file)
    db.exec(migrations.slice(0, 2).join(''))
    db.exec(`INSERT INTO review (product, mark, marked_at, marked_by, mark_entry, note, noted_by, note_entry)
      VALUES ('p', 1, 5, 'Ada', 7, '', '', 0)`)
    db.close()
    const review = { mark: 1, markedAt: 5, markedBy: 'Ada', markEntry: 7, putBackAt: null, markReason: null }
    expect(salvage(file, 0).reviews.get('p')?.columns).toMatchObject(review)
  })

  it('fault 105: is all of a review but a long note that cannot be read to its end', () => {
    const { file } = filled(1)
    const db = new DatabaseSync(file)
    const put = db.prepare(`
      INSERT INTO review (product, mark, marked_at, marked_by, mark_entry, note, noted_by, note_entry)
      VALUES ('long', 2, 5, 'Ada', 1, ?, 'Ada', 1)`)
    put.run('A long note. '.repeat(1000))
    db.close()
    const bytes = readFileSync(file)
    // Pages of the note lead nowhere.
    for (let at = 0; at < bytes.length; at += 4096) {
      if (bytes.toString('latin1', at + 4, at + 40).includes('long note')) bytes.writeUInt32BE(0xffffff, at)
    }
    writeFileSync(file, bytes)
    const review = { mark: 2, seen: null, markedAt: 5, markedBy: 'Ada', markEntry: 1 }
    expect(salvage(file, 0).reviews.get('long')).toEqual({
      columns: review,
      quality: 1,
      isNamed: true,
      indexed: { mark: 2 }
    })
  })

  it('fault 105: is what can be read of a log item whose text is damaged', () => {
    const { file } = filled(1)
    const bytes = readFileSync(file)
    // The number of the note's entry, in what the item left.
    const at = bytes.lastIndexOf('"noteEntry":1') + '"noteEntry":'.length
    bytes.writeUInt8(0xff, at)
    writeFileSync(file, bytes)
    const [item] = salvage(file, 0).items
    const { noteEntry, noteHistory, ...readable } = JSON.parse(row) as Record<string, unknown>
    expect([noteEntry, noteHistory]).toEqual([1, null])
    expect(item?.parts).toEqual({ ...readable, noteHistory: null })
    expect(item?.isAfterKnown).toBe(true)
  })

  it('fault 105: is the rest of an entry behind an item that cannot be read', () => {
    const { file } = filled(1)
    const names = Array.from({ length: 50 }, (_, n) => `item-${n + 10}`)
    const db = new DatabaseSync(file)
    const put = db.prepare("INSERT INTO log_item (entry, product, rule, after) VALUES (1, ?, '', ?)")
    for (const name of names) put.run(name, row)
    db.close()
    const bytes = readFileSync(file)
    // The length of its product: all that follows is elsewhere then.
    bytes.writeUInt8(0xff, bytes.indexOf('item-30{') - 5)
    writeFileSync(file, bytes)
    const products = salvage(file, 0).items.map(({ product }) => product)
    expect(products.sort()).toEqual([...names, 'p1'].filter((name) => name !== 'item-30'))
  })
})
