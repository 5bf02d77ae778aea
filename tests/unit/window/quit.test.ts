import { EventEmitter } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { quitInTime, type QuitDeps } from '../../../electron/window/lifecycle'

/** Stands in for Electron's app without a window: quits unless it is held, and notes how it ended. */
class FakeApp extends EventEmitter {
  ended: number[] = []

  quit(): void {
    const hold = vi.fn()
    this.emit('will-quit', { preventDefault: hold })
    if (hold.mock.calls.length === 0) this.ended.push(0)
  }
  exit(code: number): void {
    this.ended.push(code)
  }
}

function open(deps: Partial<QuitDeps> = {}): { app: FakeApp; quitWith: (last: () => void) => void } {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const app = new FakeApp()
  const close = (): Promise<void> => Promise.resolve()
  const parts = { app: app as unknown as QuitDeps['app'], close, deadline: 3000, isStuck: () => false }
  return { app, quitWith: quitInTime({ ...parts, ...deps }) }
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

describe('quitting', () => {
  it('fault 97: closes everything first, once, however often it is asked for', async () => {
    let closes = 0
    const { app } = open({ close: () => Promise.resolve(closes++) })
    app.quit()
    app.quit()
    expect(app.ended).toEqual([])
    await settle()
    expect(app).toMatchObject({ ended: [0] })
    expect(closes).toBe(1)
  })

  it('fault 97: waits for nothing longer than its deadline', async () => {
    const { app } = open({ close: () => new Promise(() => undefined) })
    app.quit()
    await vi.advanceTimersByTimeAsync(2999)
    expect(app.ended).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(app.ended).toEqual([0])
  })

  it('leaves the end to what is to be done last, which may quit by itself', async () => {
    const { app, quitWith } = open()
    quitWith(() => app.quit())
    await settle()
    expect(app.ended).toEqual([0])
  })

  it('can be given another last thing when the one before did not end the app', async () => {
    const { app, quitWith } = open()
    const install = vi.fn()
    quitWith(install)
    // However long that takes, nothing cuts it off.
    await vi.advanceTimersByTimeAsync(120_000)
    expect(install).toHaveBeenCalledOnce()
    expect(app.ended).toEqual([])
    quitWith(() => app.exit(1))
    expect(app.ended).toEqual([1])
  })
})
