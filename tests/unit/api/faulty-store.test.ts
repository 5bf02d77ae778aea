import { inflateSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canary } from '../../support/canary'
import { scenarios, startFaultyStore, type FaultyStore } from '../../support/faulty-store'

async function running(): Promise<FaultyStore> {
  const store = await startFaultyStore({ products: 30 })
  onTestFinished(() => store.close())
  return store
}

const headers = { 'x-api-key': canary.key, userid: canary.userId }

describe('the faulty store', () => {
  it('has a scenario for every case that a running store can show by its answers', () => {
    const shown = new Set<number>(Object.values(scenarios).flatMap(({ faults }) => faults))
    const byAnswers = Array.from({ length: 58 }, (_, index) => index + 1).filter(
      // A name, a port, a certificate, a proxy or the network itself is at fault in these.
      (fault) => ![1, 2, 6, 7, 8, 10, 11, 12, 13].includes(fault)
    )
    expect(byAnswers.filter((fault) => !shown.has(fault))).toEqual([])
  })

  it('refuses a wrong key and a wrong user id, and counts what it is asked', async () => {
    const store = await running()
    const url = `${store.baseUrl}${store.apiPath}?pageNo=2&limit=20`
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { ...headers, userid: 'other' } })).status).toBe(401)
    const answer = await fetch(url, { headers })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ data: { currentPage: 2, totalPages: 2, totalItems: 30 } })
    expect(store.pageRequests()).toBe(3)
  })

  it('has real pictures, of which each looks different', async () => {
    const store = await running()
    const [one, two] = await Promise.all(
      [1, 2].map(async (n) =>
        Buffer.from(await (await fetch(`${store.baseUrl}/images/${n}.png`)).arrayBuffer())
      )
    )
    const pixels = [one, two].map((png) => inflateSync(png?.subarray(41, -16) ?? Buffer.alloc(0)))
    expect(one?.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect(pixels[0]).toHaveLength(64 * (1 + 64 * 3))
    expect(pixels[0]).not.toEqual(pixels[1])
    expect(store.pageRequests()).toBe(0)
  })

  it('goes away and comes back at the same address', async () => {
    const store = await running()
    const url = `${store.baseUrl}${store.apiPath}`
    await store.goOffline()
    await expect(fetch(url, { headers })).rejects.toThrow()
    await store.comeBack()
    expect((await fetch(url, { headers })).status).toBe(200)
  })
})
