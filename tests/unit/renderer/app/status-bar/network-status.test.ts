import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { effectScope } from 'vue'
import type { NetworkState } from '../../../../../electron/contract/coverage'
import { ok } from '../../../../../electron/contract/failure'
import NetworkStatus from '../../../../../renderer/app/status-bar/NetworkStatus.vue'
import { networkLabel } from '../../../../../renderer/features/sync/coverage-messages'
import { useProgressOnPage } from '../../../../../renderer/features/sync'
import { i18n, showLanguage } from '../../../../../renderer/shared/i18n'
import { connectionOf } from '../../features/connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const now = new Date(2026, 10, 20, 14, 30).getTime()
let main: MainProcess
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
})

function show(): VueWrapper {
  const connection = connectionOf({ locale: 'en-GB' })
  return mount(NetworkStatus, { props: { connection }, global: { plugins: [i18n] } })
}

describe('the network in the status bar', () => {
  const network = (changes: Partial<NetworkState>): NetworkState => ({
    connectionId: 'shop',
    state: 'online',
    because: null,
    since: null,
    ...changes
  })

  it('is silent while the store can be reached, or is not asked yet', async () => {
    const line = show()
    expect(line.attributes('data-network')).toBe('unknown')
    await main.last('network:state').answer(ok(network({})))
    expect(line.attributes('data-network')).toBe('online')
    expect(line.find('.trouble').exists()).toBe(false)
  })

  it.each([
    ['no-network', 'No network'],
    ['store-silent', 'Store not responding: no answer in time']
  ] as const)('is said in words, on screen and once to a screen reader: %s', async (state, said) => {
    const line = show()
    main.emit('network:changed', network({ state, because: { code: 'timeout', facts: {} } }))
    await flushPromises()
    expect(line.attributes('data-network')).toBe(state)
    expect(line.get('.words').text()).toBe(said)
    expect(line.get('.visually-hidden[role=status]').text()).toBe(said)
    main.emit('network:changed', network({}))
    await flushPromises()
    expect(line.find('.trouble').exists()).toBe(false)
    expect(line.get('.visually-hidden[role=status]').text()).toBe('The store is responding again.')
  })

  it('is told to a screen reader in the language of the window, which may change after it came back', async () => {
    const line = show()
    const said = (): string => line.get('.visually-hidden[role=status]').text()
    main.emit('network:changed', network({ state: 'no-network' }))
    await flushPromises()
    main.emit('network:changed', network({}))
    await flushPromises()
    expect(said()).toBe('The store is responding again.')
    await showLanguage('de')
    await flushPromises()
    expect(said()).toBe('Der Shop antwortet wieder.')
    await showLanguage('en')
  })

  it('says why, and when the store is asked again as far as that is known', () => {
    const silent = network({ state: 'store-silent', because: { code: 'connection-refused', facts: {} } })
    expect(networkLabel(silent, null, now, 'en-GB')).toBe(
      'The server at the store does not accept connections. Retrying automatically. Check the store address and port, or try again later: the store may be down.'
    )
    expect(networkLabel(silent, now + 60_000, now, 'en-GB')).toContain('Retrying at 14:31.')
    expect(networkLabel(silent, now - 60_000, now, 'en-GB')).toContain('automatically')
    expect(networkLabel(network({ state: 'no-network' }), null, now, 'en-GB')).toContain('offline')
  })

  it('leaves it to the page to say why, where the page says it', async () => {
    const line = show()
    const page = effectScope()
    page.run(() => useProgressOnPage().show('network'))
    main.emit('network:changed', network({ state: 'store-silent', because: { code: 'timeout', facts: {} } }))
    await flushPromises()
    expect(line.get('.words').text()).toBe('Store not responding')
    page.stop()
    await flushPromises()
    expect(line.get('.words').text()).toBe('Store not responding: no answer in time')
  })

  it('leads to the check of the connection where the store does not answer', async () => {
    const line = show()
    main.emit('network:changed', network({ state: 'store-silent', because: { code: 'timeout', facts: {} } }))
    await flushPromises()
    await line.get('button').trigger('click')
    expect(main.last('connection-check:run').input).toMatchObject({ connectionId: 'shop' })
  })

  it('of another store is shown, and not read out as news', async () => {
    const line = show()
    main.emit('network:changed', network({ connectionId: 'other', state: 'no-network' }))
    await line.setProps({ connection: connectionOf({ id: 'other' }) })
    expect(line.get('.words').text()).toBe('No network')
    expect(line.get('.visually-hidden[role=status]').text()).toBe('')
  })
})
