import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ok } from '../../../electron/contract/failure'
import { createFolderCarrier } from '../../../electron/team/carriers/folder'
import { exchange, valueOf } from '../../../electron/team/exchange'
import { newDeviceKey } from '../../../electron/team/segment'
import { testFolder } from '../../support/folder'
import { take } from '../catalog/writing-side'
import { connectionId } from './make-files'
import { openProfile, type Profile } from './profile'

const released = resolve(import.meta.dirname, '../../released')
const store = { baseUrl: 'https://store.example', apiPath: '/api/public/products' }
const team = 'd'.repeat(32)

/** A profile with reviews of the connection: those that a version wrote, or none. */
async function open(of: string | null): Promise<Profile> {
  const folder = testFolder()
  if (of !== null) cpSync(join(released, of), folder, { recursive: true })
  else mkdirSync(join(folder, 'connections', connectionId), { recursive: true })
  const profile = await openProfile(folder, () => Date.UTC(2027, 0, 1))
  onTestFinished(() => profile.close())
  profile.reviews.follow([connectionId], connectionId)
  take(await profile.reviews.exceptions(connectionId))
  return profile
}

/** Lets a profile join the team in a folder; what comes back exchanges with it. */
async function joinTeam({ reviews }: Profile, path: string, name: string): Promise<() => Promise<void>> {
  const book = reviews.teamBook(connectionId)
  const key = newDeviceKey()
  const place = { kind: 'folder' as const, path }
  valueOf(await book.begin({ team, device: key.device, place, store }, null))
  const carrier = createFolderCarrier(path)
  const signal = AbortSignal.timeout(60_000)
  await carrier.prepare(signal)
  const deps = {
    book,
    carrier,
    key: () => Promise.resolve(ok(key)),
    newKey: () => Promise.reject(new Error('the id is its own')),
    reviewer: () => name,
    now: () => Date.UTC(2027, 0, 1)
  }
  return () => exchange(deps, { signal, mayWrite: true })
}

async function reviewsIn({ reviews }: Profile, products: readonly string[]): Promise<unknown[]> {
  return Promise.all(
    products.map(async (productId) => {
      const { mark, markedBy, notedBy, note } = take(await reviews.of({ connectionId, productId }))
      return { mark, markedBy, notedBy, note }
    })
  )
}

/** As version 0.1 shares reviews: without what marks and notes say since. */
const sharedBefore = [
  { vitrine: 'reviews', version: 1, store, at: Date.UTC(2026, 10, 23), by: 'Bo' },
  {
    product: 'chair',
    mark: { mark: 'needs-work', at: Date.UTC(2026, 10, 23), by: 'Bo', seen: null, content: null },
    note: {
      texts: [{ id: '0123456789abcdef', at: Date.UTC(2026, 10, 23), by: 'Bo', note: 'No picture' }],
      replaced: []
    }
  },
  { end: 1 }
]

describe.each(readdirSync(released))('the reviews of version %s', (of) => {
  it('reach a colleague with every mark, note and exception, once both have joined a team', async () => {
    const [ada, ben, place] = [await open(of), await open(null), testFolder()]
    const file = join(testFolder(), 'shared.vitrine-reviews')
    writeFileSync(file, sharedBefore.map((line) => `${JSON.stringify(line)}\n`).join(''))
    expect(take(await ada.reviews.mergeFile(connectionId, file))).toMatchObject({
      reviews: 1,
      marks: 1,
      notes: 1
    })
    const exchangeAda = await joinTeam(ada, place, 'Ada')
    const exchangeBen = await joinTeam(ben, place, 'Ben')
    await exchangeAda()
    await exchangeBen()
    expect(await reviewsIn(ben, ['lamp', 'vase', 'chair', 'gone'])).toEqual([
      { mark: 'approved', markedBy: 'Ada', notedBy: '', note: '' },
      { mark: 'approved', markedBy: 'Ada', notedBy: '', note: '' },
      { mark: 'needs-work', markedBy: 'Bo', notedBy: 'Bo', note: 'No picture' },
      expect.objectContaining({ note: 'Ask the supplier' })
    ])
    expect(take(await ben.reviews.exceptions(connectionId))).toMatchObject([
      { productId: 'chair', rule: 'price-zero', reason: 'A gift' }
    ])
    // And what the colleague does reaches these reviews.
    take(await ben.reviews.note({ connectionId, productId: 'vase', note: 'From Ben' }))
    await exchangeBen()
    await exchangeAda()
    expect(await reviewsIn(ada, ['vase'])).toMatchObject([{ mark: 'approved', note: 'From Ben' }])
  })

  it('merge a file of that version in a team, too, whose colleagues have it from there', async () => {
    const [ada, ben, place] = [await open(null), await open(null), testFolder()]
    const exchangeAda = await joinTeam(ada, place, 'Ada')
    const exchangeBen = await joinTeam(ben, place, 'Ben')
    const file = join(testFolder(), 'shared.vitrine-reviews')
    writeFileSync(file, sharedBefore.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const merged = take(await ada.reviews.mergeFile(connectionId, file))
    expect(merged).toMatchObject({ of: 'reviews', reviews: 1, marks: 1, notes: 1 })
    await exchangeAda()
    await exchangeBen()
    expect(await reviewsIn(ben, ['chair'])).toEqual([
      { mark: 'needs-work', markedBy: 'Bo', notedBy: 'Bo', note: 'No picture' }
    ])
  })

  it('reach a colleague from a backup that was restored after joining', async () => {
    const [ada, ben, place] = [await open(of), await open(null), testFolder()]
    const exchangeAda = await joinTeam(ada, place, 'Ada')
    const exchangeBen = await joinTeam(ben, place, 'Ben')
    const [backup] = take(await ada.reviews.backups(connectionId))
    if (backup === undefined) throw new Error('opening a file of an earlier version makes a backup')
    take(await ada.reviews.restore({ connectionId, backup: backup.name }))
    await exchangeAda()
    await exchangeBen()
    expect(await reviewsIn(ben, ['lamp', 'vase', 'gone'])).toMatchObject([
      { mark: 'approved', markedBy: 'Ada' },
      { mark: 'approved', markedBy: 'Ada' },
      { note: 'Ask the supplier' }
    ])
    expect(take(await ben.reviews.exceptions(connectionId))).toMatchObject([{ productId: 'chair' }])
  })
})
