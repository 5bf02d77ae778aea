import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import type { ProductQuery } from '../../../../../../electron/contract/product-query'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import type { Product } from '../../../../../../electron/contract/product'
import type { ReviewMark, ReviewState } from '../../../../../../electron/contract/review-state'
import { wholeCatalog } from '../../../../../../renderer/features/review/session/review-queue'
import ReviewPage from '../../../../../../renderer/features/review/session/ReviewPage.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { useReasonQuestion } from '../../../../../../renderer/features/review/panel/reason-question'
import { useReviews } from '../../../../../../renderer/features/review/reviews'
import { useSyncRuns } from '../../../../../../renderer/features/sync/sync'
import { useQueueProgress } from '../../../../../../renderer/features/review/session/queue-progress'
import { useReviewPace } from '../../../../../../renderer/features/review/session/review-pace'
import { useReviewSession } from '../../../../../../renderer/features/review/session/review-session'
import { connection } from '../../../support/mount-products-page'
import { finding } from '../../quality/builders'
import { running, syncState } from '../../sync/builders'
import { openReview, ReviewedCatalog, type OpenedReview } from './review-page'
import { openConnection } from '../../../support/stores'
import { usePreferences } from '../../../../../../renderer/shared/preferences'
import { auditState } from '../../quality/builders'
import { eventually } from '../../../../../support/eventually'

const names = ['Walnut bowl', 'Oak bowl', 'Iron teapot', 'Linen towel', 'Brass bell']
let catalog: ReviewedCatalog
let page: OpenedReview | null = null

async function open(
  ...rest: Parameters<typeof openReview> extends [unknown, ...infer R] ? R : never
): Promise<OpenedReview> {
  page = await openReview(catalog, ...rest)
  return page
}

/** What a screen reader calls it: its key is told apart from its name. */
function nameOf(element: HTMLElement): string {
  const words = [...element.querySelectorAll('[aria-hidden=true]')].reduce(
    (text, hidden) => text.replace(hidden.textContent, ''),
    element.textContent
  )
  return element.getAttribute('aria-label') ?? words.trim()
}

/** The button with this name. */
function button(name: string): HTMLElement {
  const found = [...document.querySelectorAll('button')].find((each) => nameOf(each) === name)
  if (!found) throw new Error(`There is no button ${name}`)
  return found
}

/** What the end of a queue counts. */
function numbersAt(wrapper: OpenedReview['wrapper']): string[] {
  return wrapper.findAll('.numbers .number').map((each) => each.text())
}

/** Time stands still; the returned function lets enough of it pass for a second press to be meant. */
function pressLater(): () => void {
  let now = Math.floor(performance.now())
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return () => void (now += 400)
}

beforeEach(() => {
  catalog = new ReviewedCatalog(names)
})
afterEach(() => {
  page?.close()
  page = null
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the page Review', () => {
  it('goes through what is to do by keys alone, up to the end', async () => {
    const { press, name, text } = await open()
    expect(name()).toBe('Walnut bowl')
    await press('a')
    await press('w', '0')
    await press('i')
    expect(name()).toBe('Linen towel')
    expect(['p-1', 'p-2', 'p-3'].map((id) => catalog.state(id))).toEqual([
      'approved',
      'needs-work',
      'ignored'
    ])
    await press('a')
    await press('a')
    expect(name()).toBeNull()
    expect(text()).toContain('All done')
  })

  it('goes back to what was marked, with its new mark, and on again without repeating any', async () => {
    const { press, name, state } = await open()
    await press('a')
    await press('ArrowLeft')
    expect(name()).toBe('Walnut bowl')
    expect(state()).toBe('Approved')
    await press('j')
    expect(name()).toBe('Oak bowl')
    await press('k')
    await press('k')
    expect(name()).toBe('Walnut bowl')
  })

  it('tells what a key did and which product is on screen', async () => {
    const { press, said } = await open()
    await press('a')
    expect(said()).toBe('Walnut bowl: Approved. Oak bowl, Unreviewed')
    await press('j')
    expect(said()).toBe('Iron teapot, Unreviewed')
    await press('u')
    expect(said()).toBe('Undone. Walnut bowl: Unreviewed')
    await press('k')
    expect(said()).toBe('This is the first product of the queue')
  })

  it('takes the last mark back, and goes back to its product', async () => {
    const { press, name, state, said } = await open()
    await press('a')
    await press('w', '0')
    await press('u')
    expect(name()).toBe('Oak bowl')
    expect(state()).toBe('Unreviewed')
    expect(catalog.state('p-2')).toBe('unreviewed')
    await press('u')
    expect(name()).toBe('Walnut bowl')
    await press('u')
    expect(said()).toBe('Nothing to undo in this session')
  })

  it('says of a mark that a product has already that nothing changes: it is no step to be taken back', async () => {
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    const { press, name, said, wrapper } = await open()
    await press('a')
    await press('i')
    await press('k', 'k')
    await press('a')
    expect([name(), said()]).toEqual(['Walnut bowl', 'No change: Walnut bowl is already approved'])
    expect(wrapper.get('[data-deed]').text()).toBe('No change: already approved')
    await press('j')
    await press('w', '1')
    await press('k')
    await press('w')
    expect(name()).toBe('Oak bowl')
    expect(said()).toContain('No change: Oak bowl already needs work')
    await press('2')
    expect(wrapper.get('[data-deed]').text()).toContain('Needs work: Price')
    await press('u')
    expect([name(), catalog.state('p-2')]).toEqual(['Oak bowl', 'needs-work'])
  })

  it('tells the position of the product on screen that the store has for it now', async () => {
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    const { press, tellChanged, wrapper } = await open()
    const foot = (): string => wrapper.get('[data-progress]').text()
    await press('j')
    expect(foot()).toContain('product 2 of 5')
    const added = new ReviewedCatalog(['New vase', ...names])
    catalog.products = added.products.map((each, at) =>
      at === 0 ? { ...each, id: 'p-new' } : { ...catalog.find(`p-${at}`), position: at + 1 }
    )
    await tellChanged()
    expect(foot()).toContain('product 3 of 6')
    await press('j')
    expect(foot()).toContain('product 4 of 6')
  })

  it('tells nothing anymore of a key that was pressed before another page was opened', async () => {
    const { press, wrapper } = await open()
    await press('a', 'u')
    expect(wrapper.find('[data-deed]').exists()).toBe(true)
    wrapper.unmount()
    const again = mount(ReviewPage, { props: { connection }, global: { plugins: [i18n] } })
    await flushPromises()
    expect(again.find('[data-product]').exists()).toBe(true)
    expect(again.find('[data-deed]').exists()).toBe(false)
    again.unmount()
  })

  it('goes on where the mark that a product waits with in the queue is confirmed, and stays where it was set a moment ago', async () => {
    catalog.set('p-1', 'needs-work')
    catalog.set('p-2', 'needs-work')
    catalog.queue = { ...wholeCatalog, scope: 'needs-work' }
    const { press, name, said } = await open()
    await press('w', '0')
    expect([name(), said()]).toEqual([
      'Oak bowl',
      'No change: Walnut bowl already needs work. Oak bowl, Needs work'
    ])
    await press('k', 'w', '0')
    expect([name(), said()]).toEqual(['Walnut bowl', 'No change: Walnut bowl already needs work'])
  })

  it('goes on from a product of the queue that was decided elsewhere since, with the same key', async () => {
    const { press, name, said, tellChanged } = await open()
    catalog.set('p-1', 'approved')
    await tellChanged()
    expect(name()).toBe('Walnut bowl')
    await press('a')
    expect(name()).toBe('Oak bowl')
    expect(said()).toContain('No change: Walnut bowl is already approved')
  })

  it('comes by no product that was decided on elsewhere: the key for another one would undo that', async () => {
    const { press, wrapper } = await open()
    await press('a')
    wrapper.unmount()
    catalog.set('p-2', 'ignored')
    catalog.set('p-4', 'needs-work', 'price')
    const again = mount(ReviewPage, {
      props: { connection },
      global: { plugins: [i18n] },
      attachTo: document.body
    })
    await flushPromises()
    const name = (): string => again.get('[data-product] h2').text()
    expect(name()).toBe('Iron teapot')
    await press('a')
    expect(name()).toBe('Brass bell')
    await press('a')
    const states = catalog.products.map(({ review }) => review.state)
    expect(states).toEqual(['approved', 'ignored', 'approved', 'needs-work', 'approved'])
    expect(catalog.find('p-4').review.reason).toBe('price')
    again.unmount()
  })

  it('stays at a product that this person has approved while it waits for others', async () => {
    catalog.set('p-1', 'awaiting-others')
    catalog.refusal = ok({ entry: null, changed: 0, stale: [] })
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    const { press, name, said } = await open()
    await press('a')
    expect([name(), said()]).toEqual(['Walnut bowl', 'No change: Walnut bowl is already approved'])
  })

  it('does again what was taken back, in turn, and is at the next product then, until something else is marked', async () => {
    const { press, name, said, wrapper } = await open()
    const redo = { ctrlKey: true, shiftKey: true }
    const head = (): string => wrapper.get('[data-progress]').text()
    await press('a')
    await press('w', '2')
    expect(head()).toBe('2 of 5 reviewed · 1 needs work')
    await press('u', 'u')
    expect([name(), head()]).toEqual(['Walnut bowl', '0 of 5 reviewed'])
    await press('Z', redo)
    expect([name(), said()]).toEqual(['Oak bowl', 'Redone. Walnut bowl: Approved. Oak bowl, Unreviewed'])
    await press('y', { ctrlKey: true })
    expect([name(), head()]).toEqual(['Iron teapot', '2 of 5 reviewed · 1 needs work'])
    expect(catalog.state('p-2')).toBe('needs-work')
    await press('Z', redo)
    expect(said()).toBe('Nothing to redo in this session')
    await press('u')
    expect([name(), catalog.state('p-2')]).toEqual(['Oak bowl', 'unreviewed'])
    await press('i')
    await press('Z', redo)
    expect(said()).toContain('Nothing to redo')
    expect(catalog.state('p-2')).toBe('ignored')
  })

  it('has the review of the next product at hand, so that its note can be written at once', async () => {
    const { press, main, wrapper } = await open()
    main.hold('reviews:of')
    await press('a', 'n')
    expect(wrapper.get('[data-note]').attributes('readonly')).toBeUndefined()
  })

  it('leads from the picture alone to the note', async () => {
    const { press, wrapper } = await open()
    await press('f')
    expect(wrapper.find('[data-note]').exists()).toBe(false)
    await press('n')
    expect(document.activeElement).toBe(wrapper.get('[data-note]').element)
  })

  it('fault 80: says of a note that could not be saved that it is not, and leads back to it', async () => {
    const { main, press, name, text, wrapper } = await open()
    main.always('reviews:draft', () => fail('storage-failed'))
    main.always('reviews:note', () => fail('storage-failed'))
    await press('n')
    await wrapper.get('[data-note]').setValue('Crop it')
    await press('Escape')
    expect(text()).not.toContain('The note on product')
    await press('j')
    expect(name()).toBe('Oak bowl')
    expect(text()).toContain('The note on product p-1 is not saved')
    button('Show the note').click()
    await flushPromises()
    expect(name()).toBe('Walnut bowl')
    expect(text()).not.toContain('The note on product')
  })

  it('saves a note by Ctrl and Enter, gives the keys back to its product, and asks for the mark that it lacks', async () => {
    const { main, press, name, state, said, wrapper } = await open()
    main.always('reviews:note', ({ productId, note }) => ok({ ...catalog.review(productId), note }))
    const write = async (note: string): Promise<void> => {
      await press('n')
      const field = wrapper.get('[data-note]')
      await field.setValue(note)
      await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
      await flushPromises()
    }
    await write('Crop it')
    expect(main.asked('reviews:note')).toHaveLength(1)
    expect([name(), state()]).toEqual(['Walnut bowl', 'Unreviewed'])
    expect(said()).toBe('Note saved. Now decide: A, W or I')
    await press('w', '0')
    expect([catalog.state('p-1'), name()]).toEqual(['needs-work', 'Oak bowl'])
    await press('k')
    await write('Crop it at the left')
    expect(said()).toBe('Note saved')
    expect(name()).toBe('Walnut bowl')
  })

  it('says what is of the product on screen without its name no longer than that is there', async () => {
    const { main, press, name, wrapper } = await open()
    main.always('reviews:note', ({ productId, note }) => ok({ ...catalog.review(productId), note }))
    const told = (): string[] =>
      wrapper.findAll('[data-deed], [data-deed-below]').map((each) => each.text().trim())
    await press('n')
    const field = wrapper.get('[data-note]')
    await field.setValue('Crop it')
    await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
    expect(told()).toContain('Note saved. Now decide: A, W or I')
    await press('j')
    expect(name()).toBe('Oak bowl')
    expect(told()).toEqual([])
    await press('k')
    expect([name(), told()]).toEqual(['Walnut bowl', []])
    await press('k')
    expect(told()).toContain('This is the first product of the queue')
    await press('j')
    expect(told()).toEqual([])
  })

  it('stays in a note that could not be saved', async () => {
    const { main, press, wrapper } = await open()
    main.always('reviews:draft', () => fail('storage-failed'))
    main.always('reviews:note', () => fail('storage-failed'))
    await press('n')
    const field = wrapper.get('[data-note]')
    await field.setValue('Crop it')
    await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
    expect(document.activeElement).toBe(field.element)
  })

  it('stays where somebody reads while the list of stores is read again', async () => {
    const { wrapper } = await open()
    const scroll = vi.spyOn(wrapper.get('[data-scrolls]').element, 'scrollTo')
    await wrapper.setProps({ connection: { ...connection } })
    await flushPromises()
    expect(scroll).not.toHaveBeenCalled()
  })

  it('takes what it told of a mark with it: on the next page nobody did that', async () => {
    const { press } = await open()
    await press('a')
    expect(useReviews().last?.kind).toBe('marked')
    page?.close()
    page = null
    expect(useReviews().last).toBeNull()
  })

  it('leaves every button where it is at a product without a picture, so that no other comes under the pointer', async () => {
    catalog.change('p-1', { picture: null })
    catalog.change('p-2', { picture: { token: 'oak', host: 'shop.example' } })
    const { press } = await open()
    const buttons = (): string[] =>
      [...document.querySelectorAll('[data-command]')].map((each) => each.getAttribute('data-command') ?? '')
    const before = buttons()
    await press('j')
    expect(buttons()).toEqual(before)
  })

  it('clears a mark and stays', async () => {
    const { press, name, state } = await open()
    await press('a')
    await press('k')
    await press('c')
    expect(name()).toBe('Walnut bowl')
    expect(state()).toBe('Unreviewed')
  })

  it('shows no mark that was not saved, says so, and saves it when it is tried again', async () => {
    // However slow this machine is, the answer comes at a glance: what comes later holds marks back for a moment.
    pressLater()
    const { press, name, state, text } = await open()
    catalog.refusal = fail('storage-failed')
    await press('a')
    expect(name()).toBe('Walnut bowl')
    expect(state()).toBe('Unreviewed')
    expect(text()).toContain('The mark was not saved.')
    catalog.refusal = null
    button('Try again').click()
    await flushPromises()
    expect(catalog.state('p-1')).toBe('approved')
    expect(name()).toBe('Oak bowl')
  })

  it('takes a key that is held down for one press', async () => {
    const { press, name } = await open()
    await press('a')
    await press('a', { repeat: true })
    expect(name()).toBe('Oak bowl')
    await press('j', { repeat: true })
    expect(name()).toBe('Iron teapot')
  })

  it('fault 134: says at once what a key did, while that is being saved', async () => {
    const { press, main, name, said, behind, wrapper } = await open()
    main.hold('reviews:mark')
    await press('a', 'a')
    expect(name()).toBe('Iron teapot')
    expect(said()).toBe('Oak bowl: Approved. Iron teapot, Unreviewed')
    expect(behind()).toEqual(['Walnut bowl, Approved', 'Oak bowl, Approved'])
    expect(wrapper.get('[data-progress]').text()).toBe('2 of 5 reviewed')
    expect(wrapper.get('[data-tab="to-do"] .count').text()).toBe('3')
  })

  it('fault 134: holds keys that come after Undo until its product is back, for which they are', async () => {
    const { press, main, name } = await open()
    await press('a')
    main.hold('reviews:undo')
    await press('u', 'i', 'w', '0')
    expect(main.asked('reviews:mark'), 'nobody looks at the product that Undo leaves').toHaveLength(1)
    await main.last('reviews:undo').answer(ok(catalog.undo(1)))
    await flushPromises()
    expect(catalog.state('p-1')).toBe('ignored')
    await eventually(() => expect(catalog.state('p-2')).toBe('needs-work'))
    expect(name()).toBe('Iron teapot')
  })

  it('fault 134: drops keys that come after an Undo that fails', async () => {
    const { press, main, name, said } = await open()
    await press('a')
    main.hold('reviews:undo')
    await press('u', 'i', 'j')
    await main.last('reviews:undo').answer(fail('storage-failed'))
    expect(main.asked('reviews:mark')).toHaveLength(1)
    expect(name()).toBe('Oak bowl')
    expect(said()).not.toContain('Ignored')
    await press('i')
    expect(catalog.state('p-2'), 'later ones count again').toBe('ignored')
  })

  it('fault 134: takes back what it said of marks that were not saved, and stops at the first', async () => {
    const { press, main, name, said, state, wrapper } = await open()
    main.hold('reviews:mark')
    await press('a', 'i', 'a')
    await main.last('reviews:mark').answer(fail('storage-failed'))
    expect(name()).toBe('Walnut bowl')
    expect(state()).toBe('Unreviewed')
    expect(said()).toContain('Walnut bowl was not marked')
    expect(wrapper.get('[data-progress]').text()).toBe('0 of 5 reviewed')
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })

  it('fault 134: holds keys that come before the next product is painted, and does them in order', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const [at, id] of ['p-1', 'p-2', 'p-3'].entries())
      catalog.change(id, { picture: { token: String(at).repeat(43), host: 'shop.example' } })
    const { press, name, wrapper, main } = await open()
    main.hold('pictures:describe')
    const paint = async (): Promise<void> => {
      await wrapper.get('.side img').trigger('load')
      await new Promise(requestAnimationFrame)
      await flushPromises()
    }
    await paint()
    await press('a', 'w', '2')
    expect(name(), 'the others wait').toBe('Oak bowl')
    expect(document.querySelector('[data-reasons]')).toBeNull()
    await paint()
    expect(name()).toBe('Iron teapot')
    await paint()
    expect(main.last('reviews:mark').input).toMatchObject({ mark: 'needs-work', reason: 'price' })
    expect(name()).toBe('Iron teapot')
  })

  it('fault 134: gives a reason to the product that it was pressed for, while keys of others wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const [at, id] of ['p-1', 'p-2', 'p-3', 'p-4'].entries())
      catalog.change(id, { picture: { token: String(at).repeat(43), host: 'shop.example' } })
    const { press, wrapper, main } = await open()
    main.hold('pictures:describe')
    const paint = async (): Promise<void> => {
      await wrapper.get('.side img').trigger('load')
      await new Promise(requestAnimationFrame)
      await flushPromises()
    }
    await paint()
    await press('a', 'w', '2')
    await paint()
    expect(document.querySelector('[data-reasons]'), 'the second product is asked about').not.toBeNull()
    await press('w', '3')
    for (let n = 0; n < 4; n += 1) await paint()
    const reasons = main
      .asked('reviews:mark')
      .flatMap(({ input: { of, reason } }) =>
        reason === undefined || !('products' in of) ? [] : [[of.products[0]?.id, reason]]
      )
    expect(reasons).toEqual([
      ['p-2', 'price'],
      ['p-3', 'name']
    ])
  })

  it('fault 134: holds keys that come while another queue is read, and marks nothing of it by them', async () => {
    const { press, main, name } = await open()
    main.hold('products:page')
    button('All 5').click()
    await flushPromises()
    await press('ArrowRight', 'a', 'ArrowRight')
    const { input, answer } = main.last('products:page')
    await answer(ok(catalog.page(input.productQuery as ProductQuery, input.page, input.limit)))
    await eventually(() => expect(name(), 'both arrows are for the queue that came').toBe('Iron teapot'))
    expect(main.asked('reviews:mark'), 'nobody has seen what a mark would have been for').toHaveLength(0)
    await press('a')
    expect(catalog.state('p-3'), 'later ones count again').toBe('approved')
  })

  it('marks at W, and asks in passing why: Enter takes the reason that is marked, 0 none, and Escape leaves what there was', async () => {
    catalog.change('p-1', { findings: ['price-zero'] })
    const { press, name, main, said } = await open()
    await press('w')
    expect(name()).toBe('Oak bowl')
    expect(catalog.state('p-1')).toBe('needs-work')
    const strip = (): Element | null => document.querySelector('[data-reasons]')
    expect(strip()?.textContent).toContain('Walnut bowl')
    expect(strip()?.textContent).toContain('2 Price ↵')
    await press('Enter')
    expect(main.last('reviews:mark').input).toMatchObject({
      mark: 'needs-work',
      reason: 'price',
      of: { products: [{ id: 'p-1' }] }
    })
    expect(said()).toContain('Walnut bowl: Needs work: Price')
    await press('w', '4')
    expect(main.last('reviews:mark').input).toMatchObject({
      reason: 'text',
      of: { products: [{ id: 'p-2' }] }
    })
    const asked = main.asked('reviews:mark').length
    await press('w', '0')
    await press('w', 'Escape')
    expect(main.asked('reviews:mark')).toHaveLength(asked + 2)
    expect(strip()).toBeNull()
    expect(catalog.state('p-4')).toBe('needs-work')
    await press('k', 'k', 'w', 'j', 'Enter')
    expect(main.asked('reviews:mark'), 'Enter is no answer once the person has gone on').toHaveLength(
      asked + 3
    )
  })

  it('suggests what the queue is made of at W: the rule that a person came from, where the product has its finding', async () => {
    catalog.change('p-1', { findings: ['price-zero', 'description-short'] })
    catalog.change('p-2', { findings: ['price-zero'] })
    const filters = { ...noFilters, finding: 'description-short' as const }
    catalog.queue = { ...wholeCatalog, productQuery: { ...emptyQuery, filters } }
    const { press } = await open()
    const suggested = (): string => document.querySelector('[data-reasons]')?.textContent ?? ''
    await press('w')
    expect(suggested()).toMatch(/Text ↵/)
    await press('w')
    expect(suggested()).toMatch(/Price ↵/)
  })

  it('suggests what has changed since the approval at W, whatever was found', async () => {
    catalog.change('p-1', { findings: ['picture-small'] })
    catalog.set('p-1', 'changed')
    catalog.queue = { ...wholeCatalog, scope: 're-review' }
    const { press } = await open()
    await press('w')
    expect(document.querySelector('[data-reasons]')?.textContent).toMatch(/Price ↵/)
  })

  it('tells of a key that the store refuses, and nothing of a sync that goes well', async () => {
    const { main, text } = await open()
    main.emit('sync:changed', running({ connectionId: connection.id }))
    await flushPromises()
    expect(document.querySelector('[data-failure], .run[data-phase]')).toBeNull()
    const because = { code: 'key-refused', facts: {} } as const
    main.emit('sync:changed', syncState({ connectionId: connection.id, because }))
    await flushPromises()
    expect(document.querySelector('[data-failure="key-refused"]')).not.toBeNull()
    expect(text()).toContain('Replace key')
  })

  it('takes a mark back together with its reason', async () => {
    const { press, name, main } = await open()
    await press('w', '2')
    await press('u')
    expect(main.asked('reviews:undo').map(({ input }) => input.entry)).toEqual([2, 1])
    expect(catalog.state('p-1')).toBe('unreviewed')
    expect(name()).toBe('Walnut bowl')
    await press('w', 'u')
    expect(document.querySelector('[data-reasons]')).toBeNull()
    expect(catalog.state('p-1')).toBe('unreviewed')
  })

  it('asks nothing where a person does not want that', async () => {
    const { press, main } = await open()
    main.hold('preferences:set')
    void usePreferences().set({ askReason: false })
    await press('w')
    expect(main.last('reviews:mark').input).toEqual({
      connectionId: connection.id,
      mark: 'needs-work',
      reason: undefined,
      of: { products: [expect.objectContaining({ id: 'p-1' })] }
    })
  })

  it('approves a product with an error at the second press, and says so at the first', async () => {
    catalog.change('p-1', { findings: ['price-zero'] })
    const isError = { enabled: true, severity: 'error' as const, threshold: null }
    const later = pressLater()
    const { press, name, main, text } = await open([], (fake) => {
      fake.always('audit:state', ({ connectionId }) =>
        ok(auditState({ connectionId }, { 'price-zero': { setting: isError } }))
      )
    })
    await press('k', 'a')
    expect(text()).toContain('Approve with 1 error, A again')
    expect(document.querySelector('[data-deed]'), 'the question lies where it would stand').toBeNull()
    expect(main.asked('reviews:mark')).toEqual([])
    await press('j', 'k', 'a')
    expect(name(), 'who went away is told again').toBe('Walnut bowl')
    expect(main.asked('reviews:mark')).toEqual([])
    later()
    await press('a')
    expect(name()).toBe('Oak bowl')
    expect(main.last('reviews:mark').input).toMatchObject({ mark: 'approved' })
  })

  it('shows first what a product with an error has become, before it asks whether that is approved', async () => {
    catalog.change('p-1', { findings: ['price-zero'] })
    const isError = { enabled: true, severity: 'error' as const, threshold: null }
    const { press, text, said, tellChanged } = await open([], (fake) => {
      fake.always('audit:state', ({ connectionId }) =>
        ok(auditState({ connectionId }, { 'price-zero': { setting: isError } }))
      )
    })
    catalog.change('p-1', { price: 7, contentFingerprint: 'later' })
    await tellChanged()
    await press('a')
    expect(said()).toContain('was not approved')
    expect(text()).not.toContain('Approve with 1 error, A again')
    await press('a')
    expect(text()).toContain('Approve with 1 error, A again')
    expect(catalog.state('p-1')).toBe('unreviewed')
  })

  it('says under a picture that stands alone what it is of, and what was found', async () => {
    catalog.change('p-1', { findings: ['price-zero'], price: 0 })
    const { press, text } = await open()
    await press('f')
    expect(text()).toContain('Walnut bowl · €0.00 · Price is zero')
  })

  it('approves no product with an error by keys that come one right after the other', async () => {
    catalog.change('p-1', { findings: ['price-zero'] })
    const isError = { enabled: true, severity: 'error' as const, threshold: null }
    const later = pressLater()
    const { press, name } = await open([], (fake) => {
      fake.always('audit:state', ({ connectionId }) =>
        ok(auditState({ connectionId }, { 'price-zero': { setting: isError } }))
      )
    })
    for (let pressed = 0; pressed < 30; pressed++) await press('a')
    expect(name()).toBe('Walnut bowl')
    await press('u')
    expect(document.body.textContent, 'the question is closed, nothing is undone').not.toContain('A again')
    await press('a')
    later()
    await press('a')
    expect(name()).toBe('Oak bowl')
  })

  it('takes the question about errors back with Escape, so that the next press asks again', async () => {
    catalog.change('p-1', { findings: ['price-zero'] })
    const isError = { enabled: true, severity: 'error' as const, threshold: null }
    const later = pressLater()
    const { press, name, text } = await open([], (fake) => {
      fake.always('audit:state', ({ connectionId }) =>
        ok(auditState({ connectionId }, { 'price-zero': { setting: isError } }))
      )
    })
    await press('a')
    expect(text()).toContain('A again')
    await press('Escape')
    expect(document.body.textContent).not.toContain('A again')
    later()
    await press('a')
    expect(name(), 'asked again').toBe('Walnut bowl')
  })

  it('types into text fields, and hears no letter that is meant for one', async () => {
    const { press, name, wrapper } = await open()
    await press('/')
    wrapper.get<HTMLInputElement>('input[type=search]').element.focus()
    await press('a')
    expect(catalog.state('p-1')).toBe('unreviewed')
    expect(name()).toBe('Walnut bowl')
  })

  it('leaves letters with Ctrl, Alt or the command key to the system', async () => {
    const { press } = await open()
    await press('a', { ctrlKey: true })
    await press('w', { metaKey: true })
    await press('i', { altKey: true })
    expect(catalog.state('p-1')).toBe('unreviewed')
  })

  it('takes the key where the letter would be when the keyboard writes another script', async () => {
    const { press } = await open()
    await press('ф', { code: 'KeyA' })
    expect(catalog.state('p-1')).toBe('approved')
  })

  it('finds within the queue, and goes back to where the person was', async () => {
    const { press, name, wrapper } = await open()
    await press('j')
    await press('j')
    await press('/')
    expect(document.activeElement).toBe(wrapper.get('input[type=search]').element)
    await wrapper.get('input[type=search]').setValue('bowl')
    await flushPromises()
    expect(name()).toBe('Walnut bowl')
    await press('Enter')
    await press('a')
    expect(catalog.state('p-1')).toBe('approved')
    expect(name()).toBe('Oak bowl')
    await wrapper.get('input[type=search]').setValue('')
    await flushPromises()
    expect(name()).toBe('Iron teapot')
  })

  it('says beside the search how many were found, also to screen readers', async () => {
    const { main, press, wrapper } = await open()
    await press('/')
    const found = wrapper.get('[data-found]')
    expect([found.attributes('role'), found.text()]).toEqual(['status', ''])
    await wrapper.get('input[type=search]').setValue('bowl')
    await flushPromises()
    expect(found.text()).toBe('2 found')
    main.hold('products:page')
    await wrapper.get('input[type=search]').setValue('teapot')
    await flushPromises()
    expect(found.text(), 'until it is known').toBe('2 found')
    await main.last('products:page').answer(ok(catalog.page({ ...emptyQuery, search: 'teapot' }, 1, 40)))
    expect(found.text()).toBe('1 found')
  })

  it('ends the search by Escape on the page, and when the page is left: it hides the queues', async () => {
    const { press, wrapper, close } = await open()
    const search = async (): Promise<void> => {
      await press('/')
      await wrapper.get('input[type=search]').setValue('bowl')
      await flushPromises()
      await press('Enter')
      expect(useReviewSession().find).toBe('bowl')
    }
    await search()
    expect(wrapper.find('[role=tab]').exists()).toBe(false)
    await press('Escape')
    expect([useReviewSession().find, wrapper.find('[role=tab]').exists()]).toEqual(['', true])
    await search()
    close()
    page = null
    expect(useReviewSession().find).toBe('')
  })

  it('counts what was reviewed, and how long that took, for each queue by itself', async () => {
    const { press } = await open()
    await press('a')
    expect(useReviewPace().marks).toBe(1)
    await useReviewSession().start({ ...wholeCatalog, scope: 'all' })
    expect(useReviewPace()).toMatchObject({ marks: 0, span: null })
  })

  it('says when nothing in the queue is found', async () => {
    const { wrapper, text, press } = await open()
    await press('/')
    await wrapper.get('input[type=search]').setValue('carpet')
    await flushPromises()
    expect(text()).toContain('No results for “carpet” in this queue')
  })

  it('at the end of a search says what of the queue it leaves out, and that the rest is reviewed without it, in every queue', async () => {
    for (const id of ['p-1', 'p-2', 'p-3']) catalog.set(id, 'needs-work')
    for (const id of ['p-4', 'p-5']) catalog.set(id, 'approved')
    const { press, text, name, wrapper } = await open()
    const searchToEnd = async (words: string, found: number): Promise<void> => {
      await press('/')
      await wrapper.get('input[type=search]').setValue(words)
      await flushPromises()
      await press('Enter', ...Array<string>(found).fill('j'))
    }
    for (const [scope, outside] of [
      ['needs-work', '2 products of this queue are outside your search.'],
      ['all', '4 products of this queue are outside your search.']
    ] as const) {
      await useReviewSession().start({ ...wholeCatalog, scope })
      await flushPromises()
      await searchToEnd('teapot', 1)
      expect(text()).toContain(outside)
      expect(text()).not.toContain('You have seen every product')
      expect(wrapper.find('[data-action=again]').exists()).toBe(false)
      button('Clear the search and review the rest').click()
      await flushPromises()
      expect([name(), useReviewSession().find]).toEqual(['Walnut bowl', ''])
    }
    await useReviewSession().start({ ...wholeCatalog, scope: 'needs-work' })
    await flushPromises()
    await searchToEnd('o', 3)
    expect(text(), 'all of the queue was found').toContain('You have seen every product in this queue.')
  })

  it('leads on without a search from its end to what waits outside of it', async () => {
    const { press, text, wrapper } = await open()
    await press('/')
    await wrapper.get('input[type=search]').setValue('teapot')
    await flushPromises()
    await press('Enter', 'a')
    expect(text()).toContain('or they are outside your search.')
    expect(button('Clear the search and review the rest').textContent).toContain('↵')
  })

  it('opens where the person stopped', async () => {
    catalog.queue = { ...wholeCatalog, productId: 'p-3', place: 3 }
    const { name } = await open()
    expect(name()).toBe('Iron teapot')
  })

  it('opens at the nearest place when that product is not in the queue anymore', async () => {
    catalog.set('p-3', 'ignored')
    catalog.queue = { ...wholeCatalog, productId: 'p-3', place: 3 }
    const { name } = await open()
    expect(name()).toBe('Linen towel')
  })

  it('keeps the place for the next start', async () => {
    vi.useFakeTimers()
    const { press } = await open()
    await press('a')
    await press('j')
    await vi.advanceTimersByTimeAsync(1000)
    expect(catalog.queue).toMatchObject({ productId: 'p-3', place: 2, scope: 'to-do' })
  })

  it('goes on from what it was when the person comes back to the page', async () => {
    const { press, wrapper } = await open()
    await press('j')
    wrapper.unmount()
    await flushPromises()
    expect(useReviewSession().cursor.current?.name).toBe('Oak bowl')
  })

  it('tells once what is wrong with a product: what a finding says, the flag of the store does not say again', async () => {
    catalog.change('p-1', { name: '', price: null, flags: ['name-missing', 'price-unknown'] })
    const rules = { 'name-missing': finding('name-missing'), 'price-missing': finding('price-missing') }
    const { text, press } = await open([], (main) => {
      main.always('audit:of', () => ok([rules['name-missing']]))
    })
    expect(text()).toContain('It has no name.')
    expect(text()).not.toContain('The store sent no name.')
    // The rule is switched off, or nobody has looked.
    expect(text()).toContain('The store sent no price that can be read')
    const exception = { reason: 'A gift', by: 'Anna', at: 0 }
    page?.main.always('audit:of', () => ok([rules['name-missing'], { ...rules['price-missing'], exception }]))
    await press('j')
    await press('k')
    expect(text()).toContain('A gift')
    expect(text()).not.toContain('The store sent no price that can be read')
  })

  it('says how much of the catalog is here as it is now, also after a sync that left the queue alone', async () => {
    // So many that the end of the queue is not looked for.
    catalog = new ReviewedCatalog(Array.from({ length: 40 }, (_, n) => `Product ${n + 1}`))
    const { main, wrapper, tellChanged } = await open()
    const coverage = {
      here: 105,
      products: 105,
      setAside: 0,
      total: 105,
      asOf: 1,
      state: 'complete'
    } as const
    main.always('products:page', ({ productQuery, page, limit }) =>
      ok({ ...catalog.page(productQuery as ProductQuery, page, limit), coverage })
    )
    await tellChanged()
    expect(wrapper.get('[data-coverage]').text()).toContain('105 products')
  })

  it('says so back from a search, too, while which a sync was', async () => {
    catalog = new ReviewedCatalog(Array.from({ length: 40 }, (_, n) => `Product ${n + 1}`))
    const { main, wrapper, tellChanged } = await open()
    const session = useReviewSession()
    await session.search('Product 7')
    const coverage = {
      here: 105,
      products: 105,
      setAside: 0,
      total: 105,
      asOf: 1,
      state: 'complete'
    } as const
    main.always('products:page', ({ productQuery, page, limit }) =>
      ok({ ...catalog.page(productQuery as ProductQuery, page, limit), coverage })
    )
    catalog.change('p-2', { price: 12 })
    await tellChanged()
    await session.search('')
    await flushPromises()
    expect(wrapper.get('[data-coverage]').text()).toContain('105 products')
    expect(session.cursor.products[1]?.price).toBe(12)
  })

  it('promises no products in a moment while the sync waits for a store that cannot be reached', async () => {
    catalog = new ReviewedCatalog([])
    const { main, text } = await open()
    const coverage = { here: 0, products: 0, setAside: 0, total: null, asOf: null, state: 'none' } as const
    main.always('products:page', ({ productQuery, page, limit }) =>
      ok({ ...catalog.page(productQuery as ProductQuery, page, limit), coverage })
    )
    main.emit('sync:changed', running({ connectionId: connection.id, here: 0 }))
    main.emit('catalog:changed', { connectionId: connection.id })
    await flushPromises()
    expect(text()).toContain('The catalog is syncing')
    main.emit('sync:changed', running({ connectionId: connection.id, phase: 'waiting', here: 0 }))
    await flushPromises()
    expect(text()).not.toContain('The catalog is syncing')
    expect(text()).toContain('Nothing to review yet')
  })

  it('reads what is around the product once for each key', async () => {
    const { press, main } = await open()
    const before = main.asked('products:of').length
    await press('a')
    main.emit('reviews:changed', { connectionId: connection.id, productIds: ['p-1'] })
    await flushPromises()
    expect(main.asked('products:of')).toHaveLength(before + 1)
  })

  it('tells a queue of what changed since a sync by the date of its own store’s sync', async () => {
    const productQuery = {
      ...emptyQuery,
      filters: { ...noFilters, change: { kind: 'changed', since: 12 } as const }
    }
    catalog.queue = { ...wholeCatalog, productQuery }
    const { main, wrapper } = await open()
    const queue = (): string => wrapper.get('[aria-label^="Queue:"]').attributes('aria-label') ?? ''
    expect(queue()).toContain('12')
    const run = { run: 12, outcome: 'complete', added: 1, changed: 2, gone: 3 } as const
    await main.last('sync:runs').answer(ok([{ ...run, startedAt: Date.UTC(2024, 4, 3) }]))
    expect(queue()).toContain('2024')
    openConnection('other')
    void useSyncRuns().load()
    await main.last('sync:runs').answer(ok([{ ...run, startedAt: Date.UTC(1999, 4, 3) }]))
    expect(queue()).not.toContain('1999')
  })

  it('tells one number in its tabs and in the sidebar, at once with the key', async () => {
    const { main, press, text } = await open()
    const counts = useQueueProgress()
    counts.followCatalog()
    await flushPromises()
    main.hold('reviews:mark')
    const asked = main.asked('reviews:progress').length
    await press('a', 'w')
    expect(counts.catalog?.unreviewed).toBe(3)
    expect(counts.catalog?.['needs-work']).toBe(1)
    expect(document.querySelector('[data-tab="to-do"]')?.textContent).toContain('3')
    expect(document.querySelector('[data-tab="needs-work"]')?.textContent).toContain('1')
    expect(main.asked('reviews:progress')).toHaveLength(asked)
    expect(text()).toContain('2 of 5 reviewed')
  })

  it('tells how long the rest takes at the pace of the last days, in the words of Today', async () => {
    const { main, text } = await open()
    expect(text()).not.toContain('at your pace')
    main.always('reviews:pace', () => ok({ perHour: 100, today: 13 }))
    main.emit('reviews:changed', { connectionId: connection.id, productIds: [] })
    await eventually(() => expect(text()).toContain('at your pace'))
    expect(text()).toContain('13 today · ≈\u00A03\u00A0min at your pace')
  })

  it('says nothing of time where nothing of the queue is left, also while other products wait', async () => {
    catalog.change('p-1', { findings: ['price-zero'] })
    const isError = { enabled: true, severity: 'error' as const, threshold: null }
    const { press, wrapper } = await open([], (fake) => {
      fake.always('reviews:pace', () => ok({ perHour: 100, today: 13 }))
      fake.always('audit:state', () => ok(auditState({}, { 'price-zero': { setting: isError } })))
    })
    const pace = (): string => wrapper.get('[data-pace]').text()
    expect(pace()).toContain('3\u00A0min')
    await wrapper.get('[data-tab=errors]').trigger('click')
    await flushPromises()
    expect(pace()).toBe('13 today · ≈\u00A01\u00A0min at your pace')
    await press('i')
    expect(wrapper.find('[data-end]').exists()).toBe(true)
    expect(pace()).toBe('13 today')
  })

  it('tells what came of a key in parts, so that the name gives way and not the outcome', async () => {
    const { press } = await open()
    await press('w', '2')
    const deed = document.querySelector('[data-deed]')
    expect(deed?.textContent).toBe('Walnut bowl: Needs work: Price')
    expect(deed?.querySelector('bdi')?.textContent).toBe('Walnut bowl')
    expect(deed?.querySelector('.after')?.textContent).toBe('Needs work: Price')
    await press('k', 'k')
    expect(document.querySelector('[data-deed]')?.textContent).toBe('This is the first product of the queue')
  })

  it('tells how far the list is', async () => {
    const { press, wrapper } = await open()
    await press('a')
    await press('w', '0')
    expect(wrapper.get('[data-progress]').text()).toBe('2 of 5 reviewed · 1 needs work')
  })

  it('offers at the end to take back the mark that ended the queue, and goes back to its product', async () => {
    const { press, name, wrapper } = await open()
    for (let n = 0; n < 5; n += 1) await press('a')
    expect(name()).toBeNull()
    const undo = wrapper.get('[data-command=undo]')
    expect([undo.attributes('aria-label'), undo.attributes('aria-keyshortcuts')]).toEqual(['Undo', 'U'])
    expect(undo.get('[data-key]').attributes('data-key')).toBe('U')
    await undo.trigger('click')
    await flushPromises()
    expect([name(), catalog.state('p-5')]).toEqual([catalog.find('p-5').name, 'unreviewed'])
  })

  it('at the end names what was passed by, and goes through it', async () => {
    const { press, text, name } = await open()
    await press('j')
    for (let n = 0; n < 4; n += 1) await press('a')
    expect(text()).toContain('1 product left')
    button('Review the rest').click()
    await flushPromises()
    expect(name()).toBe('Walnut bowl')
  })
})

describe('a product that was approved and changed', () => {
  it('is in the queue again, with what changed', async () => {
    for (const id of ['p-1', 'p-2', 'p-4', 'p-5']) catalog.set(id, 'approved')
    catalog.set('p-3', 'changed')
    const { name, state, text } = await open()
    expect(name()).toBe('Iron teapot')
    expect(state()).toBe('Re-review')
    expect(text()).toContain('€20.00')
  })

  it('says once that it changed, though the last sync brought that', async () => {
    catalog.set('p-1', 'changed')
    catalog.change('p-1', { change: 'changed' })
    const { state, text } = await open()
    expect(state()).toBe('Re-review')
    expect(text()).not.toMatch(/Changed(?! after| since)/)
  })

  it('says so where it is what was approved, and an error was found since', async () => {
    catalog.isWorse = true
    catalog.set('p-1', 'changed')
    const { state, text } = await open()
    expect(state()).toBe('Re-review')
    expect(text()).toContain('an error was found after you approved it')
    expect(text()).not.toContain('€20.00')
  })

  it('comes at the end of the queue while somebody goes through it, and is not repeated otherwise', async () => {
    const { press, name, state, tellChanged, text } = await open()
    for (let n = 0; n < 4; n += 1) await press('a')
    catalog.change('p-1', {
      name: 'Walnut dish',
      contentFingerprint: 'other',
      review: { state: 'changed', approvals: null, reason: null, note: '', reviewer: '', reviewedAt: null }
    })
    await tellChanged()
    expect(name()).toBe('Brass bell')
    await press('a')
    expect(name()).toBe('Walnut dish')
    expect(state()).toBe('Re-review')
    await press('a')
    expect(text()).toContain('All done')
  })

  it('is where its mark leads back to, though a sync changed it and the queue was read on while that was being saved', async () => {
    const { press, main, name, state, said, text, tellChanged } = await open()
    main.hold('reviews:mark')
    await press('a')
    catalog.change('p-1', { price: 99, contentFingerprint: 'other' })
    await tellChanged()
    expect(name()).toBe('Oak bowl')
    await main.last('reviews:mark').answer(ok({ entry: null, changed: 0, stale: ['p-1'] }))
    await flushPromises()
    expect([name(), state()]).toEqual(['Walnut bowl', 'Unreviewed'])
    expect(said()).toContain('Walnut bowl was not approved')
    expect(text(), 'what it was and what it is').toContain('€99.00')
    await press('j')
    expect(name()).toBe('Oak bowl')
  })

  it('comes at the end, too, where a sync changed it right after its mark was saved, which was not answered yet', async () => {
    const { press, main, name, state, tellChanged } = await open()
    main.hold('reviews:mark')
    await press('a')
    const answer = ok(catalog.mark('approved', [{ id: 'p-1', contentFingerprint: 'seen-1' }]))
    catalog.change('p-1', {
      price: 99,
      contentFingerprint: 'other',
      review: { state: 'changed', approvals: null, reason: null, note: '', reviewer: '', reviewedAt: null }
    })
    await tellChanged()
    await main.last('reviews:mark').answer(answer)
    await flushPromises()
    for (const next of ['Oak bowl', 'Iron teapot', 'Linen towel', 'Brass bell']) {
      expect(name()).toBe(next)
      await press('j')
    }
    expect([name(), state()]).toEqual(['Walnut bowl', 'Re-review'])
  })

  it('is not ticked anymore among those behind the person', async () => {
    // So many that the end is not looked for yet.
    catalog = new ReviewedCatalog(Array.from({ length: 18 }, (_, n) => `Product ${n + 1}`))
    const { press, behind, tellChanged } = await open()
    await press('a')
    await press('a')
    expect(behind()).toEqual(['Product 1, Approved', 'Product 2, Approved'])
    catalog.change('p-1', {
      price: 99,
      contentFingerprint: 'other',
      review: { state: 'changed', approvals: null, reason: null, note: '', reviewer: '', reviewedAt: null }
    })
    await tellChanged()
    expect(behind()).toEqual(['Product 1, Re-review', 'Product 2, Approved'])
    await press('k')
    await press('k')
    button('Show update').click()
    await flushPromises()
    await press('a')
    await press('j')
    expect(behind()).toEqual(['Product 1, Approved', 'Product 2, Approved'])
  })

  it('says so also to whoever goes back to it before it comes again, and is then decided there', async () => {
    // So many that the end is not looked for yet.
    catalog = new ReviewedCatalog(Array.from({ length: 18 }, (_, n) => `Product ${n + 1}`))
    const { press, name, state, tellChanged, text } = await open()
    await press('a')
    await press('a')
    catalog.change('p-2', {
      price: 99,
      contentFingerprint: 'other',
      review: { state: 'changed', approvals: null, reason: null, note: '', reviewer: '', reviewedAt: null }
    })
    await tellChanged()
    await press('k')
    expect(name()).toBe('Product 2')
    expect(state()).toBe('Re-review')
    expect(text()).toContain('This product has just changed')
    button('Show update').click()
    await flushPromises()
    expect(text()).toContain('€99.00')
    await press('a')
    expect(catalog.state('p-2')).toBe('approved')
    for (let n = 3; n <= 18; n += 1) {
      expect(name()).toBe(`Product ${n}`)
      await press('a')
    }
    expect(text()).toContain('All done')
  })

  it('is on screen at once where everything was done', async () => {
    const { press, name, tellChanged, text } = await open()
    for (let n = 0; n < 5; n += 1) await press('a')
    expect(text()).toContain('All done')
    catalog.change('p-4', {
      price: 3,
      contentFingerprint: 'other',
      review: { state: 'changed', approvals: null, reason: null, note: '', reviewer: '', reviewedAt: null }
    })
    await tellChanged()
    expect(name()).toBe('Linen towel')
  })

  it('stays on screen as it is looked at when a sync changes it, until the person wants to see it', async () => {
    const { tellChanged, name, text } = await open()
    catalog.change('p-1', { name: 'Walnut dish', contentFingerprint: 'other' })
    await tellChanged()
    expect(name()).toBe('Walnut bowl')
    expect(text()).toContain('This product has just changed')
    button('Show update').click()
    await flushPromises()
    expect(name()).toBe('Walnut dish')
  })

  it('keeps what is told of it where somebody came to it while the queue was read again', async () => {
    const { main, press, name, text, tellChanged } = await open()
    await press('j')
    main.hold('products:of')
    await tellChanged()
    const [queueRead] = main.asked('products:of').slice(-1)
    await press('k')
    catalog.change('p-1', { price: 99, contentFingerprint: 'other' })
    const products = ok(catalog.products)
    await main.last('products:of').answer(products)
    expect(text()).toContain('This product has just changed')
    await queueRead?.answer(products)
    expect(name()).toBe('Walnut bowl')
    expect(text()).toContain('This product has just changed')
  })

  it('has the findings of now once it was checked again', async () => {
    const isError = { enabled: true, severity: 'error' as const, threshold: null }
    catalog.change('p-1', { findings: ['price-zero'] })
    const { press, tellChanged, text, name } = await open([], (fake) => {
      fake.always('audit:state', ({ connectionId }) =>
        ok(auditState({ connectionId }, { 'price-zero': { setting: isError } }))
      )
    })
    await press('a')
    expect(text()).toContain('Approve with 1 error, A again')
    await press('Escape')
    catalog.change('p-1', { findings: [] })
    await tellChanged()
    expect(catalog.state('p-1')).toBe('unreviewed')
    await press('a')
    expect(text()).not.toContain('with 1 error')
    expect(name()).toBe('Oak bowl')
  })

  it('suggests no reason by findings of what it was, while the checks look at what it is', async () => {
    catalog.change('p-1', { findings: ['price-zero'], change: 'changed' })
    catalog.change('p-2', { findings: ['price-zero'] })
    const { press } = await open([], (fake) => {
      fake.always('audit:state', ({ connectionId }) =>
        ok({ ...auditState({ connectionId }), phase: 'running' as const })
      )
    })
    await press('w')
    expect([useReasonQuestion().about, useReasonQuestion().suggested]).toEqual(['Walnut bowl', null])
    await press('0', 'w')
    expect(useReasonQuestion().suggested, 'it did not change').toBe('price')
  })

  it('is not approved unseen: what changed is shown, and the next press approves it', async () => {
    // A refusal that takes longer than a glance holds the next press back; here it takes no time.
    vi.useFakeTimers({ toFake: ['performance'] })
    const { press, name, text, said } = await open()
    catalog.change('p-1', { price: 99, contentFingerprint: 'other' })
    await press('a')
    expect(name()).toBe('Walnut bowl')
    expect(catalog.state('p-1')).toBe('unreviewed')
    expect(text()).toContain('Not approved')
    expect(text()).toContain('€99.00')
    expect(said()).toContain('Walnut bowl was not approved. Changed: Price')
    await press('a')
    expect(catalog.state('p-1')).toBe('approved')
    expect(name()).toBe('Oak bowl')
  })

  it('says so when the store drops it while it is looked at', async () => {
    const { tellChanged, text, name } = await open()
    catalog.change('p-1', { position: null })
    await tellChanged()
    expect(name()).toBe('Walnut bowl')
    expect(text()).toContain('The store has just removed this product')
  })
})

describe('a queue', () => {
  const bowls = { id: 'a', name: 'Bowls', productQuery: { ...emptyQuery, search: 'bowl' }, watched: false }

  it('is made of a view', async () => {
    const { name, press, text } = await open([bowls])
    await useReviewSession().start({
      productQuery: bowls.productQuery,
      name: 'Bowls',
      scope: 'to-do'
    })
    await flushPromises()
    expect(name()).toBe('Walnut bowl')
    await press('a')
    await press('a')
    expect(text()).toContain('All done')
    button('Review all that is left (3)').click()
    await flushPromises()
    expect(name()).toBe('Iron teapot')
  })

  it('of a view is a tab behind the others, which are of the whole catalog then', async () => {
    const { name, wrapper } = await open([bowls])
    const tabs = (): string[] => wrapper.findAll('[role=tab]').map((tab) => tab.text())
    const selected = (): string => wrapper.get('[role=tab][aria-selected=true]').text()
    const all = ['To do 5', 'Re-review 0', 'Errors 0', 'Needs work 0', 'All 5', 'Bowls 2']
    expect(tabs()).toEqual(all)
    await wrapper.get('[data-tab=a]').trigger('click')
    await flushPromises()
    expect([name(), selected()]).toEqual(['Walnut bowl', 'Bowls 2'])
    expect(tabs()).toEqual(all)
    await wrapper.get('[data-tab=a]').trigger('keydown', { key: 'ArrowLeft' })
    await flushPromises()
    expect(selected()).toBe('All 5')
    expect(useReviewSession().queue).toMatchObject({ name: null, scope: 'all', productQuery: emptyQuery })
  })

  it('of another list has no tabs of views, which are not of that list', async () => {
    const { wrapper } = await open([bowls])
    const tabs = (): string[] => wrapper.findAll('[role=tab]').map((tab) => tab.text())
    const productQuery = { ...emptyQuery, search: 'linen' }
    await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
    await flushPromises()
    expect(tabs()).toEqual(['To do 1', 'Re-review 0', 'Errors 0', 'Needs work 0', 'All 1'])
    await wrapper.get('[data-narrowed] button').trigger('click')
    await flushPromises()
    expect(tabs()).toEqual(['To do 5', 'Re-review 0', 'Errors 0', 'Needs work 0', 'All 5', 'Bowls 2'])
  })

  it('of a view has the number of the view, also of what is decided, and tells of as many at its foot', async () => {
    catalog.set('p-1', 'approved')
    const { name, press, wrapper } = await open([bowls])
    const tab = (): string => wrapper.get('[data-tab=a]').text()
    expect(tab()).toBe('Bowls 2')
    await wrapper.get('[data-tab=a]').trigger('click')
    await flushPromises()
    expect([name(), tab()]).toEqual(['Oak bowl', 'Bowls 2'])
    expect(wrapper.get('[data-progress]').text()).toBe('1 of 2 reviewed')
    await press('i')
    expect([wrapper.get('[data-end]').attributes('data-end'), tab()]).toEqual(['done', 'Bowls 2'])
    expect(numbersAt(wrapper)).toEqual(['Approved1', 'Needs work0', 'Ignored1', 'To do0'])
  })

  it('of what awaits approvals tells of those that wait for others, at its foot and at its end', async () => {
    const review: ReviewState[] = ['awaiting-you', 'awaiting-others']
    const wish = {
      productQuery: { ...emptyQuery, filters: { ...noFilters, review } },
      name: 'Awaiting approval',
      scope: 'to-do' as const
    }
    for (const id of ['p-1', 'p-2']) catalog.set(id, 'awaiting-others')
    catalog.set('p-3', 'awaiting-you')
    const { press, wrapper } = await open()
    await useReviewSession().start(wish)
    await flushPromises()
    const head = (): string => wrapper.get('[data-progress]').text()
    expect(head()).toBe('2 of 3 reviewed')
    await press('a')
    expect(head()).toBe('3 of 3 reviewed')
    expect(numbersAt(wrapper)).toEqual([
      'Approved1',
      'Awaiting others’ approval2',
      'Needs work0',
      'Ignored0',
      'To do0'
    ])
    await useReviewSession().start(wish)
    await flushPromises()
    expect(wrapper.get('[data-end]').attributes('data-end')).toBe('reviewed')
    expect(head()).toBe('2 of 2 reviewed')
  })

  it('is named by what it is made of: a rule, a search, filters, where it is no view', async () => {
    const { text } = await open()
    const start = async (productQuery: ProductQuery): Promise<void> => {
      await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
      await flushPromises()
    }
    expect(text()).toContain('Whole catalog')
    const ofRule = { ...emptyQuery, filters: { ...noFilters, finding: 'name-long' as const } }
    await start(ofRule)
    expect(text()).toContain('Finding: Name too long')
    await start({ ...ofRule, search: 'bowl' })
    expect(text()).toContain('“bowl”, Finding: Name too long')
  })

  it('leads at its end to what is to be decided beyond it, and is left by the cross of its name', async () => {
    const { press, wrapper, name } = await open()
    useQueueProgress().followCatalog()
    const productQuery = { ...emptyQuery, search: 'bowl' }
    await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
    await flushPromises()
    const chip = wrapper.get('[data-narrowed]')
    expect(chip.text()).toBe('“bowl”')
    while (name() !== null) await press('w', '0')
    expect(wrapper.find('[data-action=next]').exists(), 'what needs work is decided').toBe(false)
    const whole = wrapper.get('[data-action=whole]')
    const left = catalog.products.filter(({ review }) => review.state === 'unreviewed').length
    expect([whole.text(), whole.classes().includes('primary')]).toEqual([
      `Review all that is left (${left}) ↵`,
      true
    ])
    await chip.get('button').trigger('click')
    await flushPromises()
    expect(useReviewSession().queue).toMatchObject({ name: null, scope: 'to-do', productQuery: emptyQuery })
    expect(wrapper.find('[data-narrowed]').exists()).toBe(false)
  })

  it('is left at its end by Enter, for what is offered first, and not by Enter for the reason', async () => {
    const { press, name } = await open()
    const productQuery = { ...emptyQuery, search: 'bowl' }
    useQueueProgress().followCatalog()
    await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
    await flushPromises()
    while (name() !== null) await press('w')
    const keyed = (): unknown[] =>
      [...document.querySelectorAll<HTMLElement>('[data-action][aria-keyshortcuts]')].map(
        ({ dataset }) => dataset.action
      )
    expect(keyed()).toEqual([])
    await press('Enter')
    expect(keyed()).toEqual(['whole'])
    expect(useReviewSession().queue.productQuery).toEqual(productQuery)
    await press('Enter')
    expect(useReviewSession().queue.productQuery, 'as a confirmation it leads nowhere').toEqual(productQuery)
    const focused = document.activeElement
    expect(focused instanceof HTMLElement && focused.dataset.action).toBe('whole')
    expect(keyed()).toEqual(['whole'])
  })

  it('is left at its end by Enter at once, when another key was pressed since a reason was taken', async () => {
    const { press, name } = await open()
    const productQuery = { ...emptyQuery, search: 'bowl' }
    useQueueProgress().followCatalog()
    await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
    await flushPromises()
    while (name() !== null) await press('w', '0')
    await press('k')
    expect(name()).not.toBeNull()
    await press('j', 'Enter')
    expect(useReviewSession().queue).toMatchObject({ scope: 'to-do', productQuery: emptyQuery })
    expect(name()).not.toBeNull()
  })

  it('is left at its end by Enter for what needs work, where all is decided, and by no key that does more', async () => {
    const { press, name } = await open()
    const passBy = async (): Promise<void> => {
      while (name() !== null) await press('w', '0')
      await press('k', 'j')
    }
    await passBy()
    await press('Enter')
    expect(useReviewSession().queue.scope).toBe('needs-work')
    await passBy()
    await press('Enter')
    expect(useReviewSession().queue.scope).toBe('needs-work')
    expect(document.querySelector('[data-action=export]')).not.toBeNull()
  })

  it('of errors says at its end that what is exported is more than what it counts', async () => {
    for (const id of ['p-1', 'p-2']) catalog.change(id, { findings: ['price-zero'] })
    for (const id of ['p-3', 'p-4']) catalog.set(id, 'needs-work')
    catalog.queue = { ...wholeCatalog, scope: 'errors' }
    const { press, wrapper, name } = await open()
    await press('w', '0')
    while (name() !== null) await press('i')
    await useQueueProgress().recount()
    expect(numbersAt(wrapper)).toContain('Needs work1')
    const exported = (): string => wrapper.get('[data-action=export]').text()
    expect(exported()).toBe('Export all 3 that need work, not only in this queue…')
    await useReviewSession().start({ ...wholeCatalog, scope: 'all' })
    await flushPromises()
    while (name() !== null) await press('ArrowRight')
    expect(numbersAt(wrapper)).toContain('Needs work3')
    expect(exported()).toBe('Export the 3 that need work…')
  })

  it('of some of a list calls what is left in it by no name that has another number elsewhere', async () => {
    catalog.set('p-1', 'changed')
    catalog.queue = { ...wholeCatalog, scope: 're-review' }
    const { press, wrapper } = await open()
    await press('a')
    expect(wrapper.get('[data-action=next]').text()).toContain('Go to To do (4)')
    expect(numbersAt(wrapper)).toEqual(['Approved1', 'Needs work0', 'Ignored0', 'Left here0'])
  })

  it('that has become empty is left for what there is to do when the app comes to it again', async () => {
    catalog.queue = { ...wholeCatalog, scope: 're-review', productId: 'p-1' }
    const { name, wrapper } = await open()
    expect(wrapper.get('[role=tab][aria-selected=true]').text()).toBe('To do 5')
    expect(name()).toBe('Walnut bowl')
  })

  it('that somebody opens themself is shown, empty as it is', async () => {
    const { name, wrapper } = await open()
    await useReviewSession().start({ ...wholeCatalog, scope: 're-review' })
    await useReviewSession().open()
    await flushPromises()
    expect(name()).toBeNull()
    expect(wrapper.get('[data-action=next]').text()).toContain('Go to To do (5)')
  })

  it('does not lead in a circle through products with errors that are all decided', async () => {
    for (const { id } of catalog.products) catalog.change(id, { findings: ['price-zero'] })
    const { press, wrapper, name } = await open()
    while (name() !== null) await press('i')
    expect(wrapper.get('[data-end]').attributes('data-end')).toBe('done')
    expect(wrapper.find('[data-action=next]').exists()).toBe(false)
  })

  it('of errors goes on after a mark to what is not decided, and to all where somebody decides anew', async () => {
    const ids = ['p-1', 'p-2', 'p-3'] as const
    const [first, second, third] = ids.map((id) => catalog.find(id).name)
    for (const id of ids) catalog.change(id, { findings: ['price-zero'] })
    catalog.set('p-2', 'ignored')
    catalog.queue = { ...wholeCatalog, scope: 'errors' }
    const { press, name } = await open()
    expect(name()).toBe(first)
    await press('i')
    expect(name()).toBe(third)
    await press('k')
    expect(name(), 'all are there').toBe(second)
    await press('w', '0')
    expect(name()).toBe(third)
    await press('i')
    expect(name()).toBeNull()
    await useReviewSession().restart()
    await flushPromises()
    await press('w', '0')
    expect(name()).toBe(second)
  })

  it('of errors begins and goes on at what is not decided while there is any, also from what was decided before', async () => {
    const ids = ['p-1', 'p-2', 'p-3', 'p-4'] as const
    for (const id of ids) catalog.change(id, { findings: ['price-zero'] })
    for (const id of ['p-1', 'p-3'] as const) catalog.set(id, 'needs-work')
    catalog.queue = { ...wholeCatalog, scope: 'errors', productId: 'p-3', place: 3 }
    const { press, name } = await open()
    expect(name(), 'where it was left was decided since').toBe(catalog.find('p-4').name)
    await useReviewSession().restart()
    await flushPromises()
    expect(name()).toBe(catalog.find('p-2').name)
    await press('k')
    expect(name()).toBe(catalog.find('p-1').name)
    await press('j', 'j')
    expect(name()).toBe(catalog.find('p-3').name)
    await press('k', 'k')
    await press('i')
    expect(name()).toBe(catalog.find('p-2').name)
    await press('i')
    expect(name()).toBe(catalog.find('p-4').name)
    expect(catalog.state('p-3')).toBe('needs-work')
  })

  it('of all that needs work counts nothing as left that never was in it', async () => {
    for (const id of ['p-1', 'p-2']) catalog.set(id, 'needs-work')
    const { name, press, text, wrapper } = await open()
    const productQuery = { ...emptyQuery, filters: { ...noFilters, review: ['needs-work' as const] } }
    await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
    await flushPromises()
    expect(name()).toBe('Walnut bowl')
    await press('a')
    await press('w', '0')
    expect(text()).toContain('You have seen every product in this queue.')
    expect(wrapper.find('.numbers').text()).not.toContain('To do')
    button('Review all again').click()
    await flushPromises()
    expect(name()).toBe('Oak bowl')
    await press('a')
    button('Review all again').click()
    await flushPromises()
    expect(text()).toContain('No products in this queue')
  })

  it('of all that needs work counts no marks where none was set in it', async () => {
    catalog.set('p-1', 'needs-work')
    catalog.queue = { ...wholeCatalog, scope: 'needs-work' }
    const { name, press, text, wrapper } = await open()
    expect(name()).toBe('Walnut bowl')
    await press('j')
    expect(text()).toContain('You have seen every product in this queue.')
    expect(numbersAt(wrapper)).toEqual([])
  })

  it('of all that needs work tells how far it is itself, not how far all products are', async () => {
    catalog = new ReviewedCatalog([...names, 'Tin cup', 'Tin plate'])
    for (const id of ['p-1', 'p-2', 'p-3']) catalog.set(id, 'needs-work')
    for (const id of ['p-4', 'p-5', 'p-6']) catalog.set(id, 'approved')
    const { press, wrapper } = await open()
    const productQuery = { ...emptyQuery, filters: { ...noFilters, review: ['needs-work' as const] } }
    await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
    await flushPromises()
    const head = (): string => wrapper.get('[data-progress]').text()
    expect(head()).toBe('0 of 3 reviewed')
    await press('a')
    expect(head()).toBe('1 of 3 reviewed')
    await press('w', '0')
    expect(head()).toBe('2 of 3 reviewed · 1 needs work')
    await press('i')
    expect(head()).toBe('3 of 3 reviewed · 1 needs work')
    expect(numbersAt(wrapper)).toEqual(['Approved1', 'Needs work1', 'Ignored1'])
    await press('u')
    expect(head()).toBe('2 of 3 reviewed · 1 needs work')
    await press('a')
    button('Review all again').click()
    await flushPromises()
    expect(head()).toBe('0 of 1 reviewed')
  })

  it('of what is unreviewed tells at its head what its end does, also of what a sync changes again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    catalog.set('p-5', 'ignored')
    const { press, wrapper, text, tellChanged } = await open()
    const productQuery = { ...emptyQuery, filters: { ...noFilters, review: ['unreviewed' as const] } }
    await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
    await flushPromises()
    const head = (): string => wrapper.get('[data-progress]').text()
    await press('a')
    await press('j')
    await press('w', '0')
    expect(head()).toBe('2 of 4 reviewed · 1 needs work')
    await press('k')
    await press('c')
    expect(head()).toBe('1 of 4 reviewed')
    await press('a')
    catalog.set('p-1', 'unreviewed')
    await tellChanged()
    // It is counted a moment later.
    await vi.advanceTimersByTimeAsync(1000)
    expect(head()).toBe('1 of 4 reviewed')
    await press('a')
    await press('j')
    expect(text()).toContain('products left')
  })

  it('of what changed says when that is done, whatever else waits', async () => {
    catalog.set('p-1', 'changed')
    const { press, text } = await open()
    const productQuery = { ...emptyQuery, filters: { ...noFilters, review: ['changed' as const] } }
    await useReviewSession().start({ productQuery, name: null, scope: 'to-do' })
    await flushPromises()
    await press('a')
    expect(text()).toContain('All done')
  })

  it('goes on when its view was deleted', async () => {
    catalog.queue = {
      ...wholeCatalog,
      productQuery: bowls.productQuery,
      name: 'Bowls',
      productId: 'p-2',
      place: 2
    }
    const { name } = await open()
    expect(name()).toBe('Oak bowl')
    expect(button('Queue: Bowls')).toBeTruthy()
  })

  it('of every product goes through marked ones as well, and tells the place', async () => {
    catalog.set('p-1', 'approved')
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    const { name, wrapper } = await open()
    expect(name()).toBe('Walnut bowl')
    expect(wrapper.get('[data-progress]').text()).toContain('product 1 of 5')
  })

  it('of every product tells the position, and no other number of products, where the store lists more than products', async () => {
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    const { wrapper } = await open([], (main) => {
      main.always('products:page', ({ page, limit }) => {
        const answer = catalog.page(emptyQuery, page, limit)
        const coverage = { ...answer.coverage, products: 5, total: 6, state: 'complete' as const }
        return { ok: true, value: { ...answer, totalItems: 6, coverage } }
      })
    })
    expect(wrapper.get('[data-progress]').text()).toContain('Position 1 in store')
    expect(wrapper.get('[data-progress]').text()).not.toContain('of 6')
  })

  it('knows the queue of a team’s view by its list, whatever that is called in another language', async () => {
    const productQuery = { ...emptyQuery, filters: { ...noFilters, disagreement: true } }
    catalog.queue = { ...wholeCatalog, productQuery, name: 'Uneinigkeit', scope: 'all' }
    catalog.set('p-1', 'approved')
    const { wrapper } = await open([], (main) =>
      main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
    )
    expect(wrapper.find('[data-narrowed]').exists()).toBe(false)
    expect(wrapper.get('[role=tab][aria-selected=true]').text()).toContain('Disagreement')
    const menu = wrapper.get<HTMLElement>('[aria-label^="Queue:"]')
    expect(menu.attributes('aria-label')).toContain('Disagreement')
    await menu.trigger('keydown', { key: 'Enter' })
    await flushPromises()
    const items = [...document.querySelectorAll('[role^=menuitem]')].map((item) => item.textContent)
    expect(items.some((words) => words.includes('Disagreement'))).toBe(true)
    expect(items.some((words) => words.includes('deleted'))).toBe(false)
  })

  it('names those who disagree about a product, each with their mark', async () => {
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    const at = new Date(2026, 10, 20, 9, 12).getTime()
    const { wrapper } = await open([], (main) => {
      main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
      main.always('reviews:standing', () =>
        ok({
          assignedTo: null,
          marks: [
            { by: 'Kim', mark: 'approved', reason: null, at, version: 'current' as const },
            { by: 'Ana', mark: 'needs-work', reason: 'price', at, version: 'current' as const }
          ]
        })
      )
    })
    const lines = wrapper.findAll('.facts .standing li').map((line) => line.text().replace(/\s+/g, ' '))
    expect(lines[0]).toContain('Kim')
    expect(lines[0]).toContain('Approved')
    expect(lines[1]).toContain('Ana')
    expect(lines[1]).toContain('Needs work')
    expect(lines[1]).toContain('Price')
  })

  it('says of an approval that it is of a newer version than this catalog has', async () => {
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    const mark = { by: 'Ana', mark: 'approved' as const, reason: null, at: 1, version: 'newer' as const }
    const { wrapper } = await open([], (main) => {
      main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
      main.always('reviews:standing', () => ok({ assignedTo: null, marks: [mark] }))
    })
    expect(wrapper.get('.facts .standing li').text()).toContain('of a newer version: sync to see it')
  })

  it('has the button of one’s own mark pressed where somebody else’s is newer, and clears that', async () => {
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    catalog.change('p-1', {
      review: {
        ...catalog.find('p-1').review,
        state: 'ignored',
        reviewer: 'Ana',
        disagreeing: [
          { by: 'Ana', mark: 'ignored' },
          { by: 'Kim', mark: 'approved' }
        ]
      }
    })
    const marks = [
      { by: 'Ana', mark: 'ignored' as const, reason: null, at: 2, version: 'current' as const },
      { by: 'Kim', mark: 'approved' as const, reason: null, at: 1, version: 'current' as const }
    ]
    const { wrapper } = await open([], (main) => {
      main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
      main.always('reviews:standing', () => ok({ assignedTo: null, marks }))
    })
    const pressed = wrapper
      .findAll('.actions [aria-pressed=true]')
      .map((each) => each.attributes('aria-label'))
    expect(pressed).toEqual(['Approve'])
    expect(wrapper.get('[data-review-state]').text()).toBe('Disagreement')
    expect(wrapper.findAll('.standing .name').map((each) => each.text())).toEqual(['Ana', 'Kim (you)'])
    expect(button('Clear your mark').isConnected).toBe(true)
  })

  it('goes back to one’s own mark where somebody else’s is newer', async () => {
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    const reviewed = (state: ReviewMark, own: ReviewMark): Product['review'] => ({
      ...catalog.find('p-1').review,
      state,
      disagreeing: [
        { by: 'Ana', mark: 'needs-work' },
        { by: 'Kim', mark: own }
      ]
    })
    catalog.change('p-1', { review: reviewed('needs-work', 'approved') })
    const { wrapper, press, said, main } = await open([], (main) =>
      main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
    )
    const tellChanged = async (): Promise<void> => {
      main.emit('reviews:changed', { connectionId: connection.id, productIds: ['p-1'] })
      await flushPromises()
    }
    await press('i')
    catalog.change('p-1', { review: reviewed('ignored', 'ignored') })
    await tellChanged()
    await press('u')
    catalog.change('p-1', { review: reviewed('needs-work', 'approved') })
    await tellChanged()
    expect(said()).toContain('Undone. Walnut bowl')
    expect(wrapper.get('[data-deed]').text()).toContain('Approved')
    const pressed = wrapper
      .findAll('.actions [aria-pressed=true]')
      .map((each) => each.attributes('aria-label'))
    expect(pressed).toEqual(['Approve'])
  })

  it('of a catalog that is reviewed says so', async () => {
    for (const { id } of catalog.products) catalog.set(id, 'approved')
    const { text } = await open()
    expect(text()).toContain('Nothing is left to review')
  })

  it('of an empty copy offers to sync', async () => {
    catalog = new ReviewedCatalog([])
    const { text } = await open([], (main) => {
      main.always('products:page', ({ page, limit }) => {
        const answer = catalog.page(emptyQuery, page, limit)
        const coverage = { ...answer.coverage, here: 0, products: 0, total: null, state: 'none' as const }
        return { ok: true, value: { ...answer, coverage } }
      })
    })
    expect(text()).toContain('Nothing to review yet')
  })

  it('of a store without products says so, and not that a sync is lacking', async () => {
    catalog = new ReviewedCatalog([])
    const { text } = await open([], (main) => {
      main.always('products:page', ({ page, limit }) => {
        const answer = catalog.page(emptyQuery, page, limit)
        const coverage = { ...answer.coverage, here: 0, products: 0, total: 0, state: 'complete' as const }
        return { ok: true, value: { ...answer, coverage } }
      })
    })
    expect(text()).toContain('This store has no products yet')
    expect(text()).not.toContain('This store’s products are not on this computer')
  })

  it('that cannot be read says why, and is read when it is tried again', async () => {
    let isBroken = true
    const { text, name } = await open([], (main) => {
      main.always('products:page', ({ page, limit }) =>
        isBroken ? fail('storage-failed') : { ok: true, value: catalog.page(emptyQuery, page, limit) }
      )
    })
    expect(text()).toContain('The rest of the queue could not be read.')
    isBroken = false
    button('Try again').click()
    await flushPromises()
    expect(name()).toBe('Walnut bowl')
  })
})
