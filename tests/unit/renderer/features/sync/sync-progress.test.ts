import { flushPromises, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { SyncState } from '../../../../../electron/contract/sync'
import { h } from 'vue'
import type { Connection } from '../../../../../electron/contract/connection'
import type { Failure } from '../../../../../electron/contract/failure'
import SyncProgress from '../../../../../renderer/features/sync/SyncProgress.vue'
import SyncToast from '../../../../../renderer/features/sync/SyncToast.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { useNetwork } from '../../../../../renderer/features/sync/network'
import { useSync } from '../../../../../renderer/features/sync/sync'
import { connectionOf } from '../connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { running, summary, syncState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let strip: VueWrapper

/** The run, and how it ended, as a page has both. */
function SyncOnPage({ connection, asked }: { connection: Connection; asked?: Failure }) {
  return h('div', [h(SyncProgress, { connection, asked: asked ?? null }), h(SyncToast, { connection })])
}
SyncOnPage.props = ['connection', 'asked']

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  main = sitInMainProcess()
  startStores()
  strip = mount(SyncOnPage, {
    props: { connection: connectionOf({ locale: 'en' }) },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
})
afterEach(() => {
  strip.unmount()
  vi.useRealTimers()
})

async function tell(state: SyncState): Promise<void> {
  main.emit('sync:changed', state)
  await flushPromises()
}
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}
const bar = () => strip.get('[role=progressbar]')
const words = (): string => strip.get('.words').text()
const said = (): string => strip.get('.visually-hidden[role=status]').text()
/** The button of the strip with this name; throws when there is none. */
function button(name: string): DOMWrapper<HTMLButtonElement> {
  const found = strip
    .findAll('button')
    .find((each) => each.text() === name || each.attributes('aria-label') === name)
  if (!found) throw new Error(`No button "${name}"`)
  return found
}

it('tells once, in one line, that the store refuses the key, whoever learned of it, until that is mended', async () => {
  const because = { code: 'key-refused', facts: {} } as const
  await tell(syncState({ phase: 'idle', last: summary({ outcome: 'failed', because }) }))
  await tell(running())
  await pass(2000)
  await tell(syncState({ phase: 'idle', because, last: summary({ run: 3, outcome: 'failed', because }) }))
  await pass(60_000)
  const told = (): string[] => strip.findAll('p.words').map((each) => each.text())
  const refused = 'The store refused this key. Check the key and user ID in your store account.'
  expect(told()).toEqual([expect.stringContaining(refused)])
  expect(strip.findAll('button').map((each) => each.text())).toEqual(['Replace key'])
  await strip.setProps({ asked: because })
  expect(told()).toEqual([expect.stringContaining(refused)])
  await tell(running({ phase: 'checking' }))
  await pass(2000)
  expect(told().join()).not.toContain('refused')
  await strip.setProps({ asked: null })
  await tell(syncState({ last: summary({ run: 4 }) }))
  expect(strip.text()).not.toContain('refused')
})

describe('a run on screen', () => {
  it('is a progress bar with a name, and with values while they are honest', async () => {
    await tell(running())
    expect(bar().attributes()).toMatchObject({
      'aria-label': 'Catalog sync',
      'aria-valuemin': '0',
      'aria-valuenow': '4120',
      'aria-valuemax': '4300',
      'aria-valuetext': 'Syncing the catalog, 4,120 of 4,300 items'
    })
    expect(words()).toContain('4,120 of 4,300 items')
    expect(words()).toContain('1,200 a second')
    expect(words()).toContain('about 50 seconds left')
  })

  it.each([
    ['fault 36, 37: has moved', { total: 4310, totalMoved: true }],
    ['fault 39: is not known', { total: null }],
    ['fault 39: is less than what was read', { total: 25 }]
  ])('shows no share of a total that %s', async (_, changes) => {
    await tell(running(changes))
    expect(bar().attributes('aria-valuenow')).toBeUndefined()
    expect(bar().attributes('aria-valuemax')).toBeUndefined()
    expect(bar().attributes('aria-valuetext')).toContain('4,120 items read')
  })

  it('fault 37: says that the total has moved, and where to', async () => {
    await tell(running({ total: 4310, totalMoved: true }))
    expect(words()).toContain('the store’s list changed meanwhile: 4,310 items now')
  })

  it('does not flicker for a run that is over in a moment', async () => {
    await tell(running({ startedAt: Date.now() }))
    await pass(399)
    expect(strip.find('[role=progressbar]').exists()).toBe(false)
    await tell(syncState())
    await pass(1000)
    expect(strip.find('[role=progressbar]').exists()).toBe(false)
    expect(said()).toBe('')
  })

  it('appears when it takes longer, and is gone when it is over', async () => {
    await tell(running({ startedAt: Date.now() }))
    await pass(400)
    expect(bar().isVisible()).toBe(true)
    await tell(running({ phase: 'checking', startedAt: Date.now() }))
    expect(bar().isVisible()).toBe(true)
    await tell(syncState())
    expect(strip.find('[role=progressbar]').exists()).toBe(false)
  })

  it('is that of its own connection alone', async () => {
    await tell(running({ connectionId: 'other' }))
    expect(strip.find('[role=progressbar]').exists()).toBe(false)
    await strip.setProps({ connection: connectionOf({ id: 'other' }) })
    expect(bar().isVisible()).toBe(true)
    await strip.setProps({ connection: connectionOf() })
    expect(strip.find('[role=progressbar]').exists()).toBe(false)
  })

  it('is paused, resumed and stopped; the focus stays on the button that turned', async () => {
    main.always('sync:pause', () => ok(running({ phase: 'paused' })))
    main.always('sync:resume', () => ok(running()))
    main.always('sync:stop', () => ok(syncState()))
    await tell(running())
    button('Pause sync').element.focus()
    await button('Pause sync').trigger('click')
    await flushPromises()
    expect(document.activeElement?.textContent.trim()).toBe('Resume sync')
    expect(words()).toContain('Sync paused')
    await button('Resume sync').trigger('click')
    await flushPromises()
    expect(document.activeElement?.textContent.trim()).toBe('Pause sync')
    await button('Stop sync').trigger('click')
    await flushPromises()
    expect(strip.find('[role=progressbar]').exists()).toBe(false)
  })

  it('fault 2, 31: says why it waits and until when, counts the seconds, and can be told to try now', async () => {
    const because = { code: 'server-error', facts: { status: 503 } } as const
    await tell(running({ phase: 'waiting', because, resumeAt: Date.now() + 12_000 }))
    expect(words()).toContain('Sync is waiting: server error 503')
    expect(words()).toContain('Next try in 12 seconds.')
    await pass(2000)
    expect(words()).toContain('Next try in 10 seconds.')
    expect(strip.find('[role=alert]').exists()).toBe(false)
    await button('Try now').trigger('click')
    expect(main.asked('sync:resume')).toHaveLength(1)
  })

  it.each([
    ['the store asked Vitrine to wait', { code: 'rate-limited', facts: {} }],
    ['server error 503', { code: 'server-error', facts: { status: 503, retryAfter: 12_000 } }]
  ] as const)('fault 28: offers no way around a pause that the store asks for: %s', async (why, because) => {
    await tell(running({ phase: 'waiting', because, resumeAt: Date.now() + 12_000 }))
    expect(words()).toContain(`Sync is waiting: ${why}`)
    expect(strip.text()).not.toContain('Try now')
  })

  it('fault 74: says why a run did not even begin, and what was refused otherwise', async () => {
    await tell(running({ startedAt: Date.now() }))
    await tell(syncState({ because: { code: 'credentials-missing', facts: {} } }))
    expect(words()).toMatch(/^The catalog was not synced\. There is no key for this store\./)
    expect(button('Replace key').isVisible()).toBe(true)
    await button('Dismiss').trigger('click')
    expect(strip.find('.words').exists()).toBe(false)
    main.always('sync:schedule', () => fail('storage-failed'))
    await useSync().setSchedule('shop', 'off')
    await flushPromises()
    expect(words()).toContain('The schedule was not changed.')
  })

  it('does not say why it waits where the status bar says it', async () => {
    const because = { code: 'connection-refused', facts: {} } as const
    useNetwork()
    await tell(running({ phase: 'waiting', because, resumeAt: Date.now() + 12_000 }))
    main.emit('network:changed', { connectionId: 'shop', state: 'store-silent', because, since: 1 })
    await flushPromises()
    expect(words()).toContain('Sync is waiting')
    expect(words()).not.toContain('refused')
  })

  it('is said to wait for its turn only when that takes longer', async () => {
    await tell(running({ phase: 'paused' }))
    await tell(running({ phase: 'waiting' }))
    expect(words()).toContain('Syncing the catalog')
    await pass(999)
    expect(words()).toContain('Syncing the catalog')
    await pass(1)
    expect(words()).toContain('Sync is waiting')
    expect(words()).toContain('It continues automatically.')
    expect(strip.text()).not.toContain('Try now')
    await tell(running())
    expect(words()).toContain('Syncing the catalog')
  })

  it('cannot be halted anymore while it is being settled', async () => {
    await tell(running({ phase: 'finishing', here: 4300 }))
    await button('Pause sync').trigger('click')
    await button('Stop sync').trigger('click')
    expect(main.asked('sync:pause')).toHaveLength(0)
    expect(main.asked('sync:stop')).toHaveLength(0)
  })
})

describe('what a screen reader hears of a run', () => {
  it('is that it began, waits, and how it ended: never a number that runs', async () => {
    const heard: string[] = []
    const observer = new MutationObserver(() => heard.push(said()))
    observer.observe(strip.get('.visually-hidden[role=status]').element, {
      childList: true,
      characterData: true,
      subtree: true
    })
    await tell(running({ here: 0, startedAt: Date.now() }))
    await pass(400)
    for (let here = 100; here <= 4300; here += 100) await tell(running({ here }))
    await tell(running({ phase: 'waiting', because: { code: 'offline', facts: {} } }))
    await tell(running())
    await tell(running({ phase: 'checking', here: 4300 }))
    await tell(running({ phase: 'finishing', here: 4300 }))
    await tell(syncState({ last: summary({ changed: 12 }) }))
    await pass(0)
    observer.disconnect()
    expect(heard).toEqual([
      'Syncing the catalog.',
      'Sync is waiting. This computer is offline.',
      'Syncing the catalog.',
      'Synced 4,300 products in 12 seconds: 12 changed'
    ])
  })
})

describe('a store whose list shrank suddenly', () => {
  const shorter = { kind: 'shorter', before: 4300, now: 1200, missing: 3100 } as const
  const asking = running({ phase: 'asking', here: 1200, drop: shorter })

  it('fault 41: leads to a question that says that the list is empty now', async () => {
    await tell(running({ phase: 'asking', drop: { ...shorter, now: 0, missing: 4300 } }))
    expect(strip.text()).toContain('The store now reports an empty list; your copy has 4,300 items.')
    expect(strip.text()).toContain('mark at least 4,300 items as gone')
  })

  it('fault 41: leads to a question that says what each answer does', async () => {
    await tell(asking)
    const question = strip.get('[role=alert]').text()
    expect(question).toContain('The store lists 1,200 items; your copy has 4,300.')
    expect(question).toContain('Keep your copy and check again at the next sync')
    expect(question).toContain('mark at least 3,100 items as gone')
  })

  it('fault 112: leads to a question that says how few of the products in the copy are listed', async () => {
    await tell(running({ phase: 'asking', drop: { kind: 'others', before: 4300, now: 0, missing: 4300 } }))
    const question = strip.get('[role=alert]').text()
    expect(question).toContain('The store still lists 0 of the 4,300 products in your copy.')
    expect(question).toContain('mark at least 4,300 items as gone')
  })

  it('fault 113: leads to a question that says how long the list was once', async () => {
    const drop = { kind: 'shrinking', before: 4300, now: 1200, missing: 900 } as const
    await tell(running({ phase: 'asking', drop }))
    const question = strip.get('[role=alert]').text()
    expect(question).toContain('The store’s list has shrunk step by step from 4,300 to 1,200 items.')
    expect(question).toContain('mark at least 900 items as gone')
  })

  it('fault 113: leads to a question that says how few of the products of an earlier day are listed', async () => {
    const since = Date.UTC(2026, 10, 3, 12)
    const drop = { kind: 'renewed', since, before: 4300, now: 1200, missing: 900 } as const
    await tell(running({ phase: 'asking', drop }))
    const question = strip.get('[role=alert]').text()
    expect(question).toMatch(/The store still lists 1,200 of the 4,300 products that it listed on .*2026\./)
    expect(question).toContain('mark at least 900 items as gone')
  })

  it.each([
    ['Keep my copy', false],
    ['Accept the shorter list', true]
  ])('fault 41: %s', async (name, accept) => {
    await tell(asking)
    await button(name).trigger('click')
    expect(main.last('sync:answer-drop').input).toEqual({ connectionId: 'shop', accept })
  })
})

describe('the end of a run', () => {
  beforeEach(() => tell(running()))

  it('is said in a toast, which goes by itself', async () => {
    await tell(syncState({ last: summary({ added: 3, setAside: 2 }) }))
    expect(words()).toBe('Synced 4,298 products in 12 seconds: 3 new · 2 unreadable')
    await pass(6_000)
    expect(strip.find('.words').exists()).toBe(false)
  })

  it('is not told again on the next page, nor on one that comes long after it', async () => {
    const onPage = (): VueWrapper =>
      mount(SyncOnPage, {
        props: { connection: connectionOf({ locale: 'en' }) },
        global: { plugins: [i18n] }
      })
    await tell(syncState({ last: summary() }))
    expect(words()).toContain('Synced')
    strip.unmount()
    strip = onPage()
    expect(strip.find('.words').exists()).toBe(false)
    strip.unmount()
    await tell(running())
    await tell(syncState({ last: summary({ run: 9 }) }))
    await pass(120_000)
    strip = onPage()
    expect(strip.find('.words').exists()).toBe(false)
  })

  it('stays while someone is on it', async () => {
    await tell(syncState({ last: summary() }))
    await strip.get('.toast').trigger('pointerenter')
    await pass(60_000)
    expect(words()).toContain('Synced')
    await strip.get('.toast').trigger('pointerleave')
    await pass(6_000)
    expect(strip.find('.words').exists()).toBe(false)
  })

  it('can be closed', async () => {
    await tell(syncState({ last: summary() }))
    await button('Dismiss').trigger('click')
    expect(strip.find('.words').exists()).toBe(false)
  })

  it('has details: what it brought, why items were unreadable, how long it took', async () => {
    const reasons = { 'id-missing': 2, 'id-empty': 5 } as const
    await tell(syncState({ last: summary({ added: 3, setAside: 7, reasons }) }))
    await button('Details…').trigger('click')
    await flushPromises()
    const dialog = document.querySelector('[role=dialog]')?.textContent ?? ''
    expect(dialog).toMatch(/Last sync/)
    expect(dialog).toMatch(/It has no ID2/)
    expect(dialog.indexOf('Its ID is empty')).toBeLessThan(dialog.indexOf('It has no ID'))
    expect(dialog).toMatch(/Duration12 seconds/)
    expect(dialog).toMatch(/Outcomecomplete/i)
    await pass(60_000)
    expect(document.querySelector('[role=dialog]')).not.toBeNull()
  })

  it('fault 34: a partial one stays until it is closed, and says in plain words what that means', async () => {
    await tell(syncState({ last: summary({ outcome: 'partial' }) }))
    await pass(60_000)
    expect(words()).toContain('Synced in part')
    await button('Details…').trigger('click')
    await flushPromises()
    expect(document.querySelector('[role=dialog]')?.textContent).toContain(
      'The store’s list kept changing while it was read. Your copy has what was read; nothing was marked as gone.'
    )
  })

  it('fault 22: a failed one says why, without an alarm, and leads to the key', async () => {
    const because = { code: 'key-refused', facts: {} } as const
    await tell(syncState({ because, last: summary({ outcome: 'failed', here: 800, because }) }))
    await pass(60_000)
    expect(words()).toContain('The store refused this key. Check the key')
    expect(strip.find('[role=alert]').exists()).toBe(false)
    await button('Replace key').trigger('click')
    expect(useNavigation().place).toMatchObject({ name: 'edit', id: 'shop', focus: 'key' })
  })

  it('fault 24: leads to the address where that is wrong', async () => {
    const because = { code: 'not-found', facts: {} } as const
    await tell(syncState({ because, last: summary({ outcome: 'failed', because }) }))
    await button('Check address').trigger('click')
    expect(useNavigation().place).toEqual({ name: 'edit', id: 'shop' })
  })
})
