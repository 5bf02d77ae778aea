import { EventEmitter } from 'node:events'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  collectSecondStarts,
  followLifecycle,
  isFirstInstance,
  type LifecycleDeps
} from '../../../electron/window/lifecycle'
import { testFolder } from '../../support/folder'

/** Stands in for Electron's app: its events, and what is asked of it. */
class FakeApp extends EventEmitter {
  quit = vi.fn(() => this.emit('before-quit'))
}

interface Desk {
  app: FakeApp
  power: EventEmitter
  activated: ReturnType<typeof vi.fn>
  info: ReturnType<typeof vi.fn>
  warn: ReturnType<typeof vi.fn>
}

function open(stays: boolean): Desk & { isQuitting: () => boolean } {
  const desk = {
    app: new FakeApp(),
    power: new EventEmitter(),
    activated: vi.fn(),
    info: vi.fn(),
    warn: vi.fn()
  }
  const isQuitting = followLifecycle({
    app: desk.app,
    powerMonitor: desk.power,
    staysWithoutWindow: () => stays,
    onActivate: desk.activated,
    onSuspend: () => undefined,
    onResume: () => undefined,
    log: desk
  } as unknown as LifecycleDeps)
  return { ...desk, isQuitting }
}

describe('the app without a window', () => {
  it('ends where it is not to go on', () => {
    const { app, info } = open(false)
    app.emit('window-all-closed')
    expect(app.quit).toHaveBeenCalledOnce()
    expect(info.mock.calls).toEqual([['the last window was closed'], ['quits']])
  })

  it('goes on where it is to until a person comes back to it, or quits', () => {
    const { app, activated, isQuitting } = open(true)
    app.emit('window-all-closed')
    expect(app.quit).not.toHaveBeenCalled()
    app.emit('activate')
    expect(activated).toHaveBeenCalledOnce()
    expect(isQuitting()).toBe(false)
    app.quit()
    expect(isQuitting()).toBe(true)
    // The window closes, and a click on the Dock comes too late.
    app.emit('window-all-closed')
    app.emit('activate')
    expect(activated).toHaveBeenCalledOnce()
  })
})

it('fault 128: a shutdown is held up until the app has quit', () => {
  const { app, power } = open(true)
  const hold = vi.fn()
  power.emit('shutdown', { preventDefault: hold })
  expect(hold).toHaveBeenCalledOnce()
  expect(app.quit).toHaveBeenCalledOnce()
})

it('fault 127: a process that ended badly is logged, one that ended well is not', () => {
  const { app, warn } = open(false)
  const details = { type: 'GPU', name: '', exitCode: 9 }
  app.emit('child-process-gone', {}, { ...details, reason: 'clean-exit' })
  expect(warn).not.toHaveBeenCalled()
  app.emit('child-process-gone', {}, { ...details, reason: 'crashed' })
  expect(warn).toHaveBeenCalledExactlyOnceWith('a process ended', { ...details, reason: 'crashed' })
})

it('fault 129: second starts before the app is loaded are heard then, and later ones at once', () => {
  const app = new EventEmitter()
  const onSecondStart = collectSecondStarts(app as never)
  app.emit('second-instance', {}, ['one'])
  app.emit('second-instance', {}, ['two'])
  const heard: string[][] = []
  onSecondStart((argv) => heard.push(argv))
  // A command without a window finds the app by its socket.
  app.emit('second-instance', {}, ['sync'], '/', { mark: 'vitrine-command' })
  app.emit('second-instance', {}, ['three'])
  expect(heard).toEqual([['one'], ['two'], ['three']])
})

describe('the lock of a profile', () => {
  const isFirst = (isLocked: boolean, folder: string): boolean =>
    isFirstInstance({ requestSingleInstanceLock: () => isLocked, getPath: () => folder })

  it('makes the first instance', () => {
    expect(isFirst(true, testFolder())).toBe(true)
  })

  it.skipIf(process.platform === 'win32')('fault 90: that another one has ends this one', () => {
    const folder = testFolder()
    // As Chromium leaves it: a link to nowhere.
    symlinkSync('host-4711', join(folder, 'SingletonLock'))
    expect(isFirst(false, folder)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('fault 81: that nobody can write keeps nobody away', () => {
    expect(isFirst(false, testFolder())).toBe(true)
  })

  it.runIf(process.platform === 'win32')('fault 90: has no file on Windows', () => {
    expect(isFirst(false, testFolder())).toBe(false)
  })
})
