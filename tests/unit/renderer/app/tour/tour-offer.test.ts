import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import TourOffer from '../../../../../renderer/app/tour/TourOffer.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useTour } from '../../../../../renderer/app/tour/tour-store'
import { startStores } from '../../support/stores'

let offer: VueWrapper
beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = '<main id="main" tabindex="-1"><input /></main><div id="app"></div>'
  startStores()
  offer = mount(TourOffer, { global: { plugins: [i18n] }, attachTo: '#app' })
})
afterEach(() => offer.unmount())

/** As when the app is started once more. */
function laterRun(): { isOffered: boolean; isOver: boolean } {
  startStores()
  const { isOffered, isOver } = useTour()
  return { isOffered, isOver }
}

function escape(): void {
  const { activeElement, body } = document
  ;(activeElement ?? body).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
}

describe('the offer of the tour', () => {
  it('is made in the first run, takes no focus, and is made once', () => {
    expect(offer.text()).toContain('New here?')
    expect(document.activeElement).toBe(document.body)
    expect(useTour().isOffered).toBe(true)
    expect(laterRun()).toEqual({ isOffered: false, isOver: false })
  })

  it('is over for good with No, thanks, and the focus goes on with the page', async () => {
    const [, decline] = offer.findAll('button')
    decline?.element.focus()
    await decline?.trigger('click')
    expect([useTour().isOffered, document.activeElement?.id]).toEqual([false, 'main'])
    expect(laterRun()).toEqual({ isOffered: false, isOver: true })
  })

  it('is over for good with Escape, inside it or where nothing has the focus', () => {
    escape()
    expect(useTour().isOffered).toBe(false)
    expect(laterRun()).toEqual({ isOffered: false, isOver: true })
  })

  it('stays where Escape is meant for something else', () => {
    document.querySelector('input')?.focus()
    escape()
    expect(useTour().isOffered).toBe(true)
  })

  it('leads to the tour, and makes way for it', async () => {
    await offer.findAll('button')[0]?.trigger('click')
    expect(offer.emitted('take')).toHaveLength(1)
    useTour().begin()
    expect([useTour().isOpen, useTour().isOffered]).toEqual([true, false])
  })
})
