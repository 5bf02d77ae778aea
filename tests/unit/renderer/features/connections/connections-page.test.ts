import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionList } from '../../../../../electron/contract/connection'
import { fail, ok } from '../../../../../electron/contract/failure'
import RemoveDialog from '../../../../../renderer/features/connections/RemoveDialog.vue'
import RenameDialog from '../../../../../renderer/features/connections/RenameDialog.vue'
import ConnectionsPage from '../../../../../renderer/features/connections/ConnectionsPage.vue'
import ConnectPage from '../../../../../renderer/features/connections/ConnectPage.vue'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { connectionOf, listOf } from './builders'
import { openForm, type FormPage } from './form-page'

let page: FormPage
async function openList(list: ConnectionList): Promise<void> {
  page = openForm(ConnectionsPage, {})
  page.main.always('connections:list', () => ok(list))
  await useConnections().load()
  await flushPromises()
}
afterEach(() => page.wrapper.unmount())

describe('the list of stores', () => {
  it('tells of each where its key is', async () => {
    await openList(
      listOf([
        connectionOf({ id: 'a', credential: 'keychain' }),
        connectionOf({ id: 'b', credential: 'session' }),
        connectionOf({ id: 'c', credential: 'missing' }),
        connectionOf({ id: 'd', credential: 'unreadable' })
      ])
    )
    for (const words of ['Key in the keychain', 'for this session only', 'No key', 'could not be read']) {
      expect(page.text()).toContain(words)
    }
  })

  it('opens another store', async () => {
    await openList(listOf([connectionOf({ id: 'b' })], { activeId: null }))
    page.main.always('connections:activate', () => ok(connectionOf({ id: 'b' })))
    await page.press('Open')
    expect(page.main.last('connections:activate').input).toEqual({ id: 'b' })
    expect(useNavigation().place).toEqual({ name: 'products' })
  })

  it('leads to the key where there is none', async () => {
    await openList(listOf([connectionOf({ credential: 'missing' })]))
    await page.press('Enter key…')
    expect(useNavigation().place).toMatchObject({ name: 'edit', id: 'shop', focus: 'key' })
  })

  it('fault 74: says that the keychain is locked, and looks again when told to', async () => {
    await openList(
      listOf([connectionOf()], { keychain: { available: false, reason: 'locked', detail: 'No answer.' } })
    )
    expect(page.text()).toContain('This computer’s keychain is locked')
    await page.press('Try again')
    expect(page.main.asked('connections:retry-keychain')).toHaveLength(1)
  })

  it('shows which stores the organization has set up, and leads to their keys', async () => {
    const { id, name, baseUrl, apiPath, currency, locale, httpAllowed } = connectionOf({
      id: 'offer',
      name: 'Main shop'
    })
    const offered = [{ id, name, baseUrl, apiPath, currency, locale, httpAllowed }]
    await openList(listOf([connectionOf()], { offered }))
    expect(page.text()).toContain('Set up by your organization')
    expect(page.text()).toContain('Set by your organization.')
    await page.press('Enter your key for Main shop')
    expect(useNavigation().place).toMatchObject({ name: 'edit', id: 'offer', focus: 'key' })
    expect(useConnections().find('offer')).toMatchObject({ credential: 'missing', setByOrganization: true })
  })

  it('says nothing of an organization where none has set anything', async () => {
    await openList(listOf([connectionOf()]))
    expect(page.text()).not.toContain('organization')
  })

  it('says of the demo store that it is inside the app, and nothing of its key', async () => {
    await openList(listOf([connectionOf({ kind: 'demo', credential: 'session' })]))
    expect(page.text()).toContain('Inside the app')
    expect(page.text()).not.toContain('Key for this session only')
  })
})

describe('removing a store', () => {
  it('says what goes and what stays, and waits for a yes', async () => {
    page = openForm(RemoveDialog, { connection: null })
    await page.wrapper.setProps({ connection: connectionOf() })
    await flushPromises()
    expect(page.text()).toContain('Remove Corner shop?')
    expect(page.text()).toContain('Its key is removed from this computer’s keychain')
    expect(page.text()).toContain('do not change')
    expect(page.text()).toContain('Its copy on this computer is deleted')
    expect(page.text()).toContain('Your marks, notes, saved views and rule settings are kept')
    expect(page.main.asked('connections:remove')).toEqual([])
    await page.press('Remove store')
    await page.main.last('connections:remove').answer(ok(null))
    expect(page.wrapper.emitted('close')).toHaveLength(1)
  })

  it('stays open and says why when the keychain refuses', async () => {
    page = openForm(RemoveDialog, { connection: null })
    await page.wrapper.setProps({ connection: connectionOf() })
    await flushPromises()
    await page.press('Remove store')
    await page.main.last('connections:remove').answer(fail('keychain-denied'))
    expect(page.text()).toContain('denied access')
    expect(page.wrapper.emitted('close')).toBeUndefined()
  })

  it('offers to leave the key where the keychain refuses, and only there', async () => {
    page = openForm(RemoveDialog, { connection: null })
    await page.wrapper.setProps({ connection: connectionOf() })
    await flushPromises()
    expect(page.text()).not.toContain('keep the key')
    await page.press('Remove store')
    await page.main.last('connections:remove').answer(fail('keychain-missing'))
    await page.press('Remove, but keep the key')
    const { id } = connectionOf()
    expect(page.main.last('connections:remove').input).toEqual({ id, leaveKey: true })
    await page.main.last('connections:remove').answer(ok(null))
    expect(page.wrapper.emitted('close')).toHaveLength(1)
  })

  it('is not done by Cancel', async () => {
    page = openForm(RemoveDialog, { connection: null })
    await page.wrapper.setProps({ connection: connectionOf() })
    await flushPromises()
    await page.press('Cancel')
    expect(page.wrapper.emitted('close')).toHaveLength(1)
    expect(page.main.asked('connections:remove')).toEqual([])
  })
})

describe('renaming a store', () => {
  it('wants a name', async () => {
    page = openForm(RenameDialog, { connection: null })
    await page.wrapper.setProps({ connection: connectionOf() })
    await flushPromises()
    expect(page.field('Name').value).toBe('Corner shop')
    await page.type('Name', '  ')
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flushPromises()
    expect(page.errorOf('Name')).toBe('Enter a name.')
    await page.type('Name', ' New name ')
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flushPromises()
    expect(page.main.last('connections:rename').input).toEqual({ id: 'shop', name: 'New name' })
  })
})

describe('the connect page', () => {
  it('welcomes at the first start, and opens the demo store', async () => {
    page = openForm(ConnectPage, {})
    useNavigation().go({ name: 'connect' })
    expect(page.text()).toContain('Welcome to Vitrine')
    await page.press('Explore the demo store')
    await page.press('Explore the demo store')
    expect(page.main.asked('demo:open')).toHaveLength(1)
    await page.main.last('demo:open').answer(ok(connectionOf({ kind: 'demo' })))
    expect(useNavigation().place).toEqual({ name: 'products' })
  })

  it('says why the demo store could not be opened', async () => {
    page = openForm(ConnectPage, {})
    await page.press('Explore the demo store')
    await page.main.last('demo:open').answer(fail('internal'))
    expect(page.text()).toContain('Something went wrong inside the app.')
  })

  it('has one heading of the first level, welcome or not', async () => {
    page = openForm(ConnectPage, {})
    expect([...document.querySelectorAll('h1')].map((h1) => h1.textContent)).toEqual(['Connect a store'])
    page.main.always('connections:list', () => ok(listOf([connectionOf()])))
    await useConnections().load()
    await flushPromises()
    expect(page.text()).not.toContain('Welcome')
    expect([...document.querySelectorAll('h1')].map((h1) => h1.textContent)).toEqual(['Connect a store'])
  })
})
