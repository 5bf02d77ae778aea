import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { TeamPage } from './pages/team-page'
import { type App, commandLine, electronFile, isShell, root } from './support/app'

interface Ended {
  code: number | null
  /** The line of standard output. */
  line: Record<string, unknown>
  /** Standard error. */
  told: string
}

const alone: ChildProcess[] = []
test.afterEach(() => {
  for (const child of alone.splice(0)) child.kill('SIGKILL')
})

/** Starts the app as a scheduler does: no window, and on Linux no display. */
function give(profile: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const env = { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }
  const child = spawn(electronFile(), commandLine(profile, args), { cwd: root, env })
  alone.push(child)
  let said = ''
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
  const ended = new Promise<Ended>((resolve, reject) =>
    child.once('close', (code) => {
      const lines = said.split('\n').filter((line) => line.startsWith('{'))
      if (lines.length === 1) resolve({ code, line: JSON.parse(lines[0] ?? ''), told })
      else reject(new Error(`${code}: not one line: ${said}\n${told}`))
    })
  )
  return { child, ended }
}

const run = (profile: string, ...args: string[]): Promise<Ended> => give(profile, ...args).ended

const named = ['--store', 'Corner shop']

/** Connects the store by the window, with the schedule off, and closes that. */
async function connected(app: App, store: Parameters<typeof connectTo>[1]): Promise<void> {
  await connectTo(app, store)
  await app.syncedTimes(1)
}

test('a command line that is wrong says which option is, and opens nothing', async ({ profile }) => {
  const { code, line, told } = await run(profile, 'export', ...named, '--out', 'products.doc')
  expect(code).toBe(2)
  expect(line).toMatchObject({ status: 'usage', exitCode: 2 })
  expect(told).toContain('--out must end in .xlsx, .csv, .json')
  expect(existsSync(join(profile, 'settings.json'))).toBe(false)
})

test.describe('without a window', () => {
  // The shell has no Chromium of its own that a display could be kept from.
  test.skip(() => isShell(), 'in Electron only')
  test.beforeEach(needsKeychain)

  test('a store is synced, checked and exported on a schedule, with a key from the keychain', async ({
    launch,
    profile,
    store
  }) => {
    const app = await launch()
    await connected(app, store)
    await app.close()
    store.shelf.total = 300

    const sync = await run(profile, 'sync', ...named)
    expect(sync).toMatchObject({
      code: 0,
      line: { command: 'sync', status: 'done', products: 300, added: 60 }
    })
    const audit = await run(profile, 'audit', ...named, '--json')
    expect(audit).toMatchObject({ code: 0, line: { command: 'audit', status: 'done', products: 300 } })

    const file = join(profile, 'all.csv')
    const exported = await run(profile, 'export', ...named, '--out', file)
    expect(exported).toMatchObject({ code: 0, line: { file, rows: 300, coverage: 'complete' } })
    expect((await readFile(file, 'utf8')).split('\r\n')).toContainEqual(expect.stringContaining('P-00300'))

    const unknown = await run(profile, 'sync', '--store', 'Corner')
    expect(unknown.code).toBe(2)
    expect(unknown.told).toContain('--store: no store is named “Corner”; it can be “Corner shop”')

    await test.step('one page that cannot be read: partial', async () => {
      store.shelf.cap = 40
      store.shelf.broken.add(3)
      const partial = await run(profile, 'sync', ...named)
      expect(partial).toMatchObject({ code: 3, line: { status: 'partial', partly: 'unread', gone: 0 } })
    })
    await test.step('a key that is refused: failed', async () => {
      store.credentials.key = 'another'
      const failed = await run(profile, 'sync', ...named)
      expect(failed).toMatchObject({ code: 1, line: { status: 'failed', error: { code: 'key-refused' } } })
    })
  })

  test('a catalog is published for the team, and a colleague’s command takes it over', async ({
    launch,
    colleague,
    profile,
    store
  }) => {
    test.slow()
    const app = await launch()
    await connected(app, store)
    await connected(colleague, store)
    expect(await run(profile, 'publish', ...named)).toMatchObject({
      code: 1,
      line: { status: 'failed', error: { code: 'no-team' } }
    })
    const folder = join(profile, 'shared')
    await mkdir(folder)
    const pages = [new TeamPage(app.page), new TeamPage(colleague.page)] as const
    await pages[0].open()
    await pages[0].create.click()
    await pages[0].fill({ kind: 'Folder', where: folder, name: 'Kim' })
    await pages[0].finish('Create')
    await expect(pages[0].members).toContainText('Kim')
    await pages[1].open()
    await pages[1].join.click()
    await pages[1].fill({ kind: 'Folder', where: folder, name: 'Sam' })
    await pages[1].finish('Join')
    await expect(pages[1].members).toContainText('Sam')
    const other = await colleague.electron.evaluate(({ app: electron }) => electron.getPath('userData'))
    await Promise.all([app.close(), colleague.close()])
    store.shelf.total = 300

    expect(await run(profile, 'publish', ...named)).toMatchObject({
      code: 0,
      line: { command: 'publish', status: 'done', published: true, products: 300, entries: 300 }
    })
    const before = store.pageRequests()
    expect(await run(other, 'sync', ...named)).toMatchObject({
      code: 0,
      line: { status: 'done', products: 300, added: 60, from: { by: 'Kim' } }
    })
    expect(store.pageRequests()).toBe(before)
    const refused = await run(other, 'publish', ...named)
    expect(refused).toMatchObject({ code: 1, line: { error: { code: 'other-publisher' } } })
    expect(refused.told).toContain('Kim publishes this store’s catalog')
    expect(await run(other, 'publish', ...named, '--take-over')).toMatchObject({
      code: 0,
      line: { published: true }
    })

    store.shelf.cap = 40
    store.shelf.broken.add(3)
    expect(await run(other, 'publish', ...named)).toMatchObject({
      code: 3,
      line: { status: 'partial', partly: 'unread', published: false }
    })
  })

  test('the app that is open does the work, shows it, and stays as it is', async ({
    launch,
    profile,
    store
  }) => {
    const app = await launch()
    await connected(app, store)
    store.shelf.total = 300
    const sync = await run(profile, 'sync', ...named)
    expect(sync).toMatchObject({ code: 0, line: { status: 'done', products: 300 } })
    await expect(app.products.range('300 products')).toBeVisible()
    const file = join(profile, 'all.json')
    expect(await run(profile, 'export', ...named, '--out', file)).toMatchObject({
      code: 0,
      line: { rows: 300 }
    })
    expect(JSON.parse(await readFile(file, 'utf8'))).toBeTruthy()

    await test.step('what a person has paused is busy', async () => {
      store.shelf.delay = 60_000
      const connectionId = await app.activeConnection()
      const call = (channel: 'sync:start' | 'sync:pause'): Promise<unknown> =>
        app.page.evaluate(([name, id]) => window.vitrine.call(name, { connectionId: id }), [
          channel,
          connectionId
        ] as const)
      await call('sync:start')
      await call('sync:pause')
      expect(await run(profile, 'sync', ...named)).toMatchObject({
        code: 75,
        line: { status: 'busy', error: { code: 'paused' } }
      })
    })
  })

  test('a person who opens the app meanwhile gets their window, and the command is busy', async ({
    launch,
    profile,
    store
  }) => {
    const app = await launch()
    await connected(app, store)
    await app.close()
    store.shelf.delay = 60_000
    const before = store.pageRequests()
    const { ended } = give(profile, 'sync', ...named)
    await expect.poll(() => store.pageRequests()).toBeGreaterThan(before)
    const opened = await launch()
    expect(await ended).toMatchObject({ code: 75, line: { status: 'busy', error: { code: 'app-opened' } } })
    await expect(opened.products.row('Product 1')).toBeVisible()
  })

  test('a second command meanwhile is busy, and one that is ended says so and leaves a sync to go on', async ({
    launch,
    profile,
    store
  }) => {
    const app = await launch()
    await connected(app, store)
    await app.close()
    store.shelf.delay = 60_000
    const before = store.pageRequests()
    const { child, ended } = give(profile, 'sync', ...named)
    await expect.poll(() => store.pageRequests()).toBeGreaterThan(before)
    expect(await run(profile, 'audit', ...named)).toMatchObject({
      code: 75,
      line: { status: 'busy', error: { code: 'busy' } }
    })
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 1, line: { status: 'failed', error: { code: 'cancelled' } } })
    store.shelf.delay = 0
    expect(await run(profile, 'sync', ...named)).toMatchObject({ code: 0, line: { status: 'done' } })
  })
})
