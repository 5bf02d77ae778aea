import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../electron/log/redactor'

/** What nobody would write, so that it is not found by chance. */
const marked = (text: string): string => `Xq7${text}7qX`

const secrets = fc
  .oneof(
    fc.string({ minLength: 6, maxLength: 40 }),
    fc.string({ unit: 'binary', minLength: 6, maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('"', '\\', '/', '%', ' ', '+', 'n', 'u', '\n', 'ä', '😀'),
      minLength: 6
    })
  )
  .filter((text) => text.trim() !== '')
  .map(marked)
/** Without the letters of a mark, so that what is left of a secret is not mistaken for what stood beside it. */
const unmarked = fc.string({ maxLength: 5 }).filter((text) => !/[Xq7]/.test(text))
const surroundings = fc.string({ unit: fc.constantFrom('a', '"', '\\', ' ', '%', '1', ','), maxLength: 8 })

function redacted(secret: string, line: string): string {
  const redactor = createRedactor()
  redactor.register(secret)
  return redactor.redact(line)
}

function nested(text: string, depth: number): string {
  let line = text
  for (let layer = 0; layer < depth; layer++) line = JSON.stringify({ body: line, layer })
  return line
}

/** JSON as Python and PHP write it: nothing but ASCII, and slashes escaped. */
function inAscii(text: string): string {
  const quoted = JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')
  return quoted.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

describe('a secret', () => {
  it('is taken out of JSON inside JSON, four layers deep, and all around it stays', () => {
    fc.assert(
      fc.property(
        secrets,
        surroundings,
        surroundings,
        fc.integer({ min: 0, max: 4 }),
        (secret, before, after, depth) => {
          const line = nested(`${before}<${secret}>${after}`, depth)
          expect(redacted(secret, line)).toBe(nested(`${before}<[redacted]>${after}`, depth))
        }
      )
    )
  })

  it.each([
    ['as an address writes it', (text: string) => encodeURIComponent(text.toWellFormed())],
    ['written so twice', (text: string) => encodeURIComponent(encodeURIComponent(text.toWellFormed()))],
    ['as a form writes it', (text: string) => new URLSearchParams({ text }).toString().slice('text='.length)],
    ['as JSON in ASCII', inAscii],
    [
      'with every byte percent-encoded',
      (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')
    ]
  ])('is taken out %s, at any depth', (_, write) => {
    fc.assert(
      fc.property(secrets, fc.integer({ min: 0, max: 3 }), (secret, depth) => {
        const line = nested(`<${write(secret)}>`, depth)
        expect(redacted(secret, line)).toBe(nested('<[redacted]>', depth))
      })
    )
  })

  it.each(['base64', 'base64url'] as const)(
    'is taken out of a longer text in %s, wherever it begins there',
    (encoding) => {
      fc.assert(
        fc.property(secrets, unmarked, unmarked, (secret, before, after) => {
          const clean = redacted(secret, Buffer.from(`${before}${secret}${after}`).toString(encoding))
          expect(clean).toContain('[redacted]')
          const left = clean.split('[redacted]').flatMap((part) => {
            // Whatever part of a group of four was left, at whatever place it begins.
            return [0, 1, 2, 3].map((from) =>
              Buffer.from('A'.repeat(from) + part, 'base64').toString('latin1')
            )
          })
          expect(left.join('\n')).not.toMatch(/Xq7|7qX/)
        })
      )
    }
  )

  it.each([
    ['in hexadecimal', (bytes: Buffer) => bytes.toString('hex')],
    ['in capital hexadecimal', (bytes: Buffer) => bytes.toString('hex').toUpperCase()],
    ['with colons', (bytes: Buffer) => bytes.toString('hex').replace(/..(?=.)/g, '$&:')],
    ['escaped', (bytes: Buffer) => bytes.toString('hex').replace(/../g, '\\x$&')],
    ['as a list of bytes', (bytes: Buffer) => JSON.stringify([...bytes])],
    ['as a list over many lines', (bytes: Buffer) => JSON.stringify([...bytes], null, 2)],
    ['as a buffer in JSON', (bytes: Buffer) => JSON.stringify(bytes)],
    ['as a typed array in JSON', (bytes: Buffer) => JSON.stringify(new Uint8Array(bytes))],
    ['as a buffer that is inspected', (bytes: Buffer) => inspect(bytes.subarray(0, 50))]
  ])('is taken out as bytes: %s', (_, write) => {
    const short = secrets.filter((secret) => Buffer.byteLength(secret) <= 50)
    fc.assert(
      fc.property(short, fc.integer({ min: 0, max: 3 }), (secret, depth) => {
        const clean = redacted(secret, nested(write(Buffer.from(secret)), depth))
        expect(clean).toContain('[redacted]')
        expect(clean).not.toMatch(/58[^0-9]*71[^0-9]*37|88[^0-9]+113[^0-9]+55/)
      })
    )
  })

  it('leaves everything else as it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 3 }), (text, depth) => {
        const line = nested(text, depth)
        expect(redacted(marked('no such thing'), line)).toBe(line)
      })
    )
  })

  it('as long as a person may enter one is taken out', () => {
    const pieces = Array.from({ length: 240 }, (_, at) =>
      createHash('sha256').update(String(at)).digest('base64')
    )
    const long = marked(pieces.join('"\\'))
    expect(long.length).toBeGreaterThan(10_000)
    expect(redacted(long, nested(long, 2))).toBe(nested('[redacted]', 2))
  })

  it.each(['\\', 'X', 'Xq7\\\\', 'X\\', '%25', ' ', '88,  ', '5 8 ', '"', '58'])(
    'is looked for in no time in a long row of %j',
    (part) => {
      const text = part.repeat(1_000_000 / part.length)
      const begun = performance.now()
      expect(redacted(marked('"\\ /sk-live'), text)).toBe(text)
      // Some 50 ms; what grows with the square takes hours.
      expect(performance.now() - begun).toBeLessThan(5000)
    }
  )
})
