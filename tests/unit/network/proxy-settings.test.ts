import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProxyMode } from '../../../electron/contract/preference-choices'
import { findProxy, type FoundProxy, readProxyAddress } from '../../../electron/network/proxy-settings'
import { closedPort, startProxy, startSocksProxy } from '../../support/faulty-store'
import { failureOf, pageOf, startBench } from '../api/fixture'
import { firstProxy, networkBench, type NetworkBench } from './bench'

/** The way to a URL on a computer with these settings and that environment. */
function find(bench: NetworkBench, url: string, environment = {}, system = 'DIRECT'): Promise<FoundProxy> {
  const askSystem = (): Promise<string> => Promise.resolve(system)
  return findProxy({ settings: () => bench.settings.proxy(), askSystem, environment }, url)
}

describe('the address of a proxy', () => {
  it.each([
    ['proxy.example:8080', 'http://proxy.example:8080'],
    [' http://proxy.example:8080/ ', 'http://proxy.example:8080'],
    ['http://proxy.example', 'http://proxy.example:80'],
    ['http://proxy.example:80', 'http://proxy.example:80'],
    ['https://proxy.example', 'https://proxy.example:443'],
    ['https://proxy.example:80', 'https://proxy.example:80'],
    ['socks5://proxy.example', 'socks5://proxy.example:1080'],
    ['SOCKS5H://Proxy.Example:9', 'socks5://proxy.example:9'],
    ['socks://10.0.0.1', 'socks5://10.0.0.1:1080'],
    ['http://[fd00::1]:3128', 'http://[fd00::1]:3128']
  ])('%s is kept as %s', (text, kept) => {
    expect(readProxyAddress(text)).toEqual({ ok: true, value: kept })
  })

  it.each([
    ['', 'empty'],
    ['ftp://proxy.example', 'scheme'],
    ['socks4://proxy.example', 'scheme'],
    ['http://proxy.example/path', 'address'],
    ['http://', 'address'],
    ['two words', 'address'],
    ['proxy.example:99999', 'address']
  ])('"%s" is refused: %s', (text, reason) => {
    expect(failureOf(readProxyAddress(text))).toEqual({
      code: 'input-invalid',
      facts: { field: 'address', reason }
    })
  })

  it.each(['http://clerk:secret@proxy.example:8080', 'clerk@proxy.example'])(
    'fault 11: "%s" is refused and kept nowhere, since settings are a file that anybody can read',
    async (address) => {
      const bench = networkBench()
      const result = await bench.settings.setProxy({ mode: 'manual', address, exceptions: '' })
      expect(failureOf(result).facts).toEqual({ field: 'address', reason: 'password' })
      await bench.settings.setProxy({ mode: 'system', address, exceptions: '' })
      expect(JSON.stringify(bench.chosen())).not.toMatch(/secret|clerk/)
    }
  )
})

describe('the way to a store', () => {
  const url = 'https://shop.example/list'

  it("is the system's at first, then the environment's", async () => {
    const bench = networkBench()
    expect(await find(bench, url, {}, 'PROXY office:1')).toEqual({ pac: 'PROXY office:1', origin: 'system' })
    expect(await find(bench, url, { https_proxy: 'http://other:2' })).toEqual({
      pac: 'PROXY other:2',
      origin: 'environment'
    })
    expect(await find(bench, url)).toEqual({ pac: 'DIRECT', origin: 'system' })
  })

  it('is the proxy that was entered, but for its exceptions and this computer', async () => {
    const bench = networkBench()
    const exceptions = 'intern.example, *.lan; <local>\n10.0.0.7:8443'
    await bench.settings.setProxy({ mode: 'manual', address: 'https://proxy.example:3128', exceptions })
    const manual = { pac: 'HTTPS proxy.example:3128', origin: 'manual' }
    const straight = { pac: 'DIRECT', origin: 'exception' }
    expect(await find(bench, url, { https_proxy: 'http://other:2' }, 'PROXY office:1')).toEqual(manual)
    for (const near of [
      'intern.example',
      'a.intern.example',
      'shop.lan',
      'till',
      '10.0.0.7:8443',
      'localhost'
    ]) {
      expect(await find(bench, `https://${near}/`), near).toEqual(straight)
    }
    for (const far of ['extern.example', '10.0.0.7', 'lan.example']) {
      expect(await find(bench, `https://${far}/`), far).toEqual(manual)
    }
  })

  it('is straight where proxies are off, whatever computer and environment say', async () => {
    const bench = networkBench({ proxy: { ...firstProxy, mode: 'none' } })
    expect(await find(bench, url, { https_proxy: 'http://other:2' }, 'PROXY office:1')).toEqual({
      pac: 'DIRECT',
      origin: 'off'
    })
  })

  it('is not changed by an exception that is none, and the one meant is named', async () => {
    const bench = networkBench()
    const result = await bench.settings.setProxy({
      mode: 'manual',
      address: 'proxy.example',
      exceptions: 'a.example, http://b.example'
    })
    expect(failureOf(result).facts).toEqual({ field: 'exceptions', reason: 'http://b.example' })
    expect(bench.changes()).toBe(0)
  })

  it('keeps an address that is not used just now, and needs none that is not used', async () => {
    const bench = networkBench()
    await bench.settings.setProxy({ mode: 'manual', address: 'proxy.example:1', exceptions: '' })
    await bench.settings.setProxy({ mode: 'none', address: '', exceptions: '' })
    expect(bench.settings.state()).toMatchObject({ mode: 'none', address: 'http://proxy.example:1' })
  })

  it('fault 81: holds until the app quits where the disk refuses', async () => {
    const bench = networkBench()
    bench.breakDisk()
    const result = await bench.settings.setProxy({ mode: 'none', address: '', exceptions: '' })
    expect(result).toMatchObject({ ok: true, value: { mode: 'none' } })
  })

  it("is the organization's where it has locked it, whatever a person chose before or wants now", async () => {
    const locked = { mode: 'manual', address: 'http://office.example:8080' }
    const bench = networkBench({
      proxy: { ...firstProxy, mode: 'none' },
      managed: { locked: { proxy: locked } }
    })
    expect(await find(bench, url)).toEqual({ pac: 'PROXY office.example:8080', origin: 'manual' })
    const result = await bench.settings.setProxy({ mode: 'none', address: '', exceptions: '' })
    expect(failureOf(result)).toMatchObject({ code: 'setting-locked', facts: { field: 'proxy' } })
    expect(bench.settings.state()).toMatchObject({
      ...locked,
      isProxyManaged: true,
      locked: { proxy: true, authorities: false }
    })
  })

  it("fault 104: is said to be the organization's while it is what that began with", async () => {
    const office = { mode: 'manual', address: 'http://office.example:8080' }
    const bench = networkBench({ managed: { defaults: { proxy: office } } })
    expect(bench.settings.state()).toMatchObject({ ...office, isProxyManaged: true })
    await bench.settings.setProxy({ mode: 'none', address: '', exceptions: '' })
    expect(bench.settings.state()).toMatchObject({ mode: 'none', isProxyManaged: false })
  })

  it('stays as it was chosen when preferences go back to what they were at first', async () => {
    const bench = networkBench({ proxy: { ...firstProxy, mode: 'none' } })
    await bench.reset()
    expect(bench.settings.state().mode).toBe('none')
    expect(bench.changes()).toBe(0)
  })
})

describe('a proxy that was entered', () => {
  const named = { baseUrl: 'http://store.example', apiPath: '/api/public/products' }

  it.each(['http', 'socks5'])('leads to the store at once, and out of use nowhere (%s)', async (kind) => {
    const bench = networkBench()
    const resolveProxy = async (url: string): Promise<string> => (await find(bench, url)).pac
    const { ask, store, client } = await startBench({ resolveProxy })
    const names = { 'store.example': store.port }
    const proxy = await (kind === 'http' ? startProxy({ names }) : startSocksProxy(names))
    onTestFinished(() => proxy.close())
    const choose = async (mode: ProxyMode): Promise<void> => {
      await bench.settings.setProxy({ mode, address: `${kind}://${proxy.address}`, exceptions: '' })
      client.wake()
    }
    expect(failureOf(await ask({ store: named, attempts: 1 })).code).toMatch(/name-not-found|offline/)
    await choose('manual')
    expect(pageOf(await ask({ store: named })).items).toHaveLength(25)
    expect(proxy.requests).toHaveLength(1)
    await choose('none')
    expect(failureOf(await ask({ store: named, attempts: 1 })).code).toMatch(/name-not-found|offline/)
    expect(proxy.requests).toHaveLength(1)
  })

  it('fault 12: is named when it is gone, and never gone around', async () => {
    const bench = networkBench()
    const address = `127.0.0.1:${await closedPort()}`
    await bench.settings.setProxy({ mode: 'manual', address, exceptions: '' })
    const { ask } = await startBench({ resolveProxy: async (url) => (await find(bench, url)).pac })
    expect(failureOf(await ask({ store: named, attempts: 1 }))).toMatchObject({
      code: 'proxy-unreachable',
      facts: { proxy: address }
    })
  })
})
