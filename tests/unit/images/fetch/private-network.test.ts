import type { LookupAddress } from 'node:dns'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createPrivateStores, type PrivateStores } from '../../../../electron/images/fetch/private-network'
import { startProxy } from '../../../support/faulty-store'
import { startBench } from '../../api/fixture'

const shop = 'https://shop.example'

let found: string[]
/** What names resolve to; each question is noted. */
let names: Record<string, string[]>
let asked: string[]
let stores: PrivateStores

beforeEach(() => {
  found = []
  names = {}
  asked = []
  stores = createPrivateStores({ resolveName, onFound: (origin) => found.push(origin) })
})

function resolveName(name: string): Promise<LookupAddress[]> {
  asked.push(name)
  const addresses = names[name]
  if (addresses === undefined) return Promise.reject(new Error('no such name'))
  return Promise.resolve(addresses.map((address) => ({ address, family: 4 })))
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('which stores are in a private network', () => {
  it('fault 116: one whose page came from a private address, told once, and its origin alone', () => {
    stores.seen(shop, '10.0.0.5')
    stores.seen(shop, '10.0.0.5')
    expect(found).toEqual([shop])
    expect(stores.has(shop)).toBe(true)
    expect(stores.has('http://shop.example')).toBe(false)
    expect(stores.has(`${shop}:8443`)).toBe(false)
  })

  it('fault 116: not one whose page came from a public address, whatever its name resolves to', async () => {
    names['shop.example'] = ['127.0.0.1']
    stores.seen(shop, '93.184.216.34')
    await settled()
    expect([stores.has(shop), found, asked]).toEqual([false, [], []])
  })

  it('fault 119: behind a proxy one whose name resolves to a private address here', async () => {
    names['shop.example'] = ['10.0.0.5']
    stores.seen(shop, null)
    stores.seen(shop, null)
    await settled()
    expect([stores.has(shop), asked]).toEqual([true, ['shop.example']])
  })

  it('fault 119: behind a proxy not one whose name is not known here', async () => {
    stores.seen(shop, null)
    await settled()
    expect(stores.has(shop)).toBe(false)
  })
})

describe('what the client tells of a store that it asks', () => {
  const seen: [string, string | null][] = []
  const onStoreSeen = (origin: string, address: string | null): unknown => seen.push([origin, address])

  beforeEach(() => void seen.splice(0))

  it('fault 116: the address that a page came from', async () => {
    const bench = await startBench({ onStoreSeen })
    expect(await bench.ask()).toMatchObject({ ok: true })
    expect(seen).toEqual([[bench.store.baseUrl, '127.0.0.1']])
  })

  it('fault 116: nothing of what answers with something else than a page, as a router does', async () => {
    const bench = await startBench({ onStoreSeen })
    bench.store.scenario('html')
    expect(await bench.ask()).toMatchObject({ ok: false })
    expect(seen).toEqual([])
  })

  it('fault 119: no address behind a proxy', async () => {
    const proxy = await startProxy()
    onTestFinished(() => proxy.close())
    const bench = await startBench({
      onStoreSeen,
      resolveProxy: () => Promise.resolve(`PROXY ${proxy.address}`)
    })
    expect(await bench.ask()).toMatchObject({ ok: true })
    expect(seen).toEqual([[bench.store.baseUrl, null]])
  })
})
