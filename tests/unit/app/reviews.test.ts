import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { productQuerySchema } from '../../../electron/contract/product-query'
import type { Product } from '../../../electron/contract/product'
import { testFolder } from '../../support/folder'
import { eventually } from '../../support/eventually'
import { startApp, type RunningApp } from './running-app'

const connectionId = 'demo'
const unreviewed = productQuerySchema.parse({ filters: { review: ['unreviewed'] } })

async function products(app: RunningApp, productQuery = emptyQuery): Promise<Product[]> {
  const page = { connectionId, page: 1, limit: 50, from: 'copy' as const, productQuery }
  return (await app.get('products:page', page)).items
}

function mark(app: RunningApp, mark: 'approved' | 'ignored', of: Product[]): ReturnType<RunningApp['get']> {
  const contentFingerprint = of.map(({ id, contentFingerprint }) => ({ id, contentFingerprint }))
  return app.get('reviews:mark', { connectionId, mark, of: { products: contentFingerprint } })
}

describe('reviews in lists', () => {
  it('are there as soon as they are saved, counted, filtered, and taken back', async () => {
    const app = await startApp(testFolder(), true)
    await app.get('connections:list', undefined)
    const [one, other] = await products(app)
    if (one === undefined || other === undefined) throw new Error('the demo has no products')
    expect(one.review).toEqual({
      state: 'unreviewed',
      approvals: null,
      note: '',
      reason: null,
      reviewer: '',
      reviewedAt: null
    })
    expect(await mark(app, 'approved', [one, other])).toMatchObject({ changed: 2, stale: [] })
    await app.get('reviews:note', { connectionId, productId: one.id, note: 'Good' })
    expect((await products(app))[0]?.review).toMatchObject({ state: 'approved', note: 'Good' })
    const progress = await app.get('reviews:progress', { connectionId, productQuery: emptyQuery })
    expect(progress).toMatchObject({ approved: 2, changed: 0 })
    expect((await products(app, unreviewed)).map(({ id }) => id)).not.toContain(one.id)
    await app.get('reviews:undo', { connectionId, entry: 1 })
    expect((await products(app))[0]?.review).toMatchObject({ state: 'unreviewed', note: 'Good' })
  })

  it('fault 134: are all saved that were asked for before the app quits', async () => {
    const folder = testFolder()
    const app = await startApp(folder, true)
    await app.get('connections:list', undefined)
    // No more than a busy machine saves in the second that the app waits for them.
    const marked = (await products(app)).slice(0, 8)
    const asked = marked.map((product) => mark(app, 'approved', [product]))
    await app.close()
    expect(await Promise.all(asked)).toEqual(
      marked.map(() => expect.objectContaining({ changed: 1 }) as unknown)
    )
    const again = await startApp(folder, true)
    await again.get('connections:list', undefined)
    const progress = await again.get('reviews:progress', { connectionId, productQuery: emptyQuery })
    expect(progress).toMatchObject({ approved: 8 })
  })

  it('are marked as a list, which is looked at again when it has changed', async () => {
    const app = await startApp(testFolder(), true)
    await app.get('connections:list', undefined)
    await eventually(async () => {
      expect(await app.get('sync:state', { connectionId })).toMatchObject({
        phase: 'idle',
        last: { outcome: 'complete' }
      })
    })
    const [one] = await products(app)
    const productQuery = productQuerySchema.parse({ search: one?.name.split(' ')[0] ?? '' })
    const page = { connectionId, page: 1, limit: 50, from: 'copy' as const, productQuery }
    const { totalItems } = await app.get('products:page', page)
    const of = { productQuery, count: totalItems ?? 0 }
    expect(
      await app.call('reviews:mark', {
        connectionId,
        mark: 'ignored',
        of: { productQuery, count: of.count + 1 }
      })
    ).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'count' } }
    })
    expect(await app.get('reviews:mark', { connectionId, mark: 'ignored', of })).toMatchObject({
      changed: of.count
    })
    expect((await products(app, productQuery)).every(({ review }) => review.state === 'ignored')).toBe(true)
  })

  it('fault 133: are marked in the whole list by as many as the person is told, where items are doubled or unreadable', async () => {
    const app = await startApp(testFolder(), true)
    await app.get('connections:list', undefined)
    await eventually(async () => {
      expect(await app.get('sync:state', { connectionId })).toMatchObject({
        phase: 'idle',
        last: { outcome: 'complete' }
      })
    })
    const page = { connectionId, page: 1, limit: 50, from: 'copy' as const, productQuery: emptyQuery }
    const { coverage } = await app.get('products:page', page)
    const doubled = coverage.here - coverage.products - coverage.setAside
    expect([coverage.setAside, doubled].every((count) => count > 0)).toBe(true)
    const of = { productQuery: emptyQuery, count: coverage.products }
    expect(await app.get('reviews:mark', { connectionId, mark: 'approved', of })).toMatchObject({
      changed: coverage.products
    })
    const progress = await app.get('reviews:progress', { connectionId, productQuery: emptyQuery })
    expect(progress).toMatchObject({ approved: coverage.products, unreviewed: 0 })
  })

  it('fault 83, 84: come back from the backup, also into lists that were shown before', async () => {
    const folder = testFolder()
    const file = join(folder, 'connections', 'demo', 'reviews.sqlite')
    const first = await startApp(folder, true)
    await first.get('connections:list', undefined)
    await mark(first, 'ignored', (await products(first)).slice(0, 1))
    await first.close()
    writeFileSync(file, '')
    const app = await startApp(folder, true)
    await app.get('connections:list', undefined)
    expect(await app.get('reviews:notice', { connectionId })).toMatchObject({ kind: 'restored', salvaged: 0 })
    expect((await products(app))[0]?.review.state).toBe('ignored')
    const [backup] = await app.get('reviews:backups', { connectionId })
    await mark(app, 'approved', (await products(app)).slice(0, 1))
    await app.get('reviews:restore', { connectionId, backup: backup?.name ?? '' })
    expect((await products(app))[0]?.review.state).toBe('ignored')
    await mark(app, 'approved', (await products(app)).slice(0, 1))
    expect((await products(app))[0]?.review.state).toBe('approved')
  })

  it('fault 107: have backups in a second place once one is chosen, until it is given up', async () => {
    const folder = testFolder()
    const second = join(folder, 'second place')
    mkdirSync(second)
    const app = await startApp(folder, true)
    await app.get('connections:list', undefined)
    expect(await app.get('reviews:backup-folder', undefined)).toMatchObject({ folder: null })
    await mark(app, 'ignored', (await products(app)).slice(0, 1))
    expect(await app.get('reviews:choose-backup-folder', undefined)).toMatchObject({ folder: second })
    await app.close()
    const [place = ''] = readdirSync(join(second, 'Vitrine backups')).filter((name) => name.endsWith(' demo'))
    expect(readdirSync(join(second, 'Vitrine backups', place)).toSorted()).toEqual([
      'backups.json',
      expect.stringMatching(/^reviews-.*\.sqlite$/),
      'store.json'
    ])
    const again = await startApp(folder, true)
    expect(await again.get('reviews:backup-folder', undefined)).toMatchObject({ folder: second })
    expect(await again.get('reviews:remove-backup-folder', undefined)).toMatchObject({ folder: null })
  })

  it('are put away with their connection, and back with it', async () => {
    const folder = testFolder()
    const app = await startApp(folder, true)
    await app.get('connections:list', undefined)
    await mark(app, 'ignored', (await products(app)).slice(0, 1))
    await app.get('connections:remove', { id: 'demo' })
    expect(readdirSync(join(folder, 'removed-reviews'))).toHaveLength(1)
    expect(existsSync(join(folder, 'connections', 'demo'))).toBe(false)
    await app.get('demo:open', undefined)
    expect(await app.get('reviews:notice', { connectionId })).toEqual({ kind: 'back', reviews: 1 })
    // Lists have them once the catalog has the file that is back.
    await expect.poll(async () => (await products(app))[0]?.review.state).toBe('ignored')
  })
})

describe('who reviews', () => {
  it('is the account of this computer until somebody says so, and stands in what is decided', async () => {
    const folder = testFolder()
    const app = await startApp(folder, true)
    await app.get('connections:list', undefined)
    expect(await app.get('reviews:reviewer', undefined)).not.toBe('')
    expect(await app.get('reviews:set-reviewer', { name: ' Ada ' })).toBe('Ada')
    await mark(app, 'ignored', (await products(app)).slice(0, 1))
    expect(
      await app.get('reviews:log', { connectionId, productId: null, before: null, limit: 1 })
    ).toMatchObject([{ by: 'Ada', after: 'ignored' }])
    await app.close()
    expect(await (await startApp(folder)).get('reviews:reviewer', undefined)).toBe('Ada')
  })

  it('goes on in the queue where it was left', async () => {
    const folder = testFolder()
    const app = await startApp(folder, true)
    await app.get('connections:list', undefined)
    expect(await app.get('reviews:queue', { connectionId })).toBeNull()
    const queue = { productQuery: unreviewed, name: null, scope: 'to-do' as const, productId: 'a', place: 3 }
    await app.get('reviews:save-queue', { connectionId, queue })
    await app.close()
    const again = await startApp(folder, true)
    await again.get('connections:list', undefined)
    expect(await again.get('reviews:queue', { connectionId })).toEqual(queue)
    await again.get('reviews:save-queue', { connectionId, queue: null })
    expect(await again.get('reviews:queue', { connectionId })).toBeNull()
  })

  it('has no reviews of a connection that there is not', async () => {
    const app = await startApp(testFolder())
    expect(await app.call('reviews:of', { connectionId: 'nobody', productId: 'a' })).toMatchObject({
      failure: { code: 'connection-unknown' }
    })
  })
})
