import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../../support/certificates'
import { closedPort, startProxy, startSocksProxy, type TestProxy } from '../../support/faulty-store'
import { failureOf, pageOf, startBench } from './fixture'

async function running(start: Promise<TestProxy>): Promise<TestProxy> {
  const proxy = await start
  onTestFinished(() => proxy.close())
  return proxy
}

const via = (pac: string) => ({ resolveProxy: () => Promise.resolve(pac) })

describe('a proxy on the way to the store', () => {
  it('passes plain requests on', async () => {
    const proxy = await running(startProxy())
    const { ask, store } = await startBench(via(`PROXY ${proxy.address}`))
    expect(pageOf(await ask()).items).toHaveLength(25)
    expect(proxy.requests).toEqual([`GET ${store.baseUrl}/api/public/products?pageNo=1&limit=25`])
  })

  it('sees of https only the host: key and user id pass through the tunnel', async () => {
    const proxy = await running(startProxy())
    const tls = await makeCertificate()
    const { ask, store } = await startBench({ ...via(`PROXY ${proxy.address}`), ca: [tls.ca] }, { tls })
    pageOf(await ask())
    pageOf(await ask({ page: 2 }))
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${store.port}`])
  })

  it.each(['PROXY', 'SOCKS5'])(
    'leaves a certificate to be checked against an IP address (%s)',
    async (kind) => {
      const proxy = await running(kind === 'PROXY' ? startProxy() : startSocksProxy())
      const own = await makeCertificate({ hosts: ['127.0.0.1'] })
      const right = await startBench({ ...via(`${kind} ${proxy.address}`), ca: [own.ca] }, { tls: own })
      expect(pageOf(await right.ask()).items).toHaveLength(25)
      const others = await makeCertificate({ hosts: ['localhost'] })
      const wrong = await startBench({ ...via(`${kind} ${proxy.address}`), ca: [others.ca] }, { tls: others })
      expect(failureOf(await wrong.ask()).code).toBe('certificate-host')
    }
  )

  it('may itself be spoken to over TLS', async () => {
    const [tls, proxyTls] = await Promise.all([makeCertificate(), makeCertificate()])
    const proxy = await running(startProxy({ tls: proxyTls }))
    const deps = { ...via(`HTTPS ${proxy.address}`), ca: [tls.ca, proxyTls.ca] }
    const secure = await startBench(deps, { tls })
    expect(pageOf(await secure.ask()).items).toHaveLength(25)
    const plain = await startBench(deps)
    expect(pageOf(await plain.ask()).items).toHaveLength(25)
    expect(proxy.requests.map((line) => line.split(' ')[0])).toEqual(['CONNECT', 'GET'])
  })

  it.each([true, false])('may speak SOCKS5 (https: %s)', async (secure) => {
    const proxy = await running(startSocksProxy())
    const tls = await makeCertificate()
    const deps = { ...via(`SOCKS5 ${proxy.address}`), ca: [tls.ca] }
    const { ask, store } = await startBench(deps, secure ? { tls } : {})
    expect(pageOf(await ask()).items).toHaveLength(25)
    expect(proxy.requests).toEqual([`127.0.0.1:${store.port}`])
  })

  it.each([true, false])('fault 11: that wants a password is told as that (https: %s)', async (secure) => {
    const proxy = await running(startProxy({ password: 'clerk:secret' }))
    const tls = await makeCertificate()
    const deps = { ...via(`PROXY ${proxy.address}`), ca: [tls.ca] }
    const { ask, store, waits } = await startBench(deps, secure ? { tls } : {})
    const failure = failureOf(await ask())
    expect(failure).toMatchObject({ code: 'proxy-auth', facts: { proxy: proxy.address, status: 407 } })
    expect(store.requests).toEqual([])
    expect(waits).toEqual([])
  })

  it('fault 11: is given the password that the settings hold, and no failure shows it', async () => {
    const proxy = await running(startProxy({ password: 'clerk:secret' }))
    const { ask, store } = await startBench(via(`PROXY clerk:secret@${proxy.address}`))
    pageOf(await ask())
    await store.goOffline()
    expect(JSON.stringify(failureOf(await ask()))).not.toContain('secret')
  })

  it.each(['PROXY', 'HTTPS', 'SOCKS5'])('fault 12: that is gone is named (%s)', async (kind) => {
    const address = `127.0.0.1:${await closedPort()}`
    const tls = await makeCertificate()
    for (const options of [{}, { tls }]) {
      const { ask, store } = await startBench(via(`${kind} ${address}`), options)
      expect(failureOf(await ask())).toMatchObject({ code: 'proxy-unreachable', facts: { proxy: address } })
      expect(store.requests).toEqual([])
    }
  })

  it('fault 12: that is gone gives way to the next in the settings', async () => {
    const gone = `127.0.0.1:${await closedPort()}`
    const proxy = await running(startProxy())
    const { ask } = await startBench(via(`PROXY ${gone}; PROXY ${proxy.address}; DIRECT`))
    pageOf(await ask())
    expect(proxy.requests).toHaveLength(1)
    const direct = await startBench(via(`PROXY ${gone}; DIRECT`))
    expect(pageOf(await direct.ask()).items).toHaveLength(25)
  })

  it.each([401, 403, 502])(
    "that refuses the tunnel with %i does not speak for the store's key",
    async (status) => {
      const proxy = await running(startProxy({ refuseWith: status }))
      const tls = await makeCertificate()
      const { ask } = await startBench({ ...via(`PROXY ${proxy.address}`), ca: [tls.ca] }, { tls })
      const failure = failureOf(await ask({ attempts: 1 }))
      expect(failure).toMatchObject({ code: 'unreachable', facts: { proxy: proxy.address, status } })
    }
  )

  it('whose settings cannot be read is taken for none', async () => {
    const { ask } = await startBench({ resolveProxy: () => Promise.reject(new Error('no settings')) })
    expect(pageOf(await ask()).items).toHaveLength(25)
  })
})
