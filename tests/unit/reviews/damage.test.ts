import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../../electron/catalog/content-fingerprint'
import { makeBackup } from '../../../electron/reviews/recovery/backups'
import { openEmpty, withDatabase } from '../../../electron/reviews/db/database'
import { layWhatIsSound } from '../../../electron/reviews/recovery/recover'
import { salvage, type Salvage } from '../../../electron/reviews/recovery/salvage'
import { migrations } from '../../../electron/reviews/db/schema'
import { DamagedFile } from '../../../electron/reviews/recovery/soundness'
import { damageCampaign } from '../../torture/damage'
import { testFolder } from '../../support/folder'
import { take } from './review-thread'
import { Side } from './open-side'

const fileOf = ({ folder }: Side): string => join(folder, 'shop', 'reviews.sqlite')
const backupsOf = ({ folder }: Side): string[] => {
  const place = join(folder, 'shop', 'reviews-backups')
  return readdirSync(place).map((name) => join(place, name))
}

/** Reviews of so many products that were closed, with a backup. */
function worked(products: number): Side {
  const side = new Side(testFolder())
  side.open()
  side.mark('approved', ...Array.from({ length: products }, (_, n) => nameOf(n)))
  side.note(nameOf(1), 'A note')
  side.close()
  return side
}

const nameOf = (number: number): string => `product-${String(number).padStart(4, '0')}`

/** The marks and notes of fifty products, and what the log's entries were done to, newest first. */
function stateOf(side: Side): { marks: number[]; notes: string[]; entries: string[] } {
  const reviews = Array.from({ length: 50 }, (_, n) => side.review(nameOf(n)))
  const log = take(side.ask('log', { product: null, before: null, limit: 100 }))
  return {
    marks: reviews.map(({ mark }) => mark),
    notes: reviews.map(({ note }) => note),
    entries: log.map(({ kind, count }) => `${kind} of ${count}`)
  }
}

/** Runs SQL over a file. */
function change(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Flips a bit of a product's id wherever a page of these has it, also where it is only left over. */
function flipBit(file: string, product: string, isWanted: (page: number) => boolean): void {
  const bytes = readFileSync(file)
  for (let at = bytes.indexOf(product); at >= 0; at = bytes.indexOf(product, at + 1)) {
    const last = at + product.length - 1
    if (isWanted(Math.floor(at / 4096) + 1)) bytes[last] = bytes.readUInt8(last) ^ 0x40
  }
  writeFileSync(file, bytes)
}

/** Writes other bytes of the same length wherever a table's pages have these. */
function overwrite(file: string, table: string, text: string, other: string): void {
  const isOfTable = pagesOf(file, table)
  const bytes = readFileSync(file)
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    if (isOfTable(Math.floor(at / 4096) + 1)) bytes.write(other, at, 'latin1')
  }
  writeFileSync(file, bytes)
}

/** Empties the pages of a table. */
function emptyPages(file: string, table: string): void {
  const isOfTable = pagesOf(file, table)
  const bytes = readFileSync(file)
  for (let at = 0; at < bytes.length; at += 4096) if (isOfTable(at / 4096 + 1)) bytes.fill(0, at, at + 4096)
  writeFileSync(file, bytes)
}

/** Sets the bytes at a distance from where a row has this text. */
function setBytes(file: string, text: string, distance: number, ...values: number[]): void {
  const bytes = readFileSync(file)
  const at = bytes.indexOf(text)
  if (at < 0) throw new Error(`no row has ${text}`)
  Buffer.from(values).copy(bytes, at + distance)
  writeFileSync(file, bytes)
}

/** The pages of an index or table. */
function pagesOf(file: string, name: string): (page: number) => boolean {
  const db = new DatabaseSync(file)
  try {
    const rows = db.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(name)
    const pages = new Set(rows.map(({ pageno }) => Number(pageno)))
    return (page) => pages.has(page)
  } finally {
    db.close()
  }
}

describe('a damaged file of reviews', () => {
  it.each([
    ['a mark that is none', 'mark = 99'],
    ['a mark below the first', 'mark = -1'],
    ['an entry that cannot be', 'mark_entry = -5'],
    ['a time that is none', 'marked_at = -9223372036854775808'],
    ['no history of a note', "note_history = '{'"]
  ])('fault 105: with %s opens, with all else that is in it', (_, damage) => {
    const side = worked(50)
    change(fileOf(side), `UPDATE review SET ${damage} WHERE product = '${nameOf(7)}'`)
    side.open()
    expect(side.review(nameOf(7))).toMatchObject({ mark: 1 })
    expect(side.review(nameOf(8))).toMatchObject({ mark: 1 })
    expect(side.review(nameOf(1)).note).toBe('A note')
    expect(side.notice()).toMatchObject({ kind: 'restored' })
  })

  describe.each([
    ['with a backup of before', 1],
    ['without a backup', 0]
  ])('%s', (_, backups) => {
    // The top bit of a whole number of one byte is worth -128; 0 and 1 take no byte.
    it.each(['count', 'undone_by', 'undoes'])(
      "fault 105: a flipped bit in a log entry's %s loses no mark, no note and no entry",
      (column) => {
        const side = worked(50)
        side.open()
        side.mark('ignored', ...[10, 11, 12].map(nameOf))
        take(side.ask('undo', { entry: null, by: 'Ada', at: ++side.at }))
        side.note(nameOf(2), 'Another note')
        const before = stateOf(side)
        side.close()
        for (const backup of backupsOf(side).sort().slice(backups)) rmSync(backup)
        change(fileOf(side), `UPDATE log SET ${column} = ${column} - 128 WHERE ${column} > 1`)
        side.open()
        const { entries, ...reviews } = stateOf(side)
        expect(reviews).toEqual({ marks: before.marks, notes: before.notes })
        expect(entries.slice(1)).toEqual(before.entries)
      }
    )
  })

  it('fault 105: with what a product looked like nested too deep for SQLite opens, with the log', () => {
    const side = worked(50)
    side.open()
    const { entries } = stateOf(side)
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    change(fileOf(side), `UPDATE content SET content = '${'['.repeat(2000)}${']'.repeat(2000)}'`)
    side.open()
    expect(stateOf(side).entries.slice(1)).toEqual(entries)
  })

  it('fault 105: gets back all parts that are sound where one is not', () => {
    const side = worked(50)
    const saved = salvage(fileOf(side), 0)
    const [entry] = saved.log
    if (entry === undefined) throw new Error('there is an entry')
    const db = openEmpty()
    const counts: number[] = []
    // An entry that the bounds do not let through.
    const odd: Salvage = { ...saved, log: [...saved.log, { ...entry, number: 99, count: -1 }] }
    expect(layWhatIsSound(db, odd, migrations, (count) => counts.push(count))).toBe(true)
    const all = 'SELECT count(*) AS reviews, (SELECT count(*) FROM log) AS entries FROM review'
    expect(db.prepare(all).get()).toEqual({ reviews: 50, entries: 0 })
    // Once with the log and once without it.
    expect(counts).toEqual([50, 50])
    db.close()
  })

  it('fault 105: with an excuse that cannot be opens, with the others', () => {
    const side = worked(2)
    side.open()
    for (const rule of ['one', 'two']) {
      side.ask('setException', { product: nameOf(1), rule, reason: 'Fine', by: 'Ada', at: 1 })
    }
    side.close()
    change(fileOf(side), "UPDATE excuse SET at = 9223372036854775807 WHERE rule = 'one'")
    side.open()
    const exceptions = side.ask('exceptions', null)
    expect(exceptions.ok && exceptions.value.map(({ rule }) => rule)).toContain('two')
  })

  it('fault 105: whose schema or version is damaged opens as well', () => {
    for (const sql of [
      "UPDATE sqlite_schema SET sql = replace(sql, 'marked_by', 'marked_bx')",
      "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', 'STRIKT')",
      "DELETE FROM sqlite_schema WHERE name = 'review'",
      'PRAGMA user_version = 2',
      'PRAGMA user_version = 7'
    ]) {
      const side = worked(50)
      // Nothing but the file itself has the note.
      side.open()
      side.note(nameOf(3), 'Since the backup')
      side.close()
      for (const backup of backupsOf(side).slice(1)) writeFileSync(backup, '')
      const db = new DatabaseSync(fileOf(side), { defensive: false })
      db.exec(`PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON; ${sql}`)
      db.close()
      side.open()
      expect([sql, side.review(nameOf(3)).note]).toEqual([sql, 'Since the backup'])
      side.close()
    }
  })

  it('fault 105: whose backup cannot be used either opens with what can be read', () => {
    const side = worked(50)
    for (const backup of backupsOf(side)) change(backup, 'DROP TABLE log_item')
    change(fileOf(side), "UPDATE review SET mark = 99 WHERE product = 'product-0007'")
    side.open()
    expect(side.review(nameOf(8))).toMatchObject({ mark: 1 })
  })

  it("fault 105: with a log's item that names another product leaves that one as it is", () => {
    const side = worked(40)
    side.open()
    side.mark('ignored', ...Array.from({ length: 40 }, (_, n) => nameOf(100 + n)))
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    overwrite(fileOf(side), 'log_item', nameOf(120), nameOf(20))
    side.open()
    expect([20, 120].map((number) => side.review(nameOf(number)).mark)).toEqual([1, 3])
  })

  it("fault 105: with a log's item about another product's exception leaves the one that is there", () => {
    const side = worked(40)
    side.open()
    for (const [number, reason] of [
      [20, 'Fine'],
      [30, 'Also fine'],
      [30, null]
    ] as const) {
      take(
        side.ask('setException', { product: nameOf(number), rule: 'one', reason, by: 'Ada', at: ++side.at })
      )
    }
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    overwrite(fileOf(side), 'log_item', `${nameOf(30)}one`, `${nameOf(20)}one`)
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
    side.open()
    const exceptions = take(side.ask('exceptions', null))
    expect(exceptions).toMatchObject([{ productId: nameOf(20), reason: 'Fine' }])
  })

  it.each([
    ['a damaged reason in its row', 'excuse', 'It is called so', 'It is c\xfflled so'],
    ['a damaged reason in its log item', 'log_item', 'It is called so', 'It is c\xfflled so'],
    ['another time in its log item', 'log_item', '"at":1', '"at":2']
  ])('fault 105: with an exception that has %s has it as it was', (_, table, text, damage) => {
    const side = worked(40)
    side.open()
    const exception = { product: nameOf(20), rule: 'short-name', reason: 'It is called so', by: 'Ada' }
    take(side.ask('setException', { ...exception, at: ++side.at }))
    const { at } = side
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    overwrite(fileOf(side), table, text, damage)
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
    side.open()
    const row = withDatabase(fileOf(side), (db) =>
      db.prepare('SELECT reason, reviewer, at FROM excuse').get()
    )
    expect({ ...row }).toEqual({ reason: 'It is called so', reviewer: 'Ada', at })
  })

  it.each([
    ['its backup', (): void => undefined],
    [
      'its log item where the page of its row is damaged elsewhere',
      (side: Side): void => {
        for (const backup of backupsOf(side)) rmSync(backup)
        // As many rows as the page's head says that there are, in its fifth byte, are not in it.
        const isOfExceptions = pagesOf(fileOf(side), 'excuse')
        const bytes = readFileSync(fileOf(side))
        for (let page = 0; page < bytes.length / 4096; page++)
          if (isOfExceptions(page + 1)) bytes.writeUInt8(9, page * 4096 + 4)
        writeFileSync(fileOf(side), bytes)
      }
    ]
  ])('fault 105: with another reason for the same exception has that of %s', (_, damage) => {
    const side = worked(40)
    side.open()
    const exception = { product: nameOf(20), rule: 'short-name', reason: 'It is called so', by: 'Ada' }
    take(side.ask('setException', { ...exception, at: ++side.at }))
    side.close()
    overwrite(fileOf(side), 'excuse', 'It is called so', 'It is c@lled so')
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
    damage(side)
    side.open()
    const row = withDatabase(fileOf(side), (db) => db.prepare('SELECT reason FROM excuse').get())
    expect(row?.reason).toBe('It is called so')
  })

  it('fault 105: with a log item whose length is wrong does not take it that the item left nothing', () => {
    const side = worked(40)
    for (const backup of backupsOf(side)) rmSync(backup)
    // The type of the text of what it left, in two bytes before the row's columns, becomes that of null.
    setBytes(fileOf(side), `${nameOf(20)}{"mark"`, -2, 0x80, 0x00)
    side.open()
    expect(side.review(nameOf(20))).toMatchObject({ mark: 1 })
  })

  it('fault 105: with another fingerprint for the same approval has that of the backup', () => {
    const side = worked(40)
    side.open()
    const { seen } = side.review(nameOf(20))
    side.close()
    overwrite(fileOf(side), 'review', seen ?? '', 'Z'.repeat(32))
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
    side.open()
    expect(side.review(nameOf(20))).toMatchObject({ mark: 1, seen })
  })

  it.each([
    ['that is cut off', 'A draft of before', 2, 'A draft of before'],
    ['that is cut off, and was written anew', 'Another one', 2, 'Another o']
  ])('fault 105: with a draft %s keeps what is newest of it', (_, text, missing, kept) => {
    const side = worked(40)
    side.open()
    const draft = (note: string): unknown =>
      take(side.ask('draft', { product: nameOf(20), draft: note, joins: false, at: ++side.at }))
    draft('A draft of before')
    side.mark('ignored', nameOf(2))
    side.close()
    side.open()
    draft(text)
    side.close()
    // The type of its text, in the byte before those of its time and of the note that it was begun on: two for each character.
    setBytes(fileOf(side), `${nameOf(20)}${text}`, -3, 13 + 2 * (text.length - missing))
    side.open()
    expect(side.review(nameOf(20)).draft).toBe(kept)
  })

  it('fault 105: with a draft that is cut off and damaged elsewhere has the whole one of the backup', () => {
    const side = worked(40)
    side.open()
    const text = 'A draft of before that was not changed'
    take(side.ask('draft', { product: nameOf(20), draft: text, joins: false, at: ++side.at }))
    side.mark('ignored', nameOf(2))
    side.close()
    setBytes(fileOf(side), `${nameOf(20)}${text}`, -2, 13 + 2 * (text.length - 10))
    overwrite(fileOf(side), 'draft', text, text.replace('draft', 'dr\xffft'))
    side.open()
    const draft = withDatabase(fileOf(side), (db) => db.prepare('SELECT note, at FROM draft').get())
    expect({ ...draft }).toEqual({ note: text, at: expect.any(Number) })
    expect(Number(draft?.at)).toBeLessThan(side.at)
  })

  it('fault 105: with a row whose name is damaged has it from the index, though a draft has the same number', () => {
    const side = worked(1)
    side.open()
    const draft = { product: nameOf(0), draft: 'A draft', joins: false }
    take(side.ask('draft', { ...draft, at: ++side.at }))
    side.mark('ignored', nameOf(0))
    take(side.ask('undo', { entry: null, by: 'Ada', at: ++side.at }))
    const { putBackAt } = side.review(nameOf(0))
    expect(putBackAt).not.toBeNull()
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    // Only the row has it then.
    change(fileOf(side), 'DELETE FROM log_item WHERE entry = (SELECT max(number) FROM log)')
    overwrite(fileOf(side), 'review', nameOf(0), 'produ\xfft-0000')
    side.open()
    expect(side.review(nameOf(0))).toMatchObject({ putBackAt, draft: 'A draft' })
  })

  it('fault 105: with a row of which the name and the time are damaged has the time of the log item', () => {
    const side = worked(40)
    side.open()
    const { markedAt } = side.review(nameOf(20))
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    change(fileOf(side), `UPDATE review SET marked_at = marked_at - 50000 WHERE product = '${nameOf(20)}'`)
    change(fileOf(side), 'UPDATE log SET at = at - 70000')
    overwrite(fileOf(side), 'review', nameOf(20), nameOf(20).replace('p', 'P'))
    side.open()
    expect(side.review(nameOf(20))).toMatchObject({ mark: 1, markedAt })
  })

  it('fault 105: with a row of which only the mark can be read, and a last item without it, has the reason that it left', () => {
    const side = worked(40)
    side.open()
    const content = { name: 'A lamp', price: 1, description: null, image: null }
    const products = [{ id: nameOf(20), contentFingerprint: fingerprintOf(content), content }]
    for (const reason of ['price', 'name'])
      take(side.ask('mark', { mark: 'needs-work', reason, by: 'Ada', at: ++side.at, products }))
    const { markEntry } = side.review(nameOf(20))
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    emptyPages(fileOf(side), 'review')
    overwrite(fileOf(side), 'log_item', '}{"mark":2', '}{"mxrk":2')
    side.open()
    expect(side.review(nameOf(20))).toMatchObject({ mark: 2, markEntry, markReason: 'name' })
  })

  it('fault 105: with a content whose fingerprint is none has it from the backup, though else only an index is damaged', () => {
    const side = worked(0)
    side.open()
    const content = { name: 'A lamp', price: 1, description: null, image: null }
    const seen = fingerprintOf(content)
    const products = [{ id: nameOf(1), contentFingerprint: seen, content }]
    take(side.ask('mark', { mark: 'approved', reason: null, by: 'Ada', at: ++side.at, products }))
    side.mark('ignored', nameOf(1))
    side.close()
    overwrite(fileOf(side), 'content', seen, `w${seen.slice(1)}`)
    overwrite(fileOf(side), 'sqlite_autoindex_review_1', nameOf(1), nameOf(2))
    side.open()
    const known = withDatabase(fileOf(side), (db) => db.prepare('SELECT seen FROM content').all())
    expect(known.map((row) => row.seen)).toContain(seen)
  })

  it('fault 105: with a row of which the name is damaged has its note, where the log item is damaged elsewhere', () => {
    const side = worked(40)
    for (const backup of backupsOf(side)) rmSync(backup)
    overwrite(fileOf(side), 'review', nameOf(1), nameOf(1).replace('p', 'P'))
    overwrite(fileOf(side), 'log_item', '"note":"A note"', '"note":"A nXte"')
    overwrite(fileOf(side), 'log_item', '"putBackAt"', '"putBxckAt"')
    side.open()
    expect(side.review(nameOf(1)).note).toBe('A note')
  })

  it('fault 105: with an index that has a draft under the name of another leaves that one its own', () => {
    const side = worked(2)
    side.open()
    for (const number of [0, 1]) {
      const draft = { product: nameOf(number), draft: `Draft ${number}`, joins: false }
      take(side.ask('draft', { ...draft, at: ++side.at }))
    }
    side.close()
    overwrite(fileOf(side), 'sqlite_autoindex_draft_1', nameOf(1), nameOf(0))
    const drafts = salvage(fileOf(side), 0).drafts.map(({ product, note }) => [product, note])
    expect(drafts.sort()).toEqual([0, 1].map((number) => [nameOf(number), `Draft ${number}`]))
  })

  it('fault 105: with a damaged log item of the entry that a whole row is from has the note of the row', () => {
    const side = worked(40)
    for (const backup of backupsOf(side)) rmSync(backup)
    overwrite(fileOf(side), 'log_item', '"note":"A note"', '"note":"A nXte"')
    overwrite(fileOf(side), 'log_item', '"noteEntry":2', '"noteEntrx":2')
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
    side.open()
    expect(side.review(nameOf(1)).note).toBe('A note')
  })

  it("fault 105: with a log item under another's name leaves that one's approval as it is", () => {
    const side = worked(0)
    side.open()
    const products = [1, 20].map((number) => {
      const content = { name: `Lamp ${number}`, price: 1, description: null, image: null }
      return { id: nameOf(number), contentFingerprint: fingerprintOf(content), content }
    })
    take(side.ask('mark', { mark: 'approved', reason: null, by: 'Ada', at: ++side.at, products }))
    side.note(nameOf(1), 'Another note')
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    const item = withDatabase(fileOf(side), (db) =>
      db.prepare('SELECT entry, before FROM log_item ORDER BY entry DESC LIMIT 1').get()
    )
    const text = (number: number): string => `${nameOf(number)}${String(item?.before)}{`
    overwrite(fileOf(side), 'log_item', text(1), text(20))
    change(fileOf(side), 'UPDATE log SET count = -1 WHERE number = 1')
    side.open()
    expect([1, 20].map((number) => side.review(nameOf(number)))).toMatchObject([
      { seen: products[0]?.contentFingerprint, note: 'Another note' },
      { seen: products[1]?.contentFingerprint, note: '' }
    ])
  })

  it("fault 105: with a damaged log item under another's name has that one's own first", () => {
    const side = worked(40)
    const text = (number: number): string => `${nameOf(number)}{"mark":1`
    overwrite(fileOf(side), 'log_item', text(19), text(19).replace('k', 'x'))
    overwrite(fileOf(side), 'log_item', `${nameOf(19)}{`, `${nameOf(20)}{`)
    const items = salvage(fileOf(side), 0).items.filter(({ product }) => product === nameOf(20))
    expect(items.map(({ parts }) => parts !== undefined)).toEqual([false, true])
  })

  it('fault 105: with a row that names a later entry for the same mark has the entry of the log', () => {
    const side = worked(40)
    for (const backup of backupsOf(side)) rmSync(backup)
    change(fileOf(side), `UPDATE review SET mark_entry = 2 WHERE product = '${nameOf(20)}'`)
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
    side.open()
    expect(side.review(nameOf(20))).toMatchObject({ mark: 1, markEntry: 1 })
  })

  it('fault 105: with a mark that only the index still has, as its row and its log item are gone, has that mark', () => {
    const side = worked(40)
    side.open()
    side.mark('ignored', nameOf(20))
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    change(fileOf(side), 'DELETE FROM log_item WHERE entry = 3')
    emptyPages(fileOf(side), 'review')
    side.open()
    expect([20, 21].map((number) => side.review(nameOf(number)).mark)).toEqual([3, 1])
  })

  it('fault 105: with a row that is damaged in one text has its note, though the log item is damaged as well', () => {
    const side = worked(40)
    side.open()
    const { seen } = side.review(nameOf(1))
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    overwrite(fileOf(side), 'review', seen ?? '', `\x0f${seen?.slice(1)}`)
    overwrite(fileOf(side), 'log_item', '"note":"A note"', '"note":"A nXte"')
    overwrite(fileOf(side), 'log_item', '"notedBy":"Ada"', '"nxtedBy":"Ada"')
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
    side.open()
    expect(side.review(nameOf(1))).toMatchObject({ mark: 1, seen, note: 'A note', notedBy: 'Ada' })
  })

  it('fault 105: with a row that is damaged in one text has its others, though the log item looks whole', () => {
    const side = worked(40)
    for (const backup of backupsOf(side)) rmSync(backup)
    overwrite(fileOf(side), 'review', '"replaced"', '"repl\xffced"')
    overwrite(fileOf(side), 'log_item', '"note":"A note"', '"note":"A nXte"')
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
    side.open()
    expect(side.review(nameOf(1)).note).toBe('A note')
  })

  describe('with a mark that was put back', () => {
    /** A product whose mark was changed and put back, of which no backup is left; its review. */
    function putBack(): { side: Side; review: ReturnType<Side['review']> } {
      const side = worked(40)
      side.open()
      side.mark('ignored', nameOf(20))
      take(side.ask('undo', { entry: null, by: 'Ada', at: ++side.at }))
      const review = side.review(nameOf(20))
      side.close()
      for (const backup of backupsOf(side)) rmSync(backup)
      return { side, review }
    }

    it('fault 105: has when that was from a damaged row where the log item has it no more', () => {
      const { side, review } = putBack()
      const { seen, putBackAt } = review
      overwrite(fileOf(side), 'review', seen ?? '', `\xff${seen?.slice(1)}`)
      overwrite(fileOf(side), 'log_item', `"putBackAt":${putBackAt}`, '"putBackAt":17#')
      change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
      side.open()
      expect(side.review(nameOf(20))).toEqual(review)
    })

    it('fault 105: has when that was from the log item where nothing else is left', () => {
      const { side, review } = putBack()
      // What was taken back is gone as well, and the index of items.
      change(fileOf(side), 'DELETE FROM log_item WHERE entry = 3')
      for (const name of ['review', 'log_item_product']) emptyPages(fileOf(side), name)
      side.open()
      expect(side.review(nameOf(20))).toEqual(review)
    })

    it('fault 105: has its fingerprint from the row where the log item is damaged there', () => {
      const { side, review } = putBack()
      const item = (text: string): string =>
        `${text}","markedAt":${review.markedAt},"markedBy":"Ada","markEntry"`
      const { seen } = review
      overwrite(
        fileOf(side),
        'log_item',
        `${item(seen ?? '')}:1,"putBackAt":1`,
        `${item(`\xff${seen?.slice(1)}`)}!1,"putBackAt":1`
      )
      change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(7)}'`)
      side.open()
      expect(side.review(nameOf(20))).toEqual(review)
    })
  })

  it('fault 105: with a mark that only the index still has gives it to no product whose draft has the same number', () => {
    const side = worked(40)
    side.open()
    side.mark('ignored', nameOf(0))
    take(side.ask('draft', { product: nameOf(20), draft: 'A draft', joins: false, at: ++side.at }))
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    for (const table of ['review', 'draft']) emptyPages(fileOf(side), table)
    side.open()
    expect([0, 20].map((number) => side.review(nameOf(number)).mark)).toEqual([3, 1])
  })

  it('fault 105: with drafts whose index is gone leaves a product its own, though another one has the number of its review', () => {
    const side = worked(3)
    side.open()
    for (const number of [1, 0]) {
      const draft = { product: nameOf(number), draft: `Draft ${number}`, joins: false }
      take(side.ask('draft', { ...draft, at: ++side.at }))
    }
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    for (const name of ['review', 'sqlite_autoindex_draft_1']) emptyPages(fileOf(side), name)
    side.open()
    expect([0, 1].map((number) => side.review(nameOf(number)).draft)).toEqual(['Draft 0', 'Draft 1'])
  })

  it('fault 105: with two log entries of one number has the one that its log item tells of', () => {
    const side = worked(40)
    for (const backup of backupsOf(side)) rmSync(backup)
    // The first entry's number, in the byte before the types of its columns and its time.
    setBytes(fileOf(side), 'Adamark', -17, 2)
    side.open()
    expect(stateOf(side).entries.slice(1)).toEqual(['note of 1', 'mark of 40'])
  })

  it.each([
    ['log item', 'review'],
    ['row', 'log_item']
  ])('fault 105: with a reason why a product needs work keeps it where only the %s has it', (_, damaged) => {
    const side = worked(40)
    side.open()
    side.markFor('The color is another', 'needs-work', nameOf(20))
    side.markFor('picture', 'needs-work', nameOf(21))
    side.close()
    for (const backup of backupsOf(side)) rmSync(backup)
    emptyPages(fileOf(side), damaged)
    side.open()
    const reasons = [20, 21, 22].map((number) => side.review(nameOf(number)).markReason)
    expect(reasons).toEqual(['The color is another', 'picture', null])
  })

  it('fault 105: whatever bytes are damaged, reviews open again with all that the backup and the file can give', async () => {
    const counts = await damageCampaign({ files: 24, seed: 105, products: 300 })
    expect(counts).toMatchObject({ files: 24, failed: [], lost: [] })
    expect(counts.mended).toBeGreaterThan(12)
    expect(counts.gone).toBeLessThan(counts.reviews / 20)
  }, 180_000)
})

describe('an index that disagrees with its table', () => {
  it('fault 106: is noticed when the file is opened and built anew', () => {
    const side = worked(400)
    flipBit(fileOf(side), nameOf(123), pagesOf(fileOf(side), 'sqlite_autoindex_review_1'))
    expect(side.look().state).toBe('broken')
    side.open()
    expect(side.review(nameOf(123))).toMatchObject({ mark: 1 })
    side.mark('ignored', nameOf(123))
    side.close()
    const db = new DatabaseSync(fileOf(side))
    const count = 'SELECT count(*) AS count FROM review NOT INDEXED WHERE product = ?'
    expect(db.prepare(count).get(nameOf(123))).toEqual({ count: 1 })
    db.close()
  })

  it('fault 106: as the product of a row was damaged, and not the index, takes nothing away', () => {
    const side = worked(400)
    flipBit(fileOf(side), nameOf(123), pagesOf(fileOf(side), 'review'))
    side.open()
    expect(side.review(nameOf(123))).toMatchObject({ mark: 1 })
  })

  it('fault 106: as the rule of an exception was damaged, which no other thing would tell, takes nothing away', () => {
    const side = worked(40)
    side.open()
    const exception = { product: nameOf(3), rule: 'short-name', reason: 'Fine', by: 'Ada' }
    take(side.ask('setException', { ...exception, at: ++side.at }))
    side.close()
    overwrite(fileOf(side), 'excuse', 'short-nameFine', 'shirt-nameFine')
    expect(side.look().state).toBe('broken')
    side.open()
    const exceptions = take(side.ask('exceptions', null))
    expect(exceptions).toContainEqual(expect.objectContaining({ productId: nameOf(3), rule: 'short-name' }))
  })

  it('fault 106: with two rows of one product leaves one of them, the newer', () => {
    const side = worked(400)
    // What an app that did not notice did: the index does not lead to the row, so that marking wrote another.
    flipBit(fileOf(side), nameOf(123), pagesOf(fileOf(side), 'sqlite_autoindex_review_1'))
    const copy = `INSERT INTO review SELECT product, 3, NULL, marked_at + 1, marked_by, 3, note, noted_at, noted_by, note_entry,
      note_history, put_back_at, mark_reason FROM review NOT INDEXED WHERE product = '${nameOf(123)}'`
    change(fileOf(side), copy)
    side.open()
    expect(side.review(nameOf(123))).toMatchObject({ mark: 3 })
  })

  it('fault 106: does not get into a backup where it is a value that no healthy file has', () => {
    const side = worked(40)
    const before = backupsOf(side)
    side.open()
    side.note(nameOf(2), 'Later')
    change(fileOf(side), `UPDATE review SET mark = 99 WHERE product = '${nameOf(1)}'`)
    expect(() => side.close()).toThrow(DamagedFile)
    expect(backupsOf(side)).toEqual(before)
    side.open()
    expect([1, 2].map((number) => side.review(nameOf(number)).mark)).toEqual([1, 1])
    expect(side.review(nameOf(2)).note).toBe('Later')
  })

  it('fault 106: in a backup is not restored', () => {
    const side = worked(40)
    const [backup = ''] = backupsOf(side)
    side.open()
    side.note(nameOf(2), 'Later')
    change(backup, `UPDATE review SET mark = 99 WHERE product = '${nameOf(1)}'`)
    const restored = side.ask('restore', { backup: basename(backup), by: 'Ada', at: ++side.at })
    expect(restored).toMatchObject({ ok: false, failure: { code: 'storage-failed' } })
    expect(side.review(nameOf(2)).note).toBe('Later')
  })

  it('fault 106: does not get into a backup', () => {
    const side = worked(400)
    const before = backupsOf(side)
    flipBit(fileOf(side), nameOf(123), pagesOf(fileOf(side), 'sqlite_autoindex_review_1'))
    withDatabase(fileOf(side), (db) => {
      const backUp = (): boolean => makeBackup(db, join(side.folder, 'shop'), 'restore', side.at)
      expect(backUp).toThrow(DamagedFile)
    })
    expect(backupsOf(side)).toEqual(before)
  })
})
