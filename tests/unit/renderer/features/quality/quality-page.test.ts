import { flushPromises, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditState, RuleException, RuleReport } from '../../../../../electron/contract/audit'
import { fail, ok } from '../../../../../electron/contract/failure'
import { i18n } from '../../../../../renderer/shared/i18n'
import { scorePoints } from '../../../../../renderer/features/quality/score-messages'
import QualityPage from '../../../../../renderer/features/quality/QualityPage.vue'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { freshView, useView } from '../../../../../renderer/features/catalog/view'
import { connection, press } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
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
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  main.always('audit:scores', () => ok([]))
  main.always('views:get', () => ok({ state: freshView, saved: [] }))
  main.always('views:save', () => ok(null))
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

const text = (): string => wrapper.text().replace(/\s+/g, ' ')
const row = (rule: string): Omit<DOMWrapper<Element>, 'exists'> => wrapper.get(`[data-rule=${rule}]`)
const groupOf = (rule: string): string | undefined =>
  row(rule).element.closest('[data-group]')?.getAttribute('data-group') ?? undefined
const titles = (): string[] => wrapper.findAll('[data-group] > .heading').map((each) => each.text())
function button(words: string): HTMLElement {
  const name = (each: Element): string => each.getAttribute('aria-label') ?? each.textContent.trim()
  const hit = [...document.querySelectorAll('button')].find((each) => name(each) === words)
  if (!hit) throw new Error(`No button "${words}"`)
  return hit
}
async function tell(state: AuditState): Promise<void> {
  main.emit('audit:changed', state)
  await flushPromises()
}

describe('the page Quality', () => {
  it('tells the score, what it means, and of what it is', async () => {
    await open()
    expect(wrapper.get('[data-score]').text()).toContain('92.4')
    expect(text()).toContain('Good: some products need attention.')
    expect(wrapper.get('[data-coverage]').text()).toContain('1,240 of 1,240 products')
    expect(text()).toContain('The chart begins with the second sync.')
    expect(main.asked('audit:run')).toHaveLength(0)
  })

  it('draws the chart from two syncs on, and says how the score went', async () => {
    const of = { products: 1240, withPictures: true, scoreWithoutPictures: 94, counts: {} }
    const point = (run: number, score: number) => ({ at: run, run, score, ...of })
    main.always('audit:scores', () => ok([point(3, 91.2), point(4, 92.4)]))
    await open()
    expect(wrapper.get('[role=slider]').attributes('aria-label')).toContain('Score after each sync')
    expect(text()).toContain('1.2 more than after the sync')
  })

  it('says how many pictures were looked at while they are not in the score', async () => {
    await open(auditState({ pictures: { looked: 1200, all: 4300, areInScore: false } }))
    expect(text()).toContain(
      'Pictures are not in the score yet: 1,200 of 4,300 looked at. They count from 95% on.'
    )
    await tell(auditState({ pictures: { looked: 4299, all: 4300, areInScore: true } }))
    expect(text()).not.toContain('not in the score')
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
    expect(text()).toContain('Pictures left out, 0.5 more than after the sync')
    expect(text()).toContain('The line has a gap where pictures came into the score')
    const told = wrapper.findAll('tbody tr').map((each) => each.findAll('td')[1]?.text())
    expect(told).toEqual(['97.0, without pictures', '97.3, without pictures', '81.5'])
    expect(scorePoints(points, 'en').map(({ isApart }) => isApart)).toEqual([false, false, true])
  })

  it('lists what was found by severity, and folds the rest away with how many they are', async () => {
    await open()
    expect(titles()).toEqual([
      'Errors 2',
      'Warnings 1',
      'Hints 1',
      `${found.rules.length - 6} rules found nothing`,
      '1 rule could not be applied',
      '1 rule is switched off'
    ])
    expect(row('picture-missing').text()).toContain('31 products')
    expect(row('picture-missing').text()).toContain('2.5%')
    expect(row('set-aside').text()).toContain('4 items')
    expect(wrapper.get('[data-group=nothing]').element.tagName).toBe('DETAILS')
  })

  it('lists rules by count in one row', async () => {
    await open()
    await wrapper.get('select').setValue('count')
    expect(titles()[0]).toBe('What was found 4')
    const rules = wrapper
      .findAll('[data-group=found] [data-rule]')
      .map((each) => each.attributes('data-rule'))
    expect(rules).toEqual(['description-short', 'picture-missing', 'set-aside', 'name-long'])
  })

  it("leads to a rule's products, to items for what could not be read, and to all findings", async () => {
    await open()
    await press(button('Show products: Description too short'))
    expect(useView().state.filters.finding).toBe('description-short')
    expect(useNavigation().place).toEqual({
      name: 'products',
      from: { name: 'quality', rule: 'description-short' }
    })
    await press(button('Show items: Items that could not be read'))
    expect(useView().state.filters).toMatchObject({ finding: null, setAside: true })
    await press(button('All findings'))
    expect(useView().state.filters).toMatchObject({ finding: 'any', setAside: false })
  })

  it('goes on at the rule whose list a person comes back from', async () => {
    useNavigation().go({ name: 'quality', rule: 'name-long' })
    await open()
    expect(document.activeElement).toBe(button('Show products: Name too long'))
    expect(useNavigation().place).toEqual({ name: 'quality' })
  })

  it('brings itself up to date when the copy has changed since, and says so until then', async () => {
    main.always('audit:run', () => ok({ ...found, phase: 'running', progress: { done: 400, total: 1240 } }))
    await open({ ...found, phase: 'outdated' })
    expect(main.asked('audit:run')).toHaveLength(1)
    expect(text()).toContain('Applying the rules: 400 of 1,240 products')
    expect(wrapper.get('[role=progressbar]').attributes('aria-valuenow')).toBe('32')
    expect(row('picture-missing').text()).toContain('31 products')
    await tell({ ...found, score: 93 })
    expect(wrapper.find('[role=progressbar]').exists()).toBe(false)
    expect(text()).toContain('The rules were applied. The score is 93.0.')
    await tell({ ...found, phase: 'outdated' })
    expect(text()).toContain('Newer products or pictures are not counted yet.')
    await press(button('Look again'))
    expect(main.asked('audit:run')).toHaveLength(2)
  })

  it('leads a person along whose rule another audit puts elsewhere', async () => {
    await open()
    button('Show products: Name too long').focus()
    const rules = found.rules.map((each) => (each.rule === 'name-long' ? { ...each, count: 0 } : each))
    await tell({ ...found, rules })
    expect(groupOf('name-long')).toBe('nothing')
    expect(wrapper.get('[data-group=nothing]').attributes('open')).toBe('')
    expect(document.activeElement).toBe(button('Settings: Name too long'))
  })

  it('says what to do before there is a copy', async () => {
    main.always('audit:run', () => ok(auditState({ phase: 'none', at: null, score: null, products: 0 })))
    await open(auditState({ phase: 'none', at: null, score: null, products: 0, coverage: null }))
    expect(text()).toContain('There is nothing to look at yet')
    await press(button('Sync catalog'))
    expect(main.asked('sync:start')).toHaveLength(1)
    main.emit('sync:changed', syncState({ connectionId: connection.id, phase: 'fetching' }))
    await flushPromises()
    expect(text()).toContain('The rules are applied as soon as it is here.')
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
    expect(text()).toContain('The rules could not be applied to the copy.')
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

describe('the settings of a rule', () => {
  const short = 'Settings: Description too short'
  const settings = (): Omit<DOMWrapper<Element>, 'exists'> => row('description-short').get('.settings')
  beforeEach(async () => {
    await open()
    await press(button(short))
  })
  async function type(number: string): Promise<void> {
    await settings().get('input[inputmode=numeric]').setValue(number)
    await settings().get('input[inputmode=numeric]').trigger('change')
    await flushPromises()
  }

  it('take effect at once: a threshold with its unit', async () => {
    expect(settings().text()).toContain('characters')
    await type('60')
    expect(main.last('audit:configure').input).toEqual({
      connectionId: 'shop',
      rule: 'description-short',
      setting: { enabled: true, severity: 'warning', threshold: 60 }
    })
  })

  it('take no number that is out of range, and say which they take', async () => {
    await type('0')
    expect(settings().text()).toContain('Give a whole number from 1 to 10,000.')
    await type('12.5')
    expect(settings().text()).toContain('Give a whole number')
    await type('many')
    expect(main.asked('audit:configure')).toHaveLength(0)
  })

  it('leave the rule where it is until they are closed, then it stands where it belongs', async () => {
    const off = found.rules.map((each) =>
      each.rule === 'description-short'
        ? { ...each, isInitial: false, count: null, setting: { ...each.setting, enabled: false } }
        : each
    )
    main.always('audit:configure', () => ok({ ...found, rules: off }))
    await settings().get('input[type=checkbox]').setValue(false)
    await flushPromises()
    expect(groupOf('description-short')).toBe('warning')
    await press(button(short))
    expect(groupOf('description-short')).toBe('off')
    expect(wrapper.get('[data-group=off]').attributes('open')).toBe('')
    expect(document.activeElement).toBe(button(short))
  })

  const turned = (changes: Partial<RuleReport>): AuditState => ({
    ...found,
    rules: found.rules.map((each) => (each.rule === 'description-short' ? { ...each, ...changes } : each))
  })
  const turnedOff = (): AuditState =>
    turned({ count: null, setting: { enabled: false, severity: 'warning', threshold: 40 } })

  it('leave the rule where it is when they are closed before there is an answer, and lead to it then', async () => {
    main.hold('audit:configure')
    await settings().get('input[type=checkbox]').setValue(false)
    await press(button(short))
    expect(row('description-short').find('.settings').exists()).toBe(false)
    expect(groupOf('description-short')).toBe('warning')
    await main.last('audit:configure').answer(ok(turnedOff()))
    await flushPromises()
    expect(groupOf('description-short')).toBe('off')
    expect(wrapper.get('[data-group=off]').attributes('open')).toBe('')
    expect(document.activeElement).toBe(button(short))
  })

  it('leave the rule where it is until it was applied, when it was switched on', async () => {
    main.always('audit:configure', () => ok({ ...turned({ count: null }), phase: 'running' }))
    await settings().get('input[value=hint]').setValue(true)
    await press(button(short))
    expect(groupOf('description-short')).toBe('warning')
    await tell(turned({ count: 0 }))
    expect(groupOf('description-short')).toBe('nothing')
    expect(document.activeElement).toBe(button(short))
  })

  it('close on Escape with the focus where they were opened', async () => {
    const input = settings().get('input[type=checkbox]')
    ;(input.element as HTMLElement).focus()
    await input.trigger('keydown', { key: 'Escape' })
    await flushPromises()
    expect(row('description-short').find('.settings').exists()).toBe(false)
    expect(document.activeElement).toBe(button(short))
  })

  it('go back to what they were at first', async () => {
    expect(button('As at first').getAttribute('aria-disabled')).toBe('true')
    const rules = found.rules.map((each) => ({ ...each, isInitial: false }))
    await tell({ ...found, rules })
    await press(button('As at first'))
    expect(main.last('audit:configure').input.setting).toBe(null)
  })

  it('stand as they were set last while the answers come, and lose none of what was set', async () => {
    main.hold('audit:configure')
    await settings().get('input[value=hint]').setValue(true)
    await settings().get('input[type=checkbox]').setValue(false)
    const [first, second] = main.asked('audit:configure')
    const isOn = (): boolean => (settings().get('input[type=checkbox]').element as HTMLInputElement).checked
    await first?.answer(ok(found))
    expect(isOn()).toBe(false)
    expect(second?.input.setting).toMatchObject({ severity: 'hint', enabled: false })
    await type('60')
    expect(main.last('audit:configure').input.setting).toEqual({
      enabled: false,
      severity: 'hint',
      threshold: 60
    })
  })

  it('say why a change was refused, and stand as they were', async () => {
    main.always('audit:configure', () => fail('storage-failed'))
    await settings().get('input[value=hint]').setValue(true)
    await flushPromises()
    expect(settings().find('[data-failure=storage-failed]').exists()).toBe(true)
    expect((settings().get('input[value=warning]').element as HTMLInputElement).checked).toBe(true)
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
    await press(button('2 excused'))
    expect(dialog().querySelectorAll('li')).toHaveLength(2)
    expect(dialog().textContent).toContain('It is a spare part')
    expect(dialog().textContent).toContain('Excused by Anna')
    await press(button('Take back the excuse of Bolt'))
    expect(main.last('audit:set-exception').input).toEqual({
      connectionId: 'shop',
      productId: '1',
      rule: 'description-short',
      reason: null
    })
    expect(document.activeElement).toBe(button('Take back the excuse of 2'))
    expect(dialog().textContent).toContain('Bolt is not excused any more.')
    await press(button('Take back the excuse of 2'))
    expect(dialog().textContent).toContain('Nothing is excused from this rule.')
  })
})
