import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { startDemoStore } from '../../../electron/demo'
import { demoCatalogSize, demoShop } from '../../../scripts/demo-store/shop'
import { demoFolder, fullPath, keyHeaders, openShop, rawStatus, shortPath } from './shop'

const { store, page } = openShop()

describe('the two forms of the list', () => {
  it('the full form carries a message and whole products', async () => {
    const { status, message, data } = await page('?pageNo=1&limit=25')
    expect(status).toBe(200)
    expect(message).toBeTypeOf('string')
    expect(data).toMatchObject({ currentPage: 1, totalPages: 50, totalItems: demoCatalogSize })
    expect(data.items).toHaveLength(25)
    expect(Object.keys(data.items[0] ?? {}).sort()).toEqual(['description', 'id', 'image', 'name', 'price'])
    expect(data.items[0]?.image).toMatch(/^\/images\/\d+\.(jpg|png|webp)$/)
  })

  it('the short form carries neither message nor anything but id, name and price', async () => {
    const answer = await page('?pageNo=2&limit=100', shortPath)
    expect(Object.keys(answer).sort()).toEqual(['data', 'status'])
    expect(new Set(answer.data.items.flatMap((item) => Object.keys(item)))).toEqual(
      new Set(['id', 'name', 'price'])
    )
    const full = await page('?pageNo=2&limit=100')
    expect(answer.data.items.map(({ id }) => id)).toEqual(full.data.items.map(({ id }) => id))
  })
})

describe('paging', () => {
  it('all pages together are the catalog in its order', async () => {
    const names: unknown[] = []
    let pages = 1
    for (let number = 1; number <= pages; number += 1) {
      const { data } = await page(`?pageNo=${number}&limit=75`)
      expect(data.currentPage).toBe(number)
      names.push(...data.items.map(({ name }) => name))
      pages = data.totalPages
    }
    expect(names).toEqual(demoShop().items.map(({ name }) => name))
  })

  it('a larger limit is cut down to 200 without a word', async () => {
    const { data } = await page('?pageNo=1&limit=1000')
    expect(data.items).toHaveLength(200)
    expect(data.totalPages).toBe(7)
  })

  it('a page after the last one is empty and its totals are true', async () => {
    const { data } = await page('?pageNo=51&limit=25')
    expect(data).toEqual({ items: [], currentPage: 51, totalPages: 50, totalItems: demoCatalogSize })
  })

  it.each(['', '?pageNo=0&limit=0', '?pageNo=-3&limit=-1', '?pageNo=two&limit=1.5', '?pageNo=&limit='])(
    'a request without sensible numbers (%s) gets the first 25',
    async (query) => {
      const { data } = await page(query)
      expect(data.currentPage).toBe(1)
      expect(data.items).toHaveLength(25)
    }
  )
})

describe('who is let in', () => {
  const urls = [fullPath, shortPath]

  it.each(urls)('%s refuses a missing or wrong key or user id with 401 and JSON', async (path) => {
    const right = keyHeaders(store())
    for (const headers of [
      {},
      { 'x-api-key': right['x-api-key'] ?? '' },
      { userid: right.userid ?? '' },
      { ...right, 'x-api-key': 'canary-wrong' },
      { ...right, userid: 'somebody' },
      { ...right, 'x-api-key': `${right['x-api-key'] ?? ''}x` }
    ]) {
      const response = await fetch(store().baseUrl + path, { headers })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ status: 401, message: expect.any(String) as string })
    }
  })

  it('each start makes a key and a user id of its own', async () => {
    const other = await startDemoStore(demoFolder)
    expect(other.credentials.key).not.toBe(store().credentials.key)
    expect(other.credentials.userId).not.toBe(store().credentials.userId)
    const response = await fetch(other.baseUrl + fullPath, { headers: keyHeaders(store()) })
    expect(response.status).toBe(401)
    await other.close()
  })

  it.each([
    '/',
    '/api/public/products/',
    '/api',
    '/images/',
    '/images/0.jpg',
    '/images/../catalog.json',
    '/images/%2e%2e%2fcatalog.json',
    '/catalog.json',
    '/__proto__',
    '/constructor'
  ])('nothing is at %s: 404 and JSON', async (path) => {
    const response = await fetch(store().baseUrl + path, { headers: keyHeaders(store()) })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ status: 404, message: expect.any(String) as string })
  })

  it('it can only be read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await fetch(store().baseUrl + fullPath, { method, headers: keyHeaders(store()) })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    }
  })

  it('HEAD answers as GET does, without the body', async () => {
    const response = await fetch(store().baseUrl + fullPath, { method: 'HEAD', headers: keyHeaders(store()) })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000)
    expect(await response.text()).toBe('')
  })

  it('a web page cannot reach it under a name of its own (DNS rebinding)', async () => {
    const { port } = new URL(store().baseUrl)
    const ask = (host: string): Promise<number> =>
      rawStatus(store().baseUrl + fullPath, { ...keyHeaders(store()), host })
    expect(await ask(`127.0.0.1:${port}`)).toBe(200)
    expect(await ask(`localhost:${port}`)).toBe(200)
    expect(await ask(`evil.example:${port}`)).toBe(403)
    expect(await ask('127.0.0.1')).toBe(403)
    expect(await ask(`127.0.0.1.evil.example:${port}`)).toBe(403)
  })

  it('it listens on 127.0.0.1 alone', async () => {
    expect(store().baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const port = Number(new URL(store().baseUrl).port)
    const others = [
      '::1',
      ...Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
    ]
    for (const host of others.filter((address) => address !== '127.0.0.1' && !address.startsWith('fe80'))) {
      const socket = connect({ host, port })
      await expect(once(socket, 'connect')).rejects.toThrow()
    }
  })
})

describe('closing', () => {
  it('ends idle connections at once, and may be done twice', async () => {
    const short = await startDemoStore(demoFolder)
    const { port, hostname } = new URL(short.baseUrl)
    const socket = connect({ host: hostname, port: Number(port) })
    await once(socket, 'connect')
    socket.resume()
    const ended = once(socket, 'close')
    await short.close()
    await ended
    await short.close()
    await expect(fetch(short.baseUrl + fullPath)).rejects.toThrow()
  })

  it('a port that is taken is refused', async () => {
    await expect(startDemoStore(demoFolder, Number(new URL(store().baseUrl).port))).rejects.toThrow(
      /EADDRINUSE/
    )
  })
})
