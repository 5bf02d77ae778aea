import type { LookupAddress } from 'node:dns'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { fail, type FailureCode } from '../../../../electron/contract/failure'
import { scopeOfStore, type GuardScope } from '../../../../electron/images/fetch/address-guard'
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchDeps
} from '../../../../electron/images/fetch/image-fetcher'
import { startProxy } from '../../../support/faulty-store'
import * as hostile from '../../../support/hostile-images/hostile-server'

const picture = Buffer.from('the bytes of a picture')
const never = new AbortController().signal

let server: hostile.HostileServer
let fetcher: GuardedFetch
/** What names resolve to; each question is noted. */
let names: Record<string, string[]>
let asked: string[]

beforeEach(async () => {
  server = await hostile.startHostileServer()
  server.on('/a.jpg', hostile.body(picture))
  names = { 'shop.example': ['127.0.0.1'] }
  asked = []
  fetcher = fetcherWith({})
})

afterEach(async () => {
  fetcher.close()
  await server.close()
})

function fetcherWith(deps: Partial<GuardedFetchDeps>): GuardedFetch {
  const resolveName = (name: string): Promise<LookupAddress[]> => {
    asked.push(name)
    const addresses = names[name] ?? []
    return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
  }
  return createGuardedFetch({ resolveProxy: () => Promise.resolve('DIRECT'), resolveName, ...deps })
}

/** A scope in which the hostile server is the store itself. */
const own = (): GuardScope => scopeOfStore(server.origin)
const foreign = scopeOfStore('https://other.example')

async function outcome(address: string, scope = own(), from = fetcher): Promise<FailureCode | 'ok'> {
  const result = await from.fetch(new URL(address, server.origin), scope, { signal: never })
  return result.ok ? 'ok' : result.failure.code
}

/** A name with the hostile server's port. */
const at = (name: string, path = '/a.jpg'): string => `http://${name}:${server.port}${path}`

describe('fetching a picture', () => {
  it('goes straight to the server when the proxy settings cannot be read', async () => {
    const resolveProxy = (): Promise<string> => Promise.reject(new Error('no settings'))
    expect(await outcome('/a.jpg', own(), fetcherWith({ resolveProxy }))).toBe('ok')
  })

  it('brings the bytes', async () => {
    const result = await fetcher.fetch(new URL('/a.jpg', server.origin), own(), { signal: never })
    expect(result.ok && result.value.bytes && picture.equals(result.value.bytes)).toBe(true)
  })

  it('fault 71: sends no key, user id, cookie or referrer, also after a cookie was set and a redirect followed', async () => {
    server.on('/set', (_, response) => {
      response.writeHead(302, { location: '/a.jpg', 'set-cookie': 'session=1' }).end()
    })
    expect(await outcome('/set')).toBe('ok')
    expect(await outcome('/set')).toBe('ok')
    expect(server.seen).toHaveLength(4)
    for (const { headers } of server.seen) {
      expect(Object.keys(headers).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent'
      ])
      expect(headers['user-agent']).toBe('Vitrine')
    }
  })

  it.each([
    [401, 'forbidden'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [410, 'not-found'],
    [413, 'request-refused'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [304, 'request-refused']
  ] as const)('answers a status of %i with %s', async (code, failure) => {
    server.on('/status', hostile.status(code))
    expect(await outcome('/status')).toBe(failure)
  })

  it('follows redirects on the own host, five of them', async () => {
    server.on('/5', hostile.redirect('/a.jpg'))
    for (const left of [0, 1, 2, 3, 4]) server.on(`/${left}`, hostile.redirect(`/${left + 1}`, 301))
    expect(await outcome('/1')).toBe('ok')
    expect(await outcome('/0')).toBe('redirected')
  })

  it('ends at once when nobody waits anymore', async () => {
    const answer = hostile.held(picture)
    server.on('/held', answer.answer)
    const gone = new AbortController()
    const result = fetcher.fetch(new URL('/held', server.origin), own(), { signal: gone.signal })
    await expect.poll(answer.arrived).toBe(1)
    gone.abort()
    expect(await result).toEqual(fail('cancelled'))
  })

  it('names the host of a failure', async () => {
    const result = await fetcher.fetch(new URL('/missing', server.origin), own(), { signal: never })
    expect(result).toEqual(fail('not-found', { host: server.host, status: 404 }))
  })

  it('tells a name that does not exist from a server that does not answer', async () => {
    expect(await outcome(at('nowhere.example'), foreign)).toBe('name-not-found')
    await server.close()
    expect(await outcome('/a.jpg')).toBe('connection-refused')
  })
})

describe('the addresses that a fetch connects to', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1'
  ])('fault 61: a public name that resolves to %s is refused', async (address) => {
    names['cdn.example'] = [address]
    expect(await outcome(at('cdn.example'), foreign)).toBe('picture-address-private')
    expect(server.seen).toEqual([])
  })

  it('fault 61: one private address among public ones is enough', async () => {
    names['cdn.example'] = ['93.184.216.34', '127.0.0.1']
    expect(await outcome(at('cdn.example'), foreign)).toBe('picture-address-private')
  })

  it('fault 61: a redirect to a public name that resolves to a private address is refused', async () => {
    names['cdn.example'] = ['127.0.0.1']
    server.on('/away', hostile.redirect(at('cdn.example')))
    expect(await outcome('/away')).toBe('picture-address-private')
    expect(server.seen.map(({ target }) => target)).toEqual(['/away'])
  })

  it('fault 60, 61: a redirect to a private address in any spelling is refused', async () => {
    for (const host of ['2130706434', '0177.0.0.2', '0x7f.2', '127.2', '[::ffff:127.0.0.2]', 'localhost']) {
      server.on('/away', hostile.redirect(at(host)))
      expect(await outcome('/away'), host).toBe('picture-address-private')
    }
  })

  it('fault 59, 62: a redirect to another scheme or to an address with a password is refused', async () => {
    for (const location of [
      'file:///etc/passwd',
      'data:image/png;base64,AA==',
      'http://a:b@cdn.example/a.jpg'
    ]) {
      server.on('/away', hostile.redirect(location))
      expect(await outcome('/away'), location).toBe('picture-address-refused')
    }
  })

  it("fault 61: the store's own name may be private, and is resolved once a connection", async () => {
    const home = scopeOfStore(at('shop.example', ''), [], () => true)
    expect(await outcome(at('shop.example'), home)).toBe('ok')
    // A second answer would be the chance of a name that changes its mind.
    expect(asked).toEqual(['shop.example'])
    expect(server.seen[0]?.headers.host).toBe(`shop.example:${server.port}`)
  })

  it("fault 116: the store's own name that resolves to a private address is refused where the store was not private", async () => {
    const home = scopeOfStore(at('shop.example', ''))
    expect(await outcome(at('shop.example'), home)).toBe('picture-address-private')
    expect(server.seen).toEqual([])
  })

  it('fault 116: a private store vouches for its own origin alone, not for another scheme or port of its host', async () => {
    const secure = scopeOfStore(`https://shop.example:${server.port}`, [], () => true)
    expect(await outcome(at('shop.example'), secure)).toBe('picture-address-private')
    const otherPort = scopeOfStore('http://shop.example', [], () => true)
    expect(await outcome(at('shop.example'), otherPort)).toBe('picture-address-private')
    server.on('/away', hostile.redirect(at('shop.example')))
    expect(await outcome('/away', { ...secure, privateOrigin: server.origin })).toBe(
      'picture-address-private'
    )
    expect(server.seen.map(({ target }) => target)).toEqual(['/away'])
  })

  it('fault 61: a connection kept for the store is not lent to one that may not go there', async () => {
    const home = scopeOfStore(at('shop.example', ''), [], () => true)
    expect(await outcome(at('shop.example'), home)).toBe('ok')
    expect(await outcome(at('shop.example'), foreign)).toBe('picture-address-private')
    expect(server.seen).toHaveLength(1)
  })
})

describe('a body that is not as it should be', () => {
  it('fault 67: one without end is given up at the limit of bytes', async () => {
    server.on('/endless', hostile.endless)
    expect(await outcome('/endless', own(), fetcherWith({ maxBytes: 300_000 }))).toBe('picture-too-large')
  })

  it('fault 67: one that goes silent is given up at the deadline', async () => {
    server.on('/stalls', hostile.stalls(picture))
    expect(await outcome('/stalls', own(), fetcherWith({ fetchDeadline: 200 }))).toBe('timeout')
  })

  it('fault 67: one that says it is larger than the limit is not read at all', async () => {
    server.on('/claims', hostile.claims(64 * 1024 ** 3))
    expect(await outcome('/claims')).toBe('picture-too-large')
  })

  it('fault 65: one that is cut off by the network is a lost connection, not half a picture', async () => {
    server.on('/cut', hostile.cutOff(picture))
    expect(await outcome('/cut')).toBe('connection-lost')
  })
})

describe('a proxy', () => {
  it.each([404, 502])(
    'that refuses the tunnel with %i does not speak for the picture',
    async (refuseWith) => {
      const proxy = await startProxy({ refuseWith })
      onTestFinished(() => proxy.close())
      const only = fetcherWith({ resolveProxy: () => Promise.resolve(`PROXY ${proxy.address}`) })
      const url = new URL('https://cdn.example/a.jpg')
      expect(await only.fetch(url, foreign, { signal: never })).toEqual(
        fail('unreachable', { host: 'cdn.example', proxy: proxy.address, status: refuseWith })
      )
    }
  )

  it('is asked for names that are not known here, which it resolves itself', async () => {
    server.on('http://cdn.example/a.jpg', hostile.body(picture))
    const proxied = fetcherWith({ resolveProxy: () => Promise.resolve(`PROXY ${server.host}`) })
    expect(await outcome('http://cdn.example/a.jpg', foreign, proxied)).toBe('ok')
    expect(await outcome('http://cdn.example/a.jpg', foreign, proxied)).toBe('ok')
    // A name server that cannot be reached is not asked for each picture anew.
    expect(asked).toEqual(['cdn.example'])
    proxied.close()
  })

  it.each(['', '; DIRECT'])(
    "fault 119: with '%s' after it is not asked for a name that resolves to a private address here",
    async (next) => {
      server.on('http://cdn.example/a.jpg', hostile.body(picture))
      names['cdn.example'] = ['93.184.216.34', '10.0.0.5']
      const proxied = fetcherWith({ resolveProxy: () => Promise.resolve(`PROXY ${server.host}${next}`) })
      onTestFinished(() => proxied.close())
      expect(await outcome('http://cdn.example/a.jpg', foreign, proxied)).toBe('picture-address-private')
      expect(server.seen).toEqual([])
    }
  )

  it('fault 119: does not lead a redirect to a name that resolves to a private address here', async () => {
    names['intranet.example'] = ['10.0.0.5']
    server.on('http://cdn.example/a.jpg', hostile.redirect('http://intranet.example/a.jpg'))
    server.on('http://intranet.example/a.jpg', hostile.body(picture))
    const proxied = fetcherWith({ resolveProxy: () => Promise.resolve(`PROXY ${server.host}`) })
    onTestFinished(() => proxied.close())
    expect(await outcome('http://cdn.example/a.jpg', foreign, proxied)).toBe('picture-address-private')
    expect(server.seen).toHaveLength(1)
  })

  it('fault 119: is asked for what a private store, or a host that was allowed, is known by', async () => {
    names['shop.example'] = ['10.0.0.5']
    server.on('http://shop.example/a.jpg', hostile.body(picture))
    const proxied = fetcherWith({ resolveProxy: () => Promise.resolve(`PROXY ${server.host}`) })
    onTestFinished(() => proxied.close())
    const home = scopeOfStore('http://shop.example', [], () => true)
    expect(await outcome('http://shop.example/a.jpg', home, proxied)).toBe('ok')
    const allowed = scopeOfStore('https://other.example', ['shop.example'])
    expect(await outcome('http://shop.example/a.jpg', allowed, proxied)).toBe('ok')
  })

  it('fault 119: is asked where no name server answers here, and no more once one has said where the name leads', async () => {
    server.on('http://slow.example/a.jpg', hostile.body(picture))
    const late = Promise.withResolvers<LookupAddress[]>()
    const proxied = fetcherWith({
      resolveProxy: () => Promise.resolve(`PROXY ${server.host}`),
      resolveName: () => late.promise,
      lookupPatience: 1
    })
    onTestFinished(() => proxied.close())
    expect(await outcome('http://slow.example/a.jpg', foreign, proxied)).toBe('ok')
    late.resolve([{ address: '10.0.0.5', family: 4 }])
    await late.promise
    expect(await outcome('http://slow.example/a.jpg', foreign, proxied)).toBe('picture-address-private')
  })

  it('fault 119: is not asked for a name that is silent where other names resolve, until it has said where it leads', async () => {
    for (const host of ['quick.example', 'slow.example']) {
      server.on(`http://${host}/a.jpg`, hostile.body(picture))
    }
    const late = Promise.withResolvers<LookupAddress[]>()
    const proxied = fetcherWith({
      resolveProxy: () => Promise.resolve(`PROXY ${server.host}`),
      resolveName: (name) =>
        name === 'slow.example' ? late.promise : Promise.resolve([{ address: '93.184.215.14', family: 4 }]),
      lookupPatience: 200
    })
    onTestFinished(() => proxied.close())
    expect(await outcome('http://quick.example/a.jpg', foreign, proxied)).toBe('ok')
    expect(await outcome('http://slow.example/a.jpg', foreign, proxied)).toBe('timeout')
    expect(server.seen).toHaveLength(1)
    late.resolve([{ address: '93.184.215.14', family: 4 }])
    await late.promise
    expect(await outcome('http://slow.example/a.jpg', foreign, proxied)).toBe('ok')
  })

  it('fault 61: does not lead a redirect to a private address', async () => {
    server.on('http://cdn.example/a.jpg', hostile.redirect('http://192.168.0.1/a.jpg'))
    const proxied = fetcherWith({ resolveProxy: () => Promise.resolve(`PROXY ${server.host}`) })
    expect(await outcome('http://cdn.example/a.jpg', foreign, proxied)).toBe('picture-address-private')
    proxied.close()
  })

  it('that is gone is named, and the next way is tried where there is one', async () => {
    const gone = await hostile.startHostileServer()
    await gone.close()
    const only = fetcherWith({ resolveProxy: () => Promise.resolve(`PROXY ${gone.host}`) })
    expect(await outcome('/a.jpg', own(), only)).toBe('proxy-unreachable')
    const next = fetcherWith({ resolveProxy: () => Promise.resolve(`PROXY ${gone.host}; DIRECT`) })
    expect(await outcome('/a.jpg', own(), next)).toBe('ok')
    next.close()
  })
})
