import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Size } from 'electron'
import { app, cancelQuit, windowGone, windows } from './app.ts'
import { running } from './browser.ts'
import { isHeadless } from './chromium.ts'
import { switches } from './command-line.ts'
import { screen } from './desktop.ts'
import { type Cancelable, StrictEmitter, cancelable, strict } from './strict.ts'
import { ShellContents } from './web-contents.ts'
import { checkOptions } from './window-options.ts'

type Offered =
  | 'id' | 'loadURL' | 'show' | 'showInactive' | 'hide' | 'close' | 'destroy' | 'focus' | 'isFocused' | 'isDestroyed' | 'isVisible'
  | 'isMinimized' | 'isMaximized' | 'isFullScreen' | 'setFullScreen' | 'minimize' | 'maximize' | 'unmaximize' | 'restore'
  | 'setTitle' | 'getTitle' | 'setBounds' | 'getBounds' | 'getNormalBounds' | 'setMinimumSize' | 'setSize' | 'getSize' // prettier-ignore
type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

const events =
  `ready-to-show show hide close closed resize move focus blur minimize maximize unmaximize restore
  enter-full-screen leave-full-screen page-title-updated`.split(/\s+/)
const entering = {
  normal: 'restore',
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'enter-full-screen'
}
const leaving = {
  normal: undefined,
  minimized: undefined,
  maximized: 'unmaximize',
  fullscreen: 'leave-full-screen'
}
let lastId = 0

/** Where a new window goes: in the middle of the screen, unless the app says. */
function placed({ x, y, width, height }: Partial<Rectangle> & Size): Rectangle {
  const { workArea } = screen.getPrimaryDisplay()
  const middle = (size: number, room: number): number => Math.max(0, Math.round((room - size) / 2))
  return { x: x ?? middle(width, workArea.width), y: y ?? middle(height, workArea.height), width, height }
}

/** Electron's BrowserWindow over a window of Chromium. */
export class ShellWindow extends StrictEmitter implements Pick<BrowserWindow, Offered> {
  readonly id = (lastId += 1)
  readonly webContents: ShellContents
  private readonly self: ShellWindow
  private title: string
  private bounds: Rectangle
  private normalBounds: Rectangle
  private minimum: readonly [number, number]
  private state: State = 'normal'
  private visible: boolean
  private focused: boolean
  private destroyed = false
  /** Commands to Chromium, one after the other. */
  private queue: Promise<unknown>
  private chromiumId = 0

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', events)
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    checkOptions(options)
    const { show = true, title = app.getName(), minWidth = 0, minHeight = 0 } = options
    const [width, height] = switches.get('window-size')?.split(',').map(Number) ?? [
      options.width,
      options.height
    ]
    this.bounds = this.normalBounds = placed({ ...options, width: width ?? 800, height: height ?? 600 })
    this.minimum = [minWidth, minHeight]
    this.title = title
    this.visible = this.focused = show
    this.self = strict('BrowserWindow', this)
    windows.set(this.id, this.self)
    this.webContents = new ShellContents(options.webPreferences?.preload)
    this.queue = this.open(show)
    this.listen()
    app.emit('web-contents-created', cancelable({}), this.webContents)
    app.emit('browser-window-created', cancelable({}), this.self)
    return this.self
  }

  private async open(show: boolean): Promise<void> {
    const page = await this.webContents.opening
    page.once('closed', () => this.gone())
    const { windowId } = await running().root.send('Browser.getWindowForTarget', { targetId: page.targetId })
    this.chromiumId = windowId
    const { x: left, y: top, width, height } = this.bounds
    await running().root.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } })
    // A window of Chromium cannot be hidden; minimised is as near as it gets.
    if (!show && !isHeadless()) await this.sendState('minimized')
  }

  private listen(): void {
    const { webContents } = this
    webContents.once('did-finish-load', () => this.emit('ready-to-show', cancelable({})))
    webContents.on('page-title-updated', (event: Cancelable, title: string) => {
      this.emit('page-title-updated', event, title, true)
      if (!event.defaultPrevented) this.title = title
    })
    webContents.onWindowChange = (kind) => {
      if (kind === 'resize') this.enqueue(() => this.refresh())
      else this.setFocused(kind === 'focus')
    }
  }

  private setFocused(focused: boolean): void {
    if (focused === this.focused) return
    this.focused = focused
    this.emit(focused ? 'focus' : 'blur', cancelable({}))
  }

  private enqueue(run: () => Promise<unknown>): void {
    this.queue = this.queue.then(run).catch((error: unknown) => {
      if (!this.destroyed) console.error(error)
    })
  }

  /** Reads where Chromium has the window, and says what changed. */
  private async refresh(): Promise<void> {
    const { bounds } = await running().root.send('Browser.getWindowBounds', { windowId: this.chromiumId })
    const { left: x = 0, top: y = 0, width = 0, height = 0, windowState = 'normal' } = bounds
    const before = this.bounds
    this.bounds = { x, y, width, height }
    if (windowState === 'normal') this.normalBounds = this.bounds
    if (width !== before.width || height !== before.height) {
      await this.webContents.applyZoom()
      this.emit('resize', cancelable({}))
    }
    if (x !== before.x || y !== before.y) this.emit('move', cancelable({}))
  }

  private async sendState(windowState: State): Promise<void> {
    await running().root.send('Browser.setWindowBounds', {
      windowId: this.chromiumId,
      bounds: { windowState }
    })
  }

  private setState(state: State): void {
    const before = this.state
    if (state === before) return
    this.state = state
    this.enqueue(async () => {
      // Chromium goes from one special state to another only through the normal one.
      if (before !== 'normal') await this.sendState('normal')
      if (state !== 'normal') await this.sendState(state)
      await this.refresh()
      const left = leaving[before]
      if (left) this.emit(left, cancelable({}))
      if (state !== 'normal' || !left) this.emit(entering[state], cancelable({}))
    })
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  show(): void {
    this.showInactive()
    this.focus()
  }

  showInactive(): void {
    if (this.visible) return
    this.visible = true
    if (!isHeadless()) this.enqueue(() => this.sendState('normal'))
    this.emit('show', cancelable({}))
  }

  hide(): void {
    if (!this.visible) return
    this.visible = false
    if (!isHeadless()) this.enqueue(() => this.sendState('minimized'))
    this.setFocused(false)
    this.emit('hide', cancelable({}))
  }

  focus(): void {
    this.webContents.focus()
    for (const other of windows.values()) if (other.id !== this.id) other.setFocused(false)
    this.setFocused(true)
  }

  close(): void {
    if (this.destroyed) return
    const event = cancelable({})
    this.emit('close', event)
    if (event.defaultPrevented) cancelQuit()
    else this.webContents.close()
  }

  destroy(): void {
    this.webContents.close({ waitForBeforeUnload: false })
    this.gone()
  }

  private gone(): void {
    if (this.destroyed) return
    this.destroyed = true
    windows.delete(this.id)
    this.emit('closed')
    windowGone()
  }

  /** Chromium is gone, and this window with it. */
  lost(): void {
    this.gone()
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  isVisible(): boolean {
    return this.visible && !this.destroyed
  }

  isFocused(): boolean {
    return this.focused
  }

  isMinimized(): boolean {
    return this.state === 'minimized'
  }

  isMaximized(): boolean {
    return this.state === 'maximized'
  }

  isFullScreen(): boolean {
    return this.state === 'fullscreen'
  }

  setFullScreen(flag: boolean): void {
    if (flag !== this.isFullScreen()) this.setState(flag ? 'fullscreen' : 'normal')
  }

  minimize(): void {
    this.setState('minimized')
  }

  maximize(): void {
    this.setState('maximized')
  }

  unmaximize(): void {
    if (this.isMaximized()) this.setState('normal')
  }

  restore(): void {
    this.setState('normal')
  }

  getTitle(): string {
    return this.title
  }

  /** Kept, and shown in the window's frame only until the page has a title of its own. */
  setTitle(title: string): void {
    this.title = title
  }

  getBounds(): Rectangle {
    return { ...this.bounds }
  }

  getNormalBounds(): Rectangle {
    return { ...this.normalBounds }
  }

  getSize(): number[] {
    return [this.bounds.width, this.bounds.height]
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setBounds(bounds: Partial<Rectangle>): void {
    const wanted = { ...this.normalBounds, ...bounds }
    const [minWidth, minHeight] = this.minimum
    const size = { width: Math.max(wanted.width, minWidth), height: Math.max(wanted.height, minHeight) }
    this.enqueue(async () => {
      const windowId = this.chromiumId
      await running().root.send('Browser.setWindowBounds', {
        windowId,
        bounds: { left: wanted.x, top: wanted.y, ...size }
      })
      await this.refresh()
    })
  }

  /** Holds for setBounds; a person can still drag a window of Chromium smaller. */
  setMinimumSize(width: number, height: number): void {
    this.minimum = [width, height]
  }

  static getAllWindows(): ShellWindow[] {
    return [...windows.values()]
  }

  static getFocusedWindow(): ShellWindow | null {
    return [...windows.values()].find((window) => window.isFocused()) ?? null
  }

  static fromWebContents(contents: { id: number } | undefined): ShellWindow | null {
    return [...windows.values()].find(({ webContents }) => webContents.id === contents?.id) ?? null
  }

  static fromId(id: number): ShellWindow | null {
    return windows.get(id) ?? null
  }
}

/** Electron's `BrowserWindow`. */
export const browserWindowExport = strict('BrowserWindow', ShellWindow)
