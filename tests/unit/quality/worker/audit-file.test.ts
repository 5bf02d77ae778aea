import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createAuditSide } from '../../../../electron/quality/worker/audit-methods'
import { rebuildAudit } from '../../../../electron/quality/worker/audit-file'
import { loadBasis, makeBasis, saveBasis } from '../../../../electron/quality/worker/basis'
import {
  emptyFindings,
  auditName,
  migrations,
  productsInRow
} from '../../../../electron/catalog/db/findings-schema'
import { migrate } from '../../../../electron/database/open-database'
import { item } from '../../catalog/writing-side'
import { openAuditedCopy, rowsOf, type AuditedCopy } from '../support/audited-copy'

const list = [item('a', { price: 0 }), item('b')]

async function audited(): Promise<{ copy: AuditedCopy; file: string }> {
  const copy = openAuditedCopy()
  await copy.sync(list)
  await copy.audit()
  return { copy, file: join(copy.folder, auditName) }
}

/** As a new process would find the file. */
async function restart(copy: AuditedCopy): Promise<void> {
  await copy.methods.close('c', null)
}

describe('the file of findings', () => {
  it('is what the next start goes on from', async () => {
    const { copy } = await audited()
    await restart(copy)
    expect(await copy.standing()).toMatchObject({ isCurrent: true, report: { products: 2 } })
    await copy.sync([...list, item('c', { price: -1 })])
    expect(await copy.audit()).toMatchObject({ products: 3 })
    expect(await copy.scores()).toMatchObject([{ run: 1 }, { run: 2 }])
  })

  it('fault 84: that is empty is begun anew', async () => {
    const { copy, file } = await audited()
    await restart(copy)
    writeFileSync(file, '')
    expect(await copy.standing()).toMatchObject({ report: null })
    await copy.audit()
    expect(copy.findings()).toMatchObject({ a: expect.arrayContaining(['price-zero']) as unknown })
  })

  it('fault 82: that is no database is begun anew', async () => {
    const { copy, file } = await audited()
    await restart(copy)
    writeFileSync(file, 'x'.repeat(100_000))
    await copy.audit()
    expect(copy.findings()).toMatchObject({ a: expect.arrayContaining(['price-zero']) as unknown })
  })

  it('fault 82: of which a part is damaged is begun anew, and keeps what can be read of the score', async () => {
    const { copy, file } = await audited()
    await restart(copy)
    const db = new DatabaseSync(file)
    const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'basis'").get() as {
      rootpage: number
    }
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    const bytes = readFileSync(file)
    bytes.fill(0xee, (rootpage - 1) * 32_768, rootpage * 32_768)
    writeFileSync(file, bytes)
    await copy.sync([...list, item('c')])
    expect(await copy.audit()).toMatchObject({ products: 3 })
    expect(rowsOf(file, 'PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
    expect(await copy.scores()).toMatchObject([{ run: 1 }, { run: 2 }])
  })

  it.each(['brought up to date', 'begun anew'])(
    'of the first version keeps the history of its score where it is %s',
    async (how) => {
      const copy = openAuditedCopy()
      const file = join(copy.folder, auditName)
      const first = new DatabaseSync(file)
      migrate(first, migrations.slice(0, 1))
      first.exec("INSERT INTO score VALUES (5, 0, 10, 90.5, '{}')")
      first.close()
      if (how === 'begun anew') rebuildAudit(copy.side.file).close()
      await copy.sync(list)
      await copy.audit()
      expect(rowsOf(file, 'PRAGMA user_version')).toEqual([{ user_version: migrations.length }])
      const before = { at: 5, score: 90.5, withPictures: true, scoreWithoutPictures: null }
      expect(await copy.scores()).toMatchObject([before, { run: 1 }])
    }
  )

  it('that was cut off is begun anew', async () => {
    const { copy, file } = await audited()
    await restart(copy)
    truncateSync(file, 40_000)
    await copy.audit()
    expect(copy.findings()).toMatchObject({ a: expect.arrayContaining(['price-zero']) as unknown })
  })

  it('fault 85: of a newer version is left untouched; what is found lasts for this run', async () => {
    const { copy, file } = await audited()
    await restart(copy)
    const db = new DatabaseSync(file)
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${migrations.length + 1}`)
    db.close()
    const before = readFileSync(file)
    const report = await copy.audit()
    expect(report.products).toBe(2)
    expect(await copy.standing()).toMatchObject({ isCurrent: true })
    expect(await copy.of('a')).toHaveProperty('price-zero')
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('goes with the connection, and leaves what else is in its folder', async () => {
    const { copy, file } = await audited()
    await copy.methods.forget('c', { folder: copy.folder })
    expect(existsSync(file)).toBe(false)
    expect(existsSync(copy.side.file)).toBe(true)
    const alone = join(copy.folder, 'alone')
    mkdirSync(alone)
    await createAuditSide().forget('d', { folder: alone })
    expect(existsSync(alone)).toBe(false)
  })

  it('fault 82: is emptied with a copy that is begun anew, also of what an audit under way would have found', async () => {
    const { copy, file } = await audited()
    await copy.sync(Array.from({ length: 4000 }, (_, at) => item(`n${at}`, { price: 0 })))
    const ended = expect(copy.audit()).rejects.toThrow('cancelled')
    emptyFindings(copy.folder)
    await ended
    expect(rowsOf(file, 'SELECT first FROM finding UNION ALL SELECT first FROM basis')).toEqual([])
    expect(await copy.standing()).toMatchObject({ report: null, isCurrent: false })
    expect(await copy.scores()).toMatchObject([{ run: 1 }])
    expect(await copy.audit()).toMatchObject({ products: 4000 })
  })

  it('holds what the last audit found while one is ended in the middle', async () => {
    const { copy } = await audited()
    const version = copy.version()
    await copy.sync(Array.from({ length: 4000 }, (_, at) => item(`n${at}`, { price: 0 })))
    const ended = expect(copy.audit()).rejects.toThrow('cancelled')
    await copy.methods.close('c', null)
    await ended
    expect(copy.version()).toBe(version)
    expect((await copy.audit()).products).toBe(4000)
  })
})

describe('what an audit of a large catalog leaves', () => {
  it.each([1, productsInRow - 1, productsInRow, productsInRow + 1, 2 * productsInRow + 5])(
    'is read up to any product, as %i',
    (key) => {
      const db = new DatabaseSync(':memory:')
      migrate(db, migrations)
      const basis = makeBasis(2 * productsInRow + 5)
      for (let each = 1; each < basis.found.length; each++) basis.found[each] = each
      saveBasis(db, basis)
      const { found } = loadBasis(db, key, ['found'])
      expect([found.length, found[1], found[key]]).toEqual([key + 1, 1, key])
    }
  )
})
