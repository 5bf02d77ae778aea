import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import { useTextTip } from '../../../../../renderer/shared/list/use-text-tip'

let scope: EffectScope
let tips: ReturnType<typeof useTextTip>

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<span data-tip="The whole text">The whole…</span>'
  scope = effectScope()
  tips = scope.run(() => useTextTip('[data-tip]')) ?? expect.fail('There is no scope')
  document.body.addEventListener('pointerover', tips.onPoint)
})
/** Mutations are told of in a turn of their own, which fake timers leave alone. */
const told = (): Promise<void> => Promise.resolve().then(() => undefined)
const text = (): HTMLElement =>
  document.querySelector<HTMLElement>('[data-tip]') ?? expect.fail('There is no text')

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
  it('is shown for the keyboard in a cell whose first text is whole', () => {
    document.body.innerHTML =
      '<table><tr><td tabindex="0"><i data-tip="">A name</i><i data-tip="What was found"></i></td></tr></table>'
    const cell = document.querySelector('td') ?? expect.fail('There is no cell')
    cell.addEventListener('focusin', tips.onFocus)
    cell.focus()
    expect(tips.tip.value?.text).toBe('What was found')
  })

  it('is not shown for the keyboard where something else lies over its row', () => {
    document.body.innerHTML =
      '<table><tr><td tabindex="0"><i data-tip="What was found"></i></td></tr></table><section></section>'
    const cell = document.querySelector('td') ?? expect.fail('There is no cell')
    cell.addEventListener('focusin', tips.onFocus)
    const inSight = vi.spyOn(document, 'elementFromPoint')
    inSight.mockReturnValue(document.querySelector('section'))
    cell.focus()
    expect(tips.tip.value).toBeNull()
    cell.blur()
    inSight.mockReturnValue(cell)
    cell.focus()
    expect(tips.tip.value?.text).toBe('What was found')
    inSight.mockRestore()
  })

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

  it('is not anymore, where another text came to its place', async () => {
    point('pointerover', 10)
    text().dataset.tip = 'That of the next page'
    await told()
    expect(tips.tip.value).toBeNull()
    point('pointerover', 12)
    expect(tips.tip.value?.text).toBe('That of the next page')
  })

  it('is not anymore, where its row has gone, nor opens for one that went before it did', async () => {
    point('pointerover', 10)
    text().remove()
    await told()
    expect(tips.tip.value).toBeNull()
    document.body.innerHTML = '<span data-tip="The whole text">The whole…</span>'
    point('pointerover', 14, 100)
    text().remove()
    vi.advanceTimersByTime(500)
    expect(tips.tip.value).toBeNull()
  })

  it('stays while other things change around it', async () => {
    point('pointerover', 10)
    document.body.append(document.createElement('p'))
    text().classList.add('marked')
    await told()
    expect(tips.tip.value?.text).toBe('The whole text')
  })

  it('is not anymore, where the keyboard goes elsewhere, as to a dialog', () => {
    const elsewhere = document.body.appendChild(document.createElement('button'))
    point('pointerover', 10)
    expect(tips.tip.value?.text).toBe('The whole text')
    elsewhere.focus()
    expect(tips.tip.value).toBeNull()
    tips.leave()
    point('pointerover', 16, 100)
    text().tabIndex = 0
    text().focus()
    vi.advanceTimersByTime(500)
    expect(tips.tip.value).toBeNull()
  })

  it('is not anymore, once a key opens something, but stays while its words are copied', () => {
    const press = (key: string, ctrlKey = false): boolean =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }))
    point('pointerover', 10)
    press('Control', true)
    press('c', true)
    expect(tips.tip.value?.text).toBe('The whole text')
    press('w')
    expect(tips.tip.value).toBeNull()
  })

  it('gives its place to the next one in a cell that has the keyboard', async () => {
    document.body.addEventListener('focusin', tips.onFocus)
    text().tabIndex = 0
    text().focus()
    expect(tips.tip.value?.text).toBe('The whole text')
    text().dataset.tip = 'That of the next page'
    await told()
    expect(tips.tip.value?.text).toBe('That of the next page')
    document.body.removeEventListener('focusin', tips.onFocus)
  })
})
