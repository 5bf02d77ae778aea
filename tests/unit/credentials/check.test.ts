import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCredentials } from '../../../electron/credentials/check'
import type { CredentialProblem } from '../../../electron/contract/failure'
import { credentialsIn, itemOf, mayGoTo } from '../../../electron/credentials/key-items'

const good = { key: 'a-key', userId: 'a-user' }
const refused = (field: string, problem: CredentialProblem, place?: number) => ({
  ok: false,
  failure: { code: 'credentials-invalid', facts: { field, problem, ...(place ? { place } : {}) } }
})

describe('what may be sent as a header and saved', () => {
  it('fault 72: a key longer than 2,560 bytes is refused, one of 2,560 is not', () => {
    expect(checkCredentials({ ...good, key: 'k'.repeat(2560) })).toMatchObject({ ok: true })
    expect(checkCredentials({ ...good, key: 'k'.repeat(2561) })).toEqual(refused('key', 'too-long'))
    expect(checkCredentials({ ...good, userId: 'u'.repeat(2561) })).toEqual(refused('userId', 'too-long'))
  })

  it.each<[string, string, CredentialProblem, number?]>([
    ['a line break', 'a\nb', 'line-break'],
    ['a line break at the end', 'ab\r\n', 'line-break'],
    ['a NUL', 'a\0b', 'invisible-character', 2],
    ['a zero-width space', 'ab\u200b', 'invisible-character', 3],
    ['a directional mark', '\u202eab', 'invisible-character', 1],
    ['a byte order mark', '\ufeffab', 'invisible-character', 1],
    ['a no-break space', 'a\u00a0b', 'invisible-character', 2],
    ['a soft hyphen', 'a\u00adb', 'invisible-character', 2],
    ['a tag character', 'a\u{e0041}b', 'invisible-character', 2],
    ['an umlaut', 'kä', 'foreign-character', 2],
    ['an emoji', 'a😀', 'foreign-character', 2],
    ['half a surrogate pair', 'a\ud800', 'foreign-character', 2],
    ['a typographic dash', 'a–b', 'foreign-character', 2],
    ['nothing', '  ', 'empty']
  ])('fault 76: %s is refused with the reason, in the key and in the user id', (_, text, problem, place) => {
    expect(checkCredentials({ ...good, key: text })).toEqual(refused('key', problem, place))
    expect(checkCredentials({ ...good, userId: text })).toEqual(refused('userId', problem, place))
  })

  it('blanks around them are dropped', () => {
    expect(checkCredentials({ key: ' \ta-key ', userId: 'a-user\t' })).toEqual({ ok: true, value: good })
  })

  it('a reason never repeats what was entered', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 8 }), (text) => {
        const checked = checkCredentials({ ...good, key: text })
        if (checked.ok) return
        expect(JSON.stringify(checked)).not.toContain(JSON.stringify(text.trim()).slice(1, -1))
      })
    )
  })

  it('whatever is accepted is a legal header value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const checked = checkCredentials({ ...good, key: text })
        if (checked.ok) expect(() => new Headers({ 'x-api-key': checked.value.key })).not.toThrow()
        if (checked.ok) expect(checked.value.key).toMatch(/^[!-~]([ -~]*[!-~])?$/)
      })
    )
  })
})

describe('the keychain item', () => {
  it('is one line and is read back as it was written', () => {
    const visible = fc.string({
      unit: fc.constantFrom('a', 'Z', '0', ' ', '"', '\\', '{', '}', ':', ','),
      minLength: 1,
      maxLength: 40
    })
    fc.assert(
      fc.property(visible, visible, (key, userId) => {
        const item = itemOf({ credentials: { key, userId }, origin: null }, 'linux')
        expect(item.ok && item.value).not.toContain('\n')
        expect(item.ok && credentialsIn(item.value)).toEqual({ credentials: { key, userId }, origin: null })
      })
    )
  })

  it('fault 72: on Windows the whole item must fit, since 2,560 bytes is what it keeps', () => {
    const key = 'k'.repeat(2550)
    expect(itemOf({ credentials: { key, userId: 'u' }, origin: null }, 'win32')).toEqual(
      refused('key', 'too-long-together')
    )
    expect(itemOf({ credentials: { key, userId: 'u' }, origin: null }, 'darwin')).toMatchObject({ ok: true })
    expect(
      itemOf({ credentials: { key: 'k'.repeat(2500), userId: 'u' }, origin: null }, 'win32')
    ).toMatchObject({ ok: true })
  })

  it('fault 102: names the origin that it is for, which counts on Windows too', () => {
    const credentials = { key: 'k'.repeat(2490), userId: 'u' }
    const origin = 'https://shop.example'
    const item = itemOf({ credentials, origin }, 'win32')
    expect(item.ok && credentialsIn(item.value)).toEqual({ credentials, origin })
    const longer = `https://${'shop.'.repeat(10)}example`
    expect(itemOf({ credentials, origin: longer }, 'win32')).toEqual(refused('key', 'too-long-together'))
  })

  it('fault 102: goes to its own origin, or from http up to https there, and nowhere else', () => {
    const goesTo = (to: string | null, origin: string | null = 'http://shop.example'): boolean =>
      mayGoTo({ credentials: { key: 'k', userId: 'u' }, origin }, to)
    expect(goesTo('http://shop.example')).toBe(true)
    expect(goesTo('https://shop.example')).toBe(true)
    expect(goesTo('http://shop.example', 'https://shop.example')).toBe(false)
    expect(goesTo('http://shop.example:8080')).toBe(false)
    expect(goesTo('http://other.example')).toBe(false)
    expect(goesTo('http://shop.example', 'no origin')).toBe(false)
    expect(goesTo('http://shop.example', null)).toBe(true)
  })

  it.each(['', 'null', '[]', '{"key":"k"}', '{"key":"","userId":"u"}', '{"key":1,"userId":"u"}'])(
    'text in another form (%s) is no credentials',
    (text) => {
      expect(credentialsIn(text)).toBeNull()
    }
  )
})
