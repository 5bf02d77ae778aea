import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noFilters } from '../../../../../electron/contract/empty-query'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { Today } from '../../../../../electron/contract/today'
import TodayPage from '../../../../../renderer/features/today/TodayPage.vue'
import { greeting } from '../../../../../renderer/features/today/today'
import { timeLeftMessage } from '../../../../../renderer/shared/labels/review-labels'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connection, press } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { summary, syncState } from '../sync/builders'
import { eventually } from '../../../../support/eventually'

const today: Today = {
  progress: {
    total: 1238,
    unreviewed: 1198,
    'awaiting-you': 0,
    'awaiting-others': 0,
    approved: 30,
    changed: 3,
    'needs-work': 5,
    ignored: 2
  },
  asOf: new Date(2026, 10, 26, 11, 17).getTime(),
  errors: 11,
  errorsDecided: 6,
  errorsSinceYesterday: 2,
  unseen: 10,
  next: [
    { kind: 'price-zero', count: 2, product: null, percent: null, decided: 0 },
    { kind: 'price-jump', count: 1, product: { id: 'p-1', name: 'Enamel tent' }, percent: -99.6, decided: 0 },
    { kind: 'disagreement', count: 2, product: null, percent: null, decided: 0 },
    { kind: 're-review', count: 3, product: null, percent: null, decided: 0 },
    { kind: 'needs-work', count: 5, product: null, percent: null, decided: 0 }
  ],
  moreRules: ['name-duplicate', 'picture-small'],
  days: Array.from({ length: 14 }, (_, n) => ({
    day: `2026-11-${11 + n}`,
    approved: n,
    needsWork: 1,
    ignored: 0
  })),
  perHour: 840,
  scores: [
    { at: 1, score: 98.1 },
    { at: 2, score: 98.2 }
  ],
  log: []
}

let main: MainProcess
let page: VueWrapper

async function open(answer: Today | null = today): Promise<void> {
  main.always('today:summary', () => (answer ? ok(answer) : fail('storage-failed')))
  page = mount(TodayPage, { props: { connection }, global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  main.always('reviews:reviewer', () => ok('Kim'))
  main.always('network:state', ({ connectionId }) =>
    ok({ connectionId, state: 'online', because: null, since: null })
  )
  main.always('sync:state', ({ connectionId }) => ok(syncState({ connectionId })))
})
afterEach(() => page.unmount())

const tile = (name: string): ReturnType<VueWrapper['get']> => page.get(`[data-tile=${name}]`)
const step = (kind: string): HTMLElement => page.get<HTMLElement>(`[data-step=${kind}] button`).element
const pressKey = (key: string): void => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

describe('the page Today', () => {
  it('says what waits in four numbers, each of which leads there', async () => {
    await open()
    expect(page.get('.greeting').text()).toContain('Kim')
    expect(tile('review').text()).toContain('1,201')
    expect(tile('review').text()).toContain(
      '37 of 1,238 reviewed · ≈\u00A01\u00A0h\u00A026\u00A0min at your pace'
    )
    expect(tile('re-review').text()).toContain('3')
    expect(tile('errors').text()).toContain('+2 since yesterday · 6 decided')
    expect(tile('errors').classes()).toContain('urgent')
    await tile('review').trigger('click')
    await tile('re-review').trigger('click')
    await tile('errors').trigger('click')
    await tile('changes').trigger('click')
    expect(page.emitted('review')).toMatchObject([
      [{ review: [] }, null],
      [noFilters, null, 're-review']
    ])
    expect(page.emitted('go')).toEqual([[{ name: 'quality', rule: 'gravest' }], [{ name: 'changes' }]])
  })

  it('is quiet about what there is none of, and does not take unknown for none', async () => {
    await open({
      ...today,
      errors: null,
      unseen: 0,
      progress: { ...today.progress, unreviewed: 0, changed: 0 }
    })
    expect(tile('review').text()).toContain('All reviewed')
    expect(tile('changes').text()).toBe('New changesNone')
    expect(tile('errors').text()).toContain('Not checked yet')
    expect(tile('errors').classes()).not.toContain('urgent')
  })

  it.each([
    [null, 'Not checked yet'],
    [0, 'Nothing is urgent.']
  ])('does not say that nothing is urgent before anybody looked: %s errors', async (errors, words) => {
    await open({ ...today, errors, next: [] })
    expect(page.get('section:has(.none) .none').text()).toBe(words)
  })

  it('says what to do next in sentences, each with a button and a key', async () => {
    await open()
    expect(page.findAll('[data-step] > .words').map((each) => each.text())).toEqual([
      '2 products cost nothing',
      'Enamel tent: price fell by 99.6%',
      'Reviewers disagree about 2 products',
      '3 products changed after approval',
      '5 products need work in the store'
    ])
    pressKey('1')
    await press(step('price-jump'))
    for (const key of ['3', '4', '5']) pressKey(key)
    expect(page.emitted('go')).toEqual([[{ name: 'quality', rule: 'price-zero' }]])
    expect(page.emitted('details')).toEqual([['p-1']])
    expect(page.emitted('review')).toMatchObject([[noFilters, null, 're-review']])
    expect(page.emitted('show')).toMatchObject([[{ disagreement: true }]])
    expect(step('needs-work').textContent.trim(), 'that is decided').toBe('Export…')
    expect(page.emitted('export')).toMatchObject([[{ review: ['needs-work'] }]])
  })

  it('is led to a task by its whole sentence, once', async () => {
    await open()
    await page.get('[data-step=price-zero] .words').trigger('click')
    await press(step('price-zero'))
    expect(page.emitted('go')).toEqual(Array(2).fill([{ name: 'quality', rule: 'price-zero' }]))
  })

  it('says how many rules found what it does not tell, and leads to the one that harms most', async () => {
    await open()
    expect(page.get('[data-more]').text()).toBe('Quality: 2 more rules with errors or warnings')
    await page.get('[data-more]').trigger('click')
    expect(page.emitted('go')).toEqual([[{ name: 'quality', rule: 'name-duplicate' }]])
    page.unmount()
    await open({ ...today, moreRules: [] })
    expect(page.find('[data-more]').exists()).toBe(false)
    page.unmount()
    await open({ ...today, next: [] })
    expect(page.get('[data-more]').text(), 'more than nothing').toBe(
      'Quality: 2 rules with errors or warnings'
    )
  })

  it('tells how much a price rose as Changes does', async () => {
    const product = { id: 'p-1', name: 'Enamel tent' }
    await open({ ...today, next: [{ kind: 'price-jump', count: 1, product, percent: 1743.6, decided: 0 }] })
    expect(page.get('[data-step] > .words').text()).toBe('Enamel tent: price rose by 1,744%')
  })

  it('leads to the very changes that a task counts', async () => {
    const task = { count: 4, product: null, percent: null, decided: 0 } as const
    await open({
      ...today,
      next: [
        { ...task, kind: 'price-jump' },
        { ...task, kind: 'gone' }
      ]
    })
    await press(step('price-jump'))
    await press(step('gone'))
    expect(page.emitted('go')).toEqual([
      [{ name: 'changes', only: { kinds: ['price'], leastPercent: 60 } }],
      [{ name: 'changes', only: { kinds: ['gone'], leastPercent: null } }]
    ])
  })

  it('counts products whose price jumped, of which Changes may list several changes', async () => {
    await open({
      ...today,
      next: [{ kind: 'price-jump', count: 10, product: null, percent: null, decided: 0 }]
    })
    expect(page.get('[data-step] > .words').text()).toBe(
      'The prices of 10 products changed by more than 60%, or are new or missing'
    )
  })

  it('says of a task how much of it is decided', async () => {
    const task = { kind: 'picture-same', count: 26, product: null, percent: null } as const
    await open({ ...today, next: [{ ...task, decided: 6 }] })
    const words = (kind: string): string => page.get(`[data-step=${kind}] .words`).text().replace(/\s+/g, ' ')
    expect(words('picture-same')).toBe('26 products have the same picture · 6 decided')
    page.unmount()
    await open({ ...today, errors: 6, errorsDecided: 6 })
    expect(tile('errors').text()).toContain('all decided')
    page.unmount()
    await open({ ...today, errors: 1, errorsDecided: 1 })
    expect(tile('errors').text()).toMatch(/· decided$/)
  })

  it('tells both charts in tables too', async () => {
    await open()
    const rows = page.findAll('table')[0]?.findAll('tbody tr') ?? []
    expect(rows).toHaveLength(14)
    expect(page.get('.legend').text()).toBe('ApprovedNeeds workIgnored14')
    expect(page.get('.days').text()).toMatch(/Nov 11.*Nov 24/)
    expect(
      rows
        .at(-1)
        ?.findAll('td')
        .map((cell) => cell.text())
    ).toEqual(['13', '1', '0'])
  })

  it('offers three ways to start where nothing was reviewed', async () => {
    await open({ ...today, progress: { ...today.progress, unreviewed: 1238, approved: 0, changed: 0 } })
    const ways = page.findAll('.ways button')
    for (const way of ways) await way.trigger('click')
    expect(page.emitted('review')).toMatchObject([
      [{ finding: null }, null],
      [{ finding: 'any' }, 'With quality findings'],
      [{ change: { kind: 'new', since: 'last' } }, 'Only those new since the last sync']
    ])
  })

  it('says what to do before there is a catalog', async () => {
    await open({ ...today, progress: { ...today.progress, total: 0, unreviewed: 0 } })
    expect(page.text()).toContain('Sync the catalog first.')
    await page.get('.empty button, [data-empty] button, button.primary').trigger('click')
    expect(main.asked('sync:start')).toHaveLength(1)
  })

  it('says nothing of a catalog that a sync has just brought until its products are counted', async () => {
    const last = summary({ outcome: 'complete', products: 1238 })
    main.always('sync:state', ({ connectionId }) => ok(syncState({ connectionId, last })))
    await open({ ...today, progress: { ...today.progress, total: 0, unreviewed: 0 } })
    expect(page.text()).not.toContain('Sync the catalog first.')
    expect(page.find('[aria-busy=true]').exists()).toBe(true)
    main.always('today:summary', () => ok(today))
    main.emit('catalog:changed', { connectionId: connection.id })
    await eventually(() => expect(page.find('[data-tile=review]').exists()).toBe(true))
  })

  it('says why it cannot tell, and tries again', async () => {
    await open(null)
    expect(page.find('[data-failure=storage-failed]').exists()).toBe(true)
    main.always('today:summary', () => ok(today))
    await page.get('[data-failure] button').trigger('click')
    await flushPromises()
    expect(page.find('[data-tile=review]').exists()).toBe(true)
  })

  it('says as of when the catalog is, whatever became of the last sync', async () => {
    const last = summary({ outcome: 'failed', startedAt: new Date(2026, 10, 26, 11, 19).getTime() })
    main.always('sync:state', ({ connectionId }) => ok(syncState({ connectionId, last })))
    await open()
    expect(page.get('.about').text()).toMatch(/synced .*11:17/)
    expect(page.get('.about').text()).not.toContain('11:19')
  })
})

describe('the words of Today', () => {
  it('greet by the hour, with the name where there is one', () => {
    const at = (hour: number): number => new Date(2026, 10, 24, hour).getTime()
    expect(greeting(at(9), 'Kim')).toBe('Good morning, Kim.')
    expect(greeting(at(14), null)).toBe('Good afternoon.')
    expect(greeting(at(20), ' ')).toBe('Good evening.')
  })

  it('tell the time that is left only where it can be told', () => {
    expect(timeLeftMessage(1201, 840, 'en')).toBe('≈\u00A01\u00A0h\u00A026\u00A0min at your pace')
    expect(timeLeftMessage(10, 600, 'en')).toBe('≈\u00A01\u00A0min at your pace')
    expect(timeLeftMessage(10, null, 'en')).toBe('')
    expect(timeLeftMessage(0, 600, 'en')).toBe('')
    expect(timeLeftMessage(1_000_000, 600, 'en')).toBe('')
  })
})
