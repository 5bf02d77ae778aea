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
    const { folder, file } = filled(6000)
    scribble(file, 0.3, 0.6)
    for (const at of [0.1, 0.2, 0.21, 0.7, 0.9]) scribble(file, at, at + 0.0001)
    const entries = salvage(folder, file, 0).items.map(({ entry }) => entry)
    const readable = readableEntries(file, 6000)
    expect(readable.length).toBeGreaterThan(3000)
    expect(readable.length).toBeLessThan(5000)
    expect(entries).toEqual(readable)
  })

  it('fault 83: is found at once where damage made a number that is far too high', () => {
    const { folder, file } = filled(10)
    const db = new DatabaseSync(file)
    db.exec("INSERT INTO log (number, at, reviewer, kind, count) VALUES (1999999, 1, '', 'mark', 1)")
    db.close()
    const begun = performance.now()
    expect(salvage(folder, file, 0).items).toHaveLength(10)
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
    const review = { mark: 1, markedAt: 5, markedBy: 'Ada', markEntry: 7, putBackAt: null }
    expect(salvage(folder, file, 0).reviews.get('p')).toMatchObject(review)
  })
})
