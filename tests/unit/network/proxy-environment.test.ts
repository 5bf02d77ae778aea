import { describe, expect, it } from 'vitest'
import { proxyFromEnvironment } from '../../../electron/network/proxy-settings'

describe('the proxy of the environment', () => {
  const environment = {
    https_proxy: 'http://proxy.example:3128',
    NO_PROXY: 'intern.example, .lan,10.0.0.1:8443'
  }

  it.each([
    ['https://shop.example/x', 'PROXY proxy.example:3128'],
    ['http://shop.example/x', 'DIRECT'],
    ['https://intern.example', 'DIRECT'],
    ['https://a.intern.example', 'DIRECT'],
    ['https://notintern.example', 'PROXY proxy.example:3128'],
    ['https://printer.lan', 'DIRECT'],
    ['https://10.0.0.1:8443', 'DIRECT'],
    ['https://10.0.0.1', 'PROXY proxy.example:3128'],
    ['https://127.0.0.1:4000', 'DIRECT'],
    ['http://localhost', 'DIRECT'],
    ['https://[::1]', 'DIRECT'],
    ['no address', 'DIRECT']
  ])('%s goes %s', (url, way) => {
    expect(proxyFromEnvironment(url, environment)).toBe(way)
  })

  it.each([
    [{ HTTPS_PROXY: 'proxy.example:8080' }, 'PROXY proxy.example:8080'],
    [{ HTTPS_PROXY: 'https://proxy.example' }, 'HTTPS proxy.example'],
    [{ ALL_PROXY: 'socks5://proxy.example:1080/' }, 'SOCKS5 proxy.example:1080'],
    [{ https_proxy: 'http://user:pass@proxy.example:1' }, 'PROXY user:pass@proxy.example:1'],
    [{ https_proxy: 'ftp://proxy.example' }, 'DIRECT'],
    [{ https_proxy: 'http://proxy.example', no_proxy: '*' }, 'DIRECT'],
    [{ https_proxy: ' ' }, 'DIRECT'],
    [{}, 'DIRECT']
  ])('%j means %s', (given, way) => {
    expect(proxyFromEnvironment('https://shop.example', given)).toBe(way)
  })
})
