import { request } from 'node:http'
import { resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startDemoStore, type DemoStore } from '../../../electron/demo'

/** What the demo store sells. */
export const demoFolder = resolve(import.meta.dirname, '../../../electron/demo/files')

export const fullPath = '/api/public/products'
export const shortPath = '/api/landing/public/products'

export interface Page {
  status: number
  message?: string
  data: {
    items: Record<string, unknown>[]
    currentPage: number
    totalPages: number
    totalItems: number
  }
}

/** A demo store that runs for the tests of one file. */
export function openShop(): {
  store: () => DemoStore
  page: (query: string, path?: string) => Promise<Page>
} {
  let running: DemoStore | undefined
  const store = (): DemoStore => {
    if (running === undefined) throw new Error('the demo store is not open')
    return running
  }
  beforeAll(async () => {
    running = await startDemoStore(demoFolder)
  })
  afterAll(async () => {
    await running?.close()
  })
  return {
    store,
    page: async (query, path = fullPath) => {
      const response = await fetch(`${store().baseUrl}${path}${query}`, { headers: keyHeaders(store()) })
      if (response.status !== 200) throw new Error(`status ${response.status}`)
      return (await response.json()) as Page
    }
  }
}

export function keyHeaders({ credentials }: DemoStore): Record<string, string> {
  return { 'x-api-key': credentials.key, userid: credentials.userId }
}

/** A request with headers that `fetch` does not let one set. */
export function rawStatus(url: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, method }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end()
  })
}
