import { expect, heardBy, sharedTest as test } from './fixtures'

test('a page calls the main process and gets its answer', async ({ page }) => {
  expect(await page.evaluate(() => window.fixture.invoke('add', 20, 22))).toBe(42)
})

test('values of every kind come back as they went', async ({ page }) => {
  const differences = await page.evaluate(async () => {
    const sent = {
      texts: ['', 'ü', '\u0000', '\ud800', '"\\'],
      numbers: [0, -0, 1.5, NaN, Infinity, 2 ** 53, 12345678901234567890n],
      nothing: [null, undefined],
      date: new Date(5),
      map: new Map([['a', new Set([1, 2])]]),
      bytes: new Uint8Array([0, 127, 255]),
      nested: { list: [{ deep: true }], $type: 'plain data' }
    }
    const got = (await window.fixture.invoke('echo', sent)) as typeof sent
    const differs = (a: unknown, b: unknown): boolean => !Object.is(a, b)
    return [
      sent.texts.some((text, index) => differs(text, got.texts[index])) && 'texts',
      sent.numbers.some((value, index) => differs(value, got.numbers[index])) && 'numbers',
      (got.nothing[0] !== null || got.nothing[1] !== undefined || got.nothing.length !== 2) && 'nothing',
      got.date.getTime() !== 5 && 'date',
      got.map.get('a')?.has(2) !== true && 'map',
      (!(got.bytes instanceof Uint8Array) || got.bytes.join() !== '0,127,255') && 'bytes',
      JSON.stringify(got.nested) !== JSON.stringify(sent.nested) && 'nested'
    ].filter(Boolean)
  })
  expect(differences).toEqual([])
})

test('a key called __proto__ is data, not a prototype', async ({ page }) => {
  const got = await page.evaluate(async () => {
    const value = JSON.parse('{"__proto__": {"admin": true}}') as unknown
    return JSON.stringify(await window.fixture.invoke('echo', value))
  })
  expect(got).toBe('{"__proto__":{"admin":true}}')
})

test('an object that comes twice stays one object', async ({ page }) => {
  const isOne = await page.evaluate(async () => {
    const shared = { id: 1 }
    const pair = new Map([[shared, shared]])
    const got = (await window.fixture.invoke('echo', pair)) as typeof pair
    return [...got].map(([key, value]) => key === value)
  })
  expect(isOne).toEqual([true])
})

for (const at of [60 * 1024 - 1, 60 * 1024, 1_000_000]) {
  test(`a text with an emoji at position ${at} arrives whole`, async ({ page }) => {
    const isWhole = await page.evaluate(async (length) => {
      const text = 'a'.repeat(length) + '😀' + 'b'.repeat(70_000)
      return (await window.fixture.invoke('echo', text)) === text
    }, at)
    expect(isWhole).toBe(true)
  })
}

test('calls at the same time get each its own answer', async ({ page }) => {
  const sums = await page.evaluate(() =>
    Promise.all(Array.from({ length: 100 }, (_, index) => window.fixture.invoke('add', index, index)))
  )
  expect(sums).toEqual(Array.from({ length: 100 }, (_, index) => index * 2))
})

for (const [channel, message] of [
  ['fail', "Error invoking remote method 'fail': TypeError: no such thing"],
  ['nobody', "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'"]
] as const) {
  test(`a call to '${channel}' fails in Electron's words`, async ({ page }) => {
    const said = await page.evaluate(
      (name) => window.fixture.invoke(name).catch((error: unknown) => String(error)),
      channel
    )
    expect(said).toBe(`Error: ${message}`)
  })
}

test('a handler whose answer cannot be cloned never answers', async ({ page }) => {
  const first = await page.evaluate(async () => {
    const answer = (channel: string): Promise<string> =>
      window.fixture.invoke(channel, 1, 1).then(
        () => channel,
        () => channel
      )
    // The second call is answered after the first one would be.
    return Promise.race([answer('uncloneable'), answer('add').then(() => answer('add'))])
  })
  expect(first).toBe('add')
})

test('more than ten listeners to one channel are warned of, once', async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (line) => {
    if (line.text().includes('MaxListeners')) warnings.push(line.text())
  })
  await page.evaluate(() => window.fixture.listen(10))
  expect(warnings).toEqual([])
  await page.evaluate(() => window.fixture.listen(5))
  await page.evaluate(() => window.fixture.listen(5))
  const words =
    'MaxListenersExceededWarning: Possible EventEmitter memory leak detected. 11 crowd listeners added. Use emitter.setMaxListeners() to increase limit'
  expect(warnings).toEqual([expect.stringContaining(words)])
})

test('a value that cannot be cloned is refused before it is sent', async ({ page }) => {
  const said = await page.evaluate(() =>
    window.fixture.uncloneable().catch((error: unknown) => String(error))
  )
  expect(said).toBe('Error: An object could not be cloned.')
})

test('the main process knows who calls, from the first moment on', async ({ page }) => {
  const sender = {
    url: 'app://bundle/index.html?x=1#top',
    origin: 'app://bundle',
    parent: null,
    own: 1,
    same: true
  }
  expect(await page.evaluate(() => window.fixture.early)).toEqual(sender)
})

test('the main process answers a message with a message, until the page stops listening', async ({
  shell,
  page
}) => {
  const got = await page.evaluate(async () => {
    const texts: unknown[] = []
    const said = Promise.withResolvers<null>()
    const stop = window.fixture.onSaid((text, count) => {
      texts.push([text, count])
      said.resolve(null)
    })
    window.fixture.say('hello')
    await said.promise
    stop()
    window.fixture.say('again')
    await window.fixture.invoke('add', 0, 0)
    return texts
  })
  expect(got).toEqual([['hello', 1]])
  expect(await heardBy(shell)).toEqual(['hello', 'again'])
})
