import { expect, sharedTest as test } from './fixtures'

/** Hands a value of the given kind to the preload; returns what it says of it, or the error that the page sees. */
function handOver(kind: string): string {
  class Instance {
    readonly own = [1].length
    get size(): number {
      return this.own
    }
  }
  const proxy = (of: object): object => new Proxy(of, {})
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const deep = (levels: number): object => (levels === 0 ? {} : { in: deep(levels - 1) })
  const make: Record<string, () => unknown> = {
    'a proxy of an object': () => proxy({ a: 1 }),
    'a proxy of a list': () => proxy([1]),
    'a proxy in a list in an object': () => ({ list: [proxy({})] }),
    'a proxy beside a function': () => ({ act: () => 1, state: proxy({}) }),
    'a proxy of an object with a function': () => proxy({ act: () => 1 }),
    'a proxy in a map': () => new Map([[1, proxy({})]]),
    'a function in a map': () => new Map([[1, () => 1]]),
    'a WeakMap': () => new WeakMap(),
    'a WeakSet': () => new WeakSet(),
    'a generator': () => (function* () { yield 1 })(),
    'an iterator of a map': () => new Map().keys(),
    'the arguments of a function': () => (function () { return arguments })(), // eslint-disable-line prefer-rest-params -- the object itself
    'an object around a symbol': () => Object(Symbol('text')) as unknown,
    'an object of 1,100 levels': () => deep(1100),
    'a function': () => () => 1,
    'a proxy of a function': () => proxy(() => 1),
    'a function in an object': () => ({ act: () => 1, later: Promise.resolve(1) }),
    'an instance of a class': () => new Instance(),
    'an object with a getter': () => ({ get a() { return 1 } }), // prettier-ignore
    'an object in itself': () => cyclic,
    'a list with a gap': () => [1, , 3],
    'a list with a property': () => Object.assign([1], { more: 1 }),
    'an error': () => new TypeError('text'),
    'an error in an object': () => ({ error: new RangeError('text') }),
    'a map': () => new Map([[1, { a: 1 }]]),
    'bytes': () => new Uint8Array([1, 2]),
    'a date': () => new Date(0),
    'a key __proto__': () => JSON.parse('{"__proto__": 1}') as unknown
  } // prettier-ignore
  try {
    return window.fixture.describe(make[kind]?.())
  } catch (error) {
    return String(error)
  }
}

const uncloneable = 'Error: An object could not be cloned.'
/** What becomes of each kind of value on its way to the preload. */
const kinds: [kind: string, becomes: string][] = [
  ['a proxy of an object', uncloneable],
  ['a proxy of a list', uncloneable],
  ['a proxy in a list in an object', uncloneable],
  ['a proxy beside a function', uncloneable],
  ['a proxy of an object with a function', uncloneable],
  ['a proxy in a map', uncloneable],
  ['a function in a map', uncloneable],
  ['a WeakMap', uncloneable],
  ['a WeakSet', uncloneable],
  ['a generator', uncloneable],
  ['an iterator of a map', uncloneable],
  ['the arguments of a function', uncloneable],
  ['an object around a symbol', uncloneable],
  [
    'an object of 1,100 levels',
    'TypeError: Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.'
  ],
  ['a function', 'Function'],
  ['a proxy of a function', 'Function'],
  ['a function in an object', 'Object {act: Function, later: Promise}'],
  ['an instance of a class', 'Object {own: 1}'],
  ['an object with a getter', 'Object {a: 1}'],
  ['an object in itself', 'Object {self: itself}'],
  ['a list with a gap', 'Array {0: 1, 1: undefined, 2: 3}'],
  ['a list with a property', 'Array {0: 1}'],
  ['an error', 'Error: text'],
  ['an error in an object', 'Object {error: Error: text}'],
  ['a map', 'Map {}'],
  ['bytes', 'Uint8Array {0: 1, 1: 2}'],
  ['a date', 'Date {}'],
  ['a key __proto__', 'Object {__proto__: 1}']
]

for (const [kind, becomes] of kinds) {
  test(`${kind} becomes: ${becomes}`, async ({ page }) => {
    expect(await page.evaluate(handOver, kind)).toBe(becomes)
  })
}

/** Values that Electron hands over empty, or as they are; the shell refuses what nobody can mean. */
for (const kind of ['a symbol', 'an element', 'a URL', 'an event']) {
  test(`${kind} is refused`, { tag: '@shell' }, async ({ page }) => {
    const said = await page.evaluate((which) => {
      const make: Record<string, () => unknown> = {
        'a symbol': () => Symbol('text'),
        'an element': () => document.body,
        'a URL': () => new URL('https://example.com/'),
        'an event': () => new Event('text')
      }
      try {
        return window.fixture.describe(make[which]?.())
      } catch (error) {
        return String(error)
      }
    }, kind)
    expect(said).toBe(uncloneable)
  })
}

test('an object given twice in a call stays one object, also with a function beside it', async ({ page }) => {
  const same = await page.evaluate(() => {
    const shared = { a: 1 }
    const { isSame } = window.fixture
    return [
      isSame(shared, shared),
      isSame({ shared, act: () => 1 }.shared, shared),
      isSame({ ...shared }, shared)
    ]
  })
  expect(same).toEqual([true, true, false])
})

/** What the preload gives or throws, and what the page gets. */
const answers: [kind: string, gets: string][] = [
  ['a proxy', 'thrown Error: Uncaught Error: An object could not be cloned.'],
  ['a promise of a proxy', 'rejected Error: Uncaught Error: An object could not be cloned.'],
  ['a WeakMap in an object', 'thrown Error: Uncaught Error: An object could not be cloned.'],
  ['an error', 'Error: text'],
  ['a thrown error', 'thrown Error: text'],
  [
    'a thrown object',
    'thrown Error: An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.'
  ],
  ['a rejection with an error', 'rejected Error: text'],
  ['a rejection with an object', 'rejected [object Object]'],
  ['an exposed name', 'Error: Cannot bind an API on top of an existing property on the window object'],
  [
    "a name of the window's own",
    'Error: Cannot bind an API on top of an existing property on the window object'
  ]
]

for (const [kind, gets] of answers) {
  test(`where the preload gives ${kind}, the page gets: ${gets}`, async ({ page }) => {
    const got = await page.evaluate(async (which) => {
      let answer: unknown
      try {
        answer = window.fixture.give(which)
      } catch (error) {
        return `thrown ${String(error)}`
      }
      return Promise.resolve(answer).then(String, (error: unknown) => `rejected ${String(error)}`)
    }, kind)
    expect(got).toBe(gets)
  })
}

test('a listener of the page cannot give the preload a proxy', async ({ page }) => {
  const said = await page.evaluate(() => {
    try {
      return window.fixture.ask(() => new Proxy({}, {}))
    } catch (error) {
      return String(error)
    }
  })
  expect(said).toBe('Error: Uncaught Error: An object could not be cloned.')
})
