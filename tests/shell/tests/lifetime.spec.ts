import { once } from 'node:events'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  expect,
  heardBy,
  isShell,
  launch,
  outcome,
  processesOn,
  readyPage,
  startByHand,
  test,
  withShell
} from './fixtures'

/** Whether there is a file, or a link that leads nowhere, as Electron's lock does. */
const isThere = (path: string): Promise<boolean> => lstat(path).then(() => true, () => false) // prettier-ignore

test('a second start on the same folder ends and tells the first of its switches, and then of all else', async ({
  shell,
  page,
  profile
}) => {
  await expect(page).toHaveTitle('Fixture page')
  const second = startByHand(profile, { args: ['--second'] })
  // Electron complains of buses that it does not find.
  expect(await outcome(second)).toEqual({ code: 0, written: isShell ? '' : expect.any(String) })
  await expect
    .poll(() => heardBy(shell))
    .toEqual([
      expect.stringMatching(
        /^second (--\S+ )*--second (--\S+ )*--allow-file-access-from-files (--\S+ )*\S+fixture$/
      )
    ])
})

test('two apps with folders of their own run side by side', async ({ shell, page, profile }) => {
  await expect(page).toHaveTitle('Fixture page')
  const other = await launch(join(profile, 'other'))
  const otherPage = await other.firstWindow()
  await expect(otherPage.getByRole('heading', { name: 'Ready' })).toBeVisible()
  expect(await shell.evaluate(({ app }) => app.getPath('userData'))).toBe(profile)
  expect(await other.evaluate(({ app }) => app.getPath('userData'))).toBe(join(profile, 'other'))
  await other.close()
})

test('closing the window ends the app', async ({ shell, page, profile }) => {
  await expect(page).toHaveTitle('Fixture page')
  const ended = once(shell.process(), 'exit')
  await shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  expect(await ended).toEqual([0, null])
  expect(await processesOn(profile)).toEqual([])
})

test('a window may refuse to close, and the app then stays', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const stayed = await shell.evaluate(({ app, BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.once('close', (event) => event.preventDefault())
    app.quit()
    return BrowserWindow.getAllWindows().length
  })
  expect(stayed).toBe(1)
  await expect(page.getByRole('heading', { name: 'Ready' })).toBeVisible()
})

test('nothing is left behind when the shell is killed', async ({ profile }) => {
  const child = startByHand(profile)
  await expect.poll(() => isThere(join(profile, 'loaded'))).toBe(true)
  expect((await processesOn(profile)).length).toBeGreaterThan(1)
  child.kill('SIGKILL')
  await expect.poll(() => processesOn(profile)).toEqual([])
})

test('a start after a kill takes the lock of the dead over', async ({ profile }) => {
  const lock = join(profile, 'SingletonLock')
  const child = startByHand(profile)
  await expect.poll(() => isThere(lock)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => processesOn(profile)).toEqual([])
  expect(await isThere(lock)).toBe(true)
  await withShell(profile, async (shell) => {
    await readyPage(shell)
  })
})

test('a run from start to end writes nothing', { tag: '@shell' }, async ({ profile }) => {
  const child = startByHand(profile)
  await expect.poll(() => isThere(join(profile, 'loaded'))).toBe(true)
  child.kill('SIGTERM')
  expect(await outcome(child)).toEqual({ code: 0, written: '' })
})

test('without Chromium, one sentence says so', { tag: '@shell' }, async ({ profile }) => {
  const child = startByHand(profile, { env: { VITRINE_CHROMIUM: '/nowhere' } })
  const written = 'The Chromium shell found no Chromium at /nowhere (VITRINE_CHROMIUM).\n'
  expect(await outcome(child)).toEqual({ code: 1, written })
})

test('a crashed page is announced and can be loaded again', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const reloaded = await shell.evaluate(({ webContents }) => {
    const contents = webContents.getAllWebContents()[0]
    const again = new Promise<string>((resolve) => {
      contents?.once('render-process-gone', (_event, { reason }) =>
        contents.once('did-finish-load', () => resolve(reason))
      )
    })
    contents?.forcefullyCrashRenderer()
    return again
  })
  expect(reloaded).toBe('crashed')
  const echoed = await shell.evaluate(({ webContents }) =>
    webContents.getAllWebContents()[0]?.executeJavaScript("window.fixture.invoke('echo', 'back')")
  )
  expect(echoed).toBe('back')
})
