import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  guardAddress,
  isSpecialAddress,
  maxAddressLength,
  scopeOfStore
} from '../../../../electron/images/fetch/address-guard'

const shop = scopeOfStore('https://shop.example/api')

function codeOf(address: string, scope = shop): string {
  const result = guardAddress(address, scope)
  return result.ok ? result.value.href : result.failure.code
}

/** Digits in circles, as in `①②⑦`. */
const circled = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) =>
    digit === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(digit) - 1)
  )
/** A digit of full width. */
const full = (digit: string): string => String.fromCodePoint(0xff10 + Number(digit))

/** Ways in which four numbers of an IPv4 address can be written so that a browser understands them. */
function spellings([a, b, c, d]: readonly [number, number, number, number]): string[] {
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const octal = (part: number): string => `0${part.toString(8)}`
  const hex = (part: number): string => `0x${part.toString(16)}`
  return [
    `${a}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(hex).join('.'),
    `${hex(a)}.${octal(b)}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}。${b}。${c}。${d}`,
    // Digits of other scripts and shapes, which the mapping of international names turns into ours.
    `${circled(a)}.${circled(b)}.${circled(c)}.${circled(d)}`,
    [a, b, c, d].map((part) => String(part).replaceAll(/\d/g, (digit) => full(digit))).join('．'),
    [a, b, c, d].map((part) => String(part).replaceAll(/\d/g, (digit) => `%3${digit}`)).join('%2e'),
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::${a}.${b}.${c}.${d}]`,
    `[::ffff:0:${a}.${b}.${c}.${d}]`,
    `[0:0:0:0:0:FFFF:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
    `[64:ff9b::${a}.${b}.${c}.${d}]`,
    `[64:ff9b:1::${a}.${b}.${c}.${d}]`,
    // Teredo hides the client's address by turning all its bits.
    `[2001:0:4136:e378:8000:63bf:${((a * 256 + b) ^ 0xffff).toString(16)}:${((c * 256 + d) ^ 0xffff).toString(16)}]`,
    `[2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::1]`
  ]
}

describe('the guard for picture addresses', () => {
  it.each([22, 25, 110, 6379, 11211])('refuses port %i, which another protocol has', (port) => {
    expect(codeOf(`http://cdn.example:${port}/a.jpg`)).toBe('picture-address-refused')
    // Also of the store itself: its server would take the request for something else.
    expect(codeOf(`https://shop.example:${port}/a.jpg`)).toBe('picture-address-refused')
  })

  it('lets ordinary http and https addresses through', () => {
    expect(codeOf('https://cdn.example/a.jpg?w=1')).toBe('https://cdn.example/a.jpg?w=1')
    expect(codeOf('http://cdn.example:8080/a.jpg')).toBe('http://cdn.example:8080/a.jpg')
    expect(codeOf('  https://cdn.example/a b.jpg#part\n')).toBe('https://cdn.example/a%20b.jpg')
    expect(codeOf('https://93.184.216.34/a.jpg')).toBe('https://93.184.216.34/a.jpg')
    expect(codeOf('https://[2606:2800:220:1::1]/a.jpg')).toBe('https://[2606:2800:220:1::1]/a.jpg')
  })

  it("reads a relative address from the origin of the store, and no further than the store's own scheme", () => {
    expect(codeOf('/img/1.jpg')).toBe('https://shop.example/img/1.jpg')
    expect(codeOf('img/1.jpg')).toBe('https://shop.example/img/1.jpg')
    expect(codeOf('//cdn.example/1.jpg')).toBe('https://cdn.example/1.jpg')
    expect(codeOf('//192.168.0.1/1.jpg')).toBe('picture-address-private')
    expect(codeOf('/img/1.jpg', scopeOfStore(null))).toBe('picture-address-refused')
  })

  it.each([
    'file:///etc/passwd',
    'FILE:///C:/x.jpg',
    'C:\\pictures\\a.jpg',
    'data:image/png;base64,iVBORw0KGgo=',
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'blob:https://shop.example/1',
    'ftp://cdn.example/a.jpg',
    'app://bundle/index.html',
    'view-source:https://cdn.example/a.jpg'
  ])('fault 59: %j is refused', (address) => {
    expect(codeOf(address)).toBe('picture-address-refused')
  })

  it.each(['', '   ', 'http://', 'https://exa mple/', 'http://1.2.3.4.5/', 'http://[::1%25lo]/'])(
    'fault 59: %j is no address and is refused',
    (address) => {
      expect(codeOf(address)).toBe('picture-address-refused')
    }
  )

  it('fault 59: an address without end is refused', () => {
    const long = `https://cdn.example/${'a'.repeat(maxAddressLength)}`
    expect(codeOf(long)).toBe('picture-address-refused')
    expect(codeOf(long.slice(0, maxAddressLength))).toContain('https://cdn.example/aaa')
  })

  it.each([
    [127, 0, 0, 1],
    [10, 1, 2, 3],
    [172, 16, 0, 1],
    [192, 168, 1, 1],
    [169, 254, 169, 254],
    [100, 64, 0, 1],
    [0, 0, 0, 0],
    [224, 0, 0, 1],
    [255, 255, 255, 255],
    [192, 0, 2, 1],
    [192, 0, 0, 1],
    [198, 51, 100, 1],
    [203, 0, 113, 1],
    [192, 88, 99, 1],
    [198, 19, 255, 255],
    [100, 127, 255, 254],
    [172, 31, 255, 255],
    [240, 0, 0, 1],
    [198, 18, 0, 1]
  ] as const)('fault 60: %i.%i.%i.%i is refused in every spelling', (...parts) => {
    for (const host of spellings(parts))
      expect(codeOf(`http://${host}/a.jpg`), host).toBe('picture-address-private')
  })

  it('fault 60: any address of the private ranges is refused in every spelling', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const parts = fc.oneof(
      fc.tuple(fc.constantFrom(10, 127, 0, 224, 240), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte)
    )
    fc.assert(
      fc.property(parts, (ip) => {
        for (const host of spellings(ip))
          expect(codeOf(`http://${host}/`), host).toBe('picture-address-private')
      })
    )
  })

  it.each([
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    'fec0::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '5f00::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    'fe80::5efe:192.168.0.1',
    '2001::1'
  ])('fault 60: [%s] is refused', (ip) => {
    expect(codeOf(`http://[${ip}]/a.jpg`)).toBe('picture-address-private')
  })

  it.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'db.internal',
    'nas.home.arpa',
    'box.lan',
    'nas'
  ])('fault 60: the name %s belongs to a private network and is refused', (name) => {
    expect(codeOf(`https://${name}/a.jpg`)).toBe('picture-address-private')
  })

  it("fault 60: the store's own host is allowed, with its own port only", () => {
    const home = scopeOfStore('http://192.168.1.5:8080/shop')
    expect(codeOf('http://192.168.1.5:8080/a.jpg', home)).toBe('http://192.168.1.5:8080/a.jpg')
    expect(codeOf('http://0xc0a80105:8080/a.jpg', home)).toBe('http://192.168.1.5:8080/a.jpg')
    expect(codeOf('http://192.168.1.5:22/a.jpg', home)).toBe('picture-address-private')
    expect(codeOf('http://192.168.1.6:8080/a.jpg', home)).toBe('picture-address-private')
  })

  it("fault 116: the store's own private host with another scheme is refused", () => {
    const home = scopeOfStore('http://192.168.1.5/shop')
    expect(codeOf('http://192.168.1.5/a.jpg', home)).toBe('http://192.168.1.5/a.jpg')
    expect(codeOf('https://192.168.1.5/a.jpg', home)).toBe('picture-address-private')
    expect(codeOf('http://nas/a.jpg', scopeOfStore('https://nas'))).toBe('picture-address-private')
  })

  it('fault 62: an address with a user name or a password is refused, also on the own host', () => {
    expect(codeOf('https://user:password@cdn.example/a.jpg')).toBe('picture-address-refused')
    expect(codeOf('https://user@shop.example/a.jpg')).toBe('picture-address-refused')
    expect(codeOf('https://:password@shop.example/a.jpg')).toBe('picture-address-refused')
  })

  it('fault 62: the password does not come back in the failure', () => {
    const result = guardAddress('https://user:canary-password@cdn.example/a.jpg', shop)
    expect(JSON.stringify(result)).not.toContain('canary-password')
  })

  it('whatever the text, an answer is an http(s) URL without user, password and fragment, or a failure', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl({ withFragments: true }), fc.string({ unit: 'binary' })),
        (text) => {
          const result = guardAddress(text, shop)
          if (!result.ok) return
          const { protocol, username, password, hash } = result.value
          expect(['http:', 'https:']).toContain(protocol)
          expect([username, password, hash]).toEqual(['', '', ''])
        }
      )
    )
  })
})

describe('a special address', () => {
  it('is not one that the public internet routes', () => {
    expect(['1.1.1.1', '93.184.216.34', '2606:4700::1111'].filter(isSpecialAddress)).toEqual([])
  })

  it('is everything that cannot be read', () => {
    expect(['', 'cdn.example', '1.2.3.4/8', '::g'].every(isSpecialAddress)).toBe(true)
  })

  it('is judged behind NAT64 by the IPv4 address inside', () => {
    expect(isSpecialAddress('64:ff9b::1.1.1.1')).toBe(false)
    expect(isSpecialAddress('64:ff9b::10.0.0.1')).toBe(true)
    expect(isSpecialAddress('64:ff9b:1::1.1.1.1')).toBe(true)
  })

  it('may carry the zone of an interface', () => {
    expect(isSpecialAddress('fe80::1%eth0')).toBe(true)
  })
})
