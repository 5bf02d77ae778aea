import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLoopback, pageUrl, repairAddress } from '../../../electron/api/address'
import type { RepairedAddress } from '../../../electron/contract/connection'
import { failureOf } from './fixture'

function repaired(text: string): RepairedAddress {
  const result = repairAddress(text)
  if (!result.ok) throw new Error(`refused: ${text}`)
  return result.value
}

const full = '/api/public/products'
const landing = '/api/landing/public/products'

describe('putting a pasted address right', () => {
  it.each([
    ['https://shop.example', 'https://shop.example', null],
    ['https://shop.example/', 'https://shop.example', null],
    ['https://shop.example/api/public/products', 'https://shop.example', full],
    ['https://shop.example/api/public/products/', 'https://shop.example', full],
    ['https://shop.example/api/landing/public/products?pageNo=1&limit=25', 'https://shop.example', landing],
    ['https://shop.example/de/api/public/products', 'https://shop.example/de', full],
    ['https://shop.example/api/public/products/P-1', 'https://shop.example', full],
    ['https://shop.example/v2/products', 'https://shop.example', '/v2/products'],
    ['https://shop.example/tenant-7', 'https://shop.example/tenant-7', null],
    ['https://shop.example/tenant-7/', 'https://shop.example/tenant-7', null],
    ['shop.example', 'https://shop.example', null],
    ['shop.example:8443/api/public/products', 'https://shop.example:8443', full],
    ['//shop.example', 'https://shop.example', null],
    ['  https://shop.example \n', 'https://shop.example', null],
    ['https:// shop.example / api/public/products', 'https://shop.example', full],
    ['"https://shop.example"', 'https://shop.example', null],
    ['<https://shop.example>,', 'https://shop.example', null],
    ['“https://shop.example/”', 'https://shop.example', null],
    ['https://shop\u200b.exam\u00adple\ufeff', 'https://shop.example', null],
    ['https:/shop.example', 'https://shop.example', null],
    ['https:\\\\shop.example\\api\\public\\products', 'https://shop.example', full],
    ['https://https://shop.example', 'https://shop.example', null],
    ['https://shop.example//api//public///products', 'https://shop.example', full],
    ['HTTPS://SHOP.Example/API', 'https://shop.example/API', null],
    ['https://shop.example:443', 'https://shop.example', null],
    ['https://shop.example.', 'https://shop.example', null],
    ['https://müller.example', 'https://xn--mller-kva.example', null],
    ['https://clerk:secret@shop.example/', 'https://shop.example', null],
    ['https://shop.example/#products', 'https://shop.example', null],
    ['localhost:3000', 'http://localhost:3000', null],
    ['127.0.0.1:3000/api/public/products', 'http://127.0.0.1:3000', full],
    ['[::1]:3000', 'http://[::1]:3000', null],
    ['https://localhost:3000', 'https://localhost:3000', null]
  ])('%j becomes %s and %s', (text, baseUrl, apiPath) => {
    expect(repaired(text)).toMatchObject({ baseUrl, apiPath })
  })

  it.each([
    ['https://shop.example', []],
    ['https://shop.example/', []],
    [' https://shop.example', ['trimmed']],
    ['shop.example', ['scheme-added']],
    ['https://shop.example/api/public/products', ['path-moved']],
    ['https://shop.example?x=1', ['query-dropped']],
    ['https://shop.example#x', ['fragment-dropped']],
    ['https://clerk:secret@shop.example', ['credentials-dropped']],
    ['https:/shop.example', ['slashes-collapsed']],
    ['https://shop.example//a', ['slashes-collapsed']]
  ])('of %j it says what was done: %j', (text, repairs) => {
    expect(repaired(text).repairs).toEqual(repairs)
  })

  it.each([
    '',
    '   ',
    'https://',
    'ftp://shop.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:clerk@shop.example',
    'data:text/html,x',
    'htps://shop.example',
    'https://shop..example',
    'https://shop.example:99999',
    '?pageNo=1',
    `https://${'a'.repeat(64)}.example`,
    `https://shop.example/${'a'.repeat(3000)}`
  ])('%j is refused', (text) => {
    expect(failureOf(repairAddress(text)).code).toBe('address-invalid')
  })

  it('http asks first, except to this computer', () => {
    expect(repaired('http://shop.example').needsHttpConsent).toBe(true)
    expect(repaired('http://192.168.1.7').needsHttpConsent).toBe(true)
    expect(repaired('http://127.0.0.1:3000').needsHttpConsent).toBe(false)
    expect(repaired('localhost').needsHttpConsent).toBe(false)
    expect(repaired('https://shop.example').needsHttpConsent).toBe(false)
  })

  it('a password in the address is in nothing that comes back', () => {
    expect(
      JSON.stringify(repairAddress('https://clerk:hunter2@shop.example/?key=hunter2#hunter2'))
    ).not.toContain('hunter2')
  })
})

describe('any address', () => {
  const word = fc.stringMatching(/^[a-z0-9-]{1,8}$/)
  const segment = fc.oneof(
    word,
    fc.constantFrom('products', 'api', 'public', '.', '..', '', 'a.', '%2e', "o'", 'ü')
  )
  const pasted = fc
    .record({
      wrap: fc.constantFrom(['', ''], ['"', '"'], ['<', '>'], [' ', '\n'], ['\u200b', ','], ['(', ').']),
      scheme: fc.constantFrom('', 'http://', 'https://', 'HTTP:/', 'https:', '//', 'https://http://'),
      user: fc.constantFrom('', 'clerk:secret@'),
      host: fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.constantFrom('localhost', '[::1]', 'Shop.Example.', 'müller.example')
      ),
      port: fc.constantFrom('', ':80', ':443', ':8080'),
      path: fc.array(fc.oneof(segment, fc.constantFrom(full.slice(1), landing.slice(1)))),
      end: fc.constantFrom('', '/', '//', '?pageNo=1', '#top', '/?', ';', '/.')
    })
    .map(({ wrap, scheme, user, host, port, path, end }) => {
      const inner = `${scheme}${scheme === '' ? '' : user}${host}${port}${path.map((part) => `/${part}`).join('')}${end}`
      return `${wrap[0]}${inner}${wrap[1]}`
    })
  const texts = fc.oneof(pasted, fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }))

  it('is repaired or refused, and repairing it again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const first = repairAddress(text)
        if (!first.ok) return
        const { baseUrl, apiPath, needsHttpConsent } = first.value
        expect(repairAddress(baseUrl)).toEqual({
          ok: true,
          value: { baseUrl, apiPath: null, repairs: [], needsHttpConsent }
        })
        const again = repaired(baseUrl + (apiPath ?? ''))
        expect(again).toMatchObject({ baseUrl, apiPath })
      }),
      { numRuns: 2000 }
    )
  })

  it('comes back as http or https with a host, without user, query or fragment', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = repairAddress(text)
        if (!result.ok) return
        const url = new URL(result.value.baseUrl)
        expect(url.protocol).toMatch(/^https?:$/)
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
        expect(result.value.baseUrl.endsWith('/')).toBe(false)
        expect(result.value.apiPath ?? '/').toMatch(/^\//)
      }),
      { numRuns: 2000 }
    )
  })

  it('that was well pasted is never refused', () => {
    fc.assert(
      fc.property(fc.domain(), word, (host, path) => {
        expect(repaired(`https://${host}/${path}${full}?pageNo=3`)).toMatchObject({ apiPath: full })
      })
    )
  })
})

describe('the URL of a page', () => {
  it('has page and limit, whatever the path brings along', () => {
    const url = pageUrl({ baseUrl: 'https://shop.example/de', apiPath: '/list?pageNo=7&x=1#y' }, 3, 50)
    expect(url.href).toBe('https://shop.example/de/list?pageNo=3&x=1&limit=50')
  })

  it('stays at the store, whatever the path says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webPath(),
          fc.constantFrom(
            '@evil.example/x',
            '//evil.example',
            '\\\\evil.example',
            'https://evil.example',
            ':80@evil.example'
          )
        ),
        (apiPath) => {
          expect(pageUrl({ baseUrl: 'https://shop.example', apiPath }, 1, 25).origin).toBe(
            'https://shop.example'
          )
        }
      )
    )
  })
})

describe('this computer', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'shop.localhost',
    'localhost.',
    '127.0.0.1',
    '127.8.9.10',
    '[::1]',
    '::1',
    '[::ffff:127.0.0.1]'
  ])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each([
    'shop.example',
    'localhost.example',
    'notlocalhost',
    '128.0.0.1',
    '192.168.0.1',
    '0.0.0.0',
    '[::2]',
    ''
  ])('is not %j', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})
