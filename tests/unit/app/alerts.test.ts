import { expect, it, onTestFinished } from 'vitest'
import { emptyQuery, noFilters } from '../../../electron/contract/empty-query'
import { startFaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { startApp } from './running-app'

it('a watched view tells of what a sync brought into it, and lists it once it is opened', async () => {
  const store = await startFaultyStore({ products: 60 })
  onTestFinished(() => store.close())
  const app = await startApp(testFolder())
  const { baseUrl, apiPath, credentials } = store
  const draft = { name: 'Shop', baseUrl, apiPath, currency: null, locale: null, httpAllowed: false }
  const { id: connectionId } = await app.get('connections:save', {
    id: null,
    draft,
    credentials,
    keep: 'session'
  })
  const synced = async (run: number): Promise<void> => {
    await expect.poll(async () => (await app.get('sync:state', { connectionId })).last?.run).toBe(run)
  }
  await synced(1)
  const filters = { ...noFilters, finding: 'price-zero' as const }
  const view = { id: 'free', name: 'Free', productQuery: { ...emptyQuery, filters }, watched: true }
  await app.get('views:save-named', { connectionId, saved: [view] })
  expect(await app.get('views:news', { connectionId })).toEqual([])

  // Only the quality check that follows the sync finds it.
  store.shelf.edits.set(7, { price: 0 })
  await app.get('sync:start', { connectionId })
  await synced(2)
  await expect.poll(() => app.told).toContain('views:arrived')
  expect(app.told.filter((event) => event === 'views:arrived')).toHaveLength(1)
  expect(await app.get('views:news', { connectionId })).toEqual([{ view: 'free', count: 1 }])
  const arrivals = [{ view: 'free', name: 'Free', count: 1 }]
  expect(app.notices).toEqual([{ connectionId, store: 'Shop', arrivals }])
  expect(await app.get('views:opened', { connectionId, view: 'free' })).toBe(1)
  expect(await app.get('views:news', { connectionId })).toEqual([])
  const page = await app.get('products:page', {
    connectionId,
    page: 1,
    limit: 25,
    from: 'copy',
    productQuery: { filters: { newIn: { view: 'free', name: 'Free' } } }
  })
  expect(page.items.map(({ id }) => id)).toEqual(['P-00007'])
}, 180_000)
