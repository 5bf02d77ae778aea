import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import type { Change } from '../../../../../electron/contract/history'
import ChangesInbox from '../../../../../renderer/features/changes/ChangesInbox.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useReviews } from '../../../../../renderer/features/review'
import { useChanges } from '../../../../../renderer/features/changes/changes'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { change, changesPage } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let all: Change[]
let inbox: VueWrapper

/** Four changes of four products, of which those that are seen leave the list. */
beforeEach(async () => {
  all = [1, 2, 3, 4].map((number) => {
    const product = { ...change().product, id: `p${number}`, name: `Product ${number}` }
    return change({ number, product })
  })
  main = sitInMainProcess()
  main.always('history:changes', ({ offset, limit }) => {
    const listed = all.filter(({ seen }) => !seen)
    return ok({ ...changesPage(listed), changes: listed.slice(offset, offset + limit) })
  })
  main.always('history:mark-seen', ({ changes, seen }) => {
    const ranges = 'ranges' in changes ? changes.ranges : []
    const isMeant = ({ number }: Change): boolean => ranges.some(([a, b]) => number >= a && number <= b)
    all = all.map((each) => (isMeant(each) ? { ...each, seen } : each))
    return ok({ ranges, unseen: all.filter((each) => !each.seen).length })
  })
  startStores()
  await open()
})
afterEach(() => inbox.unmount())

async function open(): Promise<void> {
  inbox = mount(ChangesInbox, {
    props: { connection, now: Date.now() },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}

/** Leaves the page, and comes back to it by a key. */
async function leaveAndComeBack(meanwhile: () => void = () => undefined): Promise<void> {
  inbox.unmount()
  meanwhile()
  await open()
}

async function press(key: string): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event)
  await flushPromises()
}

/** The product whose row the keyboard is in, the one whose row is highlighted, and the one beside the list. */
const state = (): (string | undefined)[] => [
  document.activeElement?.closest('.row')?.querySelector('.name')?.textContent,
  document.querySelector('.row:has([aria-current=true]) .name')?.textContent,
  document.querySelector('aside h2')?.textContent
]

it('opens the current change by Enter on the page that was just opened', async () => {
  expect(document.activeElement).toBe(document.body)
  expect(state()).toEqual([undefined, 'Product 1', undefined])
  await press('Enter')
  expect(state()[2]).toBe('Product 1')
})

it('shows beside the list what the keyboard is in, also after a mark and after that is undone', async () => {
  await press('j')
  await press('d')
  expect(state()).toEqual(['Product 2', 'Product 2', 'Product 2'])
  await press('s')
  expect(state()).toEqual(['Product 3', 'Product 3', 'Product 3'])
  await useReviews().undoLast('shop')
  await flushPromises()
  expect(state()).toEqual(['Product 3', 'Product 3', 'Product 3'])
  await press('k')
  expect(state()).toEqual(['Product 2', 'Product 2', 'Product 2'])
})

it('closes what is shown beside the list by Escape in the list, too', async () => {
  await press('j')
  await press('d')
  expect(state()[2]).toBe('Product 2')
  await press('Escape')
  expect(state()).toEqual(['Product 2', 'Product 2', undefined])
})

it('offers kinds of changes while there are changes', async () => {
  const kinds = (): boolean => inbox.find('[role=group][aria-label="Kinds of changes"]').exists()
  expect(kinds()).toBe(true)
  await useChanges().markSeen({ ranges: [[1, 4]] }, true)
  await flushPromises()
  expect(inbox.find('.row').exists()).toBe(false)
  expect(kinds()).toBe(false)
})

it('offers nothing to narrow before there was any change', async () => {
  inbox.unmount()
  all = []
  startStores()
  await open()
  expect(inbox.text()).toContain('Nothing to compare with yet')
  expect(inbox.find('.tools').exists()).toBe(false)
})

it('marks as seen what is listed, and says so where that is not all', async () => {
  const button = (): string => inbox.get('button.all').text()
  expect(button()).toBe('Mark all as seen')
  useChanges().narrow({ kinds: ['price'] })
  await flushPromises()
  expect(button()).toBe('Mark these as seen')
})

it('says beside the list nothing of changes that were seen meanwhile', async () => {
  const other = change({ number: 9, product: { ...change().product, id: 'p1' } })
  let isSeen = false
  main.always('history:of', () => ok({ changes: [{ ...other, seen: isSeen }], prices: [], since: null }))
  const beside = (): boolean => inbox.find('aside [data-others]').exists()
  await press('Enter')
  expect(beside()).toBe(true)
  isSeen = true
  await useChanges().markSeen({ ranges: [[1, 4]] }, true)
  await flushPromises()
  expect(beside()).toBe(false)
})

it('tells of what was marked as seen in a toast with a way back, which goes by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const toast = (): string | undefined =>
    inbox
      .findAll('.floating')
      .find((each) => each.text().includes('seen'))
      ?.text()
  await useChanges().markSeen({ ranges: [[1, 2]] }, true)
  await flushPromises()
  expect(toast()).toContain('2 changes marked as seen.')
  await useReviews().undoLast('shop')
  await flushPromises()
  expect(toast()).toContain('2 changes marked as not seen.Redo')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(toast()).toBeUndefined()
  await useChanges().markSeen({ ranges: [[3, 4]] }, true)
  await flushPromises()
  expect(useChanges().marked).not.toBeNull()
  inbox.unmount()
  expect(useChanges().marked).toBeNull()
})

it('tells only what was done last: a decision, or that changes were seen', async () => {
  main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
  const toasts = (): string[] => inbox.findAll('.toast').map((each) => each.text())
  async function ignore(name: string): Promise<void> {
    await useReviews().mark('shop', 'ignored', { products: [{ id: name, contentFingerprint: '' }] }, { name })
    await flushPromises()
  }
  await ignore('Mug')
  expect(toasts()).toEqual([expect.stringContaining('Ignored Mug')])
  await press('k')
  await press('s')
  expect(toasts()).toEqual([expect.stringContaining('1 change marked as seen.')])
  await ignore('Jug')
  expect(toasts()).toEqual([expect.stringContaining('Ignored Jug')])
})

it('is found as it was left, with the current change, its details, and the keyboard in its row', async () => {
  await press('j')
  await press('d')
  await leaveAndComeBack()
  expect(state()).toEqual(['Product 2', 'Product 2', 'Product 2'])
  await press('j')
  await press('d')
  await leaveAndComeBack()
  expect(state()).toEqual(['Product 3', 'Product 3', undefined])
  await press('j')
  expect(state()[1]).toBe('Product 4')
})

it('goes on at what came after the current change where that was marked on another page', async () => {
  await press('j')
  await press('j')
  await leaveAndComeBack(() => {
    all = all.map((each) => ({ ...each, seen: each.number === 1 || each.number === 3 }))
  })
  expect(state()).toEqual(['Product 4', 'Product 4', undefined])
})

it('stays with the current change when a sync has brought others before it', async () => {
  await press('j')
  await leaveAndComeBack(() => {
    const news = Array.from({ length: 150 }, (_, at) => change({ number: at + 5, run: 3 }))
    all = [...news, ...all]
  })
  expect(state()).toEqual(['Product 2', 'Product 2', undefined])
})

it('begins at the first change where nobody went to another, as when it is narrowed', async () => {
  await leaveAndComeBack(() => {
    all = [change({ number: 5, run: 3 }), ...all]
  })
  expect(state()[1]).toBe('Oak chair')
  await press('j')
  await press('j')
  inbox.unmount()
  useChanges().narrow({ kinds: ['price'] })
  await open()
  expect(state()[1]).toBe('Oak chair')
})
