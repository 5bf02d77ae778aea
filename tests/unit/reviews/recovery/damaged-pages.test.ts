import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { contentOf, pageSize, withPages } from '../../../../electron/reviews/recovery/damaged-pages'
import { readableRows } from '../../../../electron/reviews/recovery/readable-rows'
import { seeded } from '../../../../scripts/demo-store/random'
import { testFolder } from '../../../support/folder'

/** A copy of a file that is open: three transactions are in its log alone, and one that was never committed. */
function withLog(): string {
  const folder = testFolder()
  const file = join(folder, 'open.sqlite')
  const db = new DatabaseSync(file)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (n INTEGER PRIMARY KEY, text)'
  )
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const put = db.prepare('INSERT INTO t (text) VALUES (?)')
  for (let transaction = 0; transaction < 3; transaction++) {
    db.exec('BEGIN')
    for (let row = 0; row < 50; row++) put.run(`${transaction} ${row} `.repeat(30))
    db.exec('COMMIT')
  }
  db.exec('PRAGMA cache_size = 1; BEGIN')
  for (let row = 0; row < 500; row++) put.run('never committed '.repeat(100))
  const copy = join(folder, 'copy.sqlite')
  for (const beside of ['', '-wal']) copyFileSync(file + beside, copy + beside)
  db.exec('ROLLBACK')
  db.close()
  return copy
}

/** The pages that we read of a file, and the file that SQLite makes of the same. */
function bothWays(file: string): { ours: Buffer; theirs: Buffer } {
  const ours = withPages(file, (pages) =>
    Buffer.concat(Array.from({ length: pages.count }, (_, page) => pages.read(page + 1) ?? Buffer.alloc(0)))
  )
  const db = new DatabaseSync(file)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return { ours, theirs: readFileSync(file) }
}

describe('the pages of a damaged file', () => {
  it('fault 105: are those that SQLite takes from the log, without what was not committed', () => {
    const { ours, theirs } = bothWays(withLog())
    expect(theirs.length).toBeGreaterThan(5 * pageSize)
    expect(ours.equals(theirs)).toBe(true)
  })

  it('fault 105: are taken from a damaged log up to where it is damaged, as SQLite does', () => {
    const file = withLog()
    const log = readFileSync(`${file}-wal`)
    // In the fourth page that was written.
    log.writeUInt8(log.readUInt8(32 + 3 * (24 + pageSize) + 1000) ^ 1, 32 + 3 * (24 + pageSize) + 1000)
    writeFileSync(`${file}-wal`, log)
    const { ours, theirs } = bothWays(file)
    expect(ours.equals(theirs)).toBe(true)
  })

  it('fault 105: are read once each, where the rest of a row leads back to itself', () => {
    const folder = testFolder()
    const file = join(folder, 'circle.sqlite')
    const db = new DatabaseSync(file)
    db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, text)')
    db.prepare('INSERT INTO t (text) VALUES (?)').run('x'.repeat(20_000))
    db.close()
    const bytes = readFileSync(file)
    // The chain of the one row is pages 3 to 6; now 4 leads to 3.
    bytes.writeUInt32BE(3, 3 * pageSize)
    writeFileSync(file, bytes)
    const content = withPages(file, (pages) => contentOf(pages, 2))
    expect(content?.cells).toEqual([{ rowid: 1, columns: [null, undefined], quality: 1 }])
  })

  it('fault 105: may be any bytes', () => {
    const folder = testFolder()
    const random = seeded(105)
    const bytes = Buffer.from(Array.from({ length: 200 * pageSize }, () => Math.floor(random() * 256)))
    const kinds = [0x02, 0x05, 0x0a, 0x0d]
    for (let page = 0; page < 200; page++) bytes.writeUInt8(kinds[page % 4] ?? 0, page * pageSize)
    writeFileSync(join(folder, 'nonsense.sqlite'), bytes)
    const begun = performance.now()
    const rows = readableRows(join(folder, 'nonsense.sqlite'))
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(
      Object.values(rows)
        .flat()
        .filter(({ quality }) => quality > 0)
    ).toEqual([])
  })
})
