import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { effectScope } from 'vue'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { Change } from '../../../../../electron/contract/history'
import { useReviews } from '../../../../../renderer/features/review'
import { useChanges } from '../../../../../renderer/features/changes/changes'
import { change, changesPage } from './builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

let main: MainProcess
let store: ReturnType<typeof useChanges>

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  store = useChanges()
})

const some = (count: number, first = 1): Change[] =>
  Array.from({ length: count }, (_, at) => change({ number: first + at }))
const numbers = (count: number): (number | undefined)[] =>
  Array.from({ length: count }, (_, at) => store.at(at)?.number)
const answer = (changes: Change[], total = changes.length): Promise<void> =>
  main.last('history:changes').answer(ok(changesPage(changes, { total })))

describe('the inbox', () => {
  it('opens with what nobody has seen', async () => {
    store.open()
    expect(main.last('history:changes').input).toMatchObject({
      connectionId: 'shop',
      unseen: true,
      offset: 0
    })
    await answer(some(2))
    expect([store.total, ...numbers(3)]).toEqual([2, 1, 2, undefined])
  })

  it('reads what is looked at, and nothing twice', async () => {
    store.open()
    await answer(some(100), 1000)
    void store.look(0, 20)
    void store.look(450, 470)
    void store.look(455, 475)
    expect(main.asked('history:changes').map(({ input }) => input.offset)).toEqual([0, 400])
    await main.last('history:changes').answer(ok(changesPage(some(100, 401), { total: 1000 })))
    expect(store.at(450)?.number).toBe(451)
  })

  it('keeps what it shows until what it is narrowed to has come, and leaves late answers alone', async () => {
    store.open()
    await answer(some(2))
    store.narrow({ kinds: ['gone'] })
    const [, late] = main.asked('history:changes')
    store.narrow({ kinds: ['new'] })
    expect([store.isNew, ...numbers(2)]).toEqual([true, 1, 2])
    await answer(some(1, 7))
    await late?.answer(ok(changesPage(some(3, 50))))
    expect([store.isNew, ...numbers(2)]).toEqual([false, 7, undefined])
  })

  it('shows nothing of one store under the name of another', async () => {
    store.open()
    await answer(some(2))
    openConnection('other')
    store.open()
    expect([store.latest, store.at(0)]).toEqual([null, undefined])
  })

  it('is read again when the copy was written while it was being read', async () => {
    const scope = effectScope()
    scope.run(store.open)
    main.emit('catalog:changed', { connectionId: 'shop' })
    await answer(some(1))
    expect(main.asked('history:changes')).toHaveLength(2)
    await answer(some(2))
    expect(store.total).toBe(2)
    scope.stop()
  })

  it('says why it cannot be read, and reads again when it is told to', async () => {
    store.open()
    await main.last('history:changes').answer(fail('storage-failed'))
    expect(store.failed?.code).toBe('storage-failed')
    void store.reload()
    await answer(some(1))
    expect([store.failed, store.total]).toEqual([null, 1])
  })
})

describe('marking as seen', () => {
  beforeEach(async () => {
    store.open()
    await answer(some(3))
    main.always('history:changes', () => ok(changesPage([])))
  })

  it('marks all that the list holds as it was read, and takes back exactly that', async () => {
    main.always('history:mark-seen', () => ok({ unseen: 0, ranges: [[2, 3]] }))
    await store.markListed()
    expect(main.last('history:mark-seen').input).toMatchObject({
      ...{ seen: true, changes: { matching: { unseen: true, kinds: [] }, upTo: 3 } }
    })
    expect(store.marked).toMatchObject({ count: 2, seen: true })
    await useReviews().undoLast('shop')
    expect(main.last('history:mark-seen').input).toMatchObject({ seen: false, changes: { ranges: [[2, 3]] } })
    expect(store.marked).toMatchObject({ count: 2, seen: false, isTakenBack: true })
    await useReviews().redo('shop')
    expect(store.marked).toMatchObject({ count: 2, seen: true, isTakenBack: false })
  })

  it('tells and takes back nothing of it in another store, opened before all was read again', async () => {
    main.hold('history:changes')
    main.always('history:mark-seen', () => ok({ unseen: 0, ranges: [[1, 3]] }))
    const marking = store.markListed()
    await flushPromises()
    const [, again] = main.asked('history:changes')
    openConnection('other')
    store.open()
    await again?.answer(ok(changesPage([])))
    expect([await marking, store.marked]).toEqual([true, null])
  })

  it('marks what one sync brought, of what is listed', async () => {
    main.always('history:mark-seen', () => ok({ unseen: 0, ranges: [] }))
    await store.markListed(2)
    expect(main.last('history:mark-seen').input).toMatchObject({
      changes: { matching: { fromRun: 2, toRun: 2, unseen: true } }
    })
  })

  it('says that nothing was marked, and leaves the list as it is', async () => {
    main.always('history:mark-seen', () => fail('storage-failed'))
    expect(await store.markSeen({ ranges: [[1, 1]] })).toBe(false)
    await flushPromises()
    expect([store.refused?.code, store.total]).toEqual(['storage-failed', 3])
  })
})
