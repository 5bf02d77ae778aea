import { beforeEach, describe, expect, it } from 'vitest'
import { goWithinTile } from '../../../../../../renderer/features/products/gallery/grid-geometry'
import { i18n } from '../../../../../../renderer/shared/i18n'

beforeEach(() => {
  i18n.global.locale.value = 'en'
  document.body.innerHTML = `
    <div role="gridcell" tabindex="-1">
      <button id="picture" data-own></button><button id="compare"></button><button id="choose"></button>
    </div>
    <div role="gridcell" tabindex="0" id="waiting"></div>`
})

/** Presses a key on what has the focus; says whether it was one for within a tile. */
function press(key: string, init: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...init })
  let isTaken = false
  const listen = (heard: Event): void => void (isTaken = goWithinTile(heard as KeyboardEvent))
  document.body.addEventListener('keydown', listen, { once: true })
  document.activeElement?.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(isTaken)
  return isTaken
}

const focused = (): string | undefined => document.activeElement?.id

describe('within a tile of the gallery', () => {
  it('F2 leads from the picture to the buttons over it, arrows go among them, Escape and F2 lead back', () => {
    document.getElementById('picture')?.focus()
    press('F2')
    expect(focused()).toBe('compare')
    press('ArrowRight')
    expect(focused()).toBe('choose')
    press('ArrowRight')
    expect(focused()).toBe('choose')
    press('Escape')
    expect(focused()).toBe('picture')
    press('F2')
    press('F2')
    expect(focused()).toBe('picture')
  })

  it('leaves arrows on the picture to the gallery, and Enter to the picture', () => {
    document.getElementById('picture')?.focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter', ' ', 'Escape']) expect(press(key)).toBe(false)
    expect(focused()).toBe('picture')
  })

  it('goes from right to left where texts do', () => {
    i18n.global.locale.value = 'ar'
    document.getElementById('picture')?.focus()
    press('F2')
    press('ArrowLeft')
    expect(focused()).toBe('choose')
    i18n.global.locale.value = 'en'
  })

  it('has nothing to do with a tile that has no buttons, nor with other keys held', () => {
    document.getElementById('waiting')?.focus()
    expect(press('F2')).toBe(false)
    document.getElementById('picture')?.focus()
    expect(press('F2', { altKey: true })).toBe(false)
  })
})
