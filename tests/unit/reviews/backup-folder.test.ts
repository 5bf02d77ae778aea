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
import { describe, expect, it, vi } from 'vitest'
import type { BackupFolder, ReviewBackup } from '../../../electron/contract/review'
import { createSecondCopies, type SecondCopies } from '../../../electron/reviews/backup-folder'
import { testFolder } from '../../support/folder'
import { openDesk, take, type Desk } from './review-thread'

const store = { baseUrl: 'https://shop.example', apiPath: '/api' }

/** Copies into a folder, without the thread. */
function copiesInto(folder: string, patience?: number): SecondCopies {
  return createSecondCopies({
    folder: () => folder,
    storeOf: () => store,
    onChange: () => undefined,
    ...(patience !== undefined && { patience })
  })
}

/** A desk whose backups are copied to a second place. */
function deskWith(second: string, told: BackupFolder[] = [], connectionId = 'shop'): Desk {
  return openDesk({
    backupFolder: () => second,
    onBackupFolder: (state) => told.push(state),
    store: () => store.baseUrl,
    connectionId
  })
}

const inSecond = (second: string): string[] => {
  const root = join(second, 'Vitrine backups')
  return existsSync(root) ? readdirSync(root).flatMap((name) => readdirSync(join(root, name))) : []
}

describe('the second place of backups', () => {
  it('fault 107: has a copy of each backup, whole or not at all', async () => {
    const second = testFolder()
    const told: BackupFolder[] = []
    const desk = deskWith(second, told)
    take(await desk.mark('approved', 'a'))
    await desk.close()
    const names = inSecond(second)
    expect(names.filter((name) => name.endsWith('.sqlite'))).toHaveLength(1)
    expect(names.filter((name) => name.includes('.part'))).toEqual([])
    expect(told.at(-1)).toMatchObject({ folder: second, failure: null })
  })

  it('fault 107: lists its backups on another computer, which restores them', async () => {
    const second = testFolder()
    const first = deskWith(second)
    take(await first.note('a', 'Written on the first computer'))
    await first.close()
    const other = deskWith(second, [], 'elsewhere')
    take(await other.note('b', 'Written on the second'))
    const backups = take(await other.reviews.backups('elsewhere'))
    const [found] = backups
    expect(backups).toMatchObject([{ place: 'second', reason: 'close', reviews: 1 }])
    take(await other.reviews.restore({ connectionId: 'elsewhere', backup: found?.name ?? '' }))
    const review = await other.reviews.of({ connectionId: 'elsewhere', productId: 'a' })
    expect(take(review).note).toBe('Written on the first computer')
    // What there was is a backup now; what was brought from there is gone.
    expect(take(await other.reviews.backups('elsewhere'))).toMatchObject([
      { place: 'here', reason: 'restore' },
      {}
    ])
    expect(readdirSync(join(other.folder, 'elsewhere')).filter((name) => name.includes('fetched'))).toEqual(
      []
    )
    const wrong = await other.reviews.restore({ connectionId: 'elsewhere', backup: '../../x' })
    expect(wrong).toMatchObject({ ok: false, failure: { code: 'input-invalid' } })
  })

  it('fault 107: that is not there is told, holds up nothing, and is not made; back again it gets what is missing', async () => {
    const second = join(testFolder(), 'disk')
    const told: BackupFolder[] = []
    const desk = deskWith(second, told)
    take(await desk.mark('approved', 'a'))
    await vi.waitFor(() => expect(told.at(-1)?.failure).toMatchObject({ code: 'storage-failed' }))
    expect(desk.reviews.backupFolder()).toMatchObject({ folder: second, copiedAt: null })
    expect(take(await desk.reviews.backups('shop'))).toEqual([])
    await desk.close()
    expect(existsSync(second)).toBe(false)
    mkdirSync(second)
    const again = openDesk({
      folder: desk.folder,
      backupFolder: () => second,
      onBackupFolder: (state) => told.push(state)
    })
    take(await again.mark('approved', 'b'))
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ failure: null }))
    expect(inSecond(second).filter((name) => name.endsWith('.sqlite'))).toHaveLength(1)
  })

  it.skipIf(process.platform === 'win32')(
    'fault 107: that does not answer is waited for no longer than a while',
    async () => {
      const second = testFolder()
      const place = join(second, 'Vitrine backups', 'share')
      mkdirSync(place, { recursive: true })
      // Whoever opens it waits until somebody writes: as a share whose server is gone.
      execFileSync('mkfifo', [join(place, 'backups.json')])
      const copies = copiesInto(second, 100)
      expect(await copies.list('shop')).toEqual([])
      await copies.copy('shop', { store, from: testFolder(), backups: [] })
      expect(copies.state().failure?.facts.reason).toBe('The folder does not answer.')
      closeSync(openSync(join(place, 'backups.json'), 'w'))
      await vi.waitFor(async () => {
        await copies.copy('shop', { store, from: testFolder(), backups: [] })
        expect(copies.state().failure).toBeNull()
      })
    }
  )

  it('fault 107: keeps by the same rule, passes over what cannot be read, and leaves other files alone', async () => {
    const second = testFolder()
    const from = testFolder()
    const day = 86_400_000
    const backups = Array.from({ length: 30 }, (_, n): ReviewBackup => {
      const name = `reviews-${String(n + 1).padStart(6, '0')}-2026-11-03T10-00-00-000Z-daily.sqlite`
      writeFileSync(join(from, name), `backup ${n}`)
      return { name, place: 'here', at: n * day, reason: 'daily', bytes: 8, reviews: n === 28 ? null : 1 }
    }).toReversed()
    writeFileSync(join(second, 'mine.txt'), 'mine')
    const copies = copiesInto(second)
    await copies.copy('shop', { store, from, backups })
    const found = await copies.list('shop')
    expect(found.map(({ at }) => at / day)).toEqual([29, 27, 26, 25, 24, 23, 22, 17, 10])
    expect(inSecond(second).filter((name) => name.endsWith('.sqlite'))).toHaveLength(found.length)
    expect(readdirSync(second)).toContain('mine.txt')
    rmSync(join(from, backups[0]?.name ?? ''))
    renameSync(join(from, backups[2]?.name ?? ''), join(from, 'x'))
    await copies.copy('shop', { store, from, backups })
    expect(await copies.list('shop')).toEqual(found)
  })
})
