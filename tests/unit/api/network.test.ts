import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction, Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StoreAddress } from '../../../electron/api/types'
import { closedPort } from '../../support/faulty-store'
import { failureOf, pageOf, startBench } from './fixture'

/** Long enough for loopback, short enough to wait for. */
const deadline = 80

function resolvesTo(...addresses: { address: string; family: number }[]): LookupFunction {
  return (_host, _options, done) => done(null, addresses)
}

function resolvesNot(code: string): LookupFunction {
  return (_host, _options, done) => done(Object.assign(new Error('getaddrinfo'), { code }), '')
}

/** A store whose connections so far go silent when the computer sleeps, as a router forgets them. */
async function startSleepingStore(): Promise<{
  store: StoreAddress
  connections: () => number
  sleep: () => void
}> {
  const [opened, silent] = [new Set<Socket>(), new Set<Socket>()]
  const server = createServer(({ socket }, response) => {
    if (!silent.has(socket)) response.end('{"data":{"items":[]}}')
  })
  server.on('connection', (socket) => opened.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    store: { baseUrl: `http://127.0.0.1:${port}`, apiPath: '/api/public/products' },
    connections: () => opened.size,
    sleep: () => opened.forEach((socket) => silent.add(socket))
  }
}

describe('a store that answers', () => {
  it('gives its page in the full form', async () => {
    const { ask } = await startBench()
    const page = pageOf(await ask({ page: 2, limit: 10 }))
    expect(page).toMatchObject({
      form: 'full',
      page: 2,
      limit: 10,
      pageSize: 10,
      totalItems: 240,
      totalPages: 24
    })
    expect(page.items.map(({ id }) => id).slice(0, 2)).toEqual(['P-00011', 'P-00012'])
    expect(page.items[0]?.image).toMatch(/\/images\/11\.png$/)
    expect(page.oddities).toEqual([])
  })

  it('gives its page in the short form at the other path', async () => {
    const { ask, store } = await startBench()
    const page = pageOf(
      await ask({ store: { baseUrl: store.baseUrl, apiPath: '/api/landing/public/products' } })
    )
    expect(page.form).toBe('short')
    expect(page.items[0]).toMatchObject({ id: 'P-00001', description: null, image: null, flags: [] })
  })

  it('is asked with key, user id, what is accepted and the app as user agent, and without cookies', async () => {
    const { ask, store } = await startBench({ version: '1.2.3' })
    await ask()
    await ask()
    const headers = store.requests[1]?.headers
    expect(headers).toMatchObject({
      'x-api-key': store.credentials.key,
      userid: store.credentials.userId,
      accept: 'application/json',
      'user-agent': 'Vitrine/1.2.3'
    })
    expect(headers).not.toHaveProperty('cookie')
  })
})

describe('the way to the store', () => {
  it('fault 1: a name that nobody knows is told as that', async () => {
    const { ask } = await startBench({ lookup: resolvesNot('ENOTFOUND') })
    const failure = failureOf(
      await ask({ store: { baseUrl: 'http://no-such-store.invalid', apiPath: '/p' } })
    )
    expect(failure).toMatchObject({ code: 'name-not-found', facts: { host: 'no-such-store.invalid' } })
  })

  it('fault 1: the real resolver finds no .invalid name, or says that it is offline', async () => {
    const { ask } = await startBench()
    const result = await ask({ store: { baseUrl: 'http://no-such-store.invalid', apiPath: '/p' } })
    expect(['name-not-found', 'offline']).toContain(failureOf(result).code)
  })

  it('fault 1: a resolver that cannot be reached means that the computer is offline', async () => {
    const { ask } = await startBench({ lookup: resolvesNot('EAI_AGAIN') })
    const result = await ask({ store: { baseUrl: 'http://store.example', apiPath: '/p' } })
    expect(failureOf(result).code).toBe('offline')
  })

  it('fault 2: a refused connection is told at once, with the host, and not tried again', async () => {
    const { ask, waits } = await startBench()
    const port = await closedPort()
    const result = await ask({ store: { baseUrl: `http://127.0.0.1:${port}`, apiPath: '/p' } })
    expect(failureOf(result)).toMatchObject({
      code: 'connection-refused',
      facts: { host: `127.0.0.1:${port}` }
    })
    expect(waits).toEqual([])
  })

  it('fault 3: a store that never answers is ended by the deadline', async () => {
    const { ask, store } = await startBench()
    store.scenario('no-answer')
    expect(failureOf(await ask({ deadline }))).toMatchObject({
      code: 'timeout',
      facts: { host: `127.0.0.1:${store.port}` }
    })
  })

  it('fault 3: proxy settings that are never found out are ended by the deadline too', async () => {
    const { ask } = await startBench({ resolveProxy: () => new Promise(() => undefined) })
    expect(failureOf(await ask({ deadline })).code).toBe('timeout')
  })

  it('fault 4: an answer that trickles is ended by the same deadline', async () => {
    const { ask, store } = await startBench()
    store.scenario('trickle')
    expect(failureOf(await ask({ deadline: 500, attempts: 1 })).code).toBe('timeout')
    expect(store.pageRequests()).toBeGreaterThan(0)
  })

  it.each(['cut-off', 'cut-off-after-json', 'reset'] as const)(
    'fault 5: of an answer that breaks off nothing is parsed (%s)',
    async (scenario) => {
      const { ask, store } = await startBench()
      store.scenario(scenario)
      expect(failureOf(await ask()).code).toBe('connection-lost')
    }
  )

  it('fault 9: a page that asks to sign in to the network is not taken for the store', async () => {
    const { ask, store } = await startBench()
    store.scenario('captive-page')
    expect(failureOf(await ask()).code).toBe('captive-portal')
  })

  it('fault 9: a redirect to a sign-in page tells its origin and sends nothing there', async () => {
    const { ask, store } = await startBench()
    store.scenario('captive-redirect')
    const failure = failureOf(await ask())
    expect(failure).toMatchObject({ code: 'captive-portal', facts: { location: 'http://portal.invalid' } })
    expect(store.requests).toHaveLength(1)
  })

  it('fault 9: the status that only portals send is one', async () => {
    const { ask, store, waits } = await startBench()
    store.scenario('captive-status')
    expect(failureOf(await ask()).code).toBe('captive-portal')
    expect(waits).toEqual([])
  })

  it.each(['::1', '2001:db8::1'])(
    'fault 10: with a broken IPv6 address (%s) IPv4 is used',
    async (broken) => {
      const { ask, store } = await startBench({
        lookup: resolvesTo({ address: broken, family: 6 }, { address: '127.0.0.1', family: 4 })
      })
      const page = pageOf(await ask({ store: { ...store, baseUrl: `http://store.example:${store.port}` } }))
      expect(page.items).toHaveLength(25)
    }
  )

  it('fault 10, 2: when all addresses of a name refuse, the refusal is told', async () => {
    const lookup = resolvesTo({ address: '::1', family: 6 }, { address: '127.0.0.1', family: 4 })
    const { ask } = await startBench({ lookup })
    const port = await closedPort()
    const result = await ask({ store: { baseUrl: `http://store.example:${port}`, apiPath: '/p' } })
    expect(failureOf(result).code).toBe('connection-refused')
  })

  it('fault 13: a store that was away is reached again without anything to reset', async () => {
    const { ask, store } = await startBench()
    pageOf(await ask())
    await store.goOffline()
    expect(failureOf(await ask()).code).toMatch(/connection-(refused|lost)/)
    await store.comeBack()
    expect(pageOf(await ask({ page: 2 })).page).toBe(2)
  })

  it('fault 3: a person waits for the deadline once, not again for another attempt', async () => {
    const { ask, store } = await startBench()
    store.scenario('no-answer')
    expect(failureOf(await ask({ deadline, patience: deadline - 1 })).code).toBe('timeout')
    expect(store.pageRequests()).toBe(1)
  })

  it('fault 14: a kept connection that died in the sleep is replaced by one more try', async () => {
    const { ask, store, waits } = await startBench()
    store.scenario('reset-once')
    expect(pageOf(await ask({ attempts: 5 })).items).toHaveLength(25)
    expect(store.pageRequests()).toBe(2)
    expect(waits).toHaveLength(1)
  })

  it('fault 14: when several kept connections died in the sleep, the one more try is over a new one', async () => {
    const { sleep, connections, store } = await startSleepingStore()
    const { ask } = await startBench()
    await Promise.all([ask({ store, page: 1 }), ask({ store, page: 2 })])
    expect(connections()).toBe(2)
    sleep()
    expect(pageOf(await ask({ store, deadline: 500 })).items).toEqual([])
  })

  it('fault 14: on waking up, kept connections are dropped before anything is asked', async () => {
    const { sleep, connections, store } = await startSleepingStore()
    const { ask, client, waits } = await startBench()
    await ask({ store })
    expect(connections()).toBe(1)
    sleep()
    client.wake()
    expect(pageOf(await ask({ store })).items).toEqual([])
    expect(waits).toEqual([])
  })

  it.each(['reset', 'no-answer'] as const)(
    'fault 14: when the network stays dead after the sleep there is no storm (%s)',
    async (scenario) => {
      const { ask, store, waits } = await startBench()
      store.scenario(scenario)
      failureOf(await ask({ attempts: 10, deadline: scenario === 'reset' ? 20_000 : deadline }))
      expect(waits).toHaveLength(1)
      expect(store.pageRequests()).toBeLessThanOrEqual(2)
    }
  )
})

describe('canceling', () => {
  it('ends a request that waits for its answer', async () => {
    const { ask, store } = await startBench()
    store.scenario('no-answer')
    const controller = new AbortController()
    const result = ask({ signal: controller.signal, attempts: 1 })
    await expect.poll(() => store.pageRequests()).toBe(1)
    controller.abort()
    expect(failureOf(await result).code).toBe('cancelled')
  })

  it('ends the wait between two attempts', async () => {
    const controller = new AbortController()
    const waiting = Promise.withResolvers<undefined>()
    const { ask, store } = await startBench({
      sleep: (_ms, signal) => {
        waiting.resolve(undefined)
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
        })
      }
    })
    store.scenario('server-error')
    const result = ask({ signal: controller.signal })
    await waiting.promise
    controller.abort()
    expect(failureOf(await result).code).toBe('cancelled')
    expect(store.pageRequests()).toBe(1)
  })

  it('with the real sleep ends the wait at once', async () => {
    const { ask, store, log } = await startBench({ sleep: undefined, random: () => 1 })
    store.scenario('rate-limited-seconds')
    const controller = new AbortController()
    const result = ask({ signal: controller.signal })
    await expect.poll(() => log.some((line) => line.startsWith('asking the store again'))).toBe(true)
    controller.abort()
    expect(failureOf(await result).code).toBe('cancelled')
  })

  it('before the start asks nothing', async () => {
    const { ask, store } = await startBench()
    expect(failureOf(await ask({ signal: AbortSignal.abort() })).code).toBe('cancelled')
    expect(store.requests).toEqual([])
  })
})
