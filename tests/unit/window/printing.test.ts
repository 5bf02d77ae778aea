import { EventEmitter } from 'node:events'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createPrinting, type Printing } from '../../../electron/window/printing'

const page = { html: '<p>sheet', foot: '<p>1', paper: 'a4' } as const
const windows: FakeWindow[] = []

/** Stands in for Electron's window: its page is there at once, and is laid out as a test says. */
class FakeWindow {
  readonly printing = Promise.withResolvers<Buffer>()
  readonly webContents = Object.assign(new EventEmitter(), { printToPDF: () => this.printing.promise })
  isGone = false

  constructor() {
    windows.push(this)
  }
  loadURL(): Promise<void> {
    return Promise.resolve()
  }
  isDestroyed(): boolean {
    return this.isGone
  }
  destroy(): void {
    this.isGone = true
    this.printing.reject(new Error('destroyed'))
  }
}

const open = (): Printing => createPrinting(FakeWindow as never)

beforeEach(() => {
  windows.length = 0
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

it('a page is laid out in a window that is gone afterwards', async () => {
  const printed = open().print(page, new AbortController().signal)
  windows[0]?.printing.resolve(Buffer.from('%PDF'))
  expect(await printed).toEqual({ ok: true, value: new Uint8Array(Buffer.from('%PDF')) })
  expect(windows).toMatchObject([{ isGone: true }])
})

it.each([
  ['crashes', () => windows[0]?.webContents.emit('render-process-gone'), /crashed/],
  ['is not laid out in time', () => vi.advanceTimersByTimeAsync(5 * 60_000), /not laid out in time/]
])('a page that %s ends the export, and its window goes', async (_, happen, reason) => {
  const printing = open()
  const printed = printing.print(page, new AbortController().signal)
  await happen()
  expect(await printed).toMatchObject({
    ok: false,
    failure: { code: 'internal', facts: { reason: expect.stringMatching(reason) } }
  })
  expect(windows).toMatchObject([{ isGone: true }])
  expect(printing.pages.size).toBe(0)
})

it('a page that is not wanted anymore is given up at once', async () => {
  const stop = new AbortController()
  const printed = open().print(page, stop.signal)
  stop.abort()
  expect(await printed).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
  expect(windows).toMatchObject([{ isGone: true }])
})
