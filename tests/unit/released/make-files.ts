import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { arrival } from '../images/disk/open-side'
import { item, rawPages, take, type Item } from '../catalog/writing-side'
import { openProfile, type Profile } from './profile'

/** The store of which each released version has files here. */
export const connectionId = '8c0d6c39-0d6e-4d5e-9c27-6a4a1f0c2b11'
const at = Date.UTC(2026, 10, 22, 9)
const image = (id: string): string => `https://store.example/images/${id}.png`

const before: Item[] = [
  item('lamp', { name: 'Lamp', price: 40, image: image('lamp') }),
  item('vase', { name: 'Vase', price: 25, image: image('vase') }),
  item('chair', { name: 'Chair', price: 0, image: null }),
  item('gone', { name: 'Stool', price: 9, image: null }),
  { id: null, name: 'No id' }
]
const after: Item[] = [
  item('lamp', { name: 'Lamp', price: 35, image: image('lamp') }),
  ...before.slice(1, 3),
  before[4] ?? null
]

/**
 * Writes the files that this version keeps for one small store into a folder: two syncs between which a price falls and a
 * product goes, marks, a note, an excuse, an audit, a picture, settings. The same each time but for what the clock of SQLite
 * and the keys of rows say.
 */
export async function makeFiles(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  let clock = at
  const profile = await openProfile(folder, () => (clock += 1000))
  await writeSettings(profile)
  await sync(profile, before, at)
  await review(profile)
  await sync(profile, after, at + 3_600_000)
  await profile.audited(connectionId)
  take(
    await profile.pictures.ask('save', {
      arrivals: [arrival(image('lamp'), 'lamp', undefined, connectionId)],
      now: at
    })
  )
  await profile.close()
  // What is left of a backup is a second copy of what is there.
  const backups = join(folder, 'connections', connectionId, 'reviews-backups')
  rmSync(backups, { recursive: true, force: true })
}

async function writeSettings({ settings }: Profile): Promise<void> {
  const draft = { name: 'Shop', baseUrl: 'https://store.example', apiPath: '/api/public/products' }
  const connection = { ...draft, currency: 'EUR', locale: 'en', httpAllowed: false }
  const view = { page: 2, limit: 50, scrollTop: 120 }
  take(
    await settings.change((current) => ({
      ...current,
      connections: [{ ...connection, id: connectionId, keep: 'keychain' }],
      activeId: connectionId,
      schedules: { [connectionId]: 'daily' },
      reviewer: 'Ada',
      window: { x: 10, y: 20, width: 1200, height: 800, maximized: false },
      views: {
        [connectionId]: {
          ...view,
          mode: 'paged',
          layout: 'gallery',
          tileSize: 'L',
          search: 'la',
          filters: emptyQuery.filters,
          or: emptyQuery.or,
          sort: null,
          columns: [],
          density: 'compact',
          filtersOpen: false
        }
      },
      savedViews: {
        [connectionId]: [
          { id: 'cheap', name: 'Cheap', productQuery: { ...emptyQuery, search: 'vase' }, watched: false }
        ]
      }
    }))
  )
}

async function sync({ copy }: Profile, list: Item[], time: number): Promise<void> {
  const { run } = take(await copy.runs.begin(connectionId, time))
  const answers = rawPages(list, 100)
  take(await copy.runs.commit(connectionId, { run, at: time + 1, answers, checkpoint: null }))
  const ending = {
    outcome: 'complete',
    duration: 1,
    total: list.length,
    because: null,
    partly: null
  } as const
  take(await copy.runs.finish(connectionId, { run, at: time + 2, ...ending }))
}

async function review({ copy, reviews }: Profile): Promise<void> {
  const products = take(await copy.products(connectionId, ['lamp', 'vase'])).map(
    ({ id, contentFingerprint }) => ({
      id,
      contentFingerprint
    })
  )
  take(await reviews.mark({ connectionId, mark: 'approved', of: { products } }))
  take(await reviews.note({ connectionId, productId: 'gone', note: 'Ask the supplier' }))
  take(await reviews.setException({ connectionId, productId: 'chair', rule: 'price-zero', reason: 'A gift' }))
}
