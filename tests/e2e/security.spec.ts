import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type App, commandLine } from './support/app'
import { logText } from './support/files'
import { expect, test } from './fixtures'

test.use({ complaintsExpected: true })

test('the page has no more than it needs, takes in nothing from elsewhere, and leads nowhere', async ({
  app,
  profile
}) => {
  await hasNoMoreThanItNeeds(app)
  await takesInNothing(app, profile)
})

test('fault 90: a second start brings the first window to the front and ends', async ({ app, profile }) => {
  await expect(app.connect.heading).toBeVisible()
  const cli = join(import.meta.dirname, '..', '..', 'node_modules', 'electron', 'cli.js')
  const second = spawn(process.execPath, [cli, ...commandLine(profile)], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: 'ignore'
  })
  const [code] = (await once(second, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(app.electron.windows()).toHaveLength(1)
  await expect(app.connect.heading).toBeVisible()
})

async function hasNoMoreThanItNeeds(app: App): Promise<void> {
  await test.step('the page reaches nothing but call and on', async () => {
    const reach = await app.page.evaluate(() => ({
      bridge: Object.keys(window.vitrine).sort(),
      frozen: Object.isFrozen(window.vitrine),
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window)
    }))
    expect(reach).toEqual({ bridge: ['call', 'on'], frozen: true, node: [] })
  })
  await test.step('a call on an unknown channel, or with bad input, is refused as a value', async () => {
    const answers = await app.page.evaluate(async () => {
      type Call = (channel: unknown, input?: unknown) => Promise<{ ok: boolean }>
      const { call } = window.vitrine as unknown as { call: Call }
      const calls = [call('no:such'), call('__proto__'), call('products:page', { page: -1 }), call(null)]
      return (await Promise.all(calls)).map(({ ok }) => ok)
    })
    expect(answers).toEqual([false, false, false, false])
  })
  await test.step('permissions are denied', async () => {
    const states = await app.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read']
      const query = (name: string): Promise<PermissionStatus> =>
        navigator.permissions.query({ name: name as PermissionName })
      return Promise.all(names.map(async (name) => (await query(name)).state))
    })
    expect(states).not.toContain('granted')
  })
  await test.step('app:// serves the built page and nothing beside it', async () => {
    const beside = [
      '/../main/main.js',
      '/%2e%2e/main/main.js',
      '/..%2fmain%2fmain.js',
      '/..%5cmain%5cmain.js',
      '/%2e%2e%2f%2e%2e%2fpackage.json',
      '/assets/../../../package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '//etc/passwd',
      '/etc/passwd',
      '/index.html%00.png',
      '/index.html/',
      '/INDEX.HTML',
      '/picture/../../../package.json',
      '/picture/demo/%2e%2e%2f%2e%2e%2fpackage.json/thumbnail',
      '/picture/demo/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/original'
    ]
    const answers = await app.page.evaluate(async (paths) => {
      const statusOf = async (path: string): Promise<string> => {
        // `location.origin` is "null" for an own scheme in some engines; two slashes would name a host.
        const { protocol, host } = new URL(document.baseURI)
        const answer = await fetch(`${protocol}//${host}${path}`)
        return `${path} ${answer.status} ${(await answer.text()).length}`
      }
      return Promise.all(paths.map(statusOf))
    }, beside)
    expect(answers).toEqual(beside.map((path) => `${path} 404 0`))
    const own = await app.page.evaluate(async () => {
      const answer = await fetch('/index.html')
      return { status: answer.status, policy: answer.headers.get('content-security-policy') }
    })
    expect(own.status).toBe(200)
    expect(own.policy).toContain("default-src 'none'")
  })
}

async function takesInNothing(app: App, profile: string): Promise<void> {
  await test.step('inline scripts, handlers and styles, and anything from elsewhere, are blocked', async () => {
    const provoked = await app.page.evaluateHandle(() => {
      const found = new Set<string>()
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        found.add(effectiveDirective)
      )
      const script = document.createElement('script')
      script.textContent = 'window.injected = true'
      document.body.append(script)
      document.body.setAttribute('onclick', 'window.injected = true')
      document.body.click()
      document.body.setAttribute('style', 'color: red')
      const image = new Image()
      image.src = 'https://elsewhere.invalid/picture.png'
      const frame = document.createElement('iframe')
      frame.src = 'https://elsewhere.invalid/'
      document.body.append(frame)
      void fetch('https://elsewhere.invalid/').catch(() => null)
      return found
    })
    await expect
      .poll(() => provoked.evaluate((found) => [...found].sort()))
      .toEqual([
        'connect-src',
        'frame-src',
        'img-src',
        'script-src-attr',
        'script-src-elem',
        'style-src-attr'
      ])
    expect(await app.page.evaluate(() => 'injected' in window)).toBe(false)
  })
  await test.step('the page cannot be led elsewhere, and opens no window', async () => {
    let visitors = 0
    const server = createServer((_, response) => {
      visitors += 1
      response.end('elsewhere')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    try {
      const opened = await app.page.evaluate((url) => window.open(url) === null, elsewhere)
      expect(opened).toBe(true)
      await expect.poll(() => logText(profile)).toContain('"what":"window"')
      const headingBefore = await app.connect.heading.innerText()
      await app.page.evaluate((url) => window.location.assign(url), elsewhere)
      await expect.poll(() => logText(profile)).toContain('"what":"navigation"')
      // Not by a locator: Playwright has each of them wait for a navigation that Electron refused to end.
      const heading = await app.page.evaluate(() => document.querySelector('h1')?.innerText)
      expect(heading).toBe(headingBefore)
      expect(app.electron.windows()).toHaveLength(1)
      expect(visitors).toBe(0)
    } finally {
      server.close()
    }
  })
}
