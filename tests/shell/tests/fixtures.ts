import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ElectronApplication, type Page, test as base, _electron, expect } from '@playwright/test'

/** What the fixture's preload puts on `window`. */
interface FixtureBridge {
  describe: (value: unknown) => string
  isSame: (one: unknown, other: unknown) => boolean
  give: (kind: string) => unknown
  ask: (listener: () => unknown) => string
  invoke: (channel: string, ...args: unknown[]) => Promise<unknown>
  say: (text: string) => void
  onSaid: (listener: (...values: unknown[]) => void) => () => void
  sayFarewell: () => void
  listen: (times: number) => void
  uncloneable: () => Promise<unknown>
  unknown: () => unknown
  platform: string
  early: Promise<unknown>
}

declare global {
  interface Window {
    fixture: FixtureBridge
  }
  /** What the fixture's main process has heard, in order. */
  var heard: string[]
}

const fixture = join(import.meta.dirname, '..', 'fixture')
const shellFolder = join(import.meta.dirname, '..', 'bin')
const runtime = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? shellFolder
const executable = join(runtime, 'electron')
/** Whether the Chromium shell runs the tests, and not a real Electron. */
export const isShell = resolve(runtime) === shellFolder

/** The arguments that start the fixture app on a profile folder. */
export function fixtureArguments(profile: string, ...more: string[]): string[] {
  // Tests have no graphics card; the shell sees to that by itself.
  const drawing = isShell ? [] : ['--disable-gpu', '--disable-software-rasterizer']
  return [fixture, ...drawing, `--user-data-dir=${profile}`, ...more]
}

/** Starts the fixture without Playwright, as a person would. */
export function startByHand(profile: string, { args = [], env = {} }: ByHand = {}): ChildProcess {
  return spawn(executable, fixtureArguments(profile, ...args), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env }
  })
}

/** Waits for the end of a process; returns its code and all it has written. */
export async function outcome(child: ChildProcess): Promise<{ code: number | null; written: string }> {
  const [output, errors, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit') as Promise<[number | null]>
  ])
  return { code, written: output + errors }
}

/** Runs a script of the fixture in an app that no Playwright watches; returns what the script returns. */
export async function runScript(
  profile: string,
  name: string,
  env: NodeJS.ProcessEnv = {}
): Promise<unknown> {
  const sandbox = !isShell && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = startByHand(profile, { args: [`--script=${name}`, ...sandbox], env })
  const { written } = await outcome(child)
  const [, result] = /^result: (.*)$/m.exec(written) ?? []
  if (result === undefined) throw new Error(`The script ${name} gave no result:\n${written}`)
  return JSON.parse(result)
}

/** The numbers of all processes that work on a profile folder, and have this on their command line too. */
export async function processesOn(profile: string, also = ''): Promise<number[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = numbers.map(async (pid) => {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return line.includes(profile) && line.includes(also) ? [pid] : []
  })
  return (await Promise.all(found)).flat()
}

interface ByHand {
  args?: string[]
  env?: NodeJS.ProcessEnv
}

interface Fixtures {
  /** A user data folder of the test's own. */
  profile: string
  shell: ElectronApplication
  /** The fixture's page, loaded. */
  page: Page
}

async function withProfile(use: (profile: string) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-shell-'))
  await use(profile)
  await expect.poll(() => processesOn(profile), 'all processes of the test end').toEqual([])
  await rm(profile, { recursive: true, force: true })
}

/** Starts the fixture; further arguments are the command line's. */
export function launch(
  profile: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}
): Promise<ElectronApplication> {
  return _electron.launch({
    args: fixtureArguments(profile, ...args),
    env: { ...(process.env as Record<string, string>), ...env },
    // Root has no sandbox, and the shell decides by itself.
    chromiumSandbox: !isShell && process.getuid?.() !== 0
  })
}

/** Starts the fixture for as long as `use` takes. Its page is there: the shell may hang when it is told to quit before. */
export async function withShell(
  profile: string,
  use: (shell: ElectronApplication) => Promise<void>
): Promise<void> {
  const shell = await launch(profile)
  await readyPage(shell)
  await use(shell)
  await shell.close()
}

/** The fixture's window once its page is there. */
export async function readyPage(shell: ElectronApplication): Promise<Page> {
  const page = await shell.firstWindow()
  await expect(page.getByRole('heading', { name: 'Ready' })).toBeVisible()
  return page
}

/** Each test has an app of its own. */
export const test = base.extend<Fixtures>({
  profile: ({}, use) => withProfile(use),
  shell: ({ profile }, use) => withShell(profile, use),
  page: async ({ shell }, use) => use(await readyPage(shell))
})

/** The tests of a file share one app: for those that change nothing in it. */
export const sharedTest = base.extend<Pick<Fixtures, 'page'>, { shell: ElectronApplication }>({
  shell: [({}, use) => withProfile((profile) => withShell(profile, use)), { scope: 'worker' }],
  page: async ({ shell }, use) => use(await readyPage(shell))
})

/** What the fixture's main process has heard so far. */
export function heardBy(shell: ElectronApplication): Promise<string[]> {
  return shell.evaluate(() => globalThis.heard)
}

export { expect }
