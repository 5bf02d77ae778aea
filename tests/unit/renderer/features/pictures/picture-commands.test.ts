import { computed, ref } from 'vue'
import { describe, expect, it } from 'vitest'
import { previewKey } from '../../../../../renderer/features/pictures/picture-commands'
import type { Zoom } from '../../../../../renderer/features/pictures/use-zoom'

/** Presses a key in the preview; returns what happened, in order. */
function press(
  key: string,
  { zoomed = false, shift = false, ctrl = false, picture = true, code = '' } = {}
): string[] {
  const log: string[] = []
  const zoom: Zoom = {
    pose: ref({ scale: 1, x: 0, y: 0 }),
    isZoomed: computed(() => zoomed),
    percent: computed(() => 100),
    lay: () => undefined,
    toggle: () => undefined,
    fit: () => log.push('fit'),
    actual: () => log.push('actual'),
    take: () => undefined,
    by: (factor) => log.push(factor > 1 ? 'in' : 'out'),
    pan: (x, y) => log.push(`pan ${Math.sign(x)} ${Math.sign(y)}`)
  }
  const event = new KeyboardEvent('keydown', { key, code, shiftKey: shift, ctrlKey: ctrl })
  const meant = previewKey(event, picture ? zoom : null, (by) => log.push(by === 1 ? 'next' : 'previous'))
  return meant ? log : ['nothing']
}

describe('a key in the preview', () => {
  it('shows all of the picture with 0, and its own pixels with 1', () => {
    expect(press('0')).toEqual(['fit'])
    expect(press('1')).toEqual(['actual'])
  })

  it('is a digit of a French or an Arabic keyboard as well, and a sign over a digit stays one', () => {
    expect([...press('à', { code: 'Digit0' }), ...press('&', { code: 'Digit1' })]).toEqual(['fit', 'actual'])
    expect([...press('٠', { code: 'Digit0' }), ...press('١', { code: 'Digit1' })]).toEqual(['fit', 'actual'])
    expect([...press('-', { code: 'Digit6' }), ...press('_', { code: 'Digit8' })]).toEqual(['out', 'out'])
  })

  it('goes to the neighboring products with the arrows', () => {
    expect(press('ArrowRight')).toEqual(['next'])
    expect(press('ArrowLeft')).toEqual(['previous'])
  })

  it('goes to the neighbors also where there is no picture', () => {
    expect(press('ArrowRight', { picture: false })).toEqual(['next'])
    expect(press('+', { picture: false })).toEqual(['nothing'])
  })

  it('moves a picture that is zoomed in, or any with Shift', () => {
    expect(press('ArrowRight', { zoomed: true })).toEqual(['pan -1 0'])
    expect(press('ArrowUp', { zoomed: true })).toEqual(['pan 0 1'])
    expect(press('ArrowLeft', { shift: true })).toEqual(['pan 1 0'])
  })

  it('goes to the neighbors of a zoomed picture with Page up and Page down', () => {
    expect(press('PageDown', { zoomed: true })).toEqual(['next'])
    expect(press('PageUp', { zoomed: true })).toEqual(['previous'])
  })

  it('zooms with +, - and 0', () => {
    expect([...press('+'), ...press('='), ...press('-'), ...press('0')]).toEqual(['in', 'in', 'out', 'fit'])
  })

  it('leaves the commands of the app alone', () => {
    expect(press('ArrowRight', { ctrl: true })).toEqual(['nothing'])
    expect(press('0', { ctrl: true })).toEqual(['nothing'])
  })
})
