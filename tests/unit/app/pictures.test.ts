import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { productQuerySchema } from '../../../electron/contract/product-query'
import type { Product } from '../../../electron/contract/product'
import { eventually } from '../../support/eventually'
import { testFolder } from '../../support/folder'
import { startApp, type RunningApp } from './running-app'

const demo = { connectionId: 'demo' }

interface Opened {
  app: RunningApp
  folder: string
  product: Product
  token: string
}

/** The demo store, and the first of its products with a picture. */
async function openDemo(folder = testFolder()): Promise<Opened> {
  const app = await startApp(folder)
  await app.get('demo:open', undefined)
  const page = await app.get('products:page', { ...demo, page: 1, limit: 25, from: 'store' })
  const product = page.items.find(({ picture }) => picture !== null)
  const token = product?.picture?.token ?? ''
  if (product === undefined) throw new Error('the demo has no pictures')
  return { app, folder, product, token }
}

async function idsOf(app: RunningApp, filters: object): Promise<string[]> {
  const productQuery = productQuerySchema.parse({ filters })
  const page = await app.get('products:page', { ...demo, page: 1, limit: 100, from: 'copy', productQuery })
  return page.items.map(({ id }) => id)
}

it('what looking at a picture brings is a filter a second later', async () => {
  const { app, product, token } = await openDemo()
  expect(await app.get('pictures:describe', { ...demo, token })).toMatchObject({
    format: expect.any(String) as string
  })
  await eventually(async () => expect(await idsOf(app, { pictureBelow: 100_000 })).toEqual([product.id]))
  expect(await idsOf(app, { samePicture: { id: product.id, name: '' } })).toEqual([product.id])
})

it('a picture’s address is told as the store gives it, and the picture saved as its server sends it', async () => {
  const { app, folder, token } = await openDemo()
  const address = await app.get('pictures:address', { ...demo, token })
  const saved = await app.get('pictures:save', { ...demo, token, name: 'A thing' })
  expect(saved.isPreview).toBe(false)
  expect(saved.file).toMatch(/^A thing\.(jpg|png|webp)$/)
  expect(readFileSync(join(folder, saved.file ?? '')).length).toBeGreaterThan(1000)
  expect(address).toMatch(/^(https?:\/\/|\/)/)
  expect(await app.call('pictures:address', { ...demo, token: 'A'.repeat(43) })).toMatchObject({
    failure: { code: 'picture-none' }
  })
})

it('what is kept of pictures is set for each connection, and is there after a restart', async () => {
  const { app, folder } = await openDemo()
  expect(await app.get('pictures:prefetch', demo)).toMatchObject({ keep: 'thumbnails', phase: 'idle' })
  expect(await app.get('pictures:keep', { ...demo, keep: 'previews' })).toMatchObject({ keep: 'previews' })
  expect(await app.get('pictures:pause-prefetch', demo)).toMatchObject({ phase: 'paused' })
  expect(await app.get('pictures:set-limit', { bytes: 512_000_000 })).toMatchObject({ limit: 512_000_000 })
  await app.close()
  const again = await openDemo(folder)
  expect(await again.app.get('pictures:prefetch', demo)).toMatchObject({ keep: 'previews', phase: 'paused' })
  expect(await again.app.get('pictures:storage', undefined)).toMatchObject({ limit: 512_000_000 })
  expect((await again.app.get('pictures:resume-prefetch', demo)).phase).not.toBe('paused')
})

it('clearing pictures empties the disk of them, and touches nothing else', async () => {
  const { app, product, token } = await openDemo()
  await app.get('pictures:describe', { ...demo, token })
  await eventually(async () => {
    expect(await app.get('pictures:storage', undefined)).toMatchObject({ pictures: 1, because: null })
  })
  await eventually(async () => expect(await idsOf(app, { pictureBelow: 100_000 })).toEqual([product.id]))
  expect(await app.get('pictures:clear', undefined)).toMatchObject({ pictures: 0 })
  expect(await idsOf(app, { pictureBelow: 100_000 })).toEqual([product.id])
})

it('only what is a host can be allowed, and nothing is kept for a connection that there is not', async () => {
  const { app, folder } = await openDemo()
  for (const host of ['nas.local', 'NAS.local', '192.168.1.5:8080', '[fd00::1]']) {
    expect(await app.call('pictures:allow-host', { ...demo, host })).toEqual({ ok: true, value: null })
  }
  for (const host of [
    'nas local',
    'a/b',
    'user@nas.local',
    'nas.local:99999',
    'https://nas.local',
    '0x7f.1'
  ]) {
    expect(await app.call('pictures:allow-host', { ...demo, host })).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'host' } }
    })
  }
  const kept = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as Record<string, unknown>
  expect(kept.pictureHosts).toEqual({ demo: ['nas.local', '192.168.1.5:8080', '[fd00::1]'] })
  const nobody = { connectionId: 'nobody' }
  for (const answer of [
    await app.call('pictures:allow-host', { ...nobody, host: 'nas.local' }),
    await app.call('pictures:keep', { ...nobody, keep: 'none' }),
    await app.call('pictures:prefetch', nobody)
  ]) {
    expect(answer).toMatchObject({ failure: { code: 'connection-unknown' } })
  }
})

it('a connection that is removed takes with it what is known and set of its pictures', async () => {
  const { app, folder, token } = await openDemo()
  await app.get('pictures:keep', { ...demo, keep: 'none' })
  await app.get('pictures:describe', { ...demo, token })
  await app.get('connections:remove', { id: 'demo' })
  expect(existsSync(join(folder, 'connections', 'demo'))).toBe(false)
  const kept = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as Record<string, unknown>
  expect(kept).toMatchObject({ pictureKeeping: {}, pictureHosts: {}, pictureGathering: {} })
  // What waited to be saved is not saved now.
  await app.close()
  expect(existsSync(join(folder, 'connections', 'demo'))).toBe(false)
})
