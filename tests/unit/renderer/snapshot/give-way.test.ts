import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveWay } from '../../../../renderer/snapshot/give-way'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'performance'] })
  document.body.innerHTML =
    '<div id="app"></div><div id="snapshot"><img data-loaded=""><img data-loaded=""></div>'
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const isShown = (): boolean => document.getElementById('snapshot') !== null
const never = new Promise<never>(() => undefined)

function showPictures(count: number): void {
  const app = document.getElementById('app')
  if (app) app.innerHTML = '<img data-loaded="">'.repeat(count)
}

describe('what the last run has left', () => {
  it('goes once there are rows and as many pictures', async () => {
    giveWay(Promise.resolve())
    showPictures(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(isShown()).toBe(true)
    showPictures(2)
    await vi.advanceTimersByTimeAsync(50)
    expect(isShown()).toBe(false)
  })

  it('waits for pictures no longer than a second', async () => {
    giveWay(Promise.resolve())
    await vi.advanceTimersByTimeAsync(900)
    expect(isShown()).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    expect(isShown()).toBe(false)
  })

  it('goes where no rows come', async () => {
    giveWay(never)
    await vi.advanceTimersByTimeAsync(4900)
    expect(isShown()).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    expect(isShown()).toBe(false)
  })

  it.each([
    new KeyboardEvent('keydown', { key: 'a', bubbles: true }),
    new Event('pointerdown', { bubbles: true }),
    new Event('wheel', { bubbles: true })
  ])('goes at once at a $type', (doing) => {
    giveWay(never)
    document.body.dispatchEvent(doing)
    expect(isShown()).toBe(false)
  })

  it('is not waited for where there is none', () => {
    document.body.replaceChildren()
    giveWay(never)
    expect(vi.getTimerCount()).toBe(0)
  })
})
