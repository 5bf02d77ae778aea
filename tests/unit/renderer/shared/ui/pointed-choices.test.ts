import { effectScope, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isForPage, isPointed } from '../../../../../renderer/shared/ui/keyboard-context'
import { usePointedChoices } from '../../../../../renderer/shared/ui/use-pointed-choices'

let scope: EffectScope
beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <select id="severity"><option>Error</option><option>Warning</option></select>
      <label id="words"><input id="broken" type="checkbox" />Broken</label>
      <input id="prices" type="radio" /><input id="search" />
    </main>
    <div role="dialog"><select id="format"><option>CSV</option></select></div>`
  scope = effectScope()
  scope.run(usePointedChoices)
})
afterEach(() => {
  scope.stop()
  document.body.replaceChildren()
})

function by(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`Nothing has the id ${id}`)
  return element
}

const press = (id: string): boolean =>
  by(id).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))

/** Whether a letter would look for a value that begins with it. */
const takesLetter = (id: string): boolean =>
  by(id).dispatchEvent(new KeyboardEvent('keypress', { key: 'w', bubbles: true, cancelable: true }))

it('leaves letters to the page in a list box that was pressed, until the focus leaves it', () => {
  press('severity')
  by('severity').focus()
  expect(takesLetter('severity')).toBe(false)
  expect(isForPage(by('severity'))).toBe(true)
  by('search').focus()
  by('severity').focus()
  expect(takesLetter('severity')).toBe(true)
  expect(isForPage(by('severity'))).toBe(false)
})

it('knows a box by its words, and leaves a list box of a dialog its letters', () => {
  press('words')
  expect(isPointed(by('broken'))).toBe(true)
  press('format')
  expect(takesLetter('format')).toBe(true)
})

describe('keys of the page', () => {
  it.each([
    ['broken', true],
    ['prices', true],
    ['search', false],
    ['format', false]
  ])('beside %s: %s', (id, areHeard) => {
    expect(isForPage(by(id))).toBe(areHeard)
  })
})
