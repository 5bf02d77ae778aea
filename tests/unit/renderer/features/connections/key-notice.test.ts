import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CredentialState } from '../../../../../electron/contract/connection'
import { fail, ok } from '../../../../../electron/contract/failure'
import KeyNotice from '../../../../../renderer/features/connections/KeyNotice.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useOfflineAccess } from '../../../../../renderer/features/connections/offline-access'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { connectionOf, listOf } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let notice: VueWrapper
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  notice = mount(KeyNotice, { global: { plugins: [i18n] } })
})
afterEach(() => notice.unmount())

async function show(credential: CredentialState): Promise<void> {
  main.always('connections:list', () => ok(listOf([connectionOf({ credential })])))
  await useConnections().load()
  await flushPromises()
}

describe('a connection whose key was kept for the session only', () => {
  it('is looked at in its copy after a restart, and a quiet line leads to the key', async () => {
    main.always('products:page', () => ok(productPage()))
    await show('missing')
    expect(notice.text()).toContain('Showing the offline copy of Corner shop')
    expect(notice.text()).toContain('Syncing and new pictures need one')
    expect(useOfflineAccess().isBare).toBe(false)
    expect(main.last('products:page').input).toMatchObject({ connectionId: 'shop', from: 'copy' })
    await notice.get('button').trigger('click')
    expect(useNavigation().place).toMatchObject({ name: 'edit', id: 'shop', focus: 'key' })
    // The page of the key says it all itself.
    expect(notice.text()).toBe('')
  })

  it('has nothing but the key to ask for where there is no copy, once that is known', async () => {
    await show('missing')
    expect(useOfflineAccess().isBare).toBe(false)
    await main.last('products:page').answer(fail('credentials-missing'))
    expect(useOfflineAccess().isBare).toBe(true)
    expect(notice.text()).toBe('')
  })

  it('is looked at anew where it had a key meanwhile: it may have been synced', async () => {
    await show('missing')
    await main.last('products:page').answer(fail('credentials-missing'))
    await show('session')
    await show('missing')
    expect(useOfflineAccess().isBare).toBe(false)
    await main.last('products:page').answer(ok(productPage()))
    expect(useOfflineAccess().readable).not.toBeNull()
  })

  it('is as any other once the key was entered', async () => {
    main.always('products:page', () => ok(productPage()))
    await show('missing')
    await show('session')
    expect(notice.text()).toBe('')
    expect(useOfflineAccess().readable).toBeNull()
  })

  it.each(['keychain', 'unread', 'unreadable'] as const)(
    'is not asked about while the key is %s',
    async (state) => {
      await show(state)
      expect(main.asked('products:page')).toEqual([])
      expect([notice.text(), useOfflineAccess().isBare]).toEqual(['', false])
    }
  )
})
