import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { h } from 'vue'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { RuleId } from '../../../../../electron/contract/audit-rules'
import { ok } from '../../../../../electron/contract/failure'
import QualityReview from '../../../../../renderer/app/layout/QualityReview.vue'
import { useComparison } from '../../../../../renderer/features/catalog'
import type { CurrentFinding } from '../../../../../renderer/features/quality/findings'
import QualityPage from '../../../../../renderer/features/quality/QualityPage.vue'
import { useReviews } from '../../../../../renderer/features/review'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connection, press } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { product, productPage } from '../products/table/builders'
import { logEntry } from '../review/panel/builders'
import { auditState } from './builders'

let main: MainProcess
let wrapper: VueWrapper
/** The products that the rule finds now, by their names. */
let names: string[]

const state = auditState({}, { 'description-short': { count: 3 }, 'description-duplicate': { count: 3 } })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  main = sitInMainProcess()
  startStores()
  main.always('audit:state', () => ok(state))
  main.always('audit:scores', () => ok([]))
  main.always('audit:set-exception', () => ok([]))
  main.always('products:sizes', () => ok([0, 3, 0]))
  main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
  names = ['cup', 'jug', 'mug']
  main.always('products:page', ({ page, limit }) =>
    ok(
      productPage({
        page,
        pageSize: limit,
        items: names
          .slice((page - 1) * limit, page * limit)
          .map((name) => product({ id: name, name, findings: ['description-short'] })),
        totalItems: names.length
      })
    )
  )
  main.always('products:place', ({ productId }) => ok(names.indexOf(productId) + 1 || null))
  main.always('products:listed', ({ ids }) => ok(ids.filter((id) => names.includes(id))))
  await open()
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
  vi.useRealTimers()
})

async function open(): Promise<void> {
  wrapper = mount(QualityPage, {
    props: {
      connection,
      onExcepted: (excepted, rule) => useReviews().tellExcepted(connection.id, excepted, rule)
    },
    slots: {
      feedback: ({ current, rule }: { current: CurrentFinding | null; rule: RuleId | null }) =>
        h(QualityReview, { connection, current, rule })
    },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}
/** A sync or an audit has changed what the rule finds; the rows are read anew a while later. */
async function find(now: string[]): Promise<void> {
  names = now
  main.emit('audit:changed', state)
  await vi.runOnlyPendingTimersAsync()
  await flushPromises()
}
async function focusProduct(id: string): Promise<void> {
  wrapper.get<HTMLElement>(`[data-finding=${id}] .product`).element.focus()
  await flushPromises()
}
async function key(name: string, options: KeyboardEventInit = {}): Promise<void> {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...options })
  )
  await flushPromises()
}
/** The answer to the last mark: its product has changed since it was read. */
const refuse = (id: string): Promise<void> =>
  main.last('reviews:mark').answer(ok({ entry: null, changed: 0, stale: [id] }))
const focused = (): string | null =>
  document.activeElement?.closest('[data-finding]')?.getAttribute('data-finding') ?? null
const ringed = (): string[] =>
  wrapper
    .findAll('.product.current')
    .map((each) => each.element.closest<HTMLElement>('[data-finding]')?.dataset.finding ?? '')
const marked = (): string[] =>
  main
    .asked('reviews:mark')
    .map(({ input: { of } }) => ('products' in of ? of.products.map(({ id }) => id).join() : ''))
async function undo(id: string): Promise<void> {
  await key('u')
  const entry = logEntry({ product: { id, name: id }, undone: true })
  await main.last('reviews:undo').answer(ok({ entry, redo: 2, restored: 1, kept: 0 }))
}
/** @param meanwhile what happens while the reason is written */
async function makeException(meanwhile?: () => Promise<void>): Promise<void> {
  await key('e')
  await meanwhile?.()
  const reason = document.querySelector('textarea')
  if (!reason) throw new Error('no reason is asked for')
  reason.value = 'A spare part'
  reason.dispatchEvent(new Event('input'))
  await flushPromises()
  const button = [...document.querySelectorAll('[role=dialog] button')].find((each) =>
    each.textContent.includes('Add exception')
  )
  if (!(button instanceof HTMLElement)) throw new Error('no button')
  await press(button)
}

describe("the keyboard in a rule's products", () => {
  it('stays with its product when others come before it', async () => {
    await focusProduct('jug')
    await find(['ant', 'bee', 'cup', 'jug', 'mug'])
    expect(focused()).toBe('jug')
    expect(ringed()).toEqual(['jug'])
    await key('i')
    expect(marked()).toEqual(['jug'])
    expect(focused()).toBe('mug')
  })

  it('goes back to a product whose approval is refused, unless the person has gone on since, and names it', async () => {
    await focusProduct('cup')
    main.hold('reviews:mark')
    await key('a')
    expect(focused()).toBe('jug')
    await refuse('cup')
    expect(focused()).toBe('cup')
    expect(wrapper.text()).toContain('cup was not approved: it changed while you were looking at it')
    await key('a')
    await key('ArrowDown')
    expect(focused()).toBe('mug')
    await refuse('cup')
    expect(focused()).toBe('mug')
  })

  it('asks once before a product is decided on that changed since it was approved, where not all of that was seen', async () => {
    main.always('products:page', ({ page, limit }) => {
      const { review, ...cup } = product({ id: 'cup', name: 'cup', findings: ['description-short'] })
      const items = [{ ...cup, review: { ...review, state: 'changed' as const } }]
      return ok(productPage({ page, pageSize: limit, items, totalItems: 1 }))
    })
    await find(['cup'])
    await focusProduct('cup')
    main.hold('reviews:mark')
    await key('a')
    expect(main.last('reviews:mark').input.changes).toEqual([])
    await main
      .last('reviews:mark')
      .answer(ok({ entry: null, changed: 0, stale: ['cup'], otherChanges: true }))
    expect(wrapper.text()).toContain('cup has changes that you have not seen')
    await key('a')
    expect(main.last('reviews:mark').input.changes).toBeUndefined()
  })

  it('is at the product that a person left the page at, also far down and where others came before it', async () => {
    names = Array.from({ length: 200 }, (_, n) => `n${n}`)
    await find(names)
    await focusProduct('n0')
    for (let n = 0; n < 120; n += 1) await key('ArrowDown')
    expect(focused()).toBe('n120')
    wrapper.unmount()
    names = ['ant', ...names]
    await open()
    expect(ringed()).toEqual(['n120'])
    expect(focused()).toBe('n120')
    await key('j')
    expect(ringed()).toEqual(['ant'])
    await key('k')
    expect(ringed()).toEqual(['n120'])
  })

  it('is at the gravest rule where a person was led to that, and not where they were', async () => {
    const shown = (): string | undefined =>
      wrapper.get('[data-rule] > [aria-current]').element.closest('li')?.dataset.rule
    const first = shown()
    await key('j')
    expect(shown()).not.toBe(first)
    wrapper.unmount()
    useNavigation().go({ name: 'quality', rule: 'gravest' })
    await open()
    expect(shown()).toBe(first)
  })

  it('is at a rule that finds something, where the one that a person left finds nothing anymore', async () => {
    const shown = (): string | undefined =>
      wrapper.get('[data-rule] > [aria-current]').element.closest('li')?.dataset.rule
    const first = shown()
    await key('j')
    const second = shown()
    expect(second).not.toBe(first)
    wrapper.unmount()
    await open()
    expect(shown()).toBe(second)
    wrapper.unmount()
    const less = auditState({}, { [first ?? '']: { count: 3 }, [second ?? '']: { count: 0 } })
    main.always('audit:state', () => ok(less))
    main.emit('audit:changed', less)
    await open()
    expect(shown()).toBe(first)
  })

  it('is at what took the place of the product that a person left the page at', async () => {
    await focusProduct('jug')
    wrapper.unmount()
    names = ['cup', 'mug']
    await open()
    expect(focused()).toBe('mug')
    await find(['cup', 'jug', 'mug'])
    expect(ringed()).toEqual(['mug'])
    await key('a')
    expect(marked()).toEqual(['mug'])
    wrapper.unmount()
    names = ['cup']
    await open()
    expect(focused()).toBe('cup')
  })

  it('suggests the rule that is shown as the reason, whatever else was found of the product', async () => {
    main.always('products:page', () =>
      ok(
        productPage({
          items: [product({ id: 'cup', name: 'cup', findings: ['price-missing', 'description-short'] })],
          totalItems: 1
        })
      )
    )
    await find(['cup'])
    await focusProduct('cup')
    await key('w')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    await key('Enter')
    expect(main.last('reviews:mark').input).toMatchObject({ mark: 'needs-work', reason: 'text' })
  })

  it('marks the product that was seen, wherever on the page the focus is', async () => {
    const line = wrapper.get<HTMLElement>('[data-rule=description-short] .line').element
    line.focus()
    await find(['ant', 'cup', 'jug', 'mug'])
    expect(document.activeElement).toBe(line)
    expect(ringed()).toEqual(['cup'])
    await key('a')
    expect(marked()).toEqual(['cup'])
  })

  it('opens the details by Enter also where a rule was pressed, but not while the key is held that chose it', async () => {
    const line = wrapper.get<HTMLElement>('[data-rule=description-duplicate] .line')
    await press(line.element)
    line.element.focus()
    await key('Enter', { repeat: true })
    expect(wrapper.emitted('details')).toBeUndefined()
    await key('Enter')
    expect(wrapper.emitted('details')).toMatchObject([[{ id: 'cup' }, 'description-duplicate']])
  })

  it('marks the product that was seen while the rows are read anew', async () => {
    await focusProduct('jug')
    main.hold('products:page')
    await find(['ant', 'cup', 'jug', 'mug'])
    await key('i')
    expect(marked()).toEqual(['jug'])
    expect(focused()).toBe('mug')
  })

  it('follows its product from one part of the list that is read to the next', async () => {
    const many = Array.from({ length: 60 }, (_, n) => `p${n}`)
    await find(many)
    await focusProduct('p3')
    await find([...Array.from({ length: 48 }, (_, n) => `new${n}`), ...many])
    await key('i')
    expect(marked()).toEqual(['p3'])
  })

  describe('where many others come or go above its product', () => {
    const many = Array.from({ length: 240 }, (_, n) => `n${n}`)

    beforeEach(async () => {
      await find(many)
      await focusProduct('n0')
      for (let n = 0; n < 209; n += 1) await key('ArrowDown')
      expect(focused()).toBe('n209')
    })

    it.each([
      ['fewer', [...many.slice(0, 5), ...many.slice(145)]],
      ['more', [...Array.from({ length: 400 }, (_, n) => `new${n}`), ...many]]
    ])('stays with it, and says of nothing that it left (%s)', async (_, now) => {
      await find(now)
      expect(focused()).toBe('n209')
      expect(ringed()).toEqual(['n209'])
      await key('i')
      expect(marked()).toEqual(['n209'])
      expect(focused()).toBe('n210')
    })

    it('goes to no other product before it is known where its own stands', async () => {
      main.hold('products:place')
      await find([...many.slice(0, 5), ...many.slice(145)])
      expect(focused()).toBe('n209')
      await main.last('products:place').answer(ok(70))
      expect(focused()).toBe('n209')
      await key('ArrowDown')
      expect(focused()).toBe('n210')
    })

    it('is at it where a person comes back to the page', async () => {
      wrapper.unmount()
      names = [...Array.from({ length: 400 }, (_, n) => `new${n}`), ...many]
      await open()
      expect(focused()).toBe('n209')
    })
  })

  describe('where its product leaves with others', () => {
    const many = Array.from({ length: 240 }, (_, n) => `n${n}`)
    const without = (first: number, end: number): string[] => [...many.slice(0, first), ...many.slice(end)]

    it.each([
      ['those before it', 83, without(81, 84), 'n84'],
      ['those after it', 83, without(83, 86), 'n86'],
      ['so many before it that none of those around it is read', 209, without(5, 210), 'n210'],
      ['all after it', 209, without(205, 240), 'n204'],
      ['the last ones, and many before it', 239, [...many.slice(0, 5), ...many.slice(190, 230)], 'n229']
    ])(
      'goes on to the next one that stayed, at the end to the one before it (%s)',
      async (_, row, now, next) => {
        await find(many)
        await focusProduct('n0')
        for (let n = 0; n < row; n += 1) await key('ArrowDown')
        expect(focused()).toBe(`n${row}`)
        await find(now)
        expect(focused()).toBe(next)
        expect(ringed()).toEqual([next])
        await key('i')
        const said = wrapper.get('[data-review-toast]').text()
        expect(said).toContain(`n${row} has left this list`)
        expect(said).toContain(`Press I again for ${next}.`)
        expect(marked()).toEqual([])
      }
    )

    it.each([
      ['near', 83, without(81, 84), 'n84'],
      ['far', 209, without(5, 210), 'n210']
    ])('is at that one where a person comes back to the page (%s)', async (_, row, now, next) => {
      await find(many)
      await focusProduct('n0')
      for (let n = 0; n < row; n += 1) await key('ArrowDown')
      wrapper.unmount()
      names = now
      await open()
      expect(focused()).toBe(next)
      expect(ringed()).toEqual([next])
    })
  })

  it('is at what took the place of a product that left, and comes back to that when an undo brings it back', async () => {
    await focusProduct('jug')
    names = ['cup', 'mug']
    await makeException()
    expect(focused()).toBe('mug')
    expect(ringed()).toEqual(['mug'])
    await undo('jug')
    expect(focused(), 'it is not back yet').toBe('mug')
    await find(['cup', 'jug', 'mug'])
    expect(focused()).toBe('jug')
    expect(ringed()).toEqual(['jug'])
  })

  it('does not go to the product that an undo brings back once a person has gone on', async () => {
    await focusProduct('jug')
    names = ['cup', 'mug', 'pot']
    await makeException()
    await undo('jug')
    await vi.advanceTimersByTimeAsync(1000)
    await key('w')
    await key('Escape')
    expect(marked()).toEqual(['mug'])
    expect(focused()).toBe('pot')
    await find(['cup', 'jug', 'mug', 'pot'])
    expect(focused()).toBe('pot')
  })

  it('names what took the place of a product that left while its exception was written', async () => {
    await focusProduct('jug')
    await makeException(() => find(['cup', 'mug']))
    await vi.advanceTimersByTimeAsync(1000)
    await key('i')
    expect(marked()).toEqual([])
    expect(wrapper.get('[data-review-toast]').text()).toContain('jug has left this list')
  })

  it('is for what took the place of a product that its exception took away, however long ago that was', async () => {
    await focusProduct('jug')
    names = ['cup', 'mug']
    await makeException()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(focused()).toBe('mug')
    await key('i')
    expect(marked()).toEqual(['mug'])
  })

  it('names what took the place of a product that came back from its exception, and left by a sync', async () => {
    await focusProduct('jug')
    names = ['cup', 'mug']
    await makeException()
    await undo('jug')
    await find(['cup', 'jug', 'mug'])
    expect(focused()).toBe('jug')
    await find(['cup', 'mug'])
    await key('i')
    expect(marked()).toEqual([])
  })

  it('goes to the last product when the last one left', async () => {
    await focusProduct('mug')
    await find(['cup', 'jug'])
    expect(focused()).toBe('jug')
  })

  it('is at its product again after a question, whatever came before it meanwhile', async () => {
    await focusProduct('jug')
    await key('e')
    await find(['ant', 'cup', 'jug', 'mug'])
    await key('Escape')
    await vi.runOnlyPendingTimersAsync()
    await flushPromises()
    expect(focused()).toBe('jug')
    await key('a')
    expect(marked()).toEqual(['jug'])
  })
})

describe('the reason of an exception', () => {
  const field = (): HTMLTextAreaElement => {
    const found = document.querySelector('textarea')
    if (!found) throw new Error('no reason is asked for')
    return found
  }
  async function begin(id: string, text: string): Promise<void> {
    await focusProduct(id)
    await key('e')
    field().value = text
    field().dispatchEvent(new Event('input'))
    await flushPromises()
    await leave()
  }
  async function leave(): Promise<void> {
    await key('Escape')
    await vi.runOnlyPendingTimersAsync()
    await flushPromises()
  }
  async function textOf(id: string): Promise<string> {
    await focusProduct(id)
    await key('e')
    const { value } = field()
    await leave()
    return value
  }

  it('is there still where Escape closed the question, for the product and the rule that it was begun for', async () => {
    await begin('jug', 'A spare')
    expect(await textOf('cup')).toBe('')
    expect(await textOf('jug')).toBe('A spare')
    await press(wrapper.get<HTMLElement>('[data-rule=description-duplicate] .line').element)
    expect(await textOf('jug')).toBe('')
    await press(wrapper.get<HTMLElement>('[data-rule=description-short] .line').element)
    expect(await textOf('jug')).toBe('A spare')
  })

  it('is asked for anew once it was given', async () => {
    await focusProduct('jug')
    await makeException()
    expect(main.last('audit:set-exception').input.reason).toBe('A spare part')
    await vi.runOnlyPendingTimersAsync()
    expect(await textOf('jug')).toBe('')
  })
})

describe("the key that compares, in a rule's products", () => {
  beforeEach(() => {
    main.always('audit:twins', ({ productId }) => ok([product({ id: `twin of ${productId}` })]))
    main.always('products:of', ({ ids }) => ok(ids.map((id) => product({ id }))))
  })

  it('shows the product that the keyboard is at beside those that the rule compares it with', async () => {
    await press(wrapper.get<HTMLElement>('[data-rule=description-duplicate] .line').element)
    await focusProduct('jug')
    await key('C', { shiftKey: true })
    expect(main.last('audit:twins').input).toMatchObject({ productId: 'jug', rule: 'description-duplicate' })
    expect(useComparison().compared.map(({ id }) => id)).toEqual(['jug', 'twin of jug'])
    expect(useComparison().isOpen).toBe(true)
  })

  it('is told with the others, and stands on a button that does the same', async () => {
    expect(wrapper.find('[data-compare]').exists(), 'a rule that compares none').toBe(false)
    expect(wrapper.get('.keys').text()).not.toContain('compare')
    await press(wrapper.get<HTMLElement>('[data-rule=description-duplicate] .line').element)
    await focusProduct('jug')
    expect(wrapper.get('.keys').text()).toContain('Shift+C compare')
    const button = wrapper.get<HTMLElement>('[data-finding=jug] [data-compare]')
    expect(button.text()).toBe('Compare')
    button.element.focus()
    await key('Enter')
    expect(wrapper.emitted('details'), 'the key is the button’s').toBeUndefined()
    await press(button.element)
    expect(main.last('audit:twins').input).toMatchObject({ productId: 'jug', rule: 'description-duplicate' })
    expect(useComparison().isOpen).toBe(true)
  })

  it('does nothing for a rule that compares no products', async () => {
    await focusProduct('jug')
    await key('C', { shiftKey: true })
    expect(main.asked('audit:twins')).toEqual([])
  })
})

it('a product that is scrolled out of sight is brought there by the first key, and marked by the second', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560)
  onTestFinished(() => void vi.restoreAllMocks())
  await find(Array.from({ length: 60 }, (_, n) => `p${n}`))
  await focusProduct('p2')
  const scroller = wrapper.get<HTMLElement>('[data-finding=p2]').element.closest('.scroller')
  if (!scroller) throw new Error('no list')
  scroller.scrollTop = 1400
  scroller.dispatchEvent(new Event('scroll'))
  await key('i')
  expect(marked()).toEqual([])
  expect(wrapper.get('[data-review-toast]').text()).toContain('p2 was out of sight')
  expect(scroller.scrollTop).toBeLessThan(200)
  // It was read by then.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500)
  await key('i')
  expect(marked()).toEqual(['p2'])
})

it.each([
  ['jug', ['cup', 'mug'], 'mug'],
  ['mug', ['cup', 'jug'], 'jug']
] as const)(
  'what took the place of %s, which a sync took away, is named by the first key, and marked by the second',
  async (gone, others, next) => {
    await focusProduct(gone)
    await find([...others])
    expect(ringed()).toEqual([next])
    await key('i')
    expect(marked()).toEqual([])
    const said = wrapper.get('[data-review-toast]').text()
    expect(said).toContain(`${gone} has left this list`)
    expect(said).toContain(`Press I again for ${next}.`)
    // It was read by then.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500)
    onTestFinished(() => void vi.restoreAllMocks())
    await key('i')
    expect(marked()).toEqual([next])
  }
)

it('what took the place of a product that has left is marked at once where a person goes to it', async () => {
  await focusProduct('jug')
  await find(['cup', 'mug'])
  await key('ArrowUp')
  await key('ArrowDown')
  await key('i')
  expect(marked()).toEqual(['mug'])
})

it('keys that leap through the list do so on the page around it as well', async () => {
  await focusProduct('jug')
  for (const [name, row] of [
    ['End', 'mug'],
    ['Home', 'cup'],
    ['PageDown', 'jug']
  ] as const) {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await key(name)
    expect([name, focused()]).toEqual([name, row])
  }
})
