import { expect, heardBy, test } from './fixtures'

test('a page sees what the preload exposes, and nothing else of it', async ({ page }) => {
  const seen = await page.evaluate(() => {
    const names = ['secret', 'require', 'process', 'module', 'tellShell', 'receive', 'Buffer']
    return [window.fixture.platform, ...names.filter((name) => name in globalThis)]
  })
  expect(seen).toEqual([process.platform])
})

test('what is exposed cannot be changed by the page', async ({ page }) => {
  const result = await page.evaluate(() => {
    const attempts = [
      () => Reflect.set(window, 'fixture', {}),
      () => Reflect.set(window.fixture, 'invoke', null),
      () => Reflect.deleteProperty(window, 'fixture')
    ]
    return attempts.map((attempt) => attempt())
  })
  expect(result).toEqual([false, false, false])
})

test(
  'what the preload asks of the shell that it does not have throws in the page',
  { tag: '@shell' },
  async ({ page }) => {
    const said = await page.evaluate(() => {
      try {
        return String(window.fixture.unknown())
      } catch (error) {
        return String(error)
      }
    })
    expect(said).toBe('Error: electron: ipcRenderer.sendSync is not part of the Chromium shell')
  }
)

test('the content security policy holds: no inline script, no picture from elsewhere', async ({ page }) => {
  const inline = await page.evaluate(() => document.documentElement.dataset.inline)
  const violation = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI))
        new Image().src = 'https://example.com/picture.png'
      })
  )
  expect([inline, violation]).toEqual([undefined, 'https://example.com/picture.png'])
})

test("the app's own files are there under the app's own addresses", async ({ page }) => {
  const answer = await page.evaluate(async () =>
    (await fetch('/echo?a=b', { method: 'POST', body: 'Grüße' })).text()
  )
  expect(answer).toBe('app://bundle/echo?a=b Grüße')
})

test('an answer that the page does not want anymore is cancelled', async ({ shell, page }) => {
  const outcome = await page.evaluate(async () => {
    const gone = new AbortController()
    setTimeout(() => gone.abort(), 50)
    // Electron answers with the first bytes, the shell with the last.
    return fetch('/endless', { signal: gone.signal })
      .then((answer) => answer.text())
      .catch((error: unknown) => (error instanceof Error ? error.name : 'failed'))
  })
  expect(outcome).toBe('AbortError')
  await expect.poll(() => heardBy(shell)).toEqual(['taken back'])
})

test('a link to elsewhere is announced and not followed', async ({ shell, page }) => {
  // Not by a locator: with Electron it waits for the navigation that was refused.
  await page.evaluate(() => document.querySelector('a')?.click())
  await expect.poll(() => heardBy(shell)).toEqual(['navigate https://example.com/away'])
  expect(await page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('Ready')
})

test('a redirect to elsewhere is not followed', async ({ shell, page }) => {
  await page.evaluate(() => location.assign('/moved'))
  await expect
    .poll(() => heardBy(shell))
    .toEqual(['navigate app://bundle/moved', 'redirect https://example.com/'])
  await expect(page.getByRole('heading', { name: 'Ready' })).toBeVisible()
})

test('a popup is announced and not opened', async ({ shell, page }) => {
  const opened = await page.evaluate(() => window.open('https://example.com/script'))
  await page.getByRole('link', { name: 'Popup' }).click()
  const asked = ['open https://example.com/script', 'open https://example.com/popup']
  await expect.poll(() => heardBy(shell)).toEqual(asked)
  expect(opened).toBeNull()
  await expect.poll(() => shell.windows().length).toBe(1)
})
