import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import type { BackupFolder } from '../../../../electron/contract/review-backup'
import { eventually } from '../../../support/eventually'
import { testFolder } from '../../../support/folder'
import { backupsIn, backupsOf, copiesInto, day, filesIn, markedFolder, storeFolder } from '../second-copies'
import { openDesk, take, type Desk } from '../review-thread'

/** A desk whose backups are copied to a second folder. */
function deskWith(second: string, told: BackupFolder[] = [], connectionId = 'shop'): Desk {
  return openDesk({
    backupFolder: () => second,
    onBackupFolder: (state) => told.push(state),
    store: () => 'https://shop.example',
    connectionId
  })
}

describe('the second folder of backups', () => {
  it('fault 107: has a copy of each backup, whole or not at all', async () => {
    const second = await markedFolder()
    const told: BackupFolder[] = []
    const desk = deskWith(second, told)
    take(await desk.mark('approved', 'a'))
    await desk.close()
    expect(backupsIn(second)).toHaveLength(1)
    expect(filesIn(second).filter((name) => name.includes('.part'))).toEqual([])
    expect(told.at(-1)).toEqual({
      folder: second,
      stores: { shop: { failure: null, copiedAt: desk.who.now } }
    })
  })

  it('fault 106: gets no copy of a backup that is damaged by now, and keeps the one from before', async () => {
    const first = openDesk({})
    take(await first.note('a', 'Precious'))
    await first.close()
    const place = join(first.folder, 'shop', 'reviews-backups')
    const [name = ''] = readdirSync(place)
    const db = new DatabaseSync(join(place, name))
    db.exec("UPDATE review SET mark = 99 WHERE product = 'a'")
    db.close()
    const second = await markedFolder()
    const log = { warn: vi.fn(), error: vi.fn() }
    const desk = openDesk({ folder: first.folder, backupFolder: () => second, log })
    take(await desk.note('a', 'Written on'))
    await desk.close()
    expect(backupsIn(second)).toHaveLength(1)
    expect(backupsIn(second)).not.toContain(name)
    expect(log.warn).toHaveBeenCalledWith('a backup is damaged', { connectionId: 'shop', name })
  })

  it('fault 107: lists its backups on another computer, which restores them', async () => {
    const second = await markedFolder()
    const first = deskWith(second)
    take(await first.note('a', 'Written on the first computer'))
    await first.close()
    const other = deskWith(second, [], 'elsewhere')
    take(await other.note('b', 'Written on the second'))
    const backups = take(await other.reviews.secondBackups('elsewhere'))
    const [found] = backups
    expect(backups).toMatchObject([{ place: 'second', reason: 'close', reviews: 1 }])
    expect(take(await other.reviews.backups('elsewhere'))).toEqual([])
    take(await other.reviews.restore({ connectionId: 'elsewhere', backup: found?.name ?? '' }))
    const review = await other.reviews.of({ connectionId: 'elsewhere', productId: 'a' })
    expect(take(review).note).toBe('Written on the first computer')
    // What there was is a backup now; what was brought from there is gone.
    expect(take(await other.reviews.backups('elsewhere'))).toMatchObject([
      { place: 'here', reason: 'restore' }
    ])
    expect(readdirSync(join(other.folder, 'elsewhere')).filter((name) => name.includes('fetched'))).toEqual(
      []
    )
    const wrong = await other.reviews.restore({ connectionId: 'elsewhere', backup: '../../x' })
    expect(wrong).toMatchObject({ ok: false, failure: { code: 'input-invalid' } })
  })

  it('fault 107: lists there only what is not on this computer', async () => {
    const second = await markedFolder()
    const first = deskWith(second)
    take(await first.mark('approved', 'a'))
    await first.close()
    const again = openDesk({ folder: first.folder, backupFolder: () => second })
    expect(take(await again.reviews.backups('shop'))).toHaveLength(1)
    expect(take(await again.reviews.secondBackups('shop'))).toEqual([])
  })

  it('fault 107: that is not there is told, holds up nothing, and an empty mount point is not taken for it', async () => {
    const second = await markedFolder()
    const away = join(testFolder(), 'unplugged')
    renameSync(second, away)
    mkdirSync(second)
    const told: BackupFolder[] = []
    const desk = deskWith(second, told)
    take(await desk.mark('approved', 'a'))
    const gone = { code: 'storage-failed', facts: { disk: 'gone' } }
    await eventually(() => expect(told.at(-1)?.stores.shop).toMatchObject({ failure: gone, copiedAt: null }))
    expect(take(await desk.reviews.backups('shop'))).toEqual([])
    expect(await desk.reviews.secondBackups('shop')).toMatchObject({ ok: false, failure: gone })
    await desk.close()
    expect(readdirSync(second)).toEqual([])
    rmSync(second, { recursive: true })
    renameSync(away, second)
    const again = openDesk({
      folder: desk.folder,
      backupFolder: () => second,
      onBackupFolder: (state) => told.push(state)
    })
    take(await again.mark('approved', 'b'))
    await eventually(() => expect(told.at(-1)?.stores.shop).toMatchObject({ failure: null }))
    expect(backupsIn(second)).toHaveLength(1)
  })

  it('fault 107: that cannot be got ready is not chosen', async () => {
    const second = join(testFolder(), 'gone')
    const copies = copiesInto(second)
    expect(await copies.prepare(second)).toMatchObject({ ok: false, failure: { facts: { disk: 'gone' } } })
    expect(existsSync(second)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')(
    'fault 107: that does not answer is waited for no longer than a while, and asked nothing that was given up',
    async () => {
      const second = await markedFolder()
      const place = join(second, 'Vitrine backups', 'share')
      mkdirSync(place)
      // Whoever opens it waits until somebody writes: as a share whose server is gone.
      execFileSync('mkfifo', [join(place, 'backups.json')])
      const copies = copiesInto(second, { patience: 100 })
      const reason = 'The folder does not answer.'
      expect(await copies.list('shop')).toMatchObject({ ok: false, failure: { facts: { reason } } })
      const own = backupsOf([{ number: 1, at: day, reason: 'daily' }])
      await copies.copy('shop', own)
      expect(copies.state().stores.shop?.failure?.facts.reason).toBe(reason)
      closeSync(openSync(join(place, 'backups.json'), 'w'))
      rmSync(join(place, 'backups.json'))
      await eventually(async () => expect(take(await copies.list('shop'))).toEqual([]))
      expect(backupsIn(second)).toEqual([])
      await copies.copy('shop', own)
      await eventually(() => expect(copies.state().stores.shop).toEqual({ failure: null, copiedAt: day }))
    }
  )

  it('fault 107: keeps by the same rule, passes over what cannot be read, and leaves other files alone', async () => {
    const second = await markedFolder()
    const own = backupsOf(
      Array.from({ length: 30 }, (_, n) => ({
        number: n + 1,
        at: n * day,
        reason: 'daily',
        reviews: n === 28 ? null : 1
      }))
    )
    writeFileSync(join(second, 'mine.txt'), 'mine')
    const copies = copiesInto(second)
    await copies.copy('shop', own)
    const found = take(await copies.list('shop'))
    expect(found.map(({ at }) => at / day)).toEqual([29, 27, 26, 25, 24, 23, 22, 17, 10])
    expect(backupsIn(second)).toHaveLength(found.length)
    expect(readdirSync(second)).toContain('mine.txt')
    rmSync(join(own.from, own.backups[0]?.name ?? ''))
    renameSync(join(own.from, own.backups[2]?.name ?? ''), join(own.from, 'x'))
    await copies.copy('shop', own)
    expect(take(await copies.list('shop'))).toEqual(found)
  })

  it('fault 107: takes new backups of a computer whose numbers began anew', async () => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    const close = (number: number, at: number) => ({ number, at, reason: 'close' as const })
    await copies.copy('shop', backupsOf([close(40, day), close(41, 2 * day), close(42, 3 * day)]))
    const restoredProfile = backupsOf([close(1, 4 * day), close(2, 4 * day + 1)])
    await copies.copy('shop', restoredProfile)
    const found = take(await copies.list('shop')).map(({ at }) => at)
    expect(found.slice(0, 2)).toEqual([4 * day + 1, 4 * day])
    expect(copies.state().stores.shop).toEqual({ failure: null, copiedAt: 4 * day + 1 })
  })

  it('fault 93, 107: takes the last backup also where earlier ones were made by a clock that was ahead', async () => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    const ahead = Array.from({ length: 60 }, (_, n) => ({
      number: n + 1,
      at: (1000 + n) * day,
      reason: 'close' as const
    }))
    await copies.copy('shop', backupsOf(ahead))
    await copies.copy('shop', backupsOf([...ahead, { number: 61, at: 5 * day, reason: 'close' }]))
    expect(take(await copies.list('shop')).map(({ at }) => at)).toContain(5 * day)
  })

  it('fault 107: does not call a backup copied that is not there', async () => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    const unreadable = { number: 2, at: 2 * day, reason: 'daily' as const, reviews: null }
    await copies.copy('shop', backupsOf([unreadable]))
    expect(copies.state().stores.shop).toEqual({ failure: null, copiedAt: null })
    await copies.copy('shop', backupsOf([{ number: 1, at: day, reason: 'daily' }, unreadable]))
    expect(copies.state().stores.shop).toEqual({ failure: null, copiedAt: day })
  })

  it('fault 107: keeps the failure of one store apart from the success of another', async () => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    const own = backupsOf([{ number: 1, at: day, reason: 'daily' }])
    // A file where the folder of the other store is to be.
    writeFileSync(storeFolder(second, 'other'), '')
    await copies.copy('other', own)
    await copies.copy('shop', own)
    expect(copies.state().stores).toMatchObject({
      other: { failure: { code: 'storage-failed' }, copiedAt: null },
      shop: { failure: null, copiedAt: day }
    })
  })

  it('fault 107: is asked one thing at a time, however many wait', async () => {
    const second = await markedFolder()
    const told: BackupFolder[] = []
    const copies = copiesInto(second, { onChange: (state) => told.push(state) })
    const own = backupsOf([1, 2, 3].map((number) => ({ number, at: number * day, reason: 'daily' })))
    await Promise.all(Array.from({ length: 8 }, () => copies.copy('shop', own)))
    expect(told.map(({ stores }) => stores.shop)).toEqual([{ failure: null, copiedAt: 3 * day }])
    expect(backupsIn(second)).toHaveLength(3)
  })
})
