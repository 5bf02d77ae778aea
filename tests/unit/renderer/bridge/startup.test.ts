import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginStartup, call, endStartup, isStartupOver, startupEnd } from '../../../../renderer/bridge'

/** The channels on which the main process was asked, in order. */
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  vi.stubGlobal('vitrine', {
    call: (channel: string) => {
      asked.push(channel)
      return Promise.resolve({ ok: true, value: null })
    }
  })
})
afterEach(() => {
  endStartup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Asks for something that the first rows need, and for something else. */
async function askForBoth(): Promise<void> {
  void call('app:info', undefined)
  void call('preferences:get', undefined)
  await vi.advanceTimersByTimeAsync(0)
}

describe('while the app starts', () => {
  it('only what the first rows need is asked for, and the rest once they are there', async () => {
    beginStartup()
    await askForBoth()
    expect(asked).toEqual(['preferences:get'])
    expect(isStartupOver().value).toBe(false)
    endStartup()
    await startupEnd()
    expect(asked).toEqual(['preferences:get', 'app:info'])
    expect(isStartupOver().value).toBe(true)
  })

  it.each([
    ['a press', () => new PointerEvent('pointerdown')],
    ['a key', () => new KeyboardEvent('keydown', { key: 'Shift' })],
    ['the wheel', () => new WheelEvent('wheel')]
  ])('whatever a person does ends it: %s', async (_, gesture) => {
    beginStartup()
    await askForBoth()
    window.dispatchEvent(gesture())
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toContain('app:info')
  })

  it('it ends though no rows come', async () => {
    beginStartup()
    await askForBoth()
    await vi.advanceTimersByTimeAsync(1500)
    expect(asked).toContain('app:info')
  })
})

it('later nothing waits', async () => {
  await askForBoth()
  expect(asked).toEqual(['app:info', 'preferences:get'])
})
