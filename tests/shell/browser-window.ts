import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Size } from 'electron'
import { app, cancelQuit, windowGone, windows } from './app.ts'
import { isHeadless } from './chromium.ts'
import { switches } from './command-line.ts'
import { screen } from './desktop.ts'
import { type Cancelable, StrictEmitter, cancelable, missing, strict } from './strict.ts'
import { ShellContents } from './web-contents.ts'
import { Frame } from './window-frame.ts'
import { checkOptions } from './window-options.ts'

type Offered =
  | 'id' | 'loadURL' | 'show' | 'hide' | 'close' | 'destroy' | 'focus' | 'isFocused' | 'isDestroyed' | 'isVisible'
  | 'isMinimized' | 'isMaximized' | 'isFullScreen' | 'setFullScreen' | 'minimize' | 'maximize' | 'unmaximize'
  | 'restore' | 'setTitle' | 'setBackgroundColor' | 'getTitle' | 'setBounds' | 'getBounds' | 'getNormalBounds' | 'setMinimumSize' // prettier-ignore

const events =
  `ready-to-show show hide close closed resize move focus blur minimize maximize unmaximize restore
  enter-full-screen leave-full-screen page-title-updated unresponsive responsive query-session-end session-end`.split(
    /\s+/
  )
/** As on Wayland, where a window that is not shown yet may never be painted, and so never be ready. */
const isNeverReady = process.env.VITRINE_SHELL_NO_READY_TO_SHOW === '1'
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
  private readonly frame: Frame
  private readonly self: ShellWindow
  private title: string
  private visible: boolean
  private focused: boolean
  private destroyed = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', events)
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    checkOptions(options)
    const { show = true, title = app.getName(), minWidth = 0, minHeight = 0 } = options
    const [width, height] = switches.get('window-size')?.split(',').map(Number) ?? [
      options.width,
      options.height
    ]
    this.title = title
    this.visible = this.focused = show
    this.self = strict('BrowserWindow', this)
    windows.set(this.id, this.self)
    this.webContents = new ShellContents(options.webPreferences?.preload)
    const opened = this.webContents.opening.then((page) => {
      page.once('closed', () => this.gone())
      return page.targetId
    })
    const bounds = placed({ ...options, width: width ?? 800, height: height ?? 600 })
    this.frame = new Frame(opened, bounds, (event) => this.frameChanged(event))
    this.frame.minimum = [minWidth, minHeight]
    // Without a display, a window that is not shown yet is painted, as Electron's is on X11.
    if (!show && (isNeverReady || !isHeadless())) this.frame.setHidden(true)
    this.listen()
    app.emit('web-contents-created', cancelable({}), this.webContents)
    app.emit('browser-window-created', cancelable({}), this.self)
    return this.self
  }

  private listen(): void {
    const { webContents } = this
    const ready = (): void => {
      if (!isNeverReady) this.emit('ready-to-show', cancelable({}))
    }
    // With a display the window is minimised, and would never be painted: it counts as ready once it is loaded.
    if (!this.visible && !isHeadless()) webContents.once('did-finish-load', ready)
    else webContents.onPainted = ready
    webContents.on('page-title-updated', (event: Cancelable, title: string) => {
      this.emit('page-title-updated', event, title, true)
      if (!event.defaultPrevented) this.title = title
    })
    webContents.onWindowChange = (kind) => {
      if (kind === 'resize') this.frame.refresh()
      else this.setFocused(kind === 'focus')
    }
  }

  private frameChanged(event: string): void {
    if (event === 'resize') this.webContents.layOut()
    this.emit(event, cancelable({}))
  }

  private setFocused(focused: boolean): void {
    if (focused === this.focused) return
    this.focused = focused
    this.emit(focused ? 'focus' : 'blur', cancelable({}))
  }

  private setVisible(visible: boolean): void {
    if (visible === this.visible) return
    this.visible = visible
    this.frame.setHidden(!visible)
    this.emit(visible ? 'show' : 'hide', cancelable({}))
  }

  private gone(): void {
    if (this.destroyed) return
    this.destroyed = true
    windows.delete(this.id)
    this.emit('closed')
    windowGone()
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  show(): void {
    this.setVisible(true)
    this.focus()
  }

  hide(): void {
    this.setVisible(false)
    this.setFocused(false)
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
    else this.webContents.close({ waitForBeforeUnload: true })
  }

  destroy(): void {
    this.webContents.close({ waitForBeforeUnload: false })
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
    return this.frame.state === 'minimized'
  }

  isMaximized(): boolean {
    return this.frame.state === 'maximized'
  }

  isFullScreen(): boolean {
    return this.frame.state === 'fullscreen'
  }

  setFullScreen(flag: boolean): void {
    if (flag !== this.isFullScreen()) this.frame.setState(flag ? 'fullscreen' : 'normal')
  }

  minimize(): void {
    this.frame.setState('minimized')
  }

  maximize(): void {
    this.frame.setState('maximized')
  }

  unmaximize(): void {
    if (this.isMaximized()) this.frame.setState('normal')
  }

  restore(): void {
    this.frame.setState('normal')
  }

  getTitle(): string {
    return this.title
  }

  /** Kept for getTitle; Chromium's own frame shows the title of the page. */
  /** It is seen while a page loads, which Chromium does in its own colors. */
  setBackgroundColor(color: string): void {
    if (!/^#[0-9a-f]{6}$/i.test(color)) throw missing(`setBackgroundColor(${color})`)
  }

  setTitle(title: string): void {
    this.title = title
  }

  getBounds(): Rectangle {
    return { ...this.frame.bounds }
  }

  getNormalBounds(): Rectangle {
    return { ...this.frame.normalBounds }
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.frame.setBounds(bounds)
  }

  /** Holds for setBounds; a person can still drag a window of Chromium smaller. */
  setMinimumSize(width: number, height: number): void {
    this.frame.minimum = [width, height]
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
