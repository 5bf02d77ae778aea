import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { Change } from '../../../../../electron/contract/history'
import { unreviewed } from '../../../../../electron/contract/review-state'
import { useQueryCache } from '@pinia/colada'
import { queryKey } from '../../../../../renderer/shared/data/queries'
import ChangesInbox from '../../../../../renderer/features/changes/ChangesInbox.vue'
import { useReviews } from '../../../../../renderer/features/review'
import { useChanges } from '../../../../../renderer/features/changes/changes'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { logEntry, review } from '../review/panel/builders'
import { change, changesPage } from './builders'
import { startStores } from '../../support/stores'
import { eventually } from '../../../../support/eventually'

let main: MainProcess
let all: Change[]
let inbox: VueWrapper
/** Marks that were saved: the last one's number in the log. */
let entries: number

const now = { contentFingerprint: 'f', review: unreviewed, findings: [] }
const undoneEntry = logEntry({
  ...{ number: 1, at: 0, by: '', product: null, of: null, before: null, after: null },
  ...{ undone: true, canUndo: false }
})
const of = (id: number): Change['product'] => ({
  ...change().product,
  id: `p${id}`,
  name: `Product ${id}`,
  now
})

/** Two changes of the first product, one of each of the next two; what is decided on is seen, as the main process does it. */
beforeEach(async () => {
  all = [1, 1, 2, 3].map((id, at) => change({ number: at + 1, run: at < 2 ? 3 : 2, product: of(id) }))
  main = sitInMainProcess()
  entries = 0
  main.always('history:changes', ({ unseen }) => ok(changesPage(all.filter(({ seen }) => !unseen || !seen))))
  main.always('reviews:mark', ({ of: marked }) => {
    const ids = 'products' in marked ? marked.products.map(({ id }) => id) : []
    see(ids, true)
    return ok({ entry: ++entries, changed: 1, stale: [] })
  })
  main.always('history:mark-seen', ({ changes, seen }) => {
    const ranges = 'ranges' in changes ? changes.ranges : []
    const isMeant = ({ number }: Change): boolean => ranges.some(([a, b]) => number >= a && number <= b)
    all = all.map((each) => (isMeant(each) ? { ...each, seen } : each))
    return ok({ ranges, unseen: all.filter((each) => !each.seen).length })
  })
  startStores()
  inbox = mount(ChangesInbox, {
    props: { connection, now: Date.now() },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
})
afterEach(() => inbox.unmount())

function see(ids: readonly string[], seen: boolean): void {
  all = all.map((each) => (ids.includes(each.product.id) ? { ...each, seen } : each))
}
/** A sync finds that the store does not list it anymore. */
function drop(id: number): void {
  const product = { ...of(id), listed: false }
  all = [
    change({ number: 9, run: 4, kind: 'gone', product }),
    ...all.map((each) => (each.product.id === product.id ? { ...each, product } : each))
  ]
  main.emit('catalog:changed', { connectionId: 'shop' })
}
async function told(): Promise<void> {
  main.emit('reviews:changed', { connectionId: 'shop', productIds: null })
  await flushPromises()
}
async function press(key: string): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, shiftKey: key === 'C', bubbles: true, cancelable: true })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  await flushPromises()
}
/** What the window has around the page. */
function addPage(): HTMLElement {
  const page = document.createElement('main')
  Object.assign(page, { id: 'main', tabIndex: -1 })
  document.body.append(page)
  onTestFinished(() => page.remove())
  return page
}
const focused = (): string | null =>
  document.activeElement?.closest('.row')?.querySelector('.name')?.textContent ?? null
const highlighted = (): string | null =>
  document.querySelector('.row:has([aria-current=true]) .name')?.textContent ?? null
const rows = (): (string | null)[] =>
  [...document.querySelectorAll('.row .name')].map(({ textContent }) => textContent)
const marks = (): unknown[] =>
  main.asked('reviews:mark').map(({ input }) => {
    const ids = 'products' in input.of ? input.of.products.map(({ id }) => id).join() : ''
    return [ids, input.mark, input.reason]
  })

it('says that nothing compares with the current product where Shift+C is pressed and it has no twins', async () => {
  await press('C')
  expect(useReviews().last).toMatchObject({ kind: 'alone', product: { id: 'p1' } })
})

describe('deciding on a changed product', () => {
  it('has not seen a text of which the row tells a part', async () => {
    const [first, ...others] = all
    const text = (after: string): Partial<Change> => ({ ...first, kind: 'description', before: '', after })
    all = [change(text('A lamp. '.repeat(40))), ...others]
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    await press('k')
    await press('a')
    expect(main.last('reviews:mark').input.changes, 'its other change is told whole').toEqual([2])
    all = [change(text('A lamp.')), ...others]
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    await press('k')
    await press('a')
    expect(main.last('reviews:mark').input.changes).toEqual([1, 2])
  })

  it('goes on to the next product, whose row the keyboard stays in when the changes have left', async () => {
    await press('k')
    await press('a')
    expect(marks()).toEqual([['p1', 'approved', undefined]])
    expect(focused()).toBe('Product 2')
    await told()
    expect(rows()).toEqual(['Product 2', 'Product 3'])
    expect([focused(), highlighted()]).toEqual(['Product 2', 'Product 2'])
    await press('i')
    await told()
    expect([focused(), highlighted()]).toEqual(['Product 3', 'Product 3'])
  })

  it('has seen of it what the rows tell, which is nothing where they have no room for it', async () => {
    await press('k')
    await press('a')
    expect(main.last('reviews:mark').input.changes).not.toEqual([])
    const narrow = document.createElement('style')
    narrow.textContent = '[data-told] { display: none }'
    document.head.append(narrow)
    await press('k')
    await press('a')
    narrow.remove()
    expect(main.last('reviews:mark').input.changes).toEqual([])
  })

  it('keeps the keyboard in the row of the next product where a heading comes to its place, also beside an open product', async () => {
    addPage()
    all = [1, 2, 3, 4].map((id) => change({ number: id, run: id < 3 ? 3 : 2, product: of(id) }))
    await told()
    await press('k')
    await press('d')
    // The heading of the group below comes to the place where its row was.
    for (const next of ['Product 2', 'Product 3']) {
      await press('a')
      await told()
      expect([focused(), highlighted()]).toEqual([next, next])
    }
    await press('s')
    expect([rows(), focused()]).toEqual([['Product 4'], 'Product 4'])
  })

  it('stays with the product that a person has opened, however many changes a sync brings before it', async () => {
    const pages = (limit: number, offset: number): Change[] => all.slice(offset, offset + limit)
    main.always('history:changes', ({ offset, limit }) =>
      ok({ ...changesPage(all), changes: pages(limit, offset) })
    )
    await press('k')
    await press('j')
    await press('j')
    await press('d')
    const shown = (): string | undefined => document.querySelector('aside h2')?.textContent.trim()
    expect(shown()).toBe('Product 2')
    const news = Array.from({ length: 250 }, (_, at) =>
      change({ number: 100 + at, run: 4, product: of(100 + at) })
    )
    all = [...news, ...all]
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(shown()).toBe('Product 2')
    await press('a')
    expect(marks()).toEqual([['p2', 'approved', undefined]])
  })

  it('stays with the last product that is left, and ends at the page when none is', async () => {
    await press('k')
    await press('End')
    await press('a')
    await told()
    expect([rows().length, focused(), highlighted()]).toEqual([3, 'Product 2', 'Product 2'])
    await press('a')
    await told()
    await press('a')
    await told()
    expect(rows()).toEqual([])
    expect(marks()).toHaveLength(3)
  })

  it('goes on at the page when the last product has left the list, beside which it may still be open', async () => {
    const page = addPage()
    for (const keys of [['a'], ['d', 'a'], ['d', 'a', 'Escape'], ['d', 'Escape', 'a']]) {
      all = [change({ number: 1, run: 3, product: of(1) })]
      await told()
      await press('k')
      expect(focused()).toBe('Product 1')
      for (const key of keys) {
        await press(key)
        if (key === 'a') await told()
      }
      expect([rows(), document.activeElement], keys.join()).toEqual([[], page])
      await press('Escape')
      expect([document.querySelector('aside'), document.activeElement], keys.join()).toEqual([null, page])
    }
  })

  it('goes on with the next product where that of the pane has left the list by the time it is closed', async () => {
    await press('k')
    await press('d')
    document.querySelector<HTMLElement>('aside')?.focus()
    see(['p1'], true)
    await told()
    await press('Escape')
    expect([focused(), highlighted()]).toEqual(['Product 2', 'Product 2'])
  })

  it('goes to the first change when filters are cleared that left the list empty', async () => {
    main.always('history:changes', ({ kinds }) =>
      ok(kinds.length > 0 ? changesPage([], { newest: 4 }) : changesPage(all))
    )
    useChanges().narrow({ kinds: ['gone'] })
    await flushPromises()
    const clear = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === 'Clear filters'
    )
    clear?.focus()
    clear?.click()
    await flushPromises()
    expect(focused()).toBe('Product 1')
  })

  it('has filters and a list that F6 leads to one after the other', () => {
    const regions = ['.kind', '.row'].map((part) => document.querySelector(part)?.closest('[data-region]'))
    expect(regions.every((region) => region instanceof HTMLElement)).toBe(true)
    expect(regions[0]).not.toBe(regions[1])
  })

  it('marks at once and asks why in passing: a number answers, and no other key waits for that', async () => {
    await press('k')
    await press('w')
    expect(marks()).toEqual([['p1', 'needs-work', undefined]])
    expect(document.querySelector('[data-reasons]')?.textContent).toContain('Product 1')
    expect(focused()).toBe('Product 2')
    await press('2')
    expect(marks().slice(1)).toEqual([['p1', 'needs-work', 'price']])
    expect(document.querySelector('[data-reasons]')).toBeNull()
    await press('w')
    await press('a')
    expect(document.querySelector('[data-reasons]')).toBeNull()
    expect(marks().slice(2)).toEqual([
      ['p2', 'needs-work', undefined],
      ['p3', 'approved', undefined]
    ])
  })

  it('asks for no reason of a product that was not marked for its other changes, which is said in its place', async () => {
    const refused = { entry: null, changed: 0, stale: ['p1'], otherChanges: true }
    main.hold('reviews:mark')
    await press('k')
    await press('w')
    await press('2')
    await main.last('reviews:mark').answer(ok(refused))
    await flushPromises()
    main.always('reviews:mark', () => ok(refused))
    expect(marks(), 'the reason would mark it').toEqual([['p1', 'needs-work', undefined]])
    await press('w')
    expect(document.querySelector('[data-reasons]')).toBeNull()
    expect(inbox.text()).toContain('Press W again')
  })

  it('leads to what a sync has changed of it meanwhile by the first press, and marks it by the second', async () => {
    await press('k')
    await press('j')
    await press('j')
    expect(focused()).toBe('Product 2')
    const newer = { ...of(2), now: { ...now, contentFingerprint: 'other' } }
    all = [
      change({ number: 9, run: 4, product: newer }),
      ...all.map((each) => (each.product.id === 'p2' ? { ...each, product: newer } : each))
    ]
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    await press('a')
    expect(marks()).toEqual([])
    expect(useReviews().last).toMatchObject({ kind: 'unseen', product: { id: 'p2' } })
    expect(document.activeElement?.closest('.row')).toBe(document.querySelector('.row'))
    expect(document.querySelector('aside h2')?.textContent.trim()).toBe('Product 2')
    // It was read by then.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500)
    onTestFinished(() => void vi.restoreAllMocks())
    await press('a')
    expect(marks()).toEqual([['p2', 'approved', undefined]])
    expect(main.last('reviews:mark').input.changes).toContain(9)
  })

  it.each(['the key', 'the button'])(
    'holds the first press of %s for the product beside the list that the store has just taken out',
    async (by) => {
      main.always('reviews:of', ({ productId }) => ok(review({ productId })))
      await press('k')
      await press('j')
      await press('j')
      await press('d')
      drop(2)
      await flushPromises()
      const approve = async (): Promise<void> => {
        if (by === 'the key') await press('a')
        else await inbox.get('aside [data-review] button').trigger('click')
      }
      await approve()
      expect(marks()).toEqual([])
      expect(inbox.text()).toContain('Product 2 is no longer in the store')
      expect(document.querySelector('aside h3')?.textContent.trim()).toBe('Gone')
      // It was read by then.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500)
      onTestFinished(() => void vi.restoreAllMocks())
      await flushPromises()
      await approve()
      expect(marks()).toEqual([['p2', 'approved', undefined]])
    }
  )

  it('holds it as well where the change that the product was opened at has left the list since', async () => {
    await press('k')
    await press('j')
    await press('j')
    await press('d')
    document.querySelector<HTMLElement>('aside')?.focus()
    see(['p2'], true)
    await told()
    expect(rows()).not.toContain('Product 2')
    drop(2)
    await flushPromises()
    expect(rows()).toContain('Product 2')
    expect(document.querySelector('aside h2')?.textContent.trim()).toBe('Product 2')
    await press('a')
    expect(marks()).toEqual([])
    expect(inbox.text()).toContain('Product 2 is no longer in the store')
  })

  it('suggests what changed as the reason, whatever was found of the product', async () => {
    all = all.map((each) => ({
      ...each,
      product: { ...each.product, now: { ...now, findings: ['picture-missing'] } }
    }))
    await told()
    await press('k')
    await press('w')
    await press('Enter')
    expect(marks().slice(1)).toEqual([['p1', 'needs-work', 'price']])
  })

  it('leaves the mark without a reason at Escape, and takes it back with its reason at U', async () => {
    const undone = (): unknown[] => main.asked('reviews:undo').map(({ input }) => input.entry)
    await press('k')
    await press('w')
    await press('Escape')
    expect(document.querySelector('[data-reasons]')).toBeNull()
    expect(marks()).toHaveLength(1)
    await press('w')
    await press('1')
    await press('u')
    const entry = { ...undoneEntry, number: 3 }
    await main.last('reviews:undo').answer(ok({ entry, redo: 4, restored: 1, kept: 0 }))
    expect(undone()).toEqual([null, 2])
  })

  it('has one order of Undo and Redo with what was seen: nothing is done again that was taken back before it', async () => {
    const reviews = useReviews()
    const seen = (): unknown[] => main.asked('history:mark-seen').map(({ input }) => input.seen)
    main.always('reviews:undo', () => ok({ entry: undoneEntry, redo: 2, restored: 1, kept: 0 }))
    await press('k')
    await press('a')
    await press('u')
    expect(reviews.canRedo('shop')).toBe(true)
    await press('s')
    expect([seen(), reviews.canRedo('shop')]).toEqual([[true], false])
    await press('u')
    expect([seen(), main.asked('reviews:undo').length]).toEqual([[true, false], 1])
    await reviews.redo('shop')
    expect([seen(), main.asked('reviews:undo').length]).toEqual([[true, false, true], 1])
    await press('a')
    await press('u')
    await press('u')
    expect(seen().slice(3), 'the mark first, then what was seen before it').toEqual([false])
    await reviews.redo('shop')
    inbox.unmount()
    await reviews.undoLast('shop')
    expect(seen().slice(4), 'no page tells of it anymore').toEqual([true])
  })

  it('goes on from the current change by the first arrow, letter or leap on the page, and stays at the first', async () => {
    const page = document.createElement('main')
    Object.assign(page, { id: 'main', tabIndex: -1 })
    document.body.append(page)
    onTestFinished(() => page.remove())
    all = [1, 2, 3].map((id) => change({ number: id, product: of(id) }))
    await told()
    const arrive = async (key: string): Promise<unknown> => {
      useChanges().narrow({ unseen: true })
      await flushPromises()
      page.focus()
      await press(key)
      return [focused(), highlighted()]
    }
    expect(highlighted()).toBe('Product 1')
    expect(await arrive('ArrowUp')).toEqual(['Product 1', 'Product 1'])
    expect(await arrive('ArrowDown')).toEqual(['Product 2', 'Product 2'])
    expect(await arrive('k')).toEqual(['Product 1', 'Product 1'])
    expect(await arrive('j')).toEqual(['Product 2', 'Product 2'])
    expect(await arrive('Home')).toEqual(['Product 1', 'Product 1'])
    expect(await arrive('End')).toEqual(['Product 3', 'Product 3'])
    expect(await arrive('ArrowUp')).toEqual(['Product 2', 'Product 2'])
    expect(await arrive('ArrowDown')).toEqual(['Product 3', 'Product 3'])
    await press('a')
    expect(marks()).toEqual([['p3', 'approved', undefined]])
  })

  it('goes on from the current change where the entry of the sidebar that led to it has the focus', async () => {
    const sidebar = document.createElement('nav')
    sidebar.innerHTML = '<button aria-current="page">Changes</button><button>Review</button>'
    document.body.append(sidebar)
    onTestFinished(() => sidebar.remove())
    const [here, other] = sidebar.querySelectorAll('button')
    other?.focus()
    await press('ArrowDown')
    expect(document.activeElement).toBe(other)
    here?.focus()
    await press('ArrowDown')
    await press('ArrowDown')
    expect(focused()).toBe('Product 2')
  })

  it('goes back to the product whose mark is undone, once it is in the list again', async () => {
    await press('k')
    await press('a')
    await told()
    expect([rows().length, focused()]).toEqual([2, 'Product 2'])
    await press('u')
    const entry = { ...undoneEntry, product: { id: 'p1', name: 'Product 1' } }
    await main.last('reviews:undo').answer(ok({ entry, redo: 2, restored: 1, kept: 0 }))
    see(['p1'], false)
    await told()
    expect(rows()).toHaveLength(4)
    expect([focused(), highlighted()]).toEqual(['Product 1', 'Product 1'])
    await press('j')
    expect(focused()).toBe('Product 1')
    await press('j')
    expect(focused()).toBe('Product 2')
  })

  it('fault 134: holds marks that come after Undo until its product is in the list again, for which they are', async () => {
    await press('k')
    await press('a')
    await told()
    await press('u')
    await press('i')
    const entry = { ...undoneEntry, product: { id: 'p1', name: 'Product 1' } }
    await main.last('reviews:undo').answer(ok({ entry, redo: 2, restored: 1, kept: 0 }))
    await press('w')
    expect(marks(), 'the keyboard is at another product still').toEqual([['p1', 'approved', undefined]])
    see(['p1'], false)
    await told()
    await eventually(() =>
      expect(marks()).toEqual([
        ['p1', 'approved', undefined],
        ['p1', 'ignored', undefined],
        ['p2', 'needs-work', undefined]
      ])
    )
  })

  it('marks what a person has gone to after Undo, though its product has not come back', async () => {
    await press('k')
    await press('a')
    await told()
    await press('u')
    const entry = { ...undoneEntry, product: { id: 'p1', name: 'Product 1' } }
    await main.last('reviews:undo').answer(ok({ entry, redo: 2, restored: 1, kept: 0 }))
    await press('ArrowDown')
    expect(focused()).toBe('Product 3')
    await press('i')
    expect(marks()[1]).toEqual(['p3', 'ignored', undefined])
  })

  it('fault 134: drops marks that come after an Undo that fails', async () => {
    await press('k')
    await press('a')
    await told()
    await press('u')
    await press('i')
    await main.last('reviews:undo').answer(fail('storage-failed'))
    expect(marks()).toHaveLength(1)
    await press('i')
    expect(marks()[1]).toEqual(['p2', 'ignored', undefined])
  })

  it('goes back from a note that was saved by Ctrl and Enter to the row, and the pane stays', async () => {
    main.always('reviews:of', ({ productId }) => ok(review({ productId })))
    main.always('reviews:note', ({ productId, note }) => ok(review({ productId, note })))
    await press('k')
    await press('n')
    const field = inbox.get('[data-note]')
    expect(document.activeElement).toBe(field.element)
    await field.setValue('Too cheap')
    await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
    expect(main.last('reviews:note').input.note).toBe('Too cheap')
    expect([focused(), document.querySelector('aside h2')?.textContent]).toEqual(['Product 1', 'Product 1'])
    await press('a')
    expect(marks()).toEqual([['p1', 'approved', undefined]])
  })

  it('goes on with the product of the pane after a note where its change has left the list', async () => {
    main.always('reviews:of', ({ productId }) => ok(review({ productId })))
    main.always('reviews:note', ({ productId, note }) => ok(review({ productId, note })))
    await press('k')
    await press('n')
    const field = inbox.get('[data-note]')
    await field.setValue('Too cheap')
    see(['p1'], true)
    await told()
    expect([rows(), document.activeElement]).toEqual([['Product 2', 'Product 3'], field.element])
    await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
    await press('a')
    expect(marks()).toEqual([['p1', 'approved', undefined]])
  })

  it('goes on in the list after a mark from the pane, as the arrows do then', async () => {
    main.always('reviews:of', ({ productId }) => ok(review({ productId })))
    await press('k')
    await press('n')
    await press('Escape')
    expect(document.activeElement?.matches('aside')).toBe(true)
    await press('a')
    expect(marks()).toEqual([['p1', 'approved', undefined]])
    expect(focused()).toBe('Product 2')
    await press('ArrowDown')
    expect(focused()).toBe('Product 3')
  })

  it('leaves the note by Escape for the product beside the list, and that by the next', async () => {
    main.always('reviews:of', ({ productId }) => ok(review({ productId })))
    await press('k')
    await press('n')
    await press('Escape')
    expect(document.activeElement?.matches('aside')).toBe(true)
    await press('Escape')
    expect([document.querySelector('aside'), focused()]).toEqual([null, 'Product 1'])
  })

  it('leaves no other number in the sidebar than the list has', async () => {
    const inSidebar = (): number | undefined =>
      useQueryCache().getQueryData<number>(queryKey('history:unseen', { connectionId: 'shop' }))
    await press('k')
    await press('a')
    await told()
    expect([useChanges().latest?.unseen, inSidebar()]).toEqual([2, 2])
  })

  it('keeps row and pane together when what was marked comes back', async () => {
    await press('k')
    await press('d')
    await press('a')
    await told()
    const shown = (): (string | null | undefined)[] => [
      focused(),
      highlighted(),
      document.querySelector('aside h2')?.textContent
    ]
    expect(shown()).toEqual(['Product 2', 'Product 2', 'Product 2'])
    see(['p1'], false)
    await told()
    expect(rows()).toHaveLength(4)
    expect(shown()).toEqual(['Product 2', 'Product 2', 'Product 2'])
  })

  it('leaves the changes of a product where they are in the list of all, with what was decided', async () => {
    useChanges().narrow({ unseen: false })
    await flushPromises()
    await press('k')
    await press('a')
    all = all.map((each) =>
      each.product.id === 'p1'
        ? {
            ...each,
            product: { ...each.product, now: { ...now, review: { ...unreviewed, state: 'approved' } } }
          }
        : each
    )
    await told()
    expect(rows()).toHaveLength(4)
    expect(document.querySelectorAll('[data-review-state]')).toHaveLength(2)
    expect(focused()).toBe('Product 2')
  })
})
