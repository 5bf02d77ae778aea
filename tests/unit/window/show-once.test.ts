import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { showOnce } from '../../../electron/window/show-once'

/** Stands in for Electron's window, which is not shown yet. */
class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter()
  isGone = false

  isDestroyed(): boolean {
    return this.isGone
  }
}

interface Desk {
  window: FakeWindow
  /** How often it was shown. */
  times: () => number
}

function open(): Desk {
  const [window, show] = [new FakeWindow(), vi.fn()]
  showOnce(window as never, show)
  return { window, times: () => show.mock.calls.length }
}

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

describe('a window', () => {
  it('is shown as soon as it has painted, and only once', () => {
    const { window, times } = open()
    expect(times()).toBe(0)
    window.emit('ready-to-show')
    expect(times()).toBe(1)
    window.webContents.emit('did-finish-load')
    vi.advanceTimersByTime(10_000)
    expect(times()).toBe(1)
  })

  it('fault 122: is shown half a second after its page was loaded where nothing says that it has painted', () => {
    const { window, times } = open()
    window.webContents.emit('did-finish-load')
    vi.advanceTimersByTime(499)
    expect(times()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(times()).toBe(1)
  })

  it('fault 122: is shown within three seconds where its page is not even loaded', () => {
    const { times } = open()
    vi.advanceTimersByTime(3000)
    expect(times()).toBe(1)
  })

  it('that was closed meanwhile is left alone', () => {
    const { window, times } = open()
    window.isGone = true
    vi.advanceTimersByTime(3000)
    expect(times()).toBe(0)
  })
})
