import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { FoundStore } from '../../../../../electron/contract/connection'
import { fail, ok } from '../../../../../electron/contract/failure'
import FoundStores from '../../../../../renderer/features/connections/FoundStores.vue'
import LostKeys from '../../../../../renderer/features/settings/LostKeys.vue'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { connectionOf, listOf } from './builders'
import { openForm, type FormPage } from './form-page'

let page: FormPage
afterEach(() => page.wrapper.unmount())

const shop: FoundStore = {
  id: 'lost',
  baseUrl: 'https://shop.example',
  apiPath: '/api/public/products',
  key: 'keychain',
  usedAt: Date.UTC(2026, 10, 3, 12)
}

describe('stores that were found on this computer', () => {
  async function open(...stores: FoundStore[]): Promise<void> {
    page = openForm(FoundStores, {})
    page.main.always('connections:list', () => ok(listOf([connectionOf({ id: 'lost' })])))
    await page.main.last('connections:found').answer(ok(stores))
  }

  it('are not spoken of where there is none', async () => {
    await open()
    expect(page.text()).toBe('')
  })

  it('have their address, when they were used last, and whether their key is there', async () => {
    await open(
      shop,
      { ...shop, id: 'b', baseUrl: 'https://b.example', key: 'missing' },
      { ...shop, id: 'c', key: 'unknown' }
    )
    expect(page.text()).toContain('Found on this computer')
    expect(page.text()).toMatch(/https:\/\/shop\.example\s*Last used on Nov 3, 2026\s*Key in the keychain/)
    expect(page.text()).toMatch(/https:\/\/b\.example\s*Last used on Nov 3, 2026\s*No key in the keychain/)
    expect(page.text()).toContain('Key could not be read')
  })

  it('do not say when they were used where nobody knows', async () => {
    await open({ ...shop, usedAt: null })
    expect(page.text()).not.toContain('Last used')
  })

  it('could not be looked for: that is said', async () => {
    page = openForm(FoundStores, {})
    await page.main.last('connections:found').answer(fail('internal'))
    expect(page.wrapper.find('[role=alert], [role=status]').exists()).toBe(true)
  })

  it('are connected again with one press, and opened', async () => {
    await open(shop)
    page.main.always('connections:connect-found', () => ok(connectionOf({ id: 'lost' })))
    page.main.always('connections:found', () => ok([]))
    await page.press('Connect again: https://shop.example')
    await flushPromises()
    expect(page.main.last('connections:connect-found').input).toEqual({ id: 'lost' })
    expect(useNavigation().place).toEqual({ name: 'products' })
    expect(page.text()).toBe('')
  })

  it('say why they could not be', async () => {
    await open(shop)
    page.main.always('connections:connect-found', () => fail('storage-failed'))
    page.main.always('connections:found', () => ok([shop]))
    await page.press('Connect again: https://shop.example')
    await flushPromises()
    expect(page.wrapper.find('[role=alert]').exists()).toBe(true)
  })

  it('of an unknown address can only be removed', async () => {
    await open({ ...shop, baseUrl: null, apiPath: null })
    expect(page.text()).toContain('Store with unknown address')
    expect(page.text()).not.toContain('Connect again')
    expect(page.text()).toContain('Remove…')
  })

  it('are removed after a question that says what stays; a keychain that refuses can be left alone', async () => {
    await open(shop)
    await page.press('Remove… https://shop.example')
    expect(document.body.textContent).toContain('Your marks and notes are kept')
    expect(page.main.asked('connections:remove-found')).toHaveLength(0)
    await page.press('Remove store')
    expect(page.main.last('connections:remove-found').input).toEqual({ id: 'lost', leaveKey: false })
    page.main.always('connections:found', () => ok([shop]))
    await page.main.last('connections:remove-found').answer(fail('keychain-locked'))
    page.main.always('connections:found', () => ok([]))
    await page.press('Remove, but keep the key')
    expect(page.main.last('connections:remove-found').input).toEqual({ id: 'lost', leaveKey: true })
    await page.main.last('connections:remove-found').answer(ok(null))
    expect(page.text()).toBe('')
  })
})

describe('keys of no store, in the settings', () => {
  it('are looked for only when a person says so, and removed after a question', async () => {
    page = openForm(LostKeys, {})
    expect(page.main.asked('connections:lost-keys')).toHaveLength(0)
    await page.press('Find keys without a store')
    const keys = [
      { id: 'one', origin: 'https://old.example' },
      { id: 'two', origin: null }
    ]
    await page.main.last('connections:lost-keys').answer(ok(keys))
    expect(page.text()).toContain('https://old.example')
    expect(page.text()).toContain('Key without a store name (two)')
    await page.press('Remove… https://old.example')
    expect(document.body.textContent).toContain('cannot be brought back')
    page.main.always('connections:lost-keys', () => ok([]))
    page.main.always('connections:found', () => ok([]))
    await page.press('Remove key')
    await page.main.last('connections:remove-found').answer(ok(null))
    expect(page.text()).toContain('Every key in the keychain belongs to a store in Vitrine.')
  })

  it('say why the keychain could not be looked through', async () => {
    page = openForm(LostKeys, {})
    await page.press('Find keys without a store')
    await page.main.last('connections:lost-keys').answer(fail('keychain-locked'))
    expect(page.text()).toContain('keychain')
    expect(page.wrapper.find('[role=alert]').exists()).toBe(true)
  })
})
