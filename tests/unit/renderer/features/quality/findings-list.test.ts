import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import FindingsList from '../../../../../renderer/features/quality/FindingsList.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connection, press } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { auditState, finding } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrapper: VueWrapper

function open(): void {
  startStores()
  wrapper = mount(FindingsList, {
    props: { connection, product: { id: 'p1', name: 'Milo chair', pricePercent: null } },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
}
beforeEach(() => {
  main = sitInMainProcess()
  main.always('audit:state', () => ok(auditState()))
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

const text = (): string => wrapper.text().replace(/\s+/g, ' ')
function button(words: string): HTMLElement {
  const name = (each: Element): string => each.getAttribute('aria-label') ?? each.textContent.trim()
  const found = [...document.querySelectorAll('button')].find((each) => name(each) === words)
  if (!found) throw new Error(`No button "${words}"`)
  return found
}
const said = (): string => wrapper.get('[role=status]').text()

const outlier = finding('price-outlier', { facts: { price: 12.5, median: 180, products: 34, word: 'Chair' } })
const excepted = (reason: string): ReturnType<typeof finding> => ({
  ...outlier,
  exception: { reason, by: 'Anna', at: new Date(2020, 10, 3, 9, 12).getTime() }
})

describe('the findings of a product', () => {
  it('are said with what was found', async () => {
    main.always('audit:of', () => ok([finding('picture-missing', { severity: 'error' }), outlier]))
    open()
    await flushPromises()
    expect(text()).toMatch(/Error:\s?Picture missing/)
    expect(text()).toContain('€12.50 is far from the €180.00 that 34 products called “Chair” usually cost.')
  })

  it('say first of a price far from others that it has just jumped, where it has', async () => {
    main.always('audit:of', () => ok([outlier]))
    open()
    await flushPromises()
    expect(wrapper.find('[data-jumped]').exists()).toBe(false)
    await wrapper.setProps({ product: { id: 'p1', name: 'Milo chair', pricePercent: -99.7 } })
    await flushPromises()
    const [first, second] = wrapper.findAll('.found').map((line) => line.text())
    expect(first).toBe('Its price has just changed by −99.7%. Check that first.')
    expect(second).toContain('is far from the €180.00')
  })

  it('say that there are none, that nobody has looked, or that it is being looked', async () => {
    main.always('audit:of', () => ok([]))
    open()
    await flushPromises()
    expect(text()).toContain('No quality findings.')
    main.emit('audit:changed', auditState({ phase: 'running', progress: { done: 1, total: 2 } }))
    await flushPromises()
    expect(text()).toContain('Checking quality…')
    main.emit('audit:changed', auditState({ phase: 'none', at: null }))
    await flushPromises()
    expect(text()).toContain('Checks have not run yet')
    await press(button('Run checks'))
    expect(main.asked('audit:run')).toHaveLength(1)
  })

  it('leave the reason alone that somebody types while the list of stores is read again', async () => {
    main.always('audit:of', () => ok([outlier]))
    open()
    await flushPromises()
    await press(button('Add exception: Price far from similar products'))
    await wrapper.setProps({ connection: { ...connection } })
    await flushPromises()
    expect(document.querySelector('textarea')).not.toBeNull()
    expect(main.asked('audit:of')).toHaveLength(1)
  })

  it('are read again when an audit has ended, or when somebody excepted something', async () => {
    main.always('audit:of', () => ok([]))
    open()
    await flushPromises()
    main.emit('audit:changed', auditState({ phase: 'running' }))
    await flushPromises()
    expect(main.asked('audit:of')).toHaveLength(1)
    main.emit('audit:changed', auditState({ at: 5 }))
    await flushPromises()
    expect(main.asked('audit:of')).toHaveLength(2)
    main.emit('reviews:changed', { connectionId: 'shop', productIds: null })
    await flushPromises()
    expect(main.asked('audit:of')).toHaveLength(3)
  })

  it('drop an answer that a newer question has overtaken', async () => {
    open()
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p1'] })
    await flushPromises()
    const [older, newer] = main.asked('audit:of')
    await newer?.answer(ok([]))
    await older?.answer(ok([outlier]))
    expect(text()).toContain('No quality findings.')
  })

  it('say why they could not be read, and are read when that is asked for', async () => {
    main.always('audit:of', () => fail('storage-failed'))
    open()
    await flushPromises()
    expect(wrapper.find('[data-failure=storage-failed]').exists()).toBe(true)
    main.always('audit:of', () => ok([outlier]))
    await press(button('Try again'))
    expect(wrapper.find('[data-failure]').exists()).toBe(false)
    expect(text()).toContain('€12.50 is far from')
  })
})

describe('an exception', () => {
  beforeEach(async () => {
    main.always('audit:of', () => ok([outlier]))
    open()
    await flushPromises()
    await press(button('Add exception: Price far from similar products'))
  })
  const dialog = (): HTMLElement => {
    const found = document.querySelector('[role=dialog]')
    if (!(found instanceof HTMLElement)) throw new Error('No dialog is open')
    return found
  }
  async function give(reason: string): Promise<void> {
    const field = dialog().querySelector('textarea')
    if (!field) throw new Error('No field')
    field.value = reason
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await press(button('Add exception'))
  }

  it('needs a reason', async () => {
    await give('  ')
    expect(dialog().textContent).toContain('Enter a reason.')
    expect(main.asked('audit:set-exception')).toHaveLength(0)
  })

  it('has the reason still that was begun, where Escape closed the question, until it is given', async () => {
    await give('  ')
    const field = (): HTMLTextAreaElement | null => dialog().querySelector('textarea')
    const begun = field()
    if (begun) begun.value = 'On sale'
    begun?.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
    begun?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    await press(button('Add exception: Price far from similar products'))
    expect(field()?.value).toBe('On sale')
    main.always('audit:set-exception', ({ reason }) => ok(reason === null ? [outlier] : [excepted(reason)]))
    await give('On sale')
    await press(button('Remove exception: Price far from similar products'))
    await press(button('Add exception: Price far from similar products'))
    expect(field()?.value).toBe('')
  })

  it('is saved by Enter; Shift with Enter begins a line', () => {
    const field = dialog().querySelector('textarea')
    if (!field) throw new Error('No field')
    field.value = 'On sale'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    const enter = (shiftKey: boolean): boolean =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', shiftKey, bubbles: true, cancelable: true })
      )
    expect(enter(true), 'the line is begun').toBe(true)
    expect(main.asked('audit:set-exception')).toHaveLength(0)
    enter(false)
    expect(main.last('audit:set-exception').input).toMatchObject({ reason: 'On sale' })
  })

  it('is shown with its reason, by whom and when, and can be taken back with the next press', async () => {
    main.always('audit:set-exception', ({ reason }) => ok(reason === null ? [outlier] : [excepted(reason)]))
    await give('On sale ')
    expect(main.last('audit:set-exception').input).toEqual({
      connectionId: 'shop',
      productId: 'p1',
      rule: 'price-outlier',
      reason: 'On sale'
    })
    expect(document.querySelector('[role=dialog]')).toBe(null)
    expect(text()).toMatch(/On sale\s?Exception by Anna, Nov 3, 2020/)
    expect(said()).toBe('Exception added: Price far from similar products.')
    const back = button('Remove exception: Price far from similar products')
    expect(document.activeElement).toBe(back)
    await press(back)
    expect(main.last('audit:set-exception').input.reason).toBe(null)
    expect(text()).toContain('€12.50 is far')
    expect(said()).toContain('Exception removed')
  })

  it('that cannot be saved stays in its dialog with why, and what was typed', async () => {
    main.always('audit:set-exception', () => fail('storage-failed'))
    await give('On sale')
    expect(dialog().querySelector('[data-failure=storage-failed]')).not.toBe(null)
    expect(dialog().querySelector('textarea')?.value).toBe('On sale')
  })
})
