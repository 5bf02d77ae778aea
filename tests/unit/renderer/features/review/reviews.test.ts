import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useReviews } from '../../../../../renderer/features/review/reviews'
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

  it('fault 80: that was not saved says so, and can be tried again', async () => {
    void reviews.mark('shop', 'ignored', named)
    await main.last('reviews:mark').answer(fail('storage-failed'))
    expect(reviews.last?.kind).toBe('not-marked')
    if (reviews.last && 'again' in reviews.last) reviews.last.again()
    expect(main.last('reviews:mark').input).toEqual({ connectionId: 'shop', mark: 'ignored', of: named })
    await main.last('reviews:mark').answer(ok({ entry: 5, changed: 1, stale: [] }))
    expect(reviews.last).toMatchObject({ kind: 'marked', entry: 5 })
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
