import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { testFolder } from '../../support/folder'
import { take } from '../catalog/writing-side'
import { tokenOf } from '../images/disk/open-side'
import { connectionId, makeFiles } from './make-files'
import { openProfile, type Profile } from './profile'

/** Holds a folder for each released version, with the files that it wrote. */
const released = resolve(import.meta.dirname, '../../released')
const { version } = JSON.parse(readFileSync(resolve(released, '../../package.json'), 'utf8')) as {
  version: string
}

if (process.env.VITRINE_MAKE_RELEASED === '1') {
  beforeAll(() => makeFiles(join(released, version)), 60_000)
}

/** A copy of a version's files, in today's hands. */
async function open(of: string): Promise<{ folder: string; profile: Profile }> {
  const folder = testFolder()
  cpSync(join(released, of), folder, { recursive: true })
  const profile = await openProfile(folder, () => Date.UTC(2027, 0, 1))
  onTestFinished(() => profile.close())
  return { folder, profile }
}

it('has files of the version that is next released', () => {
  expect(readdirSync(released)).toContain(version)
})

describe.each(readdirSync(released))('the files of version %s', (of) => {
  it('keep connections, views and whatever else was set', async () => {
    const { profile } = await open(of)
    expect(profile.loaded).toMatchObject({ damage: null, readOnly: null })
    expect(profile.settings.get()).toMatchObject({
      connections: [{ id: connectionId, name: 'Shop', baseUrl: 'https://store.example', keep: 'keychain' }],
      activeId: connectionId,
      schedules: { [connectionId]: 'daily' },
      reviewer: 'Ada',
      views: { [connectionId]: { page: 2, layout: 'gallery', search: 'la', density: 'compact' } },
      savedViews: { [connectionId]: [{ name: 'Cheap', productQuery: { search: 'vase' } }] },
      window: { width: 1200, height: 800 }
    })
  })

  it('keep the catalog and what changed in it', async () => {
    const { folder, profile } = await open(of)
    const { copy } = profile
    const list = take(await copy.read(connectionId, { productQuery: emptyQuery, offset: 0, limit: 10 }))
    expect(list.items.map(({ id, price }) => [id, price])).toEqual([
      ['lamp', 35],
      ['vase', 25],
      ['chair', 0]
    ])
    expect(list.coverage).toMatchObject({ state: 'complete', products: 3, setAside: 1 })
    const found = await copy.read(connectionId, {
      productQuery: { ...emptyQuery, search: 'vas' },
      offset: 0,
      limit: 10
    })
    expect(take(found).items.map(({ id }) => id)).toEqual(['vase'])
    const filter = { fromRun: null, toRun: null, kinds: [], leastPercent: null, unseen: false }
    const { changes } = take(await copy.history.changes(connectionId, { ...filter, offset: 0, limit: 10 }))
    expect(changes.map(({ kind, product }) => [kind, product.id]).sort()).toEqual([
      ['gone', 'gone'],
      ['price', 'lamp']
    ])
    expect(await copy.takeNotice(connectionId)).toBeNull()
    expect(
      readdirSync(join(folder, 'connections', connectionId)).filter((name) => /damaged|building/.test(name))
    ).toEqual([])
  })

  it('keep marks, notes, excuses and their log, and take new ones', async () => {
    const { folder, profile } = await open(of)
    const { reviews } = profile
    reviews.follow([connectionId], connectionId)
    const review = async (productId: string): Promise<unknown> =>
      take(await reviews.of({ connectionId, productId }))
    expect(await review('lamp')).toMatchObject({
      mark: 'approved',
      state: 'changed',
      markedBy: 'Ada',
      differences: [{ field: 'price', before: 40, after: 35 }]
    })
    expect(await review('vase')).toMatchObject({ mark: 'approved', state: 'approved' })
    expect(await review('gone')).toMatchObject({ note: 'Ask the supplier' })
    const list = take(
      await profile.copy.read(connectionId, { productQuery: emptyQuery, offset: 0, limit: 10 })
    )
    // Approvals by 64 bits, as version 0.1 wrote them, hold in lists and in their filters as well.
    expect(list.items.map(({ id, review: { state } }) => [id, state])).toEqual([
      ['lamp', 'changed'],
      ['vase', 'approved'],
      ['chair', 'unreviewed']
    ])
    const filters = { ...emptyQuery.filters, review: ['approved' as const] }
    const approved = await profile.copy.read(connectionId, {
      productQuery: { ...emptyQuery, filters },
      offset: 0,
      limit: 10
    })
    expect(take(approved).items.map(({ id }) => id)).toEqual(['vase'])
    expect(take(await reviews.exceptions(connectionId))).toMatchObject([
      { productId: 'chair', rule: 'price-zero', reason: 'A gift' }
    ])
    expect(take(await reviews.log({ connectionId, productId: null, before: null, limit: 10 }))).toHaveLength(
      3
    )
    take(await reviews.note({ connectionId, productId: 'vase', note: 'New' }))
    expect(await review('vase')).toMatchObject({ note: 'New' })
    expect(take(await reviews.takeNotice(connectionId))).toBeNull()
    expect(existsSync(join(folder, 'connections', connectionId, 'reviews.sqlite'))).toBe(true)
  })

  it('keep what the audit found, and the history of the score', async () => {
    const { profile } = await open(of)
    expect(take(await profile.audits.scores(connectionId))).toMatchObject([{ run: 2, products: 3 }])
    profile.audits.follow([connectionId], null)
    expect(take(await profile.audits.findingsOf(connectionId, 'chair')).map(({ rule }) => rule)).toContain(
      'price-zero'
    )
  })

  it('keep pictures', async () => {
    const { profile } = await open(of)
    const question = {
      connectionId,
      token: tokenOf('https://store.example/images/lamp.png'),
      size: 'thumbnail'
    } as const
    const [read] = take(await profile.pictures.ask('read', { questions: [question], now: 1 }))
    expect(Buffer.from(read?.raster?.bytes ?? []).toString()).toBe('48 px of lamp')
  })
})
