import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import SwitchNotice from '../../../../../renderer/features/connections/SwitchNotice.vue'
import ConnectionSwitcher from '../../../../../renderer/app/layout/ConnectionSwitcher.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { connectionOf, listOf } from '../../features/connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { running, syncState } from '../../features/sync/builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let switcher: VueWrapper
beforeEach(async () => {
  main = sitInMainProcess()
  main.always('connections:list', () =>
    ok(listOf([connectionOf(), connectionOf({ id: 'other', name: 'Other shop' })]))
  )
  main.always('sync:state', ({ connectionId }) => ok(syncState({ connectionId })))
  startStores()
  void useConnections().load()
  switcher = mount(ConnectionSwitcher, {
    props: { collapsed: false },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
})
afterEach(() => switcher.unmount())

async function details(): Promise<string[]> {
  await switcher.get('.switcher').trigger('keydown', { key: 'Enter' })
  await flushPromises()
  return switcher.findAll('[role=menuitemradio] .detail').map((detail) => detail.text())
}

describe('choosing a store', () => {
  async function choose(name: string): Promise<void> {
    await details()
    const item = switcher.findAll('[role=menuitemradio]').find((one) => one.text().includes(name))
    await item?.trigger('click')
    await flushPromises()
  }

  it('leads to its products, once it is there', async () => {
    const navigation = useNavigation()
    navigation.go({ name: 'review' })
    await choose('Other shop')
    expect(navigation.place).toEqual({ name: 'review' })
    await main.last('connections:activate').answer(ok(connectionOf({ id: 'other' })))
    expect(navigation.place).toEqual({ name: 'products' })
  })

  it('leaves whoever went elsewhere while the keychain asked where they are', async () => {
    const navigation = useNavigation()
    navigation.go({ name: 'review' })
    await choose('Other shop')
    navigation.go({ name: 'settings' })
    await main.last('connections:activate').answer(ok(connectionOf({ id: 'other' })))
    expect(navigation.place).toEqual({ name: 'settings' })
  })
})

describe('the list of stores', () => {
  it('says of each store whether it syncs, or has a question', async () => {
    main.emit('sync:changed', running({ connectionId: 'other' }))
    main.emit('sync:changed', running({ phase: 'asking' }))
    expect(await details()).toEqual(['shop.example · sync needs a decision', 'shop.example · syncing'])
  })

  it('says nothing of a sync that rests, waits or is paused', async () => {
    main.emit('sync:changed', running({ connectionId: 'other', phase: 'waiting' }))
    expect(await details()).toEqual(['shop.example', 'shop.example'])
  })

  it('tells two connections of one store apart by their API paths', async () => {
    const landing = connectionOf({ id: 'landing', apiPath: '/api/landing/public/products' })
    main.always('connections:list', () => ok(listOf([connectionOf(), landing])))
    await useConnections().load()
    expect(switcher.get('.host').text()).toBe('shop.example/api/public/products')
    expect(await details()).toEqual([
      'shop.example/api/public/products',
      'shop.example/api/landing/public/products'
    ])
  })

  it('ends with the stores of the organization that wait for a key, and leads to it', async () => {
    const { id, name, baseUrl, apiPath, currency, locale, httpAllowed } = connectionOf({
      id: 'offer',
      name: 'Main shop'
    })
    const offered = [{ id, name, baseUrl, apiPath, currency, locale, httpAllowed }]
    main.always('connections:list', () => ok(listOf([connectionOf()], { offered })))
    await useConnections().load()
    await details()
    const offer = switcher.findAll('[role=menuitem]').find((item) => item.text().includes('Main shop'))
    expect(offer?.text()).toContain('Enter your key')
    await offer?.trigger('click')
    await flushPromises()
    expect(useNavigation().place).toMatchObject({ name: 'edit', id: 'offer', focus: 'key' })
  })

  it('leaves a person on their page, with the store they had, where another cannot be opened', async () => {
    main.always('connections:activate', () => fail('storage-failed'))
    useNavigation().go({ name: 'quality' })
    await details()
    await switcher.findAll('[role=menuitemradio]')[1]?.trigger('click')
    await flushPromises()
    expect(main.last('connections:activate').input).toEqual({ id: 'other' })
    expect(useNavigation().place).toEqual({ name: 'quality' })
    expect(useConnections().notShown?.id).toBe('other')
  })

  it('is told by a notice, from which it can be opened after all, or which is put away', async () => {
    main.always('connections:activate', () => fail('storage-failed'))
    const notice = mount(SwitchNotice, { global: { plugins: [i18n] } })
    const press = async (words: string): Promise<void> => {
      await notice
        .findAll('button')
        .find((button) => button.text() === words)
        ?.trigger('click')
      await flushPromises()
    }
    expect(notice.text()).toBe('')
    await useConnections().activate('other')
    expect(notice.get('[role=alert]').text()).toContain('Still showing the previous store.')
    await press('Try again')
    expect(main.asked('connections:activate')).toHaveLength(2)
    await press('Dismiss')
    expect(notice.text()).toBe('')
    notice.unmount()
  })

  it('marks the store that is shown while it syncs', async () => {
    expect(switcher.find('.working').exists()).toBe(false)
    main.emit('sync:changed', running())
    await flushPromises()
    expect(switcher.find('.working').exists()).toBe(true)
    main.emit('sync:changed', running({ phase: 'paused' }))
    await flushPromises()
    expect(switcher.find('.working').exists()).toBe(false)
  })
})
