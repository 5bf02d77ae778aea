import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import { useTextTip } from '../../../../renderer/components/products/use-text-tip'

let scope: EffectScope
let tips: ReturnType<typeof useTextTip>

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<span data-tip="The whole text">The whole…</span>'
  scope = effectScope()
  tips = scope.run(() => useTextTip('[data-tip]')) ?? expect.fail('There is no scope')
  document.body.addEventListener('pointerover', tips.onPoint)
})
afterEach(() => {
  document.body.removeEventListener('pointerover', tips.onPoint)
  scope.stop()
  vi.useRealTimers()
})

/** The pointer does something at a place; how long it rests there afterwards, ms. */
function point(type: 'pointerdown' | 'pointerover', x: number, rest = 500): void {
  const text = document.querySelector('[data-tip]')
  text?.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: 20, bubbles: true }))
  vi.advanceTimersByTime(rest)
}

describe('a text that is cut', () => {
  it('is shown in full once the pointer rests on it', () => {
    point('pointerover', 10, 100)
    expect(tips.tip.value).toBeNull()
    vi.advanceTimersByTime(500)
    expect(tips.tip.value?.text).toBe('The whole text')
  })

  it('is not, where it came to lie under a pointer that had pressed something else there', () => {
    point('pointerdown', 10)
    point('pointerover', 10)
    expect(tips.tip.value).toBeNull()
    point('pointerover', 11)
    expect(tips.tip.value?.text).toBe('The whole text')
  })
})
