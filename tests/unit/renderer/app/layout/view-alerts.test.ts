import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { ok } from '../../../../../electron/contract/failure'
import type { SavedView, ViewArrival } from '../../../../../electron/contract/view'
import ViewAlerts from '../../../../../renderer/app/layout/ViewAlerts.vue'
import { useView } from '../../../../../renderer/features/catalog'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { connectionOf, listOf } from '../../features/connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const saved = ['lamps', 'chairs'].map((id): SavedView => ({
  id,
  name: id,
  productQuery: { ...emptyQuery, search: id },
  watched: true
}))
const shops = [
  connectionOf({ id: 'shop', locale: 'en-US' }),
  connectionOf({ id: 'other', name: 'Other shop', locale: 'en-US' })
]
let main: MainProcess
let shown: VueWrapper

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  main = sitInMainProcess()
  let activeId = 'shop'
  main.always('connections:list', () => ok({ ...listOf(shops), activeId }))
  main.always('connections:activate', ({ id }) => {
    activeId = id
    return ok(connectionOf({ id }))
  })
  main.always('views:get', () => ok({ state: null, saved, shared: [] }))
  main.always('views:save', () => ok(null))
  main.always('views:opened', () => ok(1))
  startStores()
  await useConnections().load()
  shown = mount(() => h(TooltipProvider, () => h(ViewAlerts, { collapsed: false })), {
    global: { plugins: [i18n] },
    attachTo: document.body
  })
})
afterEach(() => {
  shown.unmount()
  vi.useRealTimers()
})

const arrival = (view: string, count: number): ViewArrival => ({ view, name: view, count })
async function bring(connectionId: string, ...arrivals: ViewArrival[]): Promise<void> {
  main.emit('views:news-changed', { connectionId, news: arrivals })
  main.emit('views:arrived', { connectionId, arrivals })
  await flushPromises()
}
const words = (): string => shown.find('[data-view-alert]').text()
const isThere = (): boolean => shown.find('[data-view-alert]').exists()

describe('what a sync brought into watched views', () => {
  it('is one notice, the views with most of it first, each of which leads there', async () => {
    useNavigation().go({ name: 'quality' })
    await bring('shop', arrival('lamps', 1), arrival('chairs', 1200))
    expect(shown.findAll('button.line').map((line) => line.text())).toEqual(['chairs1,200 new', 'lamps1 new'])
    await shown.get('button.line').trigger('click')
    await flushPromises()
    expect(useNavigation().place).toEqual({ name: 'products' })
    expect(useView().state).toMatchObject({ search: 'chairs', filters: { newIn: { view: 'chairs' } } })
    expect(isThere()).toBe(false)
  })

  it('is told no more of a view that was opened', async () => {
    await bring('shop', arrival('lamps', 1), arrival('chairs', 2))
    main.emit('views:news-changed', { connectionId: 'shop', news: [{ view: 'lamps', count: 1 }] })
    await flushPromises()
    expect(shown.findAll('button.line').map((line) => line.text())).toEqual(['lamps1 new'])
    main.emit('views:news-changed', { connectionId: 'shop', news: [] })
    await flushPromises()
    expect(isThere()).toBe(false)
  })

  it('says how many are new there still, after a later sync too', async () => {
    await bring('shop', arrival('lamps', 6), arrival('chairs', 4))
    main.emit('views:news-changed', {
      connectionId: 'shop',
      news: [
        { view: 'lamps', count: 3 },
        { view: 'chairs', count: 4 }
      ]
    })
    await flushPromises()
    expect(shown.findAll('button.line').map((line) => line.text())).toEqual(['chairs4 new', 'lamps3 new'])
  })

  it('names four views', async () => {
    await bring('shop', ...['a', 'b', 'c', 'd', 'e', 'f'].map((view) => arrival(view, 1)))
    expect(shown.findAll('button.line')).toHaveLength(4)
    expect(words()).toContain('and in 2 more views')
  })

  it('of another store names it, and opens it', async () => {
    await bring('other', arrival('lamps', 2))
    expect(words()).toContain('Other shop')
    await shown.get('button.line').trigger('click')
    await flushPromises()
    expect(main.last('connections:activate').input).toEqual({ id: 'other' })
    expect(main.last('views:opened').input).toEqual({ connectionId: 'other', view: 'lamps' })
  })

  it('takes the place of what the sync before brought, and leaves other stores', async () => {
    await bring('other', arrival('lamps', 2))
    await bring('shop', arrival('lamps', 3))
    await bring('shop', arrival('lamps', 4))
    expect(words()).toContain('4 new')
    await shown.get('[aria-label=Dismiss]').trigger('click')
    expect(words()).toContain('Other shop')
  })

  it('goes by itself once it could be read, not while nobody sees the window', async () => {
    window.dispatchEvent(new Event('blur'))
    await bring('shop', arrival('lamps', 3))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isThere()).toBe(true)
    window.dispatchEvent(new Event('focus'))
    await flushPromises()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(isThere()).toBe(false)
  })
})
