import { expect, heardBy, test } from './fixtures'

test('the window has the size that the app asked for', async ({ shell, page }) => {
  const bounds = () => shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 700])
  await shell.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 5, y: 6, width: 640, height: 480 })
  )
  await expect.poll(bounds).toEqual({ x: 5, y: 6, width: 640, height: 480 })
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([640, 480])
})

test('a window that is maximized remembers where it was', async ({ shell, page }) => {
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
  expect(picture).toEqual({ size: { width: 900, height: 700 }, isEmpty: false, start: 'PNG' })
})

test("keys of the menu's items work in the page, unless the page wants them", async ({ shell, page }) => {
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
})

test('zooming in gives the page fewer pixels to lay out, and reset gives them back', async ({
  shell,
  page
}) => {
  await page.keyboard.press('ControlOrMeta++')
  await page.keyboard.press('ControlOrMeta++')
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(750)
  await shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomLevel(0))
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(900)
})

test("the app's choice of theme reaches the page", async ({ shell, page }) => {
  await page.emulateMedia({ colorScheme: null })
  const scheme = () =>
    page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  for (const source of ['dark', 'light'] as const) {
    const updated = await shell.evaluate(({ nativeTheme }, value) => {
      let times = 0
      nativeTheme.once('updated', () => (times += 1))
      nativeTheme.themeSource = value
      return [times, nativeTheme.shouldUseDarkColors]
    }, source)
    expect(updated).toEqual([1, source === 'dark'])
    await expect.poll(scheme).toBe(source)
  }
})
