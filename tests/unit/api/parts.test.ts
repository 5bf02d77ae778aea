import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBody } from '../../../electron/api/body'
import { isCaptivePage, isCaptiveRedirect, isHtml, networkFailure } from '../../../electron/api/failures'
import { readRoutes } from '../../../electron/api/routes'
import { cleanText } from '../../../electron/api/parse-item'

describe('the bound of a body', () => {
  const text = Buffer.alloc(1000, 'a')
  it.each([
    ['', text],
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)]
  ])('fault 18: counts bytes after decompression (%j)', async (encoding, bytes) => {
    const whole = await readBody(Readable.from([bytes]), encoding, 1000)
    expect(whole).toEqual({ bytes: new Uint8Array(text), cut: false })
    expect((await readBody(Readable.from([bytes]), encoding, 999)).cut).toBe(true)
  })
})

describe('a way to the store', () => {
  it.each([
    ['', ['direct']],
    ['DIRECT', ['direct']],
    ['nonsense', ['direct']],
    ['PROXY', ['direct']],
    ['PROXY a.example:8080', ['http://a.example:8080']],
    ['proxy a.example', ['http://a.example:80']],
    ['HTTPS a.example:443', ['https://a.example:443']],
    ['SOCKS5 [::1]:1080 ; SOCKS b:1', ['socks5h://[::1]:1080', 'socks4a://b:1']],
    ['PROXY a:1;QUIC b:2;DIRECT', ['http://a:1', 'direct']],
    ['PROXY u:p%40@a:1', ['http://u:p%40@a:1']]
  ])('%j leads over %j', (pac, ways) => {
    expect(readRoutes(pac).map((route) => (route.kind === 'direct' ? 'direct' : route.url))).toEqual(ways)
  })

  it('is named without its password', () => {
    expect(readRoutes('PROXY clerk:secret@a:1')).toMatchObject([{ name: 'a:1' }])
  })
})

describe('a network error', () => {
  const error = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code })

  it('is found in a cause and among the addresses tried, the most telling one first', () => {
    const tried = new AggregateError([error('ENETUNREACH'), error('ECONNREFUSED')])
    const wrapped = Object.assign(new Error('axios', { cause: tried }), { code: 'ERR_NETWORK' })
    expect(networkFailure(wrapped, {}).failure).toEqual({
      code: 'connection-refused',
      facts: { reason: 'ECONNREFUSED' }
    })
  })

  it.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-untrusted'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-untrusted'],
    ['CERT_REVOKED', 'certificate-untrusted'],
    // What Node calls a key that is too weak, and dates that cannot be read.
    ['UNSPECIFIED', 'certificate-untrusted'],
    ['ERROR_IN_CERT_NOT_AFTER_FIELD', 'certificate-untrusted'],
    ['CERT_NOT_YET_VALID', 'certificate-expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-host'],
    ['EPIPE', 'connection-lost'],
    ['ETIMEDOUT', 'timeout'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETDOWN', 'offline'],
    ['EAI_NONAME', 'name-not-found'],
    ['HPE_INVALID_CONSTANT', 'answer-corrupt'],
    ['HPE_HEADER_OVERFLOW', 'answer-too-large'],
    ['ESOMETHINGNEW', 'unreachable'],
    // What libuv calls an error of Windows that it has no name for, as the drivers of some firewalls give.
    ['UNKNOWN', 'unreachable']
  ])('%s means %s', (code, meaning) => {
    expect(networkFailure(error(code), {}).failure.code).toBe(meaning)
  })

  it.each([
    ['Socks5 proxy rejected connection - ConnectionRefused', 'connection-refused'],
    ['Socks5 proxy rejected connection - HostUnreachable', 'unreachable'],
    ['Socks5 Authentication failed', 'proxy-auth'],
    ['Socket closed', 'proxy-unreachable']
  ])('of a SOCKS proxy, %j, means %s', (message, meaning) => {
    expect(networkFailure(new Error(message), { proxy: 'a:1' }).failure.code).toBe(meaning)
  })

  it('never shows a message', () => {
    const failure = networkFailure(error('ECONNRESET', 'canary'), { host: 'a' })
    expect(JSON.stringify(failure)).not.toContain('canary')
  })

  it('that is a bug is thrown', () => {
    const bug = new TypeError('x is not a function')
    expect(() => networkFailure(bug, {})).toThrow(bug)
    expect(() => networkFailure(error('ERR_INVALID_ARG_TYPE'), {})).toThrow()
  })
})

describe('a sign-in page', () => {
  const form = '<form><input type="password">Log in</form>'
  const [plain, secure] = [new URL('http://shop.example/p'), new URL('https://shop.example/p')]

  it('fault 9, 15: is the network’s when it says so, or when anybody could have sent it', () => {
    expect(isCaptivePage(secure, `Free Wi-Fi ${form}`)).toBe(true)
    expect(isCaptivePage(plain, form)).toBe(true)
    expect(isCaptivePage(secure, form)).toBe(false)
    expect(isCaptivePage(plain, '<p>We sell wifi routers.</p>')).toBe(false)
    expect(isCaptivePage(secure, '<!-- <WISPAccessGatewayParam> -->')).toBe(true)
  })

  it('fault 9, 20: a redirect is the network’s when it leaves the host for plain http or a sign-in', () => {
    expect(isCaptiveRedirect(secure, new URL('http://10.0.0.1/'))).toBe(true)
    expect(isCaptiveRedirect(secure, new URL('https://portal.example/'))).toBe(true)
    expect(isCaptiveRedirect(secure, new URL('https://www.shop.example/p'))).toBe(false)
    expect(isCaptiveRedirect(plain, secure)).toBe(false)
  })

  it('fault 9, 20: a store that sends people to its own sign-in over https is not the network', () => {
    const signIn = new URL('https://accounts.shop.example/login')
    expect(isCaptiveRedirect(secure, signIn)).toBe(false)
    expect(isCaptiveRedirect(plain, signIn)).toBe(true)
  })

  it('is recognized as a page by its type or its beginning', () => {
    expect(isHtml('text/html; charset=utf-8', '')).toBe(true)
    expect(isHtml('application/json', '\n<!DOCTYPE html>')).toBe(true)
    expect(isHtml('text/plain', 'Not found')).toBe(false)
  })
})

describe('a bounded text', () => {
  it('is never cut inside a character', () => {
    expect(cleanText('ab🫖', 3)).toEqual({ text: 'ab', replaced: false, shortened: true })
    expect(cleanText('ab🫖', 4)).toEqual({ text: 'ab🫖', replaced: false, shortened: false })
  })
})
