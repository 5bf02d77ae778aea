import type { renameSync } from 'node:fs'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ok } from '../../../../electron/contract/failure'
import {
  hasReviews,
  putAway,
  takeBack,
  tellStore
} from '../../../../electron/reviews/recovery/removed-stores'
import { createReviewFiles } from '../../../../electron/reviews/review-files'
import { threadFile } from '../../../support/threads'
import { testFolder } from '../../../support/folder'
import { openDesk, take } from '../review-thread'

/** Whether a scanner holds the file or folder that is renamed. */
let isHeld: (file: string) => boolean = () => false

vi.mock('node:fs', async (original) => {
  const fs = await original<{ renameSync: typeof renameSync }>()
  const rename = (...[from, to]: Parameters<typeof renameSync>): void => {
    const refusal = { code: 'EPERM', syscall: 'rename' }
    if (isHeld(String(from).replaceAll('\\', '/'))) throw Object.assign(new Error('EPERM'), refusal)
    fs.renameSync(from, to)
  }
  return { ...fs, renameSync: rename }
})

afterEach(() => {
  isHeld = () => false
})

const store = { baseUrl: 'https://shop.example', apiPath: '/api' }
const other = { baseUrl: 'https://other.example', apiPath: '/api' }

interface Places {
  folder: string
  removed: string
}

/** A connection's folder in which these stand, each with its name as its text. */
function placesWith(...names: string[]): Places {
  const all = testFolder()
  const places = { folder: join(all, 'shop'), removed: join(all, 'removed') }
  mkdirSync(join(places.folder, 'reviews-backups'), { recursive: true })
  for (const name of names) writeFileSync(join(places.folder, name), name)
  return places
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('fault 111: reviews of a removed connection', () => {
  const files = ['reviews.sqlite', 'reviews.damaged-1.sqlite', 'reviews-backups/one.sqlite'] as const
  const remove = ({ folder, removed }: Places): void => putAway(folder, removed, store, 1)

  it('stay in their folder where one of their files cannot be moved', () => {
    const places = placesWith(...files)
    isHeld = (file) => file.endsWith('shop/reviews-backups')
    expect(() => remove(places)).toThrow('EPERM')
    expect(filesIn(places.folder)).toHaveLength(3)
    expect(readdirSync(places.removed)).toEqual([])
  })

  it.each(['reviews.sqlite', 'reviews.damaged-1.sqlite'])(
    'are all there where %s can be moved neither on nor back, and are taken back whole',
    (stuck) => {
      const places = placesWith(...files)
      const { folder, removed } = places
      isHeld = (file) =>
        file.endsWith('shop/reviews-backups') || (file.endsWith(stuck) && file.includes('/removed/'))
      expect(() => remove(places)).toThrow('EPERM')
      expect([...filesIn(folder), ...filesIn(removed)].toSorted()).toEqual([
        'one.sqlite',
        'reviews.damaged-1.sqlite',
        'reviews.sqlite',
        'store.json'
      ])
      isHeld = () => false
      expect(takeBack(folder, removed, store)).toBe(true)
      expect(filesIn(folder)).toHaveLength(3)
      expect(readdirSync(removed)).toEqual([])
    }
  )

  it('are put away whole by the next start', () => {
    const places = placesWith(...files)
    const { folder, removed } = places
    isHeld = (file) =>
      file.endsWith('shop/reviews-backups') || (file.endsWith('reviews.sqlite') && file.includes('/removed/'))
    expect(() => remove(places)).toThrow('EPERM')
    isHeld = () => false
    expect(hasReviews(folder)).toBe(true)
    remove(places)
    expect(existsSync(folder)).toBe(false)
    expect(readdirSync(removed)).toHaveLength(1)
    expect(filesIn(removed)).toHaveLength(4)
    expect(takeBack(join(removed, '..', 'again'), removed, store)).toBe(true)
    expect(filesIn(join(removed, '..', 'again'))).toHaveLength(3)
  })

  it('are opened without their backups while these cannot be taken back, and get them later', () => {
    const places = placesWith(...files)
    const { folder, removed } = places
    remove(places)
    isHeld = (file) => file.endsWith('/reviews-backups') || file.endsWith('shop/reviews.sqlite')
    expect(() => takeBack(folder, removed, store)).toThrow('EPERM')
    isHeld = (file) => file.endsWith('/reviews-backups')
    expect(takeBack(folder, removed, store)).toBe(false)
    expect(filesIn(folder)).toEqual(['reviews.sqlite'])
    isHeld = () => false
    expect(takeBack(folder, removed, store)).toBe(false)
    expect(filesIn(folder)).toHaveLength(3)
    expect(readdirSync(removed)).toEqual([])
  })

  it('are waited for where they cannot be taken back: nothing is begun without them', () => {
    const places = placesWith(...files)
    const { folder, removed } = places
    remove(places)
    isHeld = (file) => file.endsWith('reviews.sqlite')
    expect(() => takeBack(folder, removed, store)).toThrow('EPERM')
    isHeld = () => false
    expect(takeBack(folder, removed, store)).toBe(true)
    expect(filesIn(folder)).toHaveLength(3)
  })

  it('never go with the place of a removed one that holds more than backups', () => {
    const places = placesWith('reviews.sqlite', 'reviews.sqlite-wal')
    const { folder, removed } = places
    remove(places)
    const [place = ''] = readdirSync(removed)
    rmSync(join(removed, place, 'reviews.sqlite'))
    mkdirSync(folder)
    writeFileSync(join(folder, 'reviews.sqlite'), 'other')
    expect(takeBack(folder, removed, store)).toBe(false)
    expect(filesIn(removed)).toContain('reviews.sqlite-wal')
  })
})

describe('a connection that is removed', () => {
  it('fault 111: waits for second copies that are being made of its backups', async () => {
    const folder = testFolder()
    const copied = Promise.withResolvers<undefined>()
    let isThere = true
    const files = createReviewFiles({
      threadFile: threadFile('reviews'),
      folderOf: (id) => join(folder, id),
      removedFolder: join(folder, 'removed'),
      storeOf: (id) => (isThere || id !== 'shop' ? store : null),
      release: () => Promise.resolve(),
      replaced: () => undefined,
      secondCopies: {
        state: () => ({ folder: join(folder, 'second'), stores: {} }),
        copy: (id) => (id === 'shop' ? copied.promise : Promise.resolve()),
        fetch: () => Promise.resolve(ok(null))
      },
      now: () => 1
    })
    onTestFinished(() => files.close())
    files.follow(['shop'], 'shop')
    take(await files.ask('note', 'shop', { product: 'a', note: 'Precious', by: 'Ada', at: 1 }))
    const copying = files.copyBackups()
    isThere = false
    const leaving = files.leave('shop')
    // The thread does one thing after another: putting away would be done before it answers twice.
    for (const productId of ['a', 'b']) take(await files.ask('of', 'other', { productId }))
    expect(hasReviews(join(folder, 'shop'))).toBe(true)
    copied.resolve(undefined)
    await copying
    take(await leaving)
    expect(hasReviews(join(folder, 'shop'))).toBe(false)
  })
})

describe('fault 100: which store a folder is of', () => {
  it('is written whole or not at all', () => {
    const folder = join(testFolder(), 'shop')
    tellStore(folder, store)
    isHeld = (file) => file.includes('store.json')
    expect(() => tellStore(folder, other)).toThrow('EPERM')
    expect(JSON.parse(readFileSync(join(folder, 'store.json'), 'utf8'))).toMatchObject(store)
    expect(readdirSync(folder)).toEqual(['store.json'])
  })
})

describe('fault 80: a folder that cannot be told which store it is of', () => {
  it('has its reviews read and written all the same, and is told once that can be done', async () => {
    const folder = testFolder()
    const told = join(folder, 'shop', 'store.json')
    mkdirSync(told, { recursive: true })
    const log = { warn: vi.fn(), error: vi.fn() }
    const desk = openDesk({ folder, log })
    desk.reviews.follow(['shop'], 'shop')
    expect(take(await desk.note('a', 'Saved'))).toMatchObject({ note: 'Saved' })
    expect(log.warn).toHaveBeenCalledWith(
      'a folder cannot be told which store it is of',
      expect.objectContaining({ connectionId: 'shop' })
    )
    rmSync(told, { recursive: true })
    desk.reviews.follow(['shop'], 'shop')
    take(await desk.note('a', 'Goes on'))
    expect(JSON.parse(readFileSync(told, 'utf8'))).toMatchObject(store)
  })

  it('fault 100: is told at the start also where nobody looks at its reviews', async () => {
    const desk = openDesk({ connectionId: 'looked-at' })
    desk.reviews.follow(['looked-at', 'other'], 'looked-at')
    take(await desk.note('a', 'Saved'))
    expect(JSON.parse(readFileSync(join(desk.folder, 'other', 'store.json'), 'utf8'))).toMatchObject(store)
  })
})
