import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, launch, readyPage, test as shellTest } from './fixtures'

/** A stand-in for Vite's server: one page, and a web socket that says hello to nobody. */
const test = shellTest.extend<{ server: string }>({
  server: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>From the dev server</h1>')
    })
    server.on('upgrade', ({ headers }, socket) => {
      const key = `${String(headers['sec-websocket-key'])}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
      const accept = createHash('sha1').update(key).digest('base64')
      const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`]
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      server.once('close', () => socket.destroy())
    })
    await once(server.listen(0, 'localhost'), 'listening')
    await use(`localhost:${(server.address() as AddressInfo).port}`)
    server.close()
    server.emit('close')
  }
})

const connect = (page: Page, url: string): Promise<string> =>
  page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(address)
        socket.addEventListener('open', () => resolve('open'))
        socket.addEventListener('error', () => resolve('refused'))
      }),
    url
  )

test(
  'with a dev server named, the window may show it and talk to it',
  { tag: '@shell' },
  async ({ server, profile }) => {
    const shell = await launch(profile, { env: { ELECTRON_RENDERER_URL: `http://${server}` } })
    const page = await readyPage(shell)
    // A page of the app's own, without a policy: the shell alone decides here.
    await page.evaluate(() => location.assign('/echo'))
    await expect(page.getByText('app://bundle/echo')).toBeVisible()
    expect(await connect(page, `ws://${server}/`)).toBe('open')
    await shell.evaluate(
      ({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url),
      `http://${server}/`
    )
    await expect(page.getByRole('heading', { name: 'From the dev server' })).toBeVisible()
    expect(await connect(page, `ws://${server}/`)).toBe('open')
    await shell.close()
  }
)

test('without, it may do neither', { tag: '@shell' }, async ({ server, shell, page }) => {
  await page.evaluate(() => location.assign('/echo'))
  await expect(page.getByText('app://bundle/echo')).toBeVisible()
  expect(await connect(page, `ws://${server}/`)).toBe('refused')
  const load = shell.evaluate(
    ({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url),
    `http://${server}/`
  )
  await expect(load).rejects.toThrow(`electron: loading http://${server}/ is not part of the Chromium shell`)
})
