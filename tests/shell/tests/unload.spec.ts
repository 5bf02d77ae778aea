import { once } from 'node:events'
import type { ElectronApplication } from '@playwright/test'
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { expect, heardBy, processesOn, test } from './fixtures'

const url = 'app://bundle/index.html?x=1#top'

/** The main process notes by which frame a page says farewell, and can be asked later which one that was. */
function noteFarewells(shell: ElectronApplication): Promise<void> {
  return shell.evaluate(({ ipcMain }) => {
    const later: (() => string)[] = []
    Object.assign(globalThis, { later })
    const note = (kind: string) => (event: IpcMainEvent | IpcMainInvokeEvent) => {
      const frame = (): string => String(event.senderFrame?.url)
      heard.push(`${kind} from ${frame()}`)
      later.push(() => `${kind} from ${frame()}`)
    }
    ipcMain.on('farewell', note('send'))
    ipcMain.handle('farewell', note('invoke'))
  })
}

test('what a page says while it is unloaded is heard, and its frame is null afterwards', async ({
  shell,
  page
}) => {
  await noteFarewells(shell)
  await page.evaluate(() => window.fixture.sayFarewell())
  await shell.evaluate(
    ({ webContents }) =>
      new Promise<void>((resolve) => {
        const [contents] = webContents.getAllWebContents()
        contents?.once('did-finish-load', resolve)
        contents?.reload()
      })
  )
  expect(await heardBy(shell)).toEqual([`send from ${url}`, `invoke from ${url}`])
  const later = await shell.evaluate(() =>
    (globalThis as unknown as { later: (() => string)[] }).later.map((frame) => frame())
  )
  expect(later).toEqual(['send from undefined', 'invoke from undefined'])
})

test('what a page says while its window is closed is heard before the window is gone', async ({
  shell,
  page
}) => {
  await noteFarewells(shell)
  await page.evaluate(() => window.fixture.sayFarewell())
  await shell.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const [window] = BrowserWindow.getAllWindows()
        new BrowserWindow({ show: false }) // Keeps the app.
        window?.webContents.once('destroyed', () => heard.push('destroyed'))
        window?.once('closed', () => resolve(void heard.push('closed')))
        window?.close()
      })
  )
  expect(await heardBy(shell)).toEqual([`send from ${url}`, `invoke from ${url}`, 'destroyed', 'closed'])
})

test('a page that refuses to close stays, and is heard afterwards', async ({ shell, page }) => {
  await page.getByRole('heading').click() // A page that nobody used may not refuse.
  await page.evaluate(() => void (onbeforeunload = (event) => event.preventDefault()))
  await shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await expect(async () => {
    await page.evaluate(() => window.fixture.say('still here'))
    expect(await heardBy(shell)).toContain('still here')
  }).toPass({ timeout: 30_000 })
  await page.evaluate(() => void (onbeforeunload = null)) // Or it would outlive the test.
})

test('a window that is destroyed says nothing more', async ({ shell, page }) => {
  await noteFarewells(shell)
  await page.evaluate(() => window.fixture.sayFarewell())
  await shell.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const [window] = BrowserWindow.getAllWindows()
        new BrowserWindow({ show: false }) // Keeps the app.
        window?.webContents.once('destroyed', () => resolve(void heard.push('destroyed')))
        window?.once('closed', () => heard.push('closed'))
        window?.destroy()
      })
  )
  expect(await heardBy(shell)).toEqual(['closed', 'destroyed'])
})

test('app.exit closes windows without asking, and says so before it ends', async ({ shell, page }) => {
  await page.evaluate(() => window.fixture.sayFarewell())
  const ended = once(shell.process(), 'exit')
  let written = ''
  shell.process().stdout?.on('data', (chunk: Buffer) => (written += chunk.toString()))
  await shell.evaluate(({ app, BrowserWindow, ipcMain }) => {
    const say = (text: string) => () => void process.stdout.write(`${text}\n`)
    ipcMain.on('farewell', say('farewell'))
    for (const event of ['before-quit', 'will-quit', 'quit'] as const) app.on(event as 'quit', say(event))
    for (const event of ['close', 'closed'] as const)
      BrowserWindow.getAllWindows()[0]?.on(event as 'closed', say(event))
    process.on('exit', say('exit'))
    setImmediate(() => app.exit(3))
  })
  expect(await ended).toEqual([3, null])
  expect(written.trim().split('\n')).toEqual(['closed', 'exit', 'quit'])
})

test('the process that shows a page is gone: who asks its frame is told so, the app hears it first', async ({
  shell,
  page
}) => {
  await expect(page).toHaveTitle('Fixture page')
  await shell.evaluate(({ app, webContents }) => {
    const [contents] = webContents.getAllWebContents()
    app.once('render-process-gone', () => heard.push('app'))
    contents?.once('render-process-gone', (_event, { reason, exitCode }) => {
      heard.push(`contents ${reason} ${exitCode}`, String(contents.mainFrame.isDestroyed()))
      try {
        heard.push(contents.mainFrame.url)
      } catch (error) {
        heard.push(String(error))
      }
    })
    contents?.forcefullyCrashRenderer()
  })
  await expect
    .poll(() => heardBy(shell))
    .toEqual([
      'app',
      'contents crashed 5',
      'true',
      'Error: Render frame was disposed before WebFrameMain could be accessed'
    ])
})

test('a page that was killed says so', async ({ shell, page, profile }) => {
  await expect(page).toHaveTitle('Fixture page')
  await shell.evaluate(({ webContents }) => {
    webContents.getAllWebContents()[0]?.once('render-process-gone', (_event, { reason, exitCode }) => {
      heard.push(`${reason} ${exitCode}`)
    })
  })
  for (const pid of await processesOn(profile, '--type=renderer')) process.kill(pid, 'SIGKILL')
  await expect.poll(() => heardBy(shell)).toEqual(['killed 9'])
})

for (const how of ['load', 'reload', 'load in a promise'] as const) {
  test(`a page that is shown again within render-process-gone (${how}) ends the app by SIGTRAP`, async ({
    shell,
    page
  }) => {
    await expect(page).toHaveTitle('Fixture page')
    const ended = once(shell.process(), 'exit')
    await shell.evaluate(({ webContents }, way) => {
      const [contents] = webContents.getAllWebContents()
      const load = (): void => void contents?.loadURL('app://bundle/index.html')
      contents?.once('render-process-gone', () => {
        if (way === 'load') load()
        else if (way === 'reload') contents.reload()
        else void Promise.resolve().then(load)
      })
      setImmediate(() => contents?.forcefullyCrashRenderer())
    }, how)
    expect(await ended).toEqual([null, 'SIGTRAP'])
  })
}
