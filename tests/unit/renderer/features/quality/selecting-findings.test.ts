import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { h } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RuleId } from '../../../../../electron/contract/audit-rules'
import { ok } from '../../../../../electron/contract/failure'
import QualityReview from '../../../../../renderer/app/layout/QualityReview.vue'
import { useComparison } from '../../../../../renderer/features/catalog'
import { useExports } from '../../../../../renderer/features/export/exports'
import type { CurrentFinding, ListedFindings } from '../../../../../renderer/features/quality/findings'
import QualityPage from '../../../../../renderer/features/quality/QualityPage.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connection, press } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { product, productPage } from '../products/table/builders'
import { exportChoices } from '../export/builders'
import { auditState } from './builders'

let main: MainProcess
let page: VueWrapper
/** What each rule finds now. */
let found: Partial<Record<RuleId, string[]>>

const state = auditState({}, { 'description-short': { count: 4 }, 'name-long': { count: 2 } })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  main = sitInMainProcess()
  startStores()
  main.always('audit:state', () => ok(state))
  main.always('audit:scores', () => ok([]))
  main.always('audit:set-exception', () => ok([]))
  main.always('products:place', () => ok(null))
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => 0)))
  main.always('reviews:mark', () => ok({ entry: 1, changed: 2, stale: [] }))
  found = { 'description-short': ['cup', 'jug', 'mug', 'pot'], 'name-long': ['jug', 'vase'] }
  main.always('products:page', ({ page: number, limit, productQuery }) => {
    const ids = idsOf(productQuery?.filters?.finding)
    return ok(
      productPage({
        page: number,
        pageSize: limit,
        items: ids
          .slice((number - 1) * limit, number * limit)
          .map((id) => product({ id, name: id, findings: ['description-short'] })),
        totalItems: ids.length
      })
    )
  })
  main.always('products:listed', ({ productQuery, ids }) => {
    const { finding, review = [] } = productQuery.filters ?? {}
    if (review.length > 0 || finding === 'error') return ok([])
    return ok(ids.filter((id) => idsOf(finding).includes(id)))
  })
  page = mount(QualityPage, {
    props: { connection },
    slots: {
      feedback: (of: {
        current: CurrentFinding | null
        rule: RuleId | null
        listed: ListedFindings | null
      }) => h(QualityReview, { connection, ...of })
    },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
})
afterEach(() => {
  page.unmount()
  document.body.innerHTML = ''
  vi.useRealTimers()
})

function idsOf(finding: unknown): string[] {
  return Object.entries(found).find(([rule]) => rule === finding)?.[1] ?? []
}
const row = (id: string): HTMLElement => page.get<HTMLElement>(`[data-finding=${id}]`).element
const button = (id: string): HTMLElement => page.get<HTMLElement>(`[data-finding=${id}] .product`).element
async function focus(id: string): Promise<void> {
  button(id).focus()
  await flushPromises()
}
async function key(name: string, options: KeyboardEventInit = {}): Promise<void> {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...options })
  )
  await flushPromises()
}
/** As a press does: the button takes the focus before it is clicked. */
async function click(id: string, options: MouseEventInit = {}): Promise<void> {
  button(id).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, ...options }))
  button(id).focus()
  button(id).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }))
  await flushPromises()
}
const selected = (): string[] =>
  page.findAll('[data-finding][aria-selected=true]').map((each) => each.attributes('data-finding') ?? '')
const bar = (): string => (page.find('[aria-label=Selection]').exists() ? barText() : '')
const barText = (): string => page.get('[aria-label=Selection]').text().replace(/\s+/g, ' ')
const marks = () =>
  main
    .asked('reviews:mark')
    .map(({ input: { of, mark } }) => [mark, 'products' in of ? of.products.map(({ id }) => id) : of])
const toast = (): string => page.find('[data-review-toast]').text()
/** A sync, or the checks after it, has changed what the rules find. */
async function change(now: typeof found): Promise<void> {
  found = { ...found, ...now }
  main.emit('catalog:changed', { connectionId: connection.id })
  await vi.advanceTimersByTimeAsync(500)
  await flushPromises()
}

describe("products of a rule's list", () => {
  it('are selected by Shift with the arrows, look and say so, and are marked together with one press', async () => {
    await focus('jug')
    await key('ArrowDown', { shiftKey: true })
    await key('ArrowDown', { shiftKey: true })
    expect(selected()).toEqual(['jug', 'mug', 'pot'])
    await key('ArrowUp', { shiftKey: true })
    expect(selected()).toEqual(['jug', 'mug'])
    expect(row('cup').getAttribute('aria-selected')).toBe('false')
    expect(bar()).toContain('2 products selected')
    await key('w')
    expect(marks()).toEqual([['needs-work', ['jug', 'mug']]])
    expect(page.find('[data-reasons]').exists(), 'it is asked why').toBe(true)
    await key('0')
    expect(toast()).toContain('2 products marked “Needs work”')
    expect(selected()).toEqual([])
    await key('i')
    expect(marks().at(-1), 'the next key is for the one after them').toEqual(['ignored', ['pot']])
    await key('u')
    expect(main.asked('reviews:undo')).toHaveLength(1)
  })

  it('leave the keyboard where it is when they do not include its product, or their marks are cleared', async () => {
    await click('cup')
    await key('ArrowDown', { shiftKey: true })
    await key('c')
    await key('i')
    expect(marks()).toEqual([
      ['unreviewed', ['cup', 'jug']],
      ['ignored', ['jug']]
    ])
  })

  it('are selected one by one with Ctrl or the space bar, as a range with Shift, and let go of by Escape', async () => {
    await click('cup')
    await click('mug', { ctrlKey: true })
    expect(selected()).toEqual(['mug'])
    await click('pot', { metaKey: true })
    expect(selected()).toEqual(['mug', 'pot'])
    await click('cup', { shiftKey: true })
    expect(selected()).toEqual(['cup', 'jug', 'mug', 'pot'])
    await key(' ')
    expect(selected()).toEqual(['jug', 'mug', 'pot'])
    await key('Escape')
    expect(selected()).toEqual([])
    expect(bar()).toBe('')
    await key('i')
    expect(marks(), 'the current one').toEqual([['ignored', ['cup']]])
  })

  it('are selected all by Ctrl+A, those that are not in sight too, and but for one by Ctrl with a press', async () => {
    await change({ 'description-short': Array.from({ length: 60 }, (_, n) => `p${n}`) })
    await focus('p0')
    await key('a', { ctrlKey: true })
    expect(bar()).toContain('Whole list selected: 60 products')
    await key('c')
    expect(marks()).toMatchObject([
      ['unreviewed', { count: 60, productQuery: { filters: { finding: 'description-short' } } }]
    ])
    await key('a', { ctrlKey: true })
    await click('p1', { ctrlKey: true })
    expect(bar()).toContain('59 products selected')
    await key('Escape')
    await key('End', { shiftKey: true })
    expect(bar(), 'from the one that the keyboard was at').toContain('59 products selected')
  })

  it('ask before those with errors are approved', async () => {
    main.always('products:listed', ({ productQuery, ids }) =>
      ok(productQuery.filters?.finding === 'error' ? ids.slice(0, 1) : [])
    )
    await focus('cup')
    await key('ArrowDown', { shiftKey: true })
    await key('a')
    expect(marks()).toEqual([])
    expect(page.get('[data-approval]').text()).toContain('1 has errors')
    await key('Escape')
    expect(selected(), 'the question alone is closed').toEqual(['cup', 'jug'])
  })

  it('are let go of, and it is said, where another rule or a sync has them not', async () => {
    await focus('cup')
    await key('ArrowDown', { shiftKey: true })
    await press(page.get<HTMLElement>('[data-rule=name-long] button').element)
    await flushPromises()
    expect(selected()).toEqual(['jug'])
    expect(page.get('[data-dropped]').text()).toContain('1 product is no longer selected')
    await change({ 'name-long': ['vase'] })
    expect(page.get('[data-dropped]').text()).toContain('2 products are no longer selected')
    expect(bar()).toBe('')
  })

  it('are compared with each other, and the keyboard goes back to the row from the bar', async () => {
    main.always('products:of', ({ ids }) => ok(ids.map((id) => product({ id, name: id }))))
    await focus('cup')
    await key('ArrowDown', { shiftKey: true })
    await key('C', { shiftKey: true })
    expect(useComparison().compared.map(({ id }) => id)).toEqual(['cup', 'jug'])
    useComparison().close()
    const clear = page.get<HTMLElement>('[aria-label=Selection] [data-part=clear]').element
    clear.focus()
    await press(clear)
    expect(selected()).toEqual([])
    expect(document.activeElement).toBe(button('jug'))
  })

  it('are exported by its key, all of them, on the page itself', async () => {
    main.always('export:choices', () => ok(exportChoices))
    await focus('jug')
    await key('e', { ctrlKey: true })
    expect(useExports().wish).toMatchObject({
      of: { productQuery: { filters: { finding: 'description-short' } } },
      count: 4,
      isSelection: false
    })
  })
})
