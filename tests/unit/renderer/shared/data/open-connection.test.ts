import { flushPromises, mount } from '@vue/test-utils'
import { computed, defineComponent, effectScope, h, ref } from 'vue'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { ok } from '../../../../../electron/contract/failure'
import { useChanges } from '../../../../../renderer/features/changes/changes'
import { usePicturePreview } from '../../../../../renderer/features/pictures/picture-preview-store'
import { usePictures } from '../../../../../renderer/features/pictures/pictures-store'
import { useCatalogComparison } from '../../../../../renderer/features/changes/catalog-comparison'
import { useComparison } from '../../../../../renderer/features/catalog/comparison'
import { useProductDetails } from '../../../../../renderer/features/catalog/product-details'
import { useNamedViews } from '../../../../../renderer/features/catalog/named-views'
import { useContinuousList } from '../../../../../renderer/features/catalog/infinite-list'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { usePictureCoverage } from '../../../../../renderer/features/catalog/picture-coverage'
import { useProductLookup } from '../../../../../renderer/features/catalog/product-lookup'
import { useSelection } from '../../../../../renderer/features/catalog/selecting/selection'
import { useSyncRuns } from '../../../../../renderer/features/sync/sync'
import { useView } from '../../../../../renderer/features/catalog/view'
import { useReviewLog } from '../../../../../renderer/features/review/panel/review-log'
import { useQueueProgress } from '../../../../../renderer/features/review/session/queue-progress'
import { useReviewActions } from '../../../../../renderer/features/review/session/review-actions'
import { useReviewSession } from '../../../../../renderer/features/review/session/review-session'
import { useReviewBackups } from '../../../../../renderer/features/review/sharing-and-backups/review-backups'
import { call } from '../../../../../renderer/bridge'
import {
  defineConnectionStore,
  OfConnection,
  onConnectionEvent
} from '../../../../../renderer/shared/data/open-connection'
import { change, changesPage } from '../../features/changes/builders'
import { product, productPage } from '../../features/products/table/builders'
import { logEntry } from '../../features/review/panel/builders'
import { backup } from '../../features/review/sharing-and-backups/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

let main: MainProcess
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
})

const useCount = defineConnectionStore((connectionId) => {
  const count = ref<number | null>(null)
  const told = ref(0)
  onConnectionEvent(connectionId, ['catalog:changed'], () => (told.value += 1))

  async function load(): Promise<void> {
    const answer = await call('history:unseen', { connectionId })
    if (answer.ok) count.value = answer.value
  }

  return { connectionId, count, told, load }
})
const useDouble = defineConnectionStore(() => {
  const store = useCount()
  return { connectionId: computed(() => store.connectionId), load: store.load }
})

describe('a store of a connection', () => {
  it('is the same for all who use it, and another one once another connection is open', () => {
    const store = useCount()
    store.count = 3
    expect(useCount().count).toBe(3)
    openConnection('other')
    expect([store.connectionId, store.count, useCount().count]).toEqual(['other', null, null])
    openConnection('shop')
    expect([store.connectionId, store.count]).toEqual(['shop', null])
  })

  it('stays where the same connection is opened again', () => {
    useCount().count = 3
    openConnection('shop')
    expect(useCount().count).toBe(3)
  })

  it('drops an answer that comes once another connection is open', async () => {
    const store = useCount()
    void store.load()
    const late = main.last('history:unseen')
    openConnection('other')
    void store.load()
    await main.last('history:unseen').answer(ok(5))
    await late.answer(ok(7))
    expect(store.count).toBe(5)
  })

  it('hears of its own connection alone, and of nothing once another one is open', () => {
    const store = useCount()
    expect(store.told).toBe(0)
    main.emit('catalog:changed', { connectionId: 'other' })
    main.emit('catalog:changed', { connectionId: 'shop' })
    expect(store.told).toBe(1)
    openConnection('other')
    main.emit('catalog:changed', { connectionId: 'shop' })
    expect(store.told).toBe(0)
  })

  it('goes on with the stores of its connection where another one is opened meanwhile', () => {
    let load = useDouble().load
    load = useDouble().load
    openConnection('other')
    void load()
    expect(main.last('history:unseen').input).toEqual({ connectionId: 'shop' })
    void useDouble().load()
    expect(main.last('history:unseen').input).toEqual({ connectionId: 'other' })
  })

  it('knows of no connection while none is open', () => {
    openConnection(null)
    expect(useCount().connectionId).toBe('')
  })
})

it('a page that has gone goes on with its own connection', async () => {
  const whenRead = Promise.withResolvers<null>()
  const Page = defineComponent(() => {
    const store = useCount()
    void whenRead.promise.then(() => store.load())
    return () => h('p', store.connectionId)
  })
  const page = mount(OfConnection, { slots: { default: () => h(Page) } })
  expect(page.text()).toBe('shop')
  openConnection('other')
  expect(page.text()).toBe('shop')
  page.unmount()
  whenRead.resolve(null)
  await flushPromises()
  expect(main.last('history:unseen').input).toEqual({ connectionId: 'shop' })
})

describe('what comes late from the connection that was open', () => {
  beforeEach(() => {
    vi.stubGlobal('reportError', (error: unknown) => {
      throw error
    })
  })

  /** All that a store says of itself. */
  function stateOf(store: object): string {
    return JSON.stringify(store, (_, value: unknown) => {
      if (value instanceof Map || value instanceof Set) return [...value]
      return typeof value === 'function' ? undefined : value
    })
  }

  const progress = {
    unreviewed: 1,
    'awaiting-you': 0,
    'awaiting-others': 0,
    approved: 2,
    changed: 3,
    'needs-work': 4,
    ignored: 5,
    total: 15
  }
  const facts = {
    width: 9,
    height: 9,
    bytes: 9,
    format: 'png' as const,
    host: '',
    checkedAt: 0,
    animated: false
  }
  const query = { ...emptyQuery, search: 'vase' }
  const queue = { productQuery: query, name: 'Vases', scope: 'all' as const, productId: null, place: 1 }
  const isOfShop = ({ input }: { input: unknown }): boolean =>
    typeof input === 'object' && input !== null && 'connectionId' in input && input.connectionId === 'shop'
  const asked: MainProcess['asked'] = (channel) => main.asked(channel).filter(isOfShop)
  /** Answers everything that was asked of the first connection, so that each answer would show. */
  const answerAll = async (): Promise<void> => {
    const answers = [
      ...asked('views:get').map((each) => () => each.answer(ok({ state: null, saved: [], shared: [] }))),
      ...asked('products:page').map(
        (each) => () => each.answer(ok(productPage({ items: [product({ id: 'late' })] })))
      ),
      ...asked('products:of').map((each) => () => each.answer(ok([product({ id: 'late' })]))),
      ...asked('products:listed').map((each) => () => each.answer(ok([]))),
      ...asked('pictures:describe').map((each) => () => each.answer(ok(facts))),
      ...asked('history:changes').map((each) => () => each.answer(ok(changesPage([change()])))),
      ...asked('history:unseen').map((each) => () => each.answer(ok(77))),
      ...asked('history:mark-seen').map((each) => () => each.answer(ok({ unseen: 77, ranges: [[1, 2]] }))),
      ...asked('reviews:progress').map((each) => () => each.answer(ok(progress))),
      ...asked('reviews:queue').map((each) => () => each.answer(ok(queue))),
      ...asked('reviews:mark').map((each) => () => each.answer(ok({ entry: 1, changed: 1, stale: ['p-1'] }))),
      ...asked('reviews:backups').map((each) => () => each.answer(ok([backup()]))),
      ...asked('reviews:second-backups').map((each) => () => each.answer(ok([backup()]))),
      ...asked('sync:runs').map(
        (each) => () =>
          each.answer(ok([{ run: 1, outcome: 'complete', added: 1, changed: 0, gone: 0, startedAt: 1 }]))
      ),
      ...asked('reviews:restore').map((each) => () => each.answer(ok(null))),
      ...asked('reviews:log').map((each) => () => each.answer(ok([logEntry()])))
    ]
    expect(answers).not.toEqual([])
    for (const answer of answers) await answer()
  }

  const page = { page: 1, limit: 25 }
  const wait = { connectionId: 'shop' }
  const stores: { name: string; store: () => object; begin: () => unknown }[] = [
    { name: 'view', store: useView, begin: () => useView().open() },
    { name: 'pages', store: useProducts, begin: () => useProducts().open(page, '', query) },
    { name: 'infinite list', store: useContinuousList, begin: () => useContinuousList().open(query) },
    { name: 'named views', store: useNamedViews, begin: () => useView().open() },
    {
      name: 'selection',
      store: useSelection,
      begin() {
        useSelection().follow(query)
        useSelection().add([product()])
        main.emit('catalog:changed', wait)
      }
    },
    {
      name: 'comparison',
      store: useComparison,
      begin() {
        useComparison().show([product({ id: 'late' }), product({ id: 'later' })])
        void useProducts().open(page, '')
      }
    },
    {
      name: 'differences',
      store: useCatalogComparison,
      begin() {
        useCatalogComparison().compare(null)
        void useView().open()
      }
    },
    { name: 'details', store: useProductDetails, begin: () => useProductDetails().show('late') },
    { name: 'pictures', store: usePictures, begin: () => usePictures().describe('a'.repeat(43)) },
    {
      name: 'preview',
      store: usePicturePreview,
      begin() {
        void useProducts().open(page, '')
        usePicturePreview().open(0)
      }
    },
    {
      name: 'changes',
      store: useChanges,
      begin() {
        effectScope().run(useChanges().open)
        void useChanges().markSeen({ ranges: [[1, 2]] })
      }
    },
    {
      name: 'queue progress',
      store: useQueueProgress,
      begin: () => useQueueProgress().follow({ whole: query, errors: query })
    },
    { name: 'review session', store: useReviewSession, begin: () => useReviewSession().open() },
    {
      name: 'review actions',
      store: useReviewActions,
      async begin() {
        main.always('reviews:queue', () => ok(queue))
        main.always('products:page', () => ok(productPage({ items: [product()] })))
        main.always('reviews:progress', () => ok(progress))
        main.always('reviews:save-queue', () => ok(null))
        main.always('products:of', () => ok([product()]))
        await useReviewSession().open()
        void useReviewActions().mark('approved')
      }
    },
    {
      name: 'backups',
      store: useReviewBackups,
      begin() {
        void useReviewBackups().open()
        void useReviewBackups().restore(backup())
      }
    },
    { name: 'syncs', store: useSyncRuns, begin: () => useSyncRuns().load() },
    { name: 'picture coverage', store: usePictureCoverage, begin: () => usePictureCoverage().load() },
    {
      name: 'product lookup',
      store: useProductLookup,
      begin() {
        useProductLookup().search('vase')
        openConnection('other')
        useProductLookup().search('vase')
      }
    },
    { name: 'log', store: useReviewLog, begin: () => useReviewLog().reload() }
  ]

  it.each(stores)('changes nothing in the store of the other one: $name', async ({ store, begin }) => {
    const before = store()
    await Promise.race([begin(), flushPromises()])
    openConnection('other')
    const now = stateOf(store())
    await answerAll()
    expect(stateOf(store())).toBe(now)
    // It is what whoever holds on to the store sees as well.
    expect(stateOf(before)).toBe(now)
  })
})
