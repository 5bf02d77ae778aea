// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Coverage, NetworkState } from '../../../../electron/contract/coverage'
import { ok } from '../../../../electron/contract/failure'
import CoverageLine from '../../../../renderer/components/sync/CoverageLine.vue'
import { coverageLong, networkLong } from '../../../../renderer/components/sync/coverage-words'
import { i18n } from '../../../../renderer/i18n'
import { connectionOf } from '../connections/builders'
import { sitInMainProcess, type MainProcess } from '../products/main-process'
import { coverage } from './builders'

const now = new Date(2026, 10, 20, 14, 30).getTime()
const asOf = new Date(2026, 10, 20, 9, 12).getTime()
let main: MainProcess
beforeEach(() => {
  main = sitInMainProcess()
  setActivePinia(createPinia())
})

function show(held: Coverage | null): VueWrapper {
  const connection = connectionOf({ locale: 'en-GB' })
  return mount(CoverageLine, { props: { coverage: held, now, connection }, global: { plugins: [i18n] } })
}
const words = (line: VueWrapper): string => line.get('.words').text()

describe('the coverage line', () => {
  it('says how much of the list is here, as of when, and that it is not all', () => {
    const line = show(coverage({ asOf }))
    expect(words(line)).toBe('4,120 of 4,300 products · as of 09:12 · partial')
    expect(line.attributes('data-coverage')).toBe('partial')
  })

  it('says that a copy is complete', () => {
    const line = show(coverage({ here: 1, total: 1, asOf, state: 'complete' }))
    expect(words(line)).toBe('1 of 1 product · as of 09:12 · complete')
    expect(line.attributes('data-coverage')).toBe('complete')
  })

  it('names the day of an older copy', () => {
    const line = show(coverage({ asOf: asOf - 86_400_000 }))
    expect(words(line)).toContain('as of 19 Nov, 09:12')
  })

  it('makes up no total that the store does not tell', () => {
    expect(words(show(coverage({ total: null, asOf })))).toBe('4,120 products · as of 09:12 · partial')
  })

  it('counts the products beside the items where some could not be read or are listed twice', () => {
    const all = { here: 1240, products: 1238, setAside: 1, total: 1240, asOf, state: 'complete' } as const
    expect(words(show(coverage(all)))).toBe('1,240 of 1,240 items · 1,238 products · as of 09:12 · complete')
    expect(words(show(coverage({ ...all, total: null })))).toBe(
      '1,240 items · 1,238 products · as of 09:12 · complete'
    )
    expect(coverageLong(coverage(all), 'en')).toContain(
      'The items are 1,238 products, 1 listed twice, 1 set aside.'
    )
    expect(coverageLong(coverage({ state: 'complete' }), 'en')).not.toContain('items')
  })

  it('never tells more than all while a list that has become shorter is read', () => {
    const longer = coverage({ here: 4304, total: 4300, asOf })
    expect(words(show(longer))).toBe('4,304 products · the store lists 4,300 items · as of 09:12 · partial')
  })

  it('says that nothing is copied yet, and nothing at all before that is known', () => {
    const none = show(coverage({ here: 0, total: null, asOf: null, state: 'none' }))
    expect(words(none)).toBe('Nothing is copied yet')
    const unknown = show(null)
    expect(words(unknown)).toBe('')
    expect(unknown.attributes('data-coverage')).toBe('none')
  })

  it('is a status that does not speak each time a number moves', async () => {
    const line = show(coverage())
    await line.setProps({ coverage: coverage({ here: 4121 }) })
    expect(line.get('.words').attributes()).toMatchObject({ role: 'status', 'aria-live': 'off' })
    expect(line.get('.visually-hidden[role=status]').text()).toBe('')
  })
})

describe('the network in the coverage line', () => {
  const network = (changes: Partial<NetworkState>): NetworkState => ({
    connectionId: 'shop',
    state: 'online',
    because: null,
    ...changes
  })

  it('is silent while the store can be reached, or is not asked yet', async () => {
    const line = show(coverage())
    expect(line.attributes('data-network')).toBe('unknown')
    await main.last('network:state').answer(ok(network({})))
    expect(line.attributes('data-network')).toBe('online')
    expect(line.find('.network').exists()).toBe(false)
  })

  it.each([
    ['no-network', 'No network'],
    ['store-silent', 'Store not answering']
  ] as const)('is said in words, on screen and once to a screen reader: %s', async (state, said) => {
    const line = show(coverage())
    main.emit('network:changed', network({ state, because: { code: 'timeout', facts: {} } }))
    await flushPromises()
    expect(line.attributes('data-network')).toBe(state)
    expect(line.get('.network').text()).toBe(said)
    expect(line.get('.visually-hidden[role=status]').text()).toBe(said)
    main.emit('network:changed', network({}))
    await flushPromises()
    expect(line.find('.network').exists()).toBe(false)
    expect(line.get('.visually-hidden[role=status]').text()).toBe('The store answers again.')
  })

  it('says why, and when the store is asked again as far as that is known', () => {
    const silent = network({ state: 'store-silent', because: { code: 'connection-refused', facts: {} } })
    expect(networkLong(silent, null, now, 'en-GB')).toBe(
      'The computer at the store does not accept connections. It is asked again by itself.'
    )
    expect(networkLong(silent, now + 60_000, now, 'en-GB')).toContain('It is asked again at 14:31.')
    expect(networkLong(silent, now - 60_000, now, 'en-GB')).toContain('by itself')
    expect(networkLong(network({ state: 'no-network' }), null, now, 'en-GB')).toContain('offline')
  })
})
