import { flushPromises, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { logEntry } from '../review/panel/builders'
import { h } from 'vue'
import type { AuditState, RuleException, RuleReport } from '../../../../../electron/contract/audit'
import { fail, ok } from '../../../../../electron/contract/failure'
import { i18n } from '../../../../../renderer/shared/i18n'
import { scorePoints } from '../../../../../renderer/features/quality/score-messages'
import QualityPage from '../../../../../renderer/features/quality/QualityPage.vue'
import QualityReview from '../../../../../renderer/app/layout/QualityReview.vue'
import type { CurrentFinding } from '../../../../../renderer/features/quality/findings'
import { setKeyBindings } from '../../../../../renderer/shared/commands/key-bindings'
import { useUndoOrder } from '../../../../../renderer/shared/data/undo-order'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { freshView, useView } from '../../../../../renderer/features/catalog/view'
import { connection, openMenu, press } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { product, productPage } from '../products/table/builders'
import { syncState } from '../sync/builders'
import { auditState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrapper: VueWrapper

const found = auditState(
  {},
  {
    'picture-missing': { count: 31, setting: { enabled: true, severity: 'error', threshold: null } },
    'description-short': { count: 124, excepted: 2 },
    'name-long': { count: 3, setting: { enabled: true, severity: 'hint', threshold: 150 } },
    'set-aside': { count: 4, setting: { enabled: true, severity: 'error', threshold: null } },
    'picture-small': { count: null, examined: null },
    'name-shouting': { count: null, setting: { enabled: false, severity: 'warning', threshold: null } }
  }
)

async function open(state: AuditState = found): Promise<void> {
  main.always('audit:state', () => ok(state))
  wrapper = mount(QualityPage, {
    props: { connection },
    slots: {
      feedback: ({ current }: { current: CurrentFinding | null }) => h(QualityReview, { connection, current })
    },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  main.always('audit:scores', () => ok([]))
  main.always('products:sizes', () => ok([11, 48, 9]))
  main.always('products:place', () => ok(null))
  main.always('products:page', () => ok(productPage({ items: [], totalItems: 0 })))
  main.always('views:get', () => ok({ state: freshView, saved: [], shared: [] }))
  main.always('views:save', () => ok(null))
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

const text = (): string => wrapper.text().replace(/\s+/g, ' ')
const everything = (): string => document.body.textContent.replace(/\s+/g, ' ')
const row = (rule: string): Omit<DOMWrapper<Element>, 'exists'> => wrapper.get(`[data-rule=${rule}]`)
const groupOf = (rule: string): string | undefined =>
  row(rule).element.closest('[data-group]')?.getAttribute('data-group') ?? undefined
const titles = (): string[] => wrapper.findAll('[data-group] > .heading').map((each) => each.text())
const pane = (): Omit<DOMWrapper<Element>, 'exists'> => wrapper.get('section.pane')
const current = (): (string | undefined)[] =>
  wrapper
    .findAll('[data-rule] .line[aria-current]')
    .map((each) => each.element.closest('[data-rule]')?.getAttribute('data-rule') ?? undefined)
const products = (): (string | undefined)[] =>
  wrapper.findAll('[data-finding]').map((each) => each.attributes('data-finding'))
const facts = (): string[] => wrapper.findAll('[data-fact]').map((each) => each.text())
function button(words: string): HTMLElement {
  const name = (each: Element): string =>
    each.getAttribute('aria-label') ?? each.textContent.replace(/\s+/g, ' ').trim()
  const hit = [...document.querySelectorAll('button, [role=menuitem]')].find((each) => name(each) === words)
  if (!(hit instanceof HTMLElement)) throw new Error(`No button "${words}"`)
  return hit
}
async function tell(state: AuditState): Promise<void> {
  main.emit('audit:changed', state)
  await flushPromises()
}
const showRule = async (rule: string): Promise<void> => {
  await row(rule).get('.line').trigger('click')
  await flushPromises()
}
const openScore = async (): Promise<void> => {
  await wrapper.get('.score').trigger('click')
  await flushPromises()
}
async function choose(rule: string, item: string): Promise<void> {
  await openMenu(button(`More for “${rule}”`))
  await press(button(item))
}
const pressKey = (key: string): Promise<unknown> => {
  const { activeElement } = document
  activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return flushPromises()
}

describe('the page Quality', () => {
  it('says first how many products have errors, and the score beside it', async () => {
    main.always('products:sizes', () => ok([11, 48, 0]))
    await open()
    expect(wrapper.get('[data-findings]').text()).toBe('11 products have errors · 48 with warnings')
    expect(wrapper.get('[data-score]').text()).toBe('92.4')
    expect(wrapper.get('button:has([data-score])').text()).toMatch(/^Score\s*92\.4/)
    expect(main.last('products:sizes').input.productQueries.map(({ filters }) => filters?.finding)).toEqual([
      'error',
      'warning',
      'hint'
    ])
    expect(wrapper.get('[data-coverage]').text()).toContain('1,240 products · synced')
    expect(main.asked('audit:run')).toHaveLength(0)
  })

  it('counts products with errors once the rules were applied, and never says before that there are none', async () => {
    main.always('products:sizes', () => ok([0, 0, 0]))
    await open(auditState({ at: null, phase: 'running', score: null }, { 'picture-missing': { count: 31 } }))
    main.always('products:sizes', () => ok([11, 0, 0]))
    await tell({ ...found, at: Date.now() })
    expect(wrapper.get('[data-findings]').text()).toBe('11 products have errors')
  })

  it('tells behind the score how it is counted, and that its course begins with the next sync', async () => {
    await open()
    await openScore()
    expect(everything()).toContain('It is the average of all products.')
    expect(everything()).toContain('The trend appears after the next sync.')
  })

  it('draws the course from two syncs on, and says how the score went', async () => {
    const of = { products: 1240, withPictures: true, scoreWithoutPictures: 94, counts: {} }
    const point = (run: number, score: number) => ({ at: run, run, score, ...of })
    main.always('audit:scores', () => ok([point(3, 91.2), point(4, 92.4)]))
    await open()
    expect(wrapper.get('.score').text()).toContain('+1.2')
    expect(wrapper.find('.spark').exists()).toBe(true)
    await openScore()
    expect(document.querySelector('[role=slider]')?.getAttribute('aria-label')).toContain(
      'Score after each sync'
    )
    expect(everything()).toContain('+1.2 since')
  })

  it('says how many pictures were checked while they are not in the score', async () => {
    await open(auditState({ pictures: { looked: 1200, all: 4300, areInScore: false } }))
    await openScore()
    expect(everything()).toContain(
      'Picture rules count once 95% of pictures are checked (1,200 of 4,300 so far).'
    )
    await tell(auditState({ pictures: { looked: 4299, all: 4300, areInScore: true } }))
    expect(everything()).not.toContain('so far')
  })

  it('compares scores with and without pictures by what both count, and breaks the line between them', async () => {
    const of = { products: 1240, counts: {} }
    const points = [
      { ...of, at: 1, run: 2, score: 97, withPictures: false, scoreWithoutPictures: 97 },
      { ...of, at: 2, run: 3, score: 97.3, withPictures: false, scoreWithoutPictures: 97.3 },
      { ...of, at: 3, run: 4, score: 81.5, withPictures: true, scoreWithoutPictures: 97.8 }
    ]
    main.always('audit:scores', () => ok(points))
    const pictures = { looked: 1240, all: 1240, areInScore: true }
    await open(auditState({ score: 81.5, scoreWithoutPictures: 97.8, pictures }))
    await openScore()
    expect(everything()).toContain('+0.5 since')
    expect(everything()).toContain('pictures left out')
    expect(everything()).toContain('The line breaks where pictures joined or left the score')
    const told = [...document.querySelectorAll('tbody tr')].map(
      (each) => each.querySelectorAll('td')[1]?.textContent
    )
    expect(told).toEqual(['97.0, without pictures', '97.3, without pictures', '81.5'])
    expect(scorePoints(points, 'en').map(({ isApart }) => isApart)).toEqual([false, false, true])
  })

  it('lists what was found by severity, one line a rule, and folds the rest away with how many they are', async () => {
    await open()
    expect(titles()).toEqual([
      'Errors',
      'Warnings',
      'Hints',
      `${found.rules.length - 6} rules found nothing`,
      '1 rule could not run',
      '1 rule is switched off'
    ])
    expect(row('picture-missing').text()).toBe('Error:Picture missing31')
    expect(row('set-aside').get('[data-count]').text()).toBe('4')
    expect(wrapper.get('[data-group=nothing]').element.tagName).toBe('DETAILS')
  })

  it('can list the rules of prices, pictures or texts alone', async () => {
    await open()
    await wrapper.get('input[type=radio][value=pictures]').setValue(true)
    expect(titles()[0]).toBe('Errors')
    const rules = wrapper
      .findAll('[data-group=error] [data-rule]')
      .map((each) => each.attributes('data-rule'))
    expect(rules).toEqual(['picture-missing'])
  })

  it('opens at the first error, and J and K go through the rules that found something', async () => {
    await open()
    expect(current()).toEqual(['picture-missing'])
    await pressKey('j')
    expect(current()).toEqual(['set-aside'])
    await pressKey('j')
    await pressKey('j')
    await pressKey('j')
    expect(current(), 'and no further').toEqual(['name-long'])
    await pressKey('k')
    expect(current()).toEqual(['description-short'])
  })

  it('goes on at the rule whose list a person comes back from', async () => {
    useNavigation().go({ name: 'quality', rule: 'name-long' })
    await open()
    expect(current()).toEqual(['name-long'])
    expect(useNavigation().place).toEqual({ name: 'quality' })
  })

  it('brings itself up to date when the copy has changed since, and says so until then', async () => {
    main.always('audit:run', () => ok({ ...found, phase: 'running', progress: { done: 400, total: 1240 } }))
    await open({ ...found, phase: 'outdated' })
    expect(main.asked('audit:run')).toHaveLength(1)
    expect(text()).toContain('Checking quality: 400 of 1,240 products')
    expect(row('picture-missing').get('[data-count]').text()).toBe('31')
    await tell({ ...found, score: 93 })
    expect(text()).toContain('Checks done. The score is 93.0.')
    await tell({ ...found, phase: 'outdated' })
    expect(text()).toContain('Out of date.')
    await press(button('Run again'))
    expect(main.asked('audit:run')).toHaveLength(2)
  })

  it('keeps the rule that a person is at, wherever another check puts it', async () => {
    await open()
    await showRule('name-long')
    const rules = found.rules.map((each) => (each.rule === 'name-long' ? { ...each, count: 0 } : each))
    await tell({ ...found, rules })
    expect(groupOf('name-long')).toBe('nothing')
    expect(current()).toEqual(['name-long'])
    expect(pane().attributes('aria-label')).toBe('Name too long')
  })

  it('stays at the rule that it opened at when a check finds something graver', async () => {
    await open(auditState({}, { 'name-long': { count: 3 } }))
    expect(pane().attributes('aria-label')).toBe('Name too long')
    await tell(found)
    expect(pane().attributes('aria-label')).toBe('Name too long')
  })

  it('says what to do before there is a copy', async () => {
    main.always('audit:run', () => ok(auditState({ phase: 'none', at: null, score: null, products: 0 })))
    await open(auditState({ phase: 'none', at: null, score: null, products: 0, coverage: null }))
    expect(text()).toContain('Nothing to check yet')
    await press(button('Sync catalog'))
    expect(main.asked('sync:start')).toHaveLength(1)
    main.emit('sync:changed', syncState({ connectionId: connection.id, phase: 'fetching' }))
    await flushPromises()
    expect(text()).toContain('The checks run as soon as it is here.')
    expect(text()).not.toContain('Sync the catalog first')
  })

  it('says of a store without products that it has none, and not that a sync is lacking', async () => {
    const coverage = { here: 0, products: 0, setAside: 0, total: 0, asOf: null, state: 'complete' as const }
    await open(auditState({ score: null, products: 0, coverage }))
    expect(text()).toContain('This store has no products yet')
    expect(text()).not.toContain('Sync the catalog first')
  })

  it('says why the rules could not be applied, and tries again', async () => {
    await open({ ...found, because: { code: 'storage-failed', facts: {} } })
    expect(wrapper.find('[data-failure=storage-failed]').exists()).toBe(true)
    expect(text()).toContain('The checks could not run. Try again.')
    await press(button('Try again'))
    expect(main.asked('audit:run')).toHaveLength(1)
  })

  it('says why nothing is known, and asks again', async () => {
    main.always('audit:state', () => fail('storage-failed'))
    wrapper = mount(QualityPage, { props: { connection }, global: { plugins: [i18n] } })
    await flushPromises()
    expect(wrapper.find('[data-failure=storage-failed]').exists()).toBe(true)
  })
})

describe('what a rule found', () => {
  const short = [1, 2, 3].map((n) =>
    product({
      id: `p-${n}`,
      name: `Cup ${n}`,
      findings: ['description-short'],
      facts: { 'description-short': { characters: 10 + n, threshold: 40 } }
    })
  )
  beforeEach(async () => {
    main.always('products:page', ({ productQuery }) =>
      productQuery?.filters?.finding === 'description-short'
        ? ok(productPage({ items: short, totalItems: 3 }))
        : ok(productPage({ items: [], totalItems: 0 }))
    )
    main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
    await open()
    await showRule('description-short')
  })
  const focusProduct = (id: string): Promise<unknown> => {
    wrapper.get<HTMLElement>(`[data-finding=${id}] .product`).element.focus()
    return flushPromises()
  }
  const focused = (): string | null =>
    document.activeElement?.closest('[data-finding]')?.getAttribute('data-finding') ?? null
  const marked = (): unknown[] =>
    main.asked('reviews:mark').map(({ input: { of, mark } }) => {
      return ['products' in of ? of.products.map(({ id }) => id).join() : '', mark]
    })

  it('stands beside the rules: its products, each with the fact', () => {
    expect(products()).toEqual(['p-1', 'p-2', 'p-3'])
    expect(facts()[0]).toContain('11')
    expect(main.last('products:page').input).toMatchObject({ from: 'copy', withFacts: true, page: 1 })
  })

  it('is marked by keys, which go on to the next, and leads to details', async () => {
    await focusProduct('p-1')
    await pressKey('a')
    await pressKey('w')
    // Why is asked in passing.
    await pressKey('Escape')
    await pressKey('Enter')
    expect(marked()).toEqual([
      ['p-1', 'approved'],
      ['p-2', 'needs-work']
    ])
    expect(wrapper.emitted('details')?.[0]).toMatchObject([{ id: 'p-3' }, 'description-short'])
  })

  it('goes back to the product whose mark is undone', async () => {
    row('description-short').get<HTMLElement>('.line').element.focus()
    await pressKey('a')
    expect(focused()).toBe('p-2')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    await pressKey('u')
    const entry = logEntry({ product: { id: 'p-1', name: 'Cup 1' }, undone: true })
    await main.last('reviews:undo').answer(ok({ entry, redo: 2, restored: 1, kept: 0 }))
    expect(focused()).toBe('p-1')
  })

  it('is at the first product at once, wherever the keyboard is on the page: a rule leads down to its products', async () => {
    const line = row('description-short').get<HTMLElement>('.line').element
    line.focus()
    expect(wrapper.findAll('.product.current').map((each) => each.text())).toEqual([
      expect.stringContaining('Cup 1')
    ])
    await pressKey('a')
    expect(marked()).toEqual([['p-1', 'approved']])
    expect(focused()).toBe('p-2')
    line.focus()
    await pressKey('ArrowDown')
    expect(focused()).toBe('p-2')
    await pressKey('ArrowDown')
    await pressKey('Enter')
    expect(wrapper.emitted('details')?.[0]).toMatchObject([{ id: 'p-3' }, 'description-short'])
  })

  it('is at the same product after K and J', async () => {
    await focusProduct('p-3')
    await pressKey('k')
    await pressKey('j')
    expect(current()).toEqual(['description-short'])
    expect(focused()).toBe('p-3')
  })

  it('tells the ID of a product beside its name, where the row has no room for it', () => {
    expect(wrapper.get('[data-finding=p-1] .name').attributes('data-tip')).toBe('Cup 1\np-1')
  })

  it('is marked by the keys that a person chose, and by no letters where these are switched off', async () => {
    onTestFinished(() => setKeyBindings({ keys: {}, letterKeys: true }))
    await focusProduct('p-1')
    setKeyBindings({ keys: { approved: 'Q', 'add-exception': '', 'next-product': 'Y' }, letterKeys: true })
    for (const key of ['a', 'e', 'j']) await pressKey(key)
    expect(marked()).toEqual([])
    expect(current()).toEqual(['description-short'])
    expect(document.querySelector('textarea')).toBeNull()
    await pressKey('q')
    expect(marked()).toEqual([['p-1', 'approved']])
    expect(text()).toContain('Q approve')
    expect(text()).not.toContain('exception ·')
    setKeyBindings({ keys: {}, letterKeys: false })
    for (const key of ['a', 'w', 'e', 'j']) await pressKey(key)
    expect(marked()).toHaveLength(1)
    expect(current()).toEqual(['description-short'])
    await pressKey('Enter')
    expect(wrapper.emitted('details')).toHaveLength(1)
  })

  it('is excepted with a reason, and counted anew', async () => {
    main.always('audit:set-exception', () => ok([]))
    await focusProduct('p-2')
    await pressKey('e')
    const reason = document.querySelector('textarea')
    if (!reason) throw new Error('no reason is asked for')
    expect(everything()).toContain('“Cup 2” is left out of this rule')
    reason.value = 'A spare part'
    reason.dispatchEvent(new Event('input'))
    await flushPromises()
    const asked = main.asked('products:page').length
    await press(button('Add exception'))
    expect(main.last('audit:set-exception').input).toEqual({
      connectionId: 'shop',
      productId: 'p-2',
      rule: 'description-short',
      reason: 'A spare part'
    })
    expect(main.asked('products:page').length).toBeGreaterThan(asked)
    expect(wrapper.emitted('excepted')).toMatchObject([[{ id: 'p-2' }, 'description-short']])
  })

  it('is gone through in Review, and opened as a list that leads back', async () => {
    await press(button('Review these 124'))
    expect(wrapper.emitted('review')?.[0]).toMatchObject([
      { filters: { finding: 'description-short' } },
      'Description too short'
    ])
    await choose('Description too short', 'Open in Products')
    expect(useView().state.filters.finding).toBe('description-short')
    expect(useNavigation().place).toEqual({
      name: 'products',
      from: { name: 'quality', rule: 'description-short' }
    })
  })

  it('are items where they could not be read, and these are opened as a list', async () => {
    main.always('products:page', () =>
      ok(
        productPage({
          items: [],
          setAside: [{ position: 7, reason: 'id-missing', id: 'odd', name: 'Odd one' }],
          totalItems: 1
        })
      )
    )
    await showRule('set-aside')
    expect(products()).toEqual(['odd'])
    expect(wrapper.get('[data-fact]').text()).toBe('It has no ID')
    const why = (): string => wrapper.get('[data-unmarkable].refused').text()
    expect(wrapper.find('.refused').exists()).toBe(false)
    await pressKey('a')
    expect(why()).toContain('could not be read cannot be marked')
    expect(pane().get('[role=status]').text()).toBe(why())
    await choose('Items that could not be read', 'Open in Products')
    expect(useView().state.filters).toMatchObject({ finding: null, setAside: true })
  })

  it('stands together where products were found with each other', async () => {
    main.always('products:page', () =>
      ok(
        productPage({
          items: ['A', 'B', 'B'].map((name, n) => product({ id: `t-${n}`, name })),
          totalItems: 3
        })
      )
    )
    await pressKey('j')
    await showRule('name-duplicate')
    expect(main.last('products:page').input.productQuery?.sort).toEqual({ by: 'name', descending: false })
    expect(wrapper.findAll('.row.twin').map((each) => each.attributes('data-finding'))).toEqual(['t-2'])
  })

  it('has the products of one picture together, each group apart, whatever their addresses are', async () => {
    const groups = [1, 1, 4, 4, undefined, undefined]
    const items = groups.map((group, at) => {
      const facts = group === undefined ? {} : { products: 1, group }
      return product({ id: `p-${at}`, facts: { 'picture-same': facts } })
    })
    main.always('products:page', () => ok(productPage({ items, totalItems: items.length })))
    await showRule('picture-same')
    expect(main.last('products:page').input.productQuery?.sort).toEqual({ by: 'image', descending: false })
    const twins = wrapper.findAll('.row.twin').map((each) => each.attributes('data-finding'))
    expect(twins).toEqual(['p-1', 'p-3'])
    const compared = wrapper
      .findAll('.row:has([data-compare])')
      .map((each) => each.attributes('data-finding'))
    expect(compared, 'the first of each group').toEqual(['p-0', 'p-2'])
  })

  it('says why it could not be read, and reads it again', async () => {
    main.always('products:page', () => fail('storage-failed'))
    await showRule('name-long')
    expect(pane().find('[data-failure=storage-failed]').exists()).toBe(true)
    main.always('products:page', () => ok(productPage({ items: short, totalItems: 3 })))
    await press(button('Try again'))
    expect(products()).toHaveLength(3)
  })

  it('is nothing, and why: the rule found nothing, or is switched off', async () => {
    await showRule('price-zero')
    expect(pane().text()).toContain('This rule found nothing.')
    await showRule('name-shouting')
    expect(pane().text()).toContain('This rule is switched off.')
  })
})

describe('the settings of a rule', () => {
  const severity = (): HTMLSelectElement => pane().get<HTMLSelectElement>('.head select').element
  const rule = 'Description too short'
  beforeEach(async () => {
    await open()
    await showRule('description-short')
  })
  async function type(number: string): Promise<void> {
    await pane().get('input[inputmode=numeric]').setValue(number)
    await pane().get('input[inputmode=numeric]').trigger('change')
    await flushPromises()
  }
  const rank = (value: string): Promise<void> => pane().get('.head select').setValue(value)

  it('take effect at once: a threshold with its unit', async () => {
    expect(pane().text()).toContain('characters')
    await type('60')
    expect(main.last('audit:configure').input).toEqual({
      connectionId: 'shop',
      rule: 'description-short',
      setting: { enabled: true, severity: 'warning', threshold: 60 }
    })
  })

  it('take no number that is out of range, and say which they take', async () => {
    await type('0')
    expect(pane().text()).toContain('Enter a whole number from 1 to 10,000.')
    await type('12.5')
    expect(pane().text()).toContain('Enter a whole number')
    await type('many')
    expect(main.asked('audit:configure')).toHaveLength(0)
  })

  it('leave the person at the rule, which stands where it belongs', async () => {
    const off = found.rules.map((each) =>
      each.rule === 'description-short'
        ? { ...each, isInitial: false, count: null, setting: { ...each.setting, enabled: false } }
        : each
    )
    main.always('audit:configure', () => ok({ ...found, rules: off }))
    await choose(rule, 'Switch off rule')
    expect(groupOf('description-short')).toBe('off')
    expect(pane().attributes('aria-label')).toBe(rule)
    await choose(rule, 'Switch on rule')
    expect(main.last('audit:configure').input.setting).toMatchObject({ enabled: true })
  })

  it('go back to what they were at first', async () => {
    const rules = found.rules.map((each) => ({ ...each, isInitial: false }))
    await tell({ ...found, rules })
    await choose(rule, 'Reset to default')
    expect(main.last('audit:configure').input.setting).toBe(null)
  })

  it('are taken back from where it is told that they changed, and done again', async () => {
    const asSet = (severity: 'hint' | null): void =>
      main.always('audit:configure', () => {
        const set = (each: RuleReport): RuleReport =>
          severity === null || each.rule !== 'description-short'
            ? each
            : { ...each, isInitial: false, setting: { ...each.setting, severity } }
        return ok({ ...found, rules: found.rules.map(set) })
      })
    const toast = (): string => wrapper.get('[data-rule-toast] .title').text()
    const turn = async (): Promise<void> => {
      await wrapper.get('[data-rule-toast] button').trigger('click')
      await flushPromises()
    }
    asSet('hint')
    await rank('hint')
    await flushPromises()
    expect(toast()).toBe(`Rule changed: ${rule}`)
    asSet(null)
    await turn()
    expect(main.last('audit:configure').input.setting, 'as at first').toBe(null)
    expect([toast(), severity().value]).toEqual([`As before: ${rule}`, 'warning'])
    await turn()
    expect(main.last('audit:configure').input.setting).toMatchObject({ severity: 'hint' })
    expect(useUndoOrder().last('shop'), 'the key takes it back, too').toMatchObject({ isOfPage: true })
    useUndoOrder().did('shop', { entry: 1 })
    await flushPromises()
    expect(wrapper.find('[data-rule-toast]').exists(), 'something else was done').toBe(false)
  })

  it('cannot go back where they are as at first', async () => {
    await openMenu(button(`More for “${rule}”`))
    expect(button('Reset to default').hasAttribute('data-disabled')).toBe(true)
  })

  it('stand as they were set last while the answers come, and lose none of what was set', async () => {
    main.hold('audit:configure')
    await rank('hint')
    await rank('error')
    const [first, second] = main.asked('audit:configure')
    await first?.answer(ok(found))
    expect(severity().value).toBe('error')
    expect(second?.input.setting).toMatchObject({ severity: 'error', enabled: true })
    await type('60')
    expect(main.last('audit:configure').input.setting).toEqual({
      enabled: true,
      severity: 'error',
      threshold: 60
    })
  })

  it('say why a change was refused, and stand as they were', async () => {
    main.always('audit:configure', () => fail('storage-failed'))
    await rank('hint')
    await flushPromises()
    expect(pane().find('[data-failure=storage-failed]').exists()).toBe(true)
    expect(severity().value).toBe('warning')
  })
})

describe('what is excepted from a rule', () => {
  const exception = (productId: string, name: string): RuleException => ({
    productId,
    name,
    rule: 'description-short',
    reason: 'It is a spare part',
    by: 'Anna',
    at: 1
  })
  const dialog = (): Element => {
    const open = document.querySelector('[role=dialog]')
    if (!open) throw new Error('No dialog is open')
    return open
  }

  it('is listed with who, when and why, and can be taken back', async () => {
    let exceptions = [
      exception('1', 'Bolt'),
      { ...exception('1', 'Bolt'), rule: 'name-long' as const },
      exception('2', '')
    ]
    main.always('audit:exceptions', () => ok(exceptions))
    main.always('audit:set-exception', ({ productId, rule }) => {
      exceptions = exceptions.filter((each) => each.productId !== productId || each.rule !== rule)
      return ok([])
    })
    await open()
    await showRule('description-short')
    await choose('Description too short', 'Exceptions… 2')
    expect(dialog().querySelectorAll('li')).toHaveLength(2)
    expect(dialog().textContent).toContain('It is a spare part')
    expect(dialog().textContent).toContain('Exception by Anna')
    await press(button('Remove exception: Bolt'))
    expect(main.last('audit:set-exception').input).toEqual({
      connectionId: 'shop',
      productId: '1',
      rule: 'description-short',
      reason: null
    })
    expect(document.activeElement).toBe(button('Remove exception: 2'))
    expect(dialog().textContent).toContain('The exception for Bolt was removed.')
    await press(button('Remove exception: 2'))
    expect(dialog().textContent).toContain('No exceptions.')
  })
})
