import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { recoverWindow, type RecoveryDeps } from '../../../electron/window/recover'

/** Stands in for Electron's window, with a page whose process ends as a test says. */
class FakeWindow extends EventEmitter {
  isGone = false
  isCrashed = false
  webContents = Object.assign(new EventEmitter(), {
    isCrashed: () => this.isCrashed,
    forcefullyCrashRenderer: () => this.crash('killed')
  })

  isDestroyed(): boolean {
    return this.isGone
  }
  crash(reason: string): void {
    this.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 })
  }
}

interface Desk {
  window: FakeWindow
  /** What was done, in order. */
  done: string[]
  /** Answers the question about a window that hangs. */
  answer: (answer: 'wait' | 'reload') => void
}

function open(window = new FakeWindow()): Desk {
  const done: string[] = []
  let answer: Desk['answer'] = () => undefined
  const deps: RecoveryDeps = {
    load: () => done.push('load'),
    giveUp: (reason) => done.push(`give up: ${reason}`),
    askAboutHang(signal) {
      done.push('ask')
      return new Promise((resolve) => {
        answer = resolve
        signal.addEventListener('abort', () => {
          done.push('take back')
          resolve('wait')
        })
      })
    },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  }
  recoverWindow(window as never, deps)
  return { window, done, answer: (given) => answer(given) }
}

describe('a page whose process has gone', () => {
  it.each(['crashed', 'oom', 'killed', 'launch-failed', 'integrity-failure', 'abnormal-exit', 'clean-exit'])(
    'fault 121: for the reason "%s" is loaded again, though not within the event, and once in a minute',
    async (reason) => {
      const { window, done } = open()
      window.crash(reason)
      expect(done).toEqual([])
      await nextTurn()
      expect(done).toEqual(['load'])
      window.crash(reason)
      await nextTurn()
      expect(done).toEqual(['load', `give up: ${reason}`])
    }
  )

  it('fault 121: is loaded again also when it went before anybody listened', async () => {
    const window = new FakeWindow()
    window.isCrashed = true
    const { done } = open(window)
    await nextTurn()
    expect(done).toEqual(['load'])
  })

  it('is not loaded again when its window is closed with it', async () => {
    const { window, done } = open()
    window.crash('killed')
    window.isGone = true
    await nextTurn()
    expect(done).toEqual([])
  })
})

describe('fault 127: a window that does not answer', () => {
  it('is asked about once, and no more when it answers again', async () => {
    const { window, done } = open()
    window.emit('unresponsive')
    window.emit('unresponsive')
    expect(done).toEqual(['ask'])
    window.emit('responsive')
    expect(done).toEqual(['ask', 'take back'])
    await nextTurn()
    window.emit('unresponsive')
    window.emit('closed')
    await nextTurn()
    expect(done).toEqual(['ask', 'take back', 'ask', 'take back'])
  })

  it('is left alone when the person waits, and loaded anew when they say so, as often as they do', async () => {
    const { window, done, answer } = open()
    window.emit('unresponsive')
    answer('wait')
    await nextTurn()
    for (let time = 1; time <= 3; time++) {
      window.emit('unresponsive')
      answer('reload')
      await nextTurn()
      await nextTurn()
    }
    expect(done).toEqual(['ask', 'ask', 'load', 'ask', 'load', 'ask', 'load'])
  })
})
