import { expect, heardBy, isShell, test } from './fixtures'

test('the window has the size that the app asked for', async ({ shell, page }) => {
  const bounds = () => shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
  // Electron draws its menu, which takes a part of the height.
  const height = (whole: number): unknown => (isShell ? whole : expect.any(Number))
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, height(700)])
  await shell.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 5, y: 6, width: 640, height: 480 })
  )
  await expect.poll(bounds).toEqual({ x: 5, y: 6, width: 640, height: 480 })
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([640, height(480)])
})

// Only a window manager maximizes, and there is none where Electron is tested.
test('a window that is maximized remembers where it was', { tag: '@shell' }, async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const sizes = await shell.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const happened = (name: 'maximize' | 'unmaximize') =>
      new Promise<void>((resolve) => window?.once(name as 'maximize', () => resolve()))
    const maximized = happened('maximize')
    window?.maximize()
    await maximized
    const whileMaximized = [window?.isMaximized(), window?.getBounds().width, window?.getNormalBounds().width]
    const restored = happened('unmaximize')
    window?.restore()
    await restored
    return [whileMaximized, [window?.isMaximized(), window?.getBounds().width]]
  })
  expect(sizes).toEqual([[true, 1920, 900], [false, 900]]) // prettier-ignore
})

test("the window's title follows the page, unless the app wants its own", async ({ shell, page }) => {
  const title = () => shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())
  await expect.poll(title).toBe('Fixture page')
  await shell.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.on('page-title-updated', (event) => event.preventDefault())
    window?.setTitle('Own title')
  })
  const updated = shell.evaluate(
    ({ webContents }) =>
      new Promise<string>((resolve) => {
        webContents.getAllWebContents()[0]?.on('page-title-updated', (_event, text) => resolve(text))
      })
  )
  await page.evaluate(() => (document.title = 'Another title'))
  expect(await updated).toBe('Another title')
  expect(await title()).toBe('Own title')
})

test('a page is printed to a PDF, also in a window that nobody sees', async ({ shell }) => {
  const begins = await shell.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false })
    await window.loadURL('app://bundle/index.html')
    const pdf = await window.webContents.printToPDF({ pageSize: 'A4' })
    window.destroy()
    return pdf.subarray(0, 5).toString('latin1')
  })
  expect(begins).toBe('%PDF-')
})

test('a second window has contents and a page of its own', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const opened = shell.waitForEvent('window')
  await shell.evaluate(({ BrowserWindow }) => void new BrowserWindow().loadURL('app://bundle/index.html'))
  const second = await opened
  await expect(second.getByRole('heading', { name: 'Ready' })).toBeVisible()
  expect(await second.evaluate(() => 'fixture' in window)).toBe(false)
  await (await shell.browserWindow(second)).evaluate((window) => window.close())
  await expect.poll(() => shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('a picture of the page is a PNG of its size', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const picture = await shell.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage()
    return {
      size: image?.getSize(),
      isEmpty: image?.isEmpty(),
      start: image?.toPNG().toString('latin1', 1, 4)
    }
  })
  expect(picture).toEqual({
    size: { width: 900, height: isShell ? 700 : expect.any(Number) },
    isEmpty: false,
    start: 'PNG'
  })
})

// Electron's menu has its keys from the system's keyboard, which no debugger plays.
test(
  "keys of the menu's items work in the page, unless the page wants them",
  { tag: '@shell' },
  async ({ shell, page }) => {
    await page.getByRole('textbox').focus()
    await page.keyboard.press('F5')
    await page.keyboard.press('ControlOrMeta+Shift+K')
    await page.keyboard.press('ControlOrMeta+K')
    await page.evaluate(() =>
      document.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    )
    await page.keyboard.press('F5')
    await page.keyboard.press('ControlOrMeta+Shift+K')
    await expect.poll(() => heardBy(shell)).toEqual(['F5', 'find', 'find'])
  }
)

test(
  'zooming in gives the page fewer pixels to lay out, and reset gives them back',
  { tag: '@shell' },
  async ({ shell, page }) => {
    await page.keyboard.press('ControlOrMeta++')
    await page.keyboard.press('ControlOrMeta++')
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(750)
    await shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomLevel(0))
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(900)
  }
)

test('all windows of an origin have one zoom, also those that come later', async ({ shell, page }) => {
  const plain = await page.evaluate(() => innerWidth)
  const seen = await shell.evaluate(async ({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows()
    const open = async (): Promise<Electron.WebContents> => {
      const { webContents } = new BrowserWindow({ width: 600, show: false })
      await webContents.loadURL('app://bundle/index.html')
      return webContents
    }
    const before = await open()
    first?.webContents.setZoomFactor(1.25)
    const after = await open()
    return [before, after].map((contents) => contents.getZoomFactor().toFixed(2))
  })
  expect(seen).toEqual(['1.25', '1.25'])
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(plain / 1.25)
})

test("the app's choice of theme reaches the page", async ({ shell, page }) => {
  await page.emulateMedia({ colorScheme: null })
  const scheme = () =>
    page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  for (const source of ['dark', 'light'] as const) {
    const updated = await shell.evaluate(async ({ nativeTheme }, value) => {
      let isUpdated = false
      const updated = new Promise<void>((resolve) => {
        nativeTheme.once('updated', () => resolve(void (isUpdated = true)))
      })
      nativeTheme.themeSource = value
      const isUpdatedAtOnce = isUpdated
      await updated
      return [isUpdatedAtOnce, nativeTheme.shouldUseDarkColors]
    }, source)
    expect(updated).toEqual([false, source === 'dark'])
    await expect.poll(scheme).toBe(source)
  }
})
