import type { MessageBoxOptions } from 'electron'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { Reviews } from './pages/reviews'
import { type App, commandLine, electronFile, hookFile, isShell, root } from './support/app'
import { logText } from './support/files'
import { inWindow } from './support/in-window'
import { rendererProcess } from './support/processes'

const demo = { args: ['--demo'] }

/** Every message box is noted instead of being shown, and answered by the button of this number. */
async function answerBoxes(app: App, response: number): Promise<void> {
  await app.electron.evaluate(({ dialog }, answer) => {
    dialog.showMessageBox = (...args: unknown[]) => {
      process.stderr.write(`message box: ${JSON.stringify(args.at(-1))}\n`)
      return Promise.resolve({ response: answer, checkboxChecked: false })
    }
  }, response)
}

const boxes = ({ output }: Pick<App, 'output'>): MessageBoxOptions[] =>
  [...output.matchAll(/^message box: (.*)$/gm)].map(([, json = '']) => JSON.parse(json))

/** What was started without Playwright, which ends only what it has started itself. */
const alone: ChildProcess[] = []
test.afterEach(() => {
  for (const child of alone.splice(0)) child.kill('SIGKILL')
})

/** Starts the app without Playwright, with these hooks. */
function startAlone(
  profile: string,
  hooks: string[],
  env: Record<string, string> = {},
  folder = root
): { readonly output: string; ended: Promise<number | null> } {
  const args = [...hooks.flatMap((name) => ['-r', hookFile(name)]), ...commandLine(profile, [], folder)]
  const child = spawn(electronFile(), args, { cwd: root, env: { ...process.env, ...env } })
  alone.push(child)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return {
    get output() {
      return output
    },
    ended: new Promise((resolve) => child.once('exit', resolve))
  }
}

/** Files that are there only while the app has its profile open: locks, and the logs of databases that it writes. */
async function leftOpen(profile: string): Promise<string[]> {
  const files = await readdir(profile, { recursive: true })
  return files.filter((name) => /(catalog|pictures)\.sqlite-wal$|SingletonLock$/.test(name))
}

const settingsOf = async (profile: string): Promise<{ window: { width: number }; zoomLevel: number }> =>
  JSON.parse(await readFile(join(profile, 'settings.json'), 'utf8'))

/** Changes what is known only from the window itself until it is closed. */
async function resize(app: App): Promise<void> {
  const width = (): Promise<number | undefined> =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds().width)
  await app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    window?.setBounds({ x: 20, y: 20, width: 1111, height: 777 })
    window?.webContents.setZoomLevel(0.5)
  })
  await expect.poll(width).toBe(1111)
}

test.describe('the system ends the app', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    test(`fault 128: ${signal} closes everything and keeps where the window was`, async ({
      launch,
      profile
    }) => {
      const app = await launch(demo)
      await app.products.expectPictures()
      // Each write of the settings takes handlers of signals away.
      await expect.poll(async () => (await app.keptView())?.page).toBe(1)
      await resize(app)
      expect((await leftOpen(profile)).length).toBeGreaterThan(0)
      app.electron.process().kill(signal)
      // Once that has arrived, whoever sends it loses patience.
      await app.electron.evaluate(() => undefined).catch(() => undefined)
      app.electron.process().kill(signal)
      expect(await app.ended()).toEqual({ code: 0, signal: null })
      expect(await leftOpen(profile)).toEqual([])
      expect(await settingsOf(profile)).toMatchObject({ window: { width: 1111 }, zoomLevel: 0.5 })
    })

  test('fault 128: the end of a session on Windows keeps where the window was, and closes what it can', async ({
    launch,
    profile
  }) => {
    const app = await launch(demo)
    await app.products.expectPictures()
    await resize(app)
    const emit = (event: string): Promise<void> =>
      app.electron.evaluate(({ BrowserWindow }, name) => {
        BrowserWindow.getAllWindows()[0]?.emit(name)
      }, event)
    await emit('query-session-end')
    await expect.poll(() => settingsOf(profile)).toMatchObject({ window: { width: 1111 }, zoomLevel: 0.5 })
    // The session may go on after all, when another program holds it up.
    await expect(app.products.rows.first()).toBeVisible()
    await emit('session-end')
    expect(await app.ended()).toEqual({ code: 0, signal: null })
    expect(await leftOpen(profile)).toEqual([])
  })

  test('fault 128: a shutdown of macOS or Linux waits until everything is closed', async ({
    launch,
    profile
  }) => {
    const app = await launch(demo)
    await app.products.expectPictures()
    const isHeld = await app.electron.evaluate(({ powerMonitor }) => {
      let held = false
      powerMonitor.emit('shutdown', { preventDefault: () => (held = true) })
      return held
    })
    expect(isHeld).toBe(true)
    expect(await app.ended()).toEqual({ code: 0, signal: null })
    expect(await leftOpen(profile)).toEqual([])
  })
})

test.describe('the window', () => {
  test('fault 121: comes back when its process was killed, and a second time ends the app with a box that says so', async ({
    launch,
    profile
  }) => {
    const app = await launch(demo)
    await app.tools.turnPaging()
    await app.products.goTo(3)
    await expect.poll(async () => (await app.keptView())?.page).toBe(3)
    await answerBoxes(app, 0)
    const crash = app.page.waitForEvent('crash')
    process.kill(await rendererProcess(app), 'SIGKILL')
    await crash
    await expect.poll(() => inWindow(app, 'document.body.innerText')).toContain('51–75')
    // Nothing was sent to the page that had gone.
    expect(app.output).not.toContain('Render frame was disposed')
    process.kill(await rendererProcess(app), 'SIGKILL')
    expect(await app.ended()).toEqual({ code: 1, signal: null })
    expect(boxes(app)).toEqual([expect.objectContaining({ message: 'Vitrine has to close' })])
    expect(await leftOpen(profile)).toEqual([])
  })

  test('fault 122: is shown although Electron never says that it is ready', async ({ launch }) => {
    const app = await launch({ ...demo, hooks: ['no-ready-to-show'] })
    const isVisible = (): Promise<unknown> =>
      app.electron
        .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
        // The inspector lets go of a promise now and then, whatever it is about.
        .catch(() => null)
    await expect.poll(isVisible).toBe(true)
    await app.products.expectPictures()
  })

  test('fault 127: that does not answer can be waited for or shown anew', async ({ launch, profile }) => {
    const app = await launch(demo)
    await expect(app.products.rows.first()).toBeVisible()
    const hang = (): Promise<void> =>
      app.electron.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.emit('unresponsive')
      })
    await answerBoxes(app, 0)
    await hang()
    await expect.poll(() => boxes(app)).toHaveLength(1)
    expect(boxes(app)[0]).toMatchObject({ message: 'Vitrine is not responding', buttons: ['Wait', 'Reload'] })
    await expect(app.products.rows.first()).toBeVisible()
    await answerBoxes(app, 1)
    // More often than a window may crash.
    for (const time of [1, 2]) {
      await app.electron.evaluate(({ BrowserWindow }, mark) => {
        void BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`window.before = ${mark}`)
      }, time)
      await hang()
      await expect.poll(() => inWindow(app, `window.before ?? 'new'`)).toBe('new')
      await expect.poll(() => inWindow(app, 'document.body.innerText')).toContain('1,238 products')
    }
    expect(await logText(profile)).toContain('the window does not answer')
  })
})

test(
  'fault 127: a page that really hangs is shown anew, and quitting does not wait for one',
  { tag: '@long' },
  async ({ profile }) => {
    test.skip(isShell(), 'the Chromium shell does not tell of a page that hangs')
    // Twice the time that Chromium waits for an answer, and several times as long on a busy machine.
    test.setTimeout(600_000)
    // Chromium waits some 15 s for an answer to what a person does; with Playwright connected, for ever.
    const app = startAlone(profile, ['note-boxes', 'hanging-page'], { BOX_ANSWER: '1' })
    expect(await app.ended).toBe(0)
    expect(boxes(app)).toEqual([expect.objectContaining({ message: 'Vitrine is not responding' })])
    expect(app.output).toContain('page load: 2')
  }
)

test.describe('what the page says last', () => {
  test.beforeEach(() => needsKeychain())

  for (const end of ['the window is closed', 'the page is loaded again'] as const)
    test(`fault 123: a note that is being written is kept when ${end}`, async ({
      app,
      launch,
      store,
      profile
    }) => {
      const isReload = end === 'the page is loaded again'
      await connectTo(app, store)
      const { note } = new Reviews(app.page)
      await app.products.row('Product 3').hover()
      await app.products.details.nth(2).click()
      await expect(note).toBeEditable()
      // Faster than drafts are kept while somebody writes.
      await note.fill('Half a sen')
      if (isReload) await app.page.reload()
      else await app.close()
      const after = isReload ? app : await launch()
      await after.products.row('Product 3').hover()
      await after.products.details.nth(2).click()
      await expect(new Reviews(after.page).note).toHaveValue('Half a sen')
      expect(await logText(profile)).not.toContain('a call from a foreign page was refused')
    })
})

test.describe('an error that nobody caught', () => {
  test('fault 125: is logged and ends the app with one box in its own words', async ({ launch, profile }) => {
    const app = await launch(demo)
    await app.products.expectPictures()
    await answerBoxes(app, 0)
    await resize(app)
    await app.electron.evaluate(() => {
      for (const text of ['the first', 'and more'])
        setImmediate(() => {
          throw new Error(text)
        })
    })
    expect(await app.ended()).toEqual({ code: 1, signal: null })
    expect(boxes(app)).toEqual([expect.objectContaining({ message: 'Vitrine has to close' })])
    const logged = await logText(profile)
    expect(logged).toContain('the first')
    expect(logged).toContain('and more')
    expect(await leftOpen(profile)).toEqual([])
    expect(await settingsOf(profile)).toMatchObject({ window: { width: 1111 } })
  })

  test('fault 125: a promise that was rejected unheard is logged, and the app goes on', async ({
    launch,
    profile
  }) => {
    const app = await launch(demo)
    // Not within the call, whose answer the rejection may still take along: only the app's log counts.
    const rejectUnheard = app.electron.evaluate(() => {
      setImmediate(() => void Promise.reject(new Error('nobody hears this')))
    })
    await rejectUnheard.catch(() => undefined)
    await expect.poll(() => logText(profile)).toContain('nobody hears this')
    // A list that still grows has its end elsewhere later.
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await app.products.scrollTo(1)
    await expect(app.products.rows.last()).toHaveAttribute('aria-rowindex', '1241')
  })
})

test('fault 126: a start that fails says so in a box, with the place of the log', async ({
  profile
}, testInfo) => {
  const folder = testInfo.outputPath('incomplete-app')
  await mkdir(folder, { recursive: true })
  for (const part of ['package.json', 'out/main', 'out/preload'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const app = startAlone(profile, ['note-boxes'], {}, folder)
  expect(await app.ended).toBe(1)
  expect(boxes(app)).toEqual([
    expect.objectContaining({
      message: 'Vitrine could not start',
      detail: expect.stringContaining(join(profile, 'logs', 'vitrine.log'))
    })
  ])
  expect(await logText(profile)).toContain('the app could not start')
})

test('on macOS the app goes on without its window, and opens it again where it was', async ({
  launch,
  profile
}) => {
  test.skip(process.platform === 'darwin', 'the system itself takes part there')
  const app = await launch({ ...demo, hooks: ['as-on-macos'] })
  await app.tools.turnPaging()
  await app.products.goTo(3)
  await expect(app.products.range(/^51–75/)).toBeVisible()
  await resize(app)
  const closed = app.page.waitForEvent('close')
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await closed
  // Of the menu, only what needs no window is left.
  const canExport = (): Promise<unknown> =>
    app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('export')?.enabled)
  await expect.poll(canExport).toBe(false)
  await expect.poll(() => settingsOf(profile)).toMatchObject({ window: { width: 1111 } })
  const opened = app.electron.waitForEvent('window')
  await app.electron.evaluate(({ app: electronApp }) => electronApp.emit('activate'))
  const page = await opened
  await expect(page.getByText(/^51–75/)).toBeVisible()
  await expect.poll(canExport).toBe(true)
  const bounds = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getBounds().width)
  )
  expect(bounds).toEqual([1111])
  const ended = app.ended()
  await app.close()
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(await leftOpen(profile)).toEqual([])
})

test('fault 81: starts in a folder that can only be read', async ({ launch, profile }) => {
  test.skip(
    isShell() || process.getuid?.() === 0,
    'root writes anywhere; the shell’s Chromium needs its folder'
  )
  await chmod(profile, 0o555)
  const app = await launch(demo)
  await expect(app.products.rows.first()).toBeVisible()
  const ended = app.ended()
  await app.close()
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(await readdir(profile)).toEqual([])
})

test('fault 129: a second start is heard from the first moment', async ({ launch }) => {
  const app = await launch({ hooks: ['early-second-start'] })
  await expect(app.products.rows.first()).toBeVisible()
})

test.describe('an app that goes on without its window', () => {
  /** Closes the window, after which nothing of the page is left. */
  async function closeWindow(app: App): Promise<void> {
    await app.page.evaluate(() => window.vitrine.call('preferences:set', { background: true }))
    const closed = app.page.waitForEvent('close')
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await closed
  }

  test('goes on syncing from its tray, and another start opens the window again', async ({
    launch,
    store,
    profile
  }) => {
    needsKeychain()
    const app = await launch()
    // A test cannot see the tray: it takes what the tray’s menu would do.
    await app.electron.evaluate(({ Menu }) => {
      const build = Menu.buildFromTemplate.bind(Menu)
      Menu.buildFromTemplate = (items) => {
        const sync = items.find(({ label }) => label === 'Sync now')
        if (sync)
          process.once('SIGUSR2', () => sync.click?.(undefined as never, undefined, undefined as never))
        return build(items)
      }
    })
    await connectTo(app, store)
    await app.syncedTimes(1)
    await resize(app)
    await closeWindow(app)
    const before = store.pageRequests()
    if (!isShell()) {
      app.electron.process().kill('SIGUSR2')
      await expect.poll(() => store.pageRequests()).toBeGreaterThan(before)
    }
    const opened = app.electron.waitForEvent('window')
    const second = startAlone(profile, [])
    expect(await second.ended).toBe(0)
    const page = await opened
    await expect(page.getByRole('row').filter({ hasText: 'Product 1' }).first()).toBeVisible()
    expect((await settingsOf(profile)).window.width).toBe(1111)
    const quit = app.ended()
    await app.electron.evaluate(({ app: electronApp }) => electronApp.quit()).catch(() => undefined)
    expect(await quit).toEqual({ code: 0, signal: null })
    expect(await leftOpen(profile)).toEqual([])
  })

  test('ends in order when the system ends it, and a start after that is a new one', async ({
    launch,
    profile
  }) => {
    const app = await launch(demo)
    await app.products.expectPictures()
    await closeWindow(app)
    expect((await leftOpen(profile)).length).toBeGreaterThan(0)
    app.electron.process().kill('SIGTERM')
    expect(await app.ended()).toEqual({ code: 0, signal: null })
    expect(await leftOpen(profile)).toEqual([])
    await (await launch()).products.expectPictures()
  })
})
