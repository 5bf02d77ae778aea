import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../electron/contract/failure'
import { useTriage } from '../../../../renderer/stores/triage'
import { useTriageMarks } from '../../../../renderer/stores/triage-marks'
import { product, productPage } from '../products/builders'
import { sitInMainProcess, type MainProcess } from '../products/main-process'

let main: MainProcess
let triage: ReturnType<typeof useTriage>
let marks: ReturnType<typeof useTriageMarks>

beforeEach(() => {
  main = sitInMainProcess()
  main.always('reviews:queue', () => ok(null))
  main.always('reviews:save-queue', () => ok(null))
  main.always('products:page', ({ connectionId }) =>
    ok(productPage({ connectionId, items: [product({ id: '1' }), product({ id: '2' })], totalItems: 2 }))
  )
  setActivePinia(createPinia())
  triage = useTriage()
  marks = useTriageMarks()
})

describe('a mark that is saved while another store is opened', () => {
  it('says nothing of that store, whose products may have the same ids', async () => {
    await triage.open('shop')
    void marks.mark('approved')
    await triage.open('other')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    const { current } = triage.walk
    expect([current?.id, current && triage.stateOf(current), marks.deed]).toEqual(['1', 'unreviewed', null])
  })

  it('can be taken back once its store is open again', async () => {
    await triage.open('shop')
    void marks.mark('approved')
    await triage.open('other')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    await triage.open('shop')
    void marks.undo()
    await flushPromises()
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 1 })
  })
})

describe('a mark that was not saved', () => {
  beforeEach(async () => {
    await triage.open('shop')
    main.always('reviews:mark', () => fail('storage-failed'))
    await marks.mark('approved')
  })

  it('is tried again for its own product, and for no other that is on screen', async () => {
    expect(marks.unsaved).toMatchObject({ wish: 'approved', failure: { code: 'storage-failed' } })
    triage.goTo('2')
    expect(marks.unsaved).toBeNull()
    await marks.retry()
    expect(main.asked('reviews:mark')).toHaveLength(1)
    triage.goTo('1')
    await marks.retry()
    expect(main.asked('reviews:mark').map(({ input }) => input.of)).toMatchObject([
      { products: [{ id: '1' }] },
      { products: [{ id: '1' }] }
    ])
  })

  it('is not told of in another store', async () => {
    await triage.open('other')
    expect(marks.unsaved).toBeNull()
  })
})

it('what a key did in one store is not told in another', async () => {
  main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
  await triage.open('shop')
  await marks.mark('approved')
  expect(marks.deed).toMatchObject({ kind: 'marked', mark: 'approved' })
  await triage.open('other')
  expect(marks.deed).toBeNull()
})
