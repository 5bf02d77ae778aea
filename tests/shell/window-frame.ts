import type { Rectangle } from 'electron'
import { running } from './browser.ts'

export type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

/** Electron's events for going to a state, and for leaving it. */
const entering = {
  normal: 'restore',
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'enter-full-screen'
}
const leaving: Partial<Record<State, string>> = { maximized: 'unmaximize', fullscreen: 'leave-full-screen' }

/** Place, size and state of a window of Chromium. Commands run one after the other, and say what they changed. */
export class Frame {
  bounds: Rectangle
  /** The bounds it has when it is neither maximized nor anything else. */
  normalBounds: Rectangle
  minimum: readonly [width: number, height: number] = [0, 0]
  state: State = 'normal'
  private readonly tell: (event: string) => void
  private queue: Promise<unknown>
  private id = 0

  /** Gives the page's window its first bounds; `tell` is then called with the names of Electron's events. */
  constructor(targetId: Promise<string>, bounds: Rectangle, tell: (event: string) => void) {
    this.bounds = this.normalBounds = bounds
    this.tell = tell
    this.queue = targetId.then(async (target) => {
      const { windowId } = await running().root.send('Browser.getWindowForTarget', { targetId: target })
      this.id = windowId
      await this.sendBounds(bounds)
    })
    this.queue.catch(() => undefined)
  }

  /** Reads where Chromium has the window now. */
  refresh(): void {
    this.enqueue(() => this.read())
  }

  setBounds(changes: Partial<Rectangle>): void {
    const wanted = { ...this.normalBounds, ...changes }
    const width = Math.max(wanted.width, this.minimum[0])
    const height = Math.max(wanted.height, this.minimum[1])
    this.enqueue(async () => {
      await this.sendBounds({ ...wanted, width, height })
      await this.read()
    })
  }

  setState(state: State): void {
    const before = this.state
    if (state === before) return
    this.state = state
    this.enqueue(async () => {
      // Chromium goes from one special state to another only through the normal one.
      if (before !== 'normal') await this.sendState('normal')
      if (state !== 'normal') await this.sendState(state)
      await this.read()
      const left = leaving[before]
      if (left) this.tell(left)
      if (state !== 'normal' || !left) this.tell(entering[state])
    })
  }

  /** A window of Chromium cannot be hidden; minimised is as near as it gets. */
  setHidden(hidden: boolean): void {
    this.enqueue(() => this.sendState(hidden ? 'minimized' : this.state))
  }

  /** A window that is gone takes its commands with it. */
  private enqueue(run: () => Promise<unknown>): void {
    this.queue = this.queue.then(run).catch(() => undefined)
  }

  private async sendBounds({ x: left, y: top, width, height }: Rectangle): Promise<void> {
    const bounds = { left, top, width, height }
    await running().root.send('Browser.setWindowBounds', { windowId: this.id, bounds })
  }

  private async sendState(windowState: State): Promise<void> {
    await running().root.send('Browser.setWindowBounds', { windowId: this.id, bounds: { windowState } })
  }

  private async read(): Promise<void> {
    const { bounds } = await running().root.send('Browser.getWindowBounds', { windowId: this.id })
    const { left: x = 0, top: y = 0, width = 0, height = 0, windowState } = bounds
    const before = this.bounds
    this.bounds = { x, y, width, height }
    if (windowState === 'normal') this.normalBounds = this.bounds
    if (width !== before.width || height !== before.height) this.tell('resize')
    if (x !== before.x || y !== before.y) this.tell('move')
  }
}
