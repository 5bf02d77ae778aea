import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OwnBackups } from '../../../../electron/reviews/backup-folder/files'
import { take } from '../review-thread'
import { backupsIn, backupsOf, copiesInto, day, markedFolder, storeFolder } from '../second-copies'

describe('the index of the second folder', () => {
  const own = (): OwnBackups =>
    backupsOf([1, 2, 3].map((number) => ({ number, at: number * day, reason: 'daily' })))
  const indexIn = (second: string): string => join(storeFolder(second, 'shop'), 'backups.json')

  it.each([
    ['cut', (text: string) => text.slice(0, 200)],
    ['empty', () => ''],
    ['without its store', () => '{"version":1,"backups":[]}']
  ])('fault 107: that is %s hides no backup and is written anew', async (_, damage) => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    const backups = own()
    await copies.copy('shop', backups)
    const whole = readFileSync(indexIn(second), 'utf8')
    writeFileSync(indexIn(second), damage(whole))
    const found = take(await copies.list('shop'))
    expect(found.map(({ at, reviews }) => [at / day, reviews])).toEqual(
      [3, 2, 1].map((number) => [number, 'unknown'])
    )
    await copies.copy('shop', backups)
    expect(readFileSync(indexIn(second), 'utf8')).toBe(whole)
  })

  it('fault 107: keeps and deletes by the rule what stands only in the names of the files', async () => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    await copies.copy('shop', own())
    writeFileSync(indexIn(second), '{')
    const later = backupsOf(
      [10, 11, 12, 13, 14, 15, 16, 17].map((n) => ({ number: n, at: n * day, reason: 'daily' }))
    )
    await copies.copy('shop', later)
    const found = take(await copies.list('shop'))
    expect(found.map(({ at }) => at / day)).toEqual([17, 16, 15, 14, 13, 12, 11, 10, 3])
    expect(backupsIn(second)).toHaveLength(found.length)
  })

  it('fault 107: is read entry by entry', async () => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    await copies.copy('shop', own())
    writeFileSync(
      indexIn(second),
      readFileSync(indexIn(second), 'utf8').replace('"bytes": 8', '"bytes": "?"')
    )
    const found = take(await copies.list('shop'))
    expect(found.map(({ bytes, reviews }) => [bytes, reviews])).toEqual([
      [8, 'unknown'],
      [8, 1],
      [8, 1]
    ])
  })

  it('fault 107: has no backup whose file is gone; it is copied again', async () => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    const mine = own()
    await copies.copy('shop', mine)
    rmSync(join(storeFolder(second, 'shop'), mine.backups[0]?.name ?? ''))
    expect(take(await copies.list('shop'))).toHaveLength(2)
    await copies.copy('shop', mine)
    expect(take(await copies.list('shop'))).toHaveLength(3)
  })

  it('fault 107: of a newer version is left alone, and told; its backups are listed', async () => {
    const second = await markedFolder()
    const copies = copiesInto(second)
    await copies.copy('shop', own())
    const newer = readFileSync(indexIn(second), 'utf8').replace('"version": 1', '"version": 2')
    writeFileSync(indexIn(second), newer)
    await copies.copy('shop', backupsOf([{ number: 9, at: 9 * day, reason: 'close' }]))
    expect(copies.state().stores.shop?.failure?.facts.reason).toBe('newer')
    expect(readFileSync(indexIn(second), 'utf8')).toBe(newer)
    expect(backupsIn(second)).toHaveLength(3)
    expect(take(await copies.list('shop'))).toHaveLength(3)
  })
})
