import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useReviews, type MarkedProducts } from '../../../../../renderer/features/review/reviews'
import { useUndoOrder } from '../../../../../renderer/shared/data/undo-order'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { logEntry, review } from './panel/builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let reviews: ReturnType<typeof useReviews>
const bowl = { connectionId: 'shop', productId: 'p-1' }
const named = { products: [{ id: 'p-1', contentFingerprint: 'as it was' }] }
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  reviews = useReviews()
})

describe('the review of a product', () => {
  it('is read when it is looked at, and forgotten when nobody looks anymore', async () => {
    const [stop, stopToo] = [reviews.look(bowl), reviews.look(bowl)]
    await main.last('reviews:of').answer(ok(review({ note: 'Crop it' })))
    expect(reviews.of(bowl)?.note).toBe('Crop it')
    stop()
    stop()
    expect(reviews.of(bowl)?.note).toBe('Crop it')
    stopToo()
    expect(reviews.of(bowl)).toBeNull()
  })

  it('is read again when it changed, and when the product may be another', async () => {
    reviews.look(bowl)
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-2'] })
    main.emit('reviews:changed', { connectionId: 'other', productIds: null })
    expect(main.asked('reviews:of')).toHaveLength(1)
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-1'] })
    main.emit('reviews:changed', { connectionId: 'shop', productIds: null })
    main.emit('catalog:changed', { connectionId: 'shop' })
    expect(main.asked('reviews:of')).toHaveLength(4)
    const [first] = main.asked('reviews:of')
    await main.last('reviews:of').answer(ok(review({ state: 'changed', mark: 'approved' })))
    await first?.answer(ok(review()))
    expect(reviews.of(bowl)?.state).toBe('changed')
  })

  it('says why it cannot be read, until it can', async () => {
    reviews.look(bowl)
    await main.last('reviews:of').answer(fail('storage-failed'))
    expect(reviews.failureOf(bowl)?.code).toBe('storage-failed')
    reviews.look(bowl)
    await main.last('reviews:of').answer(ok(review()))
    expect(reviews.failureOf(bowl)).toBeNull()
  })
})

describe('a mark', () => {
  it('is called done only once it is saved', async () => {
    void reviews.mark('shop', 'approved', named)
    expect(reviews.last).toBeNull()
    expect(reviews.underWay).toBe(1)
    await main.last('reviews:mark').answer(ok({ entry: 4, changed: 1, stale: [] }))
    expect(reviews.last).toMatchObject({ kind: 'marked', mark: 'approved', entry: 4, changed: 1 })
    expect(reviews.underWay).toBe(0)
  })

  it('of several counts those that had it before, where that is known', async () => {
    const products = ['a', 'b', 'c', 'd'].map((id) => ({ id, contentFingerprint: 'f' }))
    const already = async (of: MarkedProducts, stale: string[] = []): Promise<unknown> => {
      void reviews.mark('shop', 'approved', of)
      await main.last('reviews:mark').answer(ok({ entry: 4, changed: 2, stale }))
      return reviews.last?.kind === 'marked' ? reviews.last.already : null
    }
    expect(await already({ products })).toBe(2)
    expect(await already({ products }, ['d'])).toBe(1)
    expect(await already({ productQuery: emptyQuery, count: 7 })).toBe(5)
  })

  it('fault 80: that was not saved says so, and can be tried again', async () => {
    void reviews.mark('shop', 'ignored', named)
    await main.last('reviews:mark').answer(fail('storage-failed'))
    expect(reviews.last?.kind).toBe('not-marked')
    if (reviews.last && 'again' in reviews.last) reviews.last.again()
    expect(main.last('reviews:mark').input).toEqual({ connectionId: 'shop', mark: 'ignored', of: named })
    await main.last('reviews:mark').answer(ok({ entry: 5, changed: 1, stale: [] }))
    expect(reviews.last).toMatchObject({ kind: 'marked', entry: 5 })
  })

  it('is done again together with its reason, in turn, until something else is marked', async () => {
    let entries = 10
    main.always('reviews:mark', () => ok({ entry: ++entries, changed: 1, stale: [] }))
    const undos = new Set<number>()
    main.always('reviews:undo', ({ entry }) => {
      const kind = undos.has(entry ?? 0) ? ('undo' as const) : ('mark' as const)
      undos.add(++entries)
      const number = entry ?? 12
      const reason = number === 12 ? 'price' : null
      return ok({ entry: logEntry({ number, kind, reason }), redo: entries, restored: 1, kept: 0 })
    })
    const asked = (): unknown[] =>
      main.asked('reviews:undo').map(({ input }) => ('entry' in input ? input.entry : null))
    const marked = reviews.mark('shop', 'needs-work', named)
    await reviews.giveReason('shop', named, 'price', null, marked)
    expect(reviews.canRedo('shop')).toBe(false)
    await reviews.undoLast('shop')
    expect(asked()).toEqual([null, 11])
    expect(reviews.last, 'with its reason').toMatchObject({ kind: 'undone', entry: { reason: 'price' } })
    expect(reviews.canRedo('shop')).toBe(true)
    await reviews.redo('shop')
    expect(asked().slice(2), 'the mark, then its reason').toEqual([14, 13])
    expect(reviews.last).toMatchObject({ kind: 'undone', entry: { kind: 'undo' } })
    expect(reviews.canRedo('shop')).toBe(false)
    await reviews.undo('shop', 12)
    expect(asked().slice(4), 'they still belong together').toEqual([12, 11])
    await reviews.mark('shop', 'approved', named)
    expect(reviews.canRedo('shop')).toBe(false)
  })

  it('is undone also where it is still being saved', async () => {
    void reviews.mark('shop', 'ignored', named)
    main.always('reviews:undo', () => ok({ entry: logEntry({ number: 4 }), redo: 5, restored: 1, kept: 0 }))
    const undone = reviews.undoLast('shop')
    expect(main.asked('reviews:undo')).toEqual([])
    await main.last('reviews:mark').answer(ok({ entry: 4, changed: 1, stale: [] }))
    await undone
    expect(main.asked('reviews:undo')).toHaveLength(1)
    expect(reviews.last).toMatchObject({ kind: 'undone' })
  })

  it('of a whole list is given its reason by its entry: the list may hold others by then', async () => {
    main.always('reviews:mark', () => ok({ entry: 4, changed: 30, stale: [] }))
    const marked = reviews.mark('shop', 'needs-work', { productQuery: emptyQuery, count: 30 })
    await reviews.giveReason('shop', null, 'price', null, marked)
    expect(main.last('reviews:mark').input).toMatchObject({ reason: 'price', of: { entry: 4 } })
    main.always('reviews:mark', () => ok({ entry: null, changed: 0, stale: [] }))
    const nothing = reviews.mark('shop', 'needs-work', { productQuery: emptyQuery, count: 30 })
    const before = main.asked('reviews:mark').length
    await reviews.giveReason('shop', null, 'name', null, nothing)
    expect(main.asked('reviews:mark')).toHaveLength(before)
  })

  it('is not called undone where it cannot be done again, since it has changed', async () => {
    main.always('reviews:mark', () => ok({ entry: 4, changed: 1, stale: [] }))
    const mug = { id: 'mug', name: 'Mug' }
    const entry = logEntry({ number: 4, product: mug })
    main.always('reviews:undo', () => ok({ entry, redo: 5, restored: 1, kept: 0 }))
    await reviews.mark('shop', 'approved', named)
    await reviews.undoLast('shop')
    main.always('reviews:undo', () => ok(null))
    await reviews.redo('shop')
    expect(reviews.last).toEqual({ kind: 'not-redone', connectionId: 'shop', product: mug })
  })

  it('is not undone where a colleague has changed it since, which is told once, before anything older is', async () => {
    main.always('reviews:mark', () => ok({ entry: 4, changed: 1, stale: [] }))
    const note = logEntry({ number: 5, kind: 'note', of: 'note', product: { id: 'mug', name: 'Mug' } })
    await reviews.mark('shop', 'approved', named)
    main.always('reviews:undo', () => ok({ prevented: note, by: 'Ben' }))
    await reviews.undoLast('shop')
    expect(reviews.last).toEqual({ kind: 'prevented', connectionId: 'shop', prevented: note, by: 'Ben' })
    expect(reviews.canRedo('shop')).toBe(false)
  })

  it('tells of a mark no longer once something newer was done, which Undo is for, and of a failure still', async () => {
    const order = useUndoOrder()
    void reviews.mark('shop', 'ignored', named)
    await main.last('reviews:mark').answer(ok({ entry: 5, changed: 1, stale: [] }))
    order.did('shop', { entry: null })
    expect(reviews.last).toBeNull()
    void reviews.mark('shop', 'ignored', named)
    await main.last('reviews:mark').answer(fail('storage-failed'))
    order.did('shop', { entry: null })
    expect(reviews.last?.kind).toBe('not-marked')
  })

  it('leaves what is done last to be taken back first, also where products were assigned', async () => {
    main.always('reviews:mark', () => ok({ entry: 4, changed: 1, stale: [] }))
    main.always('reviews:undo', () => ok(null))
    let assignment = 0
    main.always('reviews:assign', () => ok({ assigned: 3, assignment: ++assignment }))
    main.always('reviews:undo-assignment', () => ok({ assigned: 3, assignment: ++assignment }))
    await reviews.assign('shop', ['Kim'], { products: ['p-1', 'p-2', 'p-3'] })
    expect(reviews.last).toMatchObject({ kind: 'assigned', count: 3, to: ['Kim'] })
    await reviews.undoLast('shop')
    expect(main.last('reviews:undo-assignment').input).toEqual({ connectionId: 'shop', assignment: 1 })
    expect(reviews.last).toMatchObject({ kind: 'assigned', count: 3, to: null })
    await reviews.redo('shop')
    expect(main.last('reviews:undo-assignment').input).toEqual({ connectionId: 'shop', assignment: 2 })
    expect(reviews.last).toMatchObject({ kind: 'assigned', to: ['Kim'] })
    await reviews.mark('shop', 'approved', named)
    await reviews.undoLast('shop')
    expect(main.asked('reviews:undo-assignment')).toHaveLength(2)
    expect(main.asked('reviews:undo')).toHaveLength(1)
  })

  it('is taken back by its entry, or as the last thing done', async () => {
    main.always('reviews:undo', ({ entry }) =>
      ok(entry === null ? null : { entry: logEntry({ number: entry }), redo: 9, restored: 12, kept: 1 })
    )
    await reviews.undo('shop', 4)
    expect(reviews.last).toMatchObject({ kind: 'undone', restored: 12, kept: 1 })
    await reviews.undo('shop')
    expect(reviews.last?.kind).toBe('nothing-to-undo')
    main.always('reviews:undo', () => fail('storage-failed'))
    await reviews.undo('shop')
    expect(reviews.last?.kind).toBe('not-undone')
    reviews.dismiss()
    expect(reviews.last).toBeNull()
  })
})
