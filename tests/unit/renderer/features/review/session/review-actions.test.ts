import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { wholeCatalog } from '../../../../../../renderer/features/review/session/review-queue'
import { useReviewSession } from '../../../../../../renderer/features/review/session/review-session'
import { useReviewActions } from '../../../../../../renderer/features/review/session/review-actions'
import { useReviewNotes } from '../../../../../../renderer/features/review/panel/review-notes'
import { sessionMessage } from '../../../../../../renderer/features/review/session/queue-labels'
import { unreviewed } from '../../../../../../electron/contract/review-state'
import type { LogEntry, Undone } from '../../../../../../electron/contract/review'
import { review } from '../panel/builders'
import { product, productPage } from '../../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { openConnection, startStores } from '../../../support/stores'

let main: MainProcess
let session: ReturnType<typeof useReviewSession>
let marks: ReturnType<typeof useReviewActions>

beforeEach(() => {
  main = sitInMainProcess()
  main.always('reviews:queue', () => ok(null))
  main.always('reviews:save-queue', () => ok(null))
  main.always('products:place', () => ok(null))
  main.always('products:page', ({ connectionId }) =>
    ok(productPage({ connectionId, items: ['1', '2', '3', '4'].map((id) => product({ id })), totalItems: 4 }))
  )
  startStores()
  session = useReviewSession()
  marks = useReviewActions()
})

/** Which products a mark was asked for, in order. */
const asked = (): string[] =>
  main
    .asked('reviews:mark')
    .flatMap(({ input: { mark, of } }) =>
      'products' in of ? of.products.map(({ id }) => `${id} ${mark}`) : []
    )
const shown = (): string | undefined => session.cursor.current?.id

describe('a key that is pressed while a mark is being saved', () => {
  beforeEach(async () => {
    main.always('products:of', () => ok([]))
    await session.open()
  })

  it('fault 134: marks the product that was on screen then, after the one before is saved', async () => {
    void marks.mark('approved')
    void marks.mark('needs-work')
    void marks.mark('approved')
    expect(shown()).toBe('4')
    await flushPromises()
    expect(asked()).toEqual(['1 approved'])
    for (const entry of [1, 2, 3]) {
      await main.last('reviews:mark').answer(ok({ entry, changed: 1, stale: [] }))
    }
    expect(asked()).toEqual(['1 approved', '2 needs-work', '3 approved'])
    expect(session.cursor.products.map(session.stateOf)).toEqual([
      'approved',
      'needs-work',
      'approved',
      'unreviewed'
    ])
  })

  it('fault 134: takes back what was pressed before it, once that is saved', async () => {
    void marks.mark('approved')
    void marks.undo()
    await main.last('reviews:mark').answer(ok({ entry: 7, changed: 1, stale: [] }))
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 7 })
  })

  it('fault 134: is asked for at once when the page goes, with what it was pressed for', async () => {
    void marks.mark('approved')
    void marks.mark('needs-work')
    void marks.mark('ignored')
    void marks.undo()
    await flushPromises()
    expect(asked()).toEqual(['1 approved'])
    window.dispatchEvent(new Event('pagehide'))
    expect(asked()).toEqual(['1 approved', '2 needs-work'])
    expect(main.asked('reviews:undo')).toEqual([])
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    expect(asked()).toEqual(['1 approved', '2 needs-work'])
  })

  it('fault 134: takes back the mark that was saved last when the page goes', async () => {
    void marks.mark('approved')
    await main.last('reviews:mark').answer(ok({ entry: 5, changed: 1, stale: [] }))
    void marks.mark('needs-work')
    void marks.undo()
    void marks.undo()
    await flushPromises()
    window.dispatchEvent(new Event('pagehide'))
    // The one under way cannot be taken back anymore: its number is not known.
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 5 })
  })

  it('fault 134: does nothing once that could not be saved, which leads back to its product and says so', async () => {
    void marks.mark('approved')
    void marks.mark('needs-work')
    await flushPromises()
    await main.last('reviews:mark').answer(fail('storage-failed'))
    expect(shown()).toBe('1')
    expect(marks.unsaved).toMatchObject({ wish: 'approved', productId: '1' })
    expect(marks.action).toMatchObject({ kind: 'not-marked', product: { id: '1' } })
    expect(asked()).toEqual(['1 approved'])
    expect(marks.saving).toBeNull()
  })

  it('fault 134: does not mark the product that a failure has just led back to', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    try {
      void marks.mark('approved')
      await vi.advanceTimersByTimeAsync(300)
      void main.last('reviews:mark').answer(fail('storage-failed'))
      await vi.advanceTimersByTimeAsync(100)
      expect(shown()).toBe('1')
      void marks.mark('ignored')
      await vi.advanceTimersByTimeAsync(600)
      expect(asked()).toEqual(['1 approved'])
      void marks.mark('ignored')
      await vi.advanceTimersByTimeAsync(0)
      expect(asked()).toEqual(['1 approved', '1 ignored'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('fault 134: is for no product that came back by itself for as long as the hand goes on without a pause', async () => {
    vi.useFakeTimers()
    try {
      void marks.mark('approved')
      await vi.advanceTimersByTimeAsync(200)
      await main.last('reviews:mark').answer(ok({ entry: null, changed: 0, stale: ['1'] }))
      expect(shown()).toBe('1')
      for (let press = 0; press < 5; press += 1) {
        await vi.advanceTimersByTimeAsync(400)
        expect(marks.holds()).toBe(true)
      }
      await vi.advanceTimersByTimeAsync(501)
      expect(marks.holds()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('fault 134: is for a product of its own, also where the one before had changed: that is shown, and told of', async () => {
    void marks.mark('approved')
    void marks.mark('approved')
    await flushPromises()
    await main.last('reviews:mark').answer(ok({ entry: null, changed: 0, stale: ['1'] }))
    expect(shown()).toBe('1')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    expect(asked()).toEqual(['1 approved', '2 approved'])
    expect(marks.action).toMatchObject({ kind: 'stale', product: { id: '1' } })
  })
})

describe('a mark that is saved while another store is opened', () => {
  it('says nothing of that store, whose products may have the same ids', async () => {
    await session.open()
    void marks.mark('approved')
    openConnection('other')
    await session.open()
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    const { current } = session.cursor
    expect([current?.id, current && session.stateOf(current), marks.action]).toEqual([
      '1',
      'unreviewed',
      null
    ])
  })

  it('fault 134: has those asked for at once that wait behind it', async () => {
    await session.open()
    void marks.mark('approved')
    void marks.mark('ignored')
    expect(asked()).toEqual(['1 approved'])
    openConnection('other')
    await flushPromises()
    expect(asked()).toEqual(['1 approved', '2 ignored'])
    expect(main.last('reviews:mark').input.connectionId).toBe('shop')
  })

  it('can be taken back once its store is open again', async () => {
    await session.open()
    void marks.mark('approved')
    openConnection('other')
    await session.open()
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    openConnection('shop')
    await session.open()
    void marks.undo()
    await flushPromises()
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 1 })
  })
})

describe('a mark that was not saved', () => {
  beforeEach(async () => {
    await session.open()
    main.always('reviews:mark', () => fail('storage-failed'))
    await marks.mark('approved')
  })

  it('is tried again for its own product, and for no other that is on screen', async () => {
    expect(marks.unsaved).toMatchObject({ wish: 'approved', failure: { code: 'storage-failed' } })
    session.goTo('2')
    expect(marks.unsaved).toBeNull()
    await marks.retry()
    expect(main.asked('reviews:mark')).toHaveLength(1)
    session.goTo('1')
    await marks.retry()
    expect(main.asked('reviews:mark').map(({ input }) => input.of)).toMatchObject([
      { products: [{ id: '1' }] },
      { products: [{ id: '1' }] }
    ])
  })

  it('is not told of in another store', async () => {
    openConnection('other')
    await session.open()
    expect(marks.unsaved).toBeNull()
  })
})

it('what a key did in one queue is not told in the next one', async () => {
  main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
  main.always('reviews:progress', () => fail('storage-failed'))
  await session.open()
  await marks.mark('approved')
  expect(marks.action).toMatchObject({ kind: 'marked', mark: 'approved' })
  await session.start({ ...wholeCatalog, scope: 'all' })
  expect(marks.action).toBeNull()
})

it('what a key did in one store is not told in another', async () => {
  main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
  await session.open()
  await marks.mark('approved')
  expect(marks.action).toMatchObject({ kind: 'marked', mark: 'approved' })
  openConnection('other')
  await session.open()
  expect(marks.action).toBeNull()
})

describe('what was done last and is no mark of this queue', () => {
  const undone = (changes: Partial<LogEntry>): Undone => ({
    entry: {
      ...{ number: 8, at: 0, by: '', kind: 'mark', count: 1, product: null, before: null, after: null },
      ...{ of: 'mark', beforeBy: null, afterBy: null, reasonBefore: null, reason: null },
      ...{ from: null, undone: true, canUndo: false },
      ...changes
    },
    ...{ restored: 1, kept: 0, redo: 9 }
  })
  const words = (): string => (marks.action ? sessionMessage(marks.action, session.stateOf) : '')
  const saveNote = async (productId: string): Promise<void> => {
    const notes = useReviewNotes()
    notes.open({ connectionId: 'shop', productId })
    await flushPromises()
    notes.type({ connectionId: 'shop', productId }, 'Crop it')
    await notes.save({ connectionId: 'shop', productId })
  }

  beforeEach(async () => {
    main.always('products:of', ({ ids }) => ok(ids.map((id) => product({ id, name: `Bowl ${id}` }))))
    main.always('reviews:mark', () => ok({ entry: 7, changed: 1, stale: [] }))
    main.always('reviews:of', ({ productId }) => ok(review({ productId })))
    main.always('reviews:note', ({ productId, note }) => ok(review({ productId, note })))
    main.always('reviews:draft', () => ok(null))
    await session.open()
  })

  it('a saved note is taken back before the mark that came before it, and done again', async () => {
    await marks.mark('ignored')
    await saveNote('2')
    const of = { of: 'note', product: { id: '2', name: 'Bowl 2' } } as const
    const note = { kind: 'note' as const, ...of, before: '', after: 'Crop it' }
    main.always('reviews:undo', () => ok(undone(note)))
    await marks.undo()
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: null })
    expect([words(), shown()]).toEqual(['Undone: Note, Bowl 2', '2'])
    const again = { ...note, number: 9, kind: 'undo' as const, before: 'Crop it', after: '' }
    main.always('reviews:undo', () => ok({ ...undone(again), redo: 10 }))
    await marks.redo()
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 9 })
    expect(words()).toBe('Redone: Note, Bowl 2')
    main.always('reviews:undo', () => ok({ ...undone(note), redo: 11 }))
    await marks.undo()
    expect(words()).toBe('Undone: Note, Bowl 2')
    main.always('reviews:undo', () => ok({ ...undone({ number: 7 }), redo: 12 }))
    await marks.undo()
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 7 })
    expect(shown()).toBe('1')
  })

  it('a mark that is not taken back, since its product has changed, is named, and its product comes back', async () => {
    await marks.mark('ignored')
    main.always('reviews:undo', () => ok({ ...undone({ number: 7 }), restored: 0, kept: 1 }))
    await marks.undo()
    expect([words(), shown()]).toEqual(['Not undone: Walnut bowl has changed since', '1'])
  })

  it('a mark of a product that the queue does not have is named with what it is now', async () => {
    await session.start({ ...wholeCatalog, scope: 'errors' })
    await marks.mark('ignored')
    main.always('products:page', ({ connectionId }) =>
      ok(productPage({ connectionId, items: [product({ id: '4' })], totalItems: 1 }))
    )
    await session.start(wholeCatalog)
    const [before, after] = ['unreviewed', 'ignored']
    main.always('reviews:undo', () => ok(undone({ number: 7, before, after })))
    await marks.undo()
    expect(words()).toBe('Undone. Bowl 1: Unreviewed · Not in this queue')
    main.always('reviews:undo', () => ok({ ...undone({ number: 9, kind: 'undo' }), redo: 10 }))
    const priced = { ...unreviewed, state: 'needs-work' as const, reason: 'price' }
    main.always('products:of', () => ok([product({ id: '1', name: 'Bowl 1', review: priced })]))
    await marks.redo()
    expect([words(), shown()]).toEqual(['Redone. Bowl 1: Needs work: Price · Not in this queue', '4'])
  })

  it('a mark that was being saved when the queue began is named with what its product is now', async () => {
    void marks.mark('ignored')
    main.always('products:page', ({ connectionId }) =>
      ok(productPage({ connectionId, items: [product({ id: '4' })], totalItems: 1 }))
    )
    await session.start({ ...wholeCatalog, scope: 'errors' })
    await flushPromises()
    main.always('reviews:undo', () => ok(undone({ number: 7, before: 'unreviewed', after: 'ignored' })))
    await marks.undo()
    expect(words()).toBe('Undone. Bowl 1: Unreviewed · Not in this queue')
  })

  it('marks of several products are told with the reason that was given after them', async () => {
    const [first, ...others] = session.cursor.products.slice(0, 3)
    if (!first) throw new Error('the queue is empty')
    await marks.markMany('needs-work', [first, ...others])
    expect(words()).toBe('3 products: Needs work')
    await marks.giveReason([first, ...others], 'price')
    expect(words()).toBe('3 products: Needs work: Price')
  })

  it('marks of several products are taken back and done again by how many they are', async () => {
    const [first, ...others] = session.cursor.products.slice(0, 3)
    if (first) await marks.markMany('ignored', [first, ...others])
    const ignored = undone({ number: 7, count: 3, after: 'ignored' })
    main.always('reviews:undo', () => ok({ ...ignored, restored: 3 }))
    await marks.undo()
    expect([words(), shown()]).toEqual(['Undone: Ignored, 3 products', '1'])
    const again = undone({ number: 9, kind: 'undo', count: 3, before: 'ignored' })
    main.always('reviews:undo', () => ok({ ...again, restored: 2, kept: 1, redo: 10 }))
    await marks.redo()
    expect(words()).toBe('Redone: Ignored, 2 products')
  })

  it('is not done again where it has changed since, and says so', async () => {
    await marks.mark('ignored')
    main.always('reviews:undo', () => ok(undone({ number: 7, product: { id: '1', name: 'Bowl 1' } })))
    await marks.undo()
    main.always('reviews:undo', () => ok(null))
    await marks.redo()
    expect(words()).toBe('Not redone: Bowl 1 has changed since')
    await saveNote('2')
    main.always('reviews:undo', () => ok(undone({ kind: 'note', of: 'note' })))
    await marks.undo()
    main.always('reviews:undo', () => ok(null))
    await marks.redo()
    expect(words()).toBe('Not redone: it has changed since')
  })

  it('a mark that changed nothing is no step, and says so', async () => {
    await marks.mark('ignored')
    main.always('reviews:mark', () => ok({ entry: null, changed: 0, stale: [] }))
    await marks.mark('approved')
    expect(words()).toBe('No change: Walnut bowl is already approved')
    main.always('reviews:undo', () => ok(undone({ number: 7 })))
    await marks.undo()
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 7 })
  })
})

it('a reason that a product had already, given before that is known, is said to change nothing once it is', async () => {
  await session.open()
  const [first] = session.cursor.products
  if (first === undefined) throw new Error('there is nothing to review')
  void marks.mark('needs-work')
  void marks.giveReason([first], 'price')
  for (let answers = 0; answers < 2; answers++)
    await main.last('reviews:mark').answer(ok({ entry: null, changed: 0, stale: [] }))
  expect(marks.action && sessionMessage(marks.action, session.stateOf)).toBe(
    'No change: Walnut bowl already needs work'
  )
})

it('what a product has become stays on screen where an older question for it is answered later', async () => {
  await session.open()
  const now = product({ id: '1', name: 'Walnut dish', contentFingerprint: 'other' })
  void session.changed()
  const older = main.last('products:of')
  void session.showNewer()
  await main.last('products:of').answer(ok([now]))
  await older.answer(ok([now]))
  expect([session.cursor.current?.name, session.newer?.isShown]).toEqual(['Walnut dish', true])
})
