import type {
  HandlerDetails,
  PrintToPDFOptions,
  Rectangle,
  WebContents,
  WindowOpenHandlerResponse
} from 'electron'
import { app } from './app.ts'
import { type Crash, running } from './browser.ts'
import type { MenuPlace } from './context-menu.ts'
import type { FromPage, ToPage } from './messages.ts'
import { answerInvoke, eventMessage, frameView, receiveSend } from './ipc.ts'
import { acceleratorList, pressAccelerator } from './menu.ts'
import { imageOf } from './native-image.ts'
import { Page } from './page.ts'
import { pdfOptions } from './pdf-options.ts'
import { navigationGuards } from './protocol.ts'
import { isShown, toChromium } from './scheme.ts'
import { defaultSession, settlePermissions } from './session.ts'
import { StrictEmitter, cancelable, missing, strict } from './strict.ts'
import { followTheme, reportDark } from './theme.ts'
import { factorOf, layOut, levelOf, setFactor } from './zoom.ts'

type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse
type Offered =
  | 'id' | 'send' | 'getURL' | 'getTitle' | 'isDestroyed' | 'isCrashed' | 'loadURL' | 'reload' | 'close' | 'focus'
  | 'executeJavaScript' | 'printToPDF' | 'setZoomFactor' | 'getZoomFactor' | 'setZoomLevel' | 'getZoomLevel'
  | 'setWindowOpenHandler' | 'forcefullyCrashRenderer' // prettier-ignore

const events =
  `will-navigate will-redirect will-attach-webview did-navigate did-navigate-in-page did-finish-load
  did-fail-load dom-ready render-process-gone console-message page-title-updated
  context-menu unresponsive responsive destroyed`.split(/\s+/)
const errorNumbers: Record<string, number> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_CONNECTION_REFUSED: -102
}
const all = new Map<number, ShellContents>()
let lastId = 0

/** What a window shows: Electron's WebContents over a page of Chromium. */
export class ShellContents extends StrictEmitter implements Pick<WebContents, Offered> {
  readonly id = (lastId += 1)
  /** Set by the window: the page's frame was resized, or gained or lost the focus. */
  onWindowChange: (kind: 'resize' | 'focus' | 'blur') => void = () => undefined
  /** Set by the window: the page was painted for the first time. */
  onPainted: () => void = () => undefined
  /** The page; every command waits for it. */
  readonly opening: Promise<Page>
  private page: Page | undefined
  private readonly self: ShellContents
  private openHandler: OpenHandler | undefined
  private destroyed = false
  private crashed = false
  /** True while the app hears that the page's process is gone: Electron still takes it down. */
  private dying = false
  /** Destroyed without asking: what the page still says is not heard. */
  private silenced = false
  private documents = 0
  private title = ''
  /** The zoom that the page is laid out for. */
  private laidOutFor = 1
  /** True while a navigation of the app's own is on its way: the app is not asked about that one. */
  private expected = false

  constructor(preload: string | undefined) {
    super('webContents', events)
    this.self = strict('webContents', this)
    all.set(this.id, this.self)
    this.opening = this.open(preload)
    return this.self
  }

  private async open(preload: string | undefined): Promise<Page> {
    const page = await Page.open(preload)
    this.page = page
    followTheme(page.session)
    navigationGuards.set(page.targetId, (url, redirected) => this.mayNavigate(url, redirected))
    page.on('message', (...message) => this.receive(...message))
    page.on('bridge', () => page.tell({ kind: 'accelerators', list: acceleratorList() }))
    page.on('navigated', (url, isInPage) => this.navigated(url, isInPage))
    page.on('stays', () => (this.silenced = false))
    page.on('dom-ready', () => this.emit('dom-ready', cancelable({})))
    page.on('loaded', () => this.emit('did-finish-load', cancelable({})))
    page.on('painted', () => this.onPainted())
    page.on('console', (line) => this.emit('console-message', cancelable({ ...line, frame: this.mainFrame })))
    page.on('popup', (url) => this.askToOpen(url))
    page.on('crashed', (crash) => this.gone(crash))
    page.on('closed', () => this.destroy())
    return page
  }

  get session(): typeof defaultSession {
    return defaultSession
  }

  readonly mainFrame = frameView({
    getURL: () => this.getURL(),
    hasPage: () => !this.crashed && !this.destroyed
  })

  /** DevTools' name of the page, once there is one. */
  get targetId(): string | undefined {
    return this.page?.targetId
  }

  send(channel: string, ...args: unknown[]): void {
    this.tell(eventMessage(channel, args))
  }

  /** Sends the shell's own message to the isolated world. */
  tell(message: ToPage): void {
    this.page?.tell(message)
  }

  getURL(): string {
    return this.page?.url ?? ''
  }

  getTitle(): string {
    return this.title
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  isCrashed(): boolean {
    return this.crashed
  }

  async loadURL(url: string): Promise<void> {
    this.endIfDying()
    const target = toChromium(url)
    const page = await this.opening
    const loaded = new Promise<void>((resolve, reject) => {
      page.once('loaded', resolve)
      for (const end of ['crashed', 'closed'] as const)
        page.once(end, () => reject(new Error(`ERR_FAILED (-2) loading '${url}'`)))
    })
    loaded.catch(() => undefined)
    this.expected = true
    const { errorText, loaderId } = await page.session.send('Page.navigate', { url: target })
    this.expected = false
    if (errorText) throw this.failed(url, errorText.replace('net::', ''))
    if (loaderId) await loaded
  }

  private failed(url: string, code: string): Error {
    const errno = errorNumbers[code] ?? -2
    this.emit('did-fail-load', cancelable({}), errno, code, url, true)
    return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url })
  }

  reload(): void {
    this.endIfDying()
    this.command((page) => {
      this.expected = true
      return page.session.send('Page.reload')
    })
  }

  /** A page that is shown within `render-process-gone` ends Electron by SIGTRAP. */
  private endIfDying(): void {
    if (this.dying) process.kill(process.pid, 'SIGTRAP')
  }

  close(options?: Electron.CloseOpts): void {
    const polite = options?.waitForBeforeUnload !== false && !this.crashed
    if (options?.waitForBeforeUnload === false) this.silenced = true
    this.command((page) =>
      polite
        ? this.closePolitely(page)
        : running().root.send('Target.closeTarget', { targetId: page.targetId })
    )
  }

  /**
   * Lets the page say what it says when it goes, and closes it. What it says while Chromium closes it goes through the debugger here and
   * may be lost on a busy machine; Electron hears it. Once is enough.
   */
  private async closePolitely({ session }: Page): Promise<unknown> {
    const expression = "dispatchEvent(new PageTransitionEvent('pagehide'))"
    await session.send('Runtime.evaluate', { expression }).catch(() => undefined)
    this.silenced = true
    return session.send('Page.close')
  }

  focus(): void {
    this.command((page) => page.session.send('Page.bringToFront'))
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const { session } = await this.opening
    const options = { awaitPromise: true, returnByValue: true, userGesture }
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: code,
      ...options
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** A picture of the page, or of a part of it in CSS pixels. */
  async capturePage(rect?: Rectangle): Promise<ReturnType<typeof imageOf>> {
    const { session } = await this.opening
    const { data } = await session.send('Page.captureScreenshot', rect ? { clip: { ...rect, scale: 1 } } : {})
    return imageOf(Buffer.from(data, 'base64'))
  }

  /** The page on paper. Sizes and margins are inches, as Chromium's. */
  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    const { session } = await this.opening
    const { data } = await session.send('Page.printToPDF', pdfOptions(options))
    return Buffer.from(data, 'base64')
  }

  getZoomFactor(): number {
    return factorOf(this.getURL())
  }

  getZoomLevel(): number {
    return levelOf(this.getZoomFactor())
  }

  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level)
  }

  setZoomFactor(factor: number): void {
    setFactor(this.getURL(), factor)
    for (const each of all.values()) each.followZoom()
  }

  private followZoom(): void {
    const factor = this.getZoomFactor()
    if (factor === this.laidOutFor) return
    this.laidOutFor = factor
    this.command(({ session }) => layOut(session, factor))
  }

  /** Lays the page out anew for its zoom, in a window that has changed its size. */
  layOut(): void {
    const factor = this.laidOutFor
    if (factor !== 1) this.command(({ session }) => layOut(session, factor, true))
  }

  /** Does what an editing key would do, like `copy` or `selectAll`, where the focus is. */
  edit(command: string): void {
    this.command((page) =>
      page.session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] })
    )
  }

  undo(): void {
    this.edit('undo')
  }

  redo(): void {
    this.edit('redo')
  }

  selectAll(): void {
    this.edit('selectAll')
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  forcefullyCrashRenderer(): void {
    this.command((page) => page.session.send('Page.crash'))
  }

  /** Tells the app's handler that a window was asked for. It may only deny; nothing has been opened. */
  askToOpen(url: string): void {
    const details = {
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' }
    } as const
    if (this.openHandler?.(details).action === 'allow') throw missing("setWindowOpenHandler's answer 'allow'")
  }

  /** Commands have no answer in Electron; a page that closes meanwhile is no mistake. */
  private command(run: (page: Page) => Promise<unknown>): void {
    this.opening.then(run).catch((error: unknown) => {
      if (!this.destroyed) console.error(error)
    })
  }

  private receive(message: FromPage, reply: (message: ToPage) => void, isShown: () => boolean): void {
    if (this.silenced) return
    const sender = { contents: this.self, document: this.documents, isShown }
    if (message.kind === 'invoke') void answerInvoke(sender, message, reply)
    else if (message.kind === 'send') receiveSend(sender, message)
    else if (message.kind === 'open') this.askToOpen(message.url)
    else if (message.kind === 'dark') reportDark(message.dark)
    else if (message.kind === 'title') this.titled(message.title)
    else if (message.kind === 'accelerator') pressAccelerator(message.id, this.id)
    else if (message.kind === 'context-menu') this.askForMenu(message.place)
    else this.onWindowChange(message.kind)
  }

  private mayNavigate(url: string, redirected: boolean): boolean {
    if (this.expected && !redirected) {
      this.expected = false
      return true
    }
    const frame = this.mainFrame
    const event = cancelable({ url, isSameDocument: false, isMainFrame: true, frame, initiator: frame })
    this.emit(redirected ? 'will-redirect' : 'will-navigate', event, url, false, true)
    if (event.defaultPrevented) return false
    if (!isShown(url)) console.error(`The Chromium shell refused to leave the app for ${url}`)
    return isShown(url)
  }

  private navigated(url: string, isInPage: boolean): void {
    this.crashed = false
    if (!isInPage) {
      this.documents += 1
      this.followZoom()
    }
    this.emit(isInPage ? 'did-navigate-in-page' : 'did-navigate', cancelable({}), url)
    if (!isInPage) settlePermissions(this.self as never, url).catch((error: unknown) => console.error(error))
  }

  private titled(title: string): void {
    this.title = title
    this.emit('page-title-updated', cancelable({}), title, true)
  }

  private askForMenu(place: MenuPlace): void {
    this.emit('context-menu', cancelable({}), strict('ContextMenuParams', place))
  }

  private gone(details: Crash): void {
    this.crashed = this.dying = true
    // Promises and ticks still belong to the event; what the app puts off until later does not.
    setImmediate(() => (this.dying = false))
    app.emit('render-process-gone', cancelable({}), this.self, details)
    this.emit('render-process-gone', cancelable({}), details)
  }

  private destroy(): void {
    this.destroyed = true
    all.delete(this.id)
    if (this.targetId) navigationGuards.delete(this.targetId)
    this.emit('destroyed')
  }
}

/** Electron's `webContents`. */
export const webContents = strict('webContents', {
  getAllWebContents: () => [...all.values()],
  fromId: (id: number) => all.get(id),
  fromDevToolsTargetId: (targetId: string) => [...all.values()].find((each) => each.targetId === targetId)
})
