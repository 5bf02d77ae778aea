import { describe, expect, it } from 'vitest'
import { pacResult, proxyPassword } from '../../../electron/api/routes'

describe('a proxy that asks for a password', () => {
  const pac = `${pacResult('http://ada:p%40ss@proxy.example:8080')}; DIRECT`
  const asking = { isProxy: true, host: 'proxy.example', port: 8080 }

  it('is told the one that the environment has for it', () => {
    expect(proxyPassword(pac, asking)).toEqual({ name: 'ada', password: 'p@ss' })
    expect(proxyPassword('HTTPS ada:x@proxy.example', { ...asking, port: 443 })).toEqual({
      name: 'ada',
      password: 'x'
    })
  })

  it('is told one as it stands there where that is no encoded text', () => {
    const plain = pacResult('http://ada:50%off@proxy.example:8080')
    expect(proxyPassword(plain, asking)).toEqual({ name: 'ada', password: '50%off' })
  })

  it.each([
    ['another proxy', { ...asking, host: 'other.example' }],
    ['another port', { ...asking, port: 3128 }],
    ['a server that is no proxy', { ...asking, isProxy: false }]
  ])('tells it to no one else: not to %s', (_, other) => {
    expect(proxyPassword(pac, other)).toBeNull()
  })

  it('is told nothing where nothing is known', () => {
    expect(proxyPassword('PROXY proxy.example:8080', asking)).toBeNull()
    expect(proxyPassword('DIRECT', asking)).toBeNull()
  })
})
