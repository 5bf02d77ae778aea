import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { once } from 'node:events'
import type { RenderProcessGoneDetails } from 'electron'
import type { Pipe, Session } from './cdp.ts'
import { startChromium } from './chromium.ts'

interface Browser {
  child: ChildProcess
  pipe: Pipe
  root: Session
  /** The page that Chromium starts with; the first window takes it over. */
  bootTarget: string | undefined
}

let browser: Browser | undefined
let creating: Promise<unknown> = Promise.resolve()
const ours = new Set<string>()
/** Why the process that showed a page is gone, in Electron's words. */
export interface Crash {
  reason: RenderProcessGoneDetails['reason']
  exitCode: number
}
interface Watcher {
  closed: () => void
  crashed: (crash: Crash) => void
}
const watchers = new Map<string, Watcher>()
/** Electron's words for Chromium's. */
const reasons: Partial<Record<string, Crash['reason']>> = {
  killed: 'killed',
  crashed: 'crashed',
  oom: 'oom',
  'abnormal exit': 'abnormal-exit'
}

/** Lets a page hear that its target is gone, or the process that showed it. */
export function watchPage(targetId: string, watcher: Watcher): void {
  watchers.set(targetId, watcher)
}

/** Called for a page that Chromium opened by itself (a popup, a shortcut), just before it is closed. */
let strayListener: (url: string) => void = () => undefined
export function onStrayPage(listener: (url: string) => void): void {
  strayListener = listener
}

/** The running Chromium; throws before the app is ready. */
export function running(): Browser {
  if (!browser) throw new Error('Chromium has not been started: the app is not ready')
  return browser
}

/** Starts Chromium for the app's user data folder and connects to it. `ended` is called when it is gone. */
export async function startBrowser(userData: string, ended: () => void): Promise<void> {
  const { child, pipe } = startChromium(join(userData, 'chromium-shell'))
  const root = pipe.session()
  child.once('exit', () => {
    for (const { closed } of watchers.values()) closed()
    ended()
  })
  root.on(
    'Target.targetCreated',
    ({ targetInfo }) => void closeStray(targetInfo.targetId, targetInfo.type, targetInfo.url)
  )
  root.on('Target.targetDestroyed', ({ targetId }) => watchers.get(targetId)?.closed())
  root.on('Target.targetCrashed', ({ targetId, status, errorCode }) => {
    watchers.get(targetId)?.crashed({ reason: reasons[status] ?? 'crashed', exitCode: errorCode })
  })
  const { targetInfos } = await root.send('Target.getTargets').catch(() => {
    throw new Error(`Chromium ended as soon as it was started; is another one using ${userData}?`)
  })
  const bootTarget = targetInfos.find(({ type }) => type === 'page')?.targetId
  if (bootTarget) ours.add(bootTarget)
  await root.send('Target.setDiscoverTargets', { discover: true })
  browser = { child, pipe, root, bootTarget }
}

async function closeStray(targetId: string, type: string, url: string): Promise<void> {
  await creating
  if (type !== 'page' || ours.has(targetId)) return
  strayListener(url)
  await running()
    .root.send('Target.closeTarget', { targetId })
    .catch(() => undefined)
}

/** The id of a page for a new window, and a session to it. The first window gets the page that is already there. */
export async function openPage(): Promise<{ targetId: string; session: Session }> {
  const { root, pipe } = running()
  const targetId = takeBootTarget() ?? (await createPage(root))
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
  return { targetId, session: pipe.session(sessionId) }
}

function takeBootTarget(): string | undefined {
  const { bootTarget } = running()
  running().bootTarget = undefined
  return bootTarget
}

async function createPage(root: Session): Promise<string> {
  const created = root.send('Target.createTarget', { url: 'about:blank', newWindow: true })
  creating = created.then(({ targetId }) => ours.add(targetId))
  await creating
  return (await created).targetId
}

/** Ends Chromium: asked politely first, so that it writes its storage; killed if that takes over 3 s. */
export async function stopBrowser(): Promise<void> {
  if (browser?.child.exitCode !== null) return
  const { child, root } = browser
  child.removeAllListeners('exit')
  const gone = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
  root.send('Browser.close').catch(() => undefined)
  await gone
  clearTimeout(timer)
}
