import { effectScope } from 'vue'
import { afterEach, expect, it } from 'vitest'
import { useOwnKeys } from '../../../../../renderer/shared/commands/own-commands'

afterEach(() => document.body.replaceChildren())

/** Presses a key on the page, or in what is given; says how often details were wanted. */
function pressed(presses: KeyboardEventInit[], inside = ''): number {
  let times = 0
  const scope = effectScope()
  scope.run(() => useOwnKeys({ 'toggle-details': () => (times += 1) }))
  document.body.innerHTML = inside
  const target = document.querySelector('[data-here]') ?? document.body
  for (const press of presses) target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...press }))
  scope.stop()
  return times
}

it('a command is run by its key, also where the keyboard writes another script on it', () => {
  expect(
    pressed([
      { key: 'd', code: 'KeyD' },
      { key: 'ي', code: 'KeyD' },
      { key: 'd', code: 'KeyE' }
    ])
  ).toBe(3)
  expect(
    pressed([
      { key: 'D', code: 'KeyD', shiftKey: true },
      { key: 'd', code: 'KeyD', ctrlKey: true },
      { key: 'd', code: 'KeyD', repeat: true }
    ])
  ).toBe(0)
})

it('letters go to texts, menus and dialogs; a dialog about a product leaves it its keys', () => {
  const d = [{ key: 'd', code: 'KeyD' }]
  expect(pressed(d, '<input data-here>')).toBe(0)
  expect(pressed(d, '<div role="menu"><i data-here></i></div>')).toBe(0)
  expect(pressed(d, '<div role="dialog"><i data-here></i></div>')).toBe(0)
  expect(pressed(d, '<div role="dialog"><div data-product-keys><i data-here></i></div></div>')).toBe(1)
})

it('a key that a command leaves to others is not taken from them', () => {
  const scope = effectScope()
  scope.run(() => useOwnKeys({ 'toggle-details': () => false }))
  const event = new KeyboardEvent('keydown', { key: 'd', bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  scope.stop()
  expect(event.defaultPrevented).toBe(false)
})
