import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import TourCard from '../../../../../renderer/app/tour/TourCard.vue'
import { setFormats } from '../../../../../renderer/shared/format/locale'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useTour } from '../../../../../renderer/app/tour/tour-store'
import { startStores } from '../../support/stores'

let card: VueWrapper
beforeEach(async () => {
  localStorage.clear()
  startStores()
  document.body.innerHTML = `<main id="main" tabindex="-1"><div role="search"></div></main>
    <a data-command="go-review"></a><div id="app"></div>`
  const tour = useTour()
  tour.begin()
  card = mount(TourCard, {
    props: { onDone: tour.end },
    global: { plugins: [i18n] },
    attachTo: '#app'
  })
  await flushPromises()
})
afterEach(() => {
  vi.restoreAllMocks()
  card.unmount()
})

const title = (): string => card.get('h2').text()
const buttons = (): string[] => card.findAll('button').map((button) => button.text())
async function press(words: string): Promise<void> {
  await card
    .findAll('button')
    .find((button) => button.text() === words)
    ?.trigger('click')
  await flushPromises()
}

/** Whether a window that is opened later offers the tour. */
function isOffered(): boolean {
  startStores()
  return !useTour().isOver
}

describe('the tour', () => {
  it('points at the control that it speaks of, from below it or, where that has no room, from above, with a ring around it', async () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      if (this.classList.contains('card')) return new DOMRect(0, 0, 320, 150)
      return this.dataset.command === 'go-review'
        ? new DOMRect(10, 700, 100, 30)
        : new DOMRect(500, 20, 200, 32)
    })
    const look = (): { style: string; ring: string; from: string | undefined } => ({
      style: card.attributes('style') ?? '',
      ring: card.get('.ring').attributes('style') ?? '',
      from: card.classes().find((name) => name === 'above' || name === 'below')
    })
    window.dispatchEvent(new Event('resize'))
    await flushPromises()
    expect(look()).toEqual({
      style: 'left: 500px; top: 66px; --arrow: 100px;',
      ring: 'left: 497px; top: 17px; width: 206px; height: 38px;',
      from: 'below'
    })
    await press('Next')
    expect(look()).toEqual({
      style: 'left: 10px; top: 536px; --arrow: 50px;',
      ring: 'left: 7px; top: 697px; width: 106px; height: 36px;',
      from: 'above'
    })
  })

  it('goes on by Enter on the card, as its button does', async () => {
    const first = title()
    expect(document.activeElement).toBe(card.element)
    await card.trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(title()).not.toBe(first)
    expect(card.text()).toContain('2 of 4')
  })

  it('counts its steps in the digits of the app', async () => {
    setFormats({ language: 'en', numberFormat: 'ar-EG' })
    await press('Next')
    expect(card.text()).toContain('٢ of ٤')
    setFormats({ language: 'en', numberFormat: null })
  })

  it('has the focus, and goes from control to control to its end, with each step read out', async () => {
    const titles = [title()]
    expect(document.activeElement).toBe(card.element)
    expect(card.get('[aria-live=polite]').text()).toContain(title())
    while (buttons().includes('Next')) {
      await press('Next')
      expect(document.activeElement).toBe(card.element)
      titles.push(title())
    }
    expect(titles).toEqual([
      'Find any product',
      'Review one by one',
      'See what is wrong',
      'Keep your copy fresh'
    ])
    expect(card.text()).toContain('4 of 4')
    expect(buttons()).toEqual(['Done'])
    await press('Done')
    expect([useTour().isOpen, document.activeElement?.id]).toEqual([false, 'main'])
    expect(isOffered()).toBe(false)
  })

  it.each([
    ['Skip', () => press('Skip')],
    ['Escape', () => card.trigger('keydown', { key: 'Escape' })]
  ])('is over for good once it was left by %s, and the focus goes on with the page', async (_, leave) => {
    await leave()
    expect([useTour().isOpen, useTour().isOver, document.activeElement?.id]).toEqual([false, true, 'main'])
    expect(isOffered()).toBe(false)
  })

  it('is offered again to a person who neither took nor skipped it', () => {
    expect(isOffered()).toBe(true)
  })

  it('can be taken again', () => {
    useTour().end()
    useTour().begin()
    expect([useTour().isOpen, useTour().isOver]).toEqual([true, true])
  })
})
