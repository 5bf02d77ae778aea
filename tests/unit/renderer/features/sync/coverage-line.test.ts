import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Coverage } from '../../../../../electron/contract/coverage'
import CoverageLine from '../../../../../renderer/features/sync/CoverageLine.vue'
import { coverageSentence } from '../../../../../renderer/features/sync/coverage-messages'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connectionOf } from '../connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { coverage, summary, syncState } from './builders'

const now = new Date(2026, 10, 20, 14, 30).getTime()
const asOf = new Date(2026, 10, 20, 9, 12).getTime()
function show(held: Coverage | null): VueWrapper {
  const connection = connectionOf({ locale: 'en-GB' })
  return mount(CoverageLine, { props: { coverage: held, now, connection }, global: { plugins: [i18n] } })
}
const words = (line: VueWrapper): string => line.text()

let main: MainProcess

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
})

describe('the coverage line', () => {
  it('says how much of the list is here, as of when, and that it is not all', () => {
    const line = show(coverage({ asOf }))
    expect(words(line)).toBe('Incomplete: 4,120 of 4,300 read · as of 09:12')
    expect(line.get('p').attributes('data-coverage')).toBe('partial')
  })

  it('says that a copy is complete', () => {
    const line = show(coverage({ here: 1, products: 1, total: 1, asOf, state: 'complete' }))
    expect(words(line)).toBe('1 product · synced 09:12')
    expect(line.get('p').attributes('data-coverage')).toBe('complete')
  })

  it('leaves to the button of the sync as of when that is, unless the button says that there is no store', async () => {
    const line = show(coverage({ here: 1, products: 1, total: 1, asOf, state: 'complete' }))
    await line.setProps({ counted: true })
    expect(words(line)).toBe('Complete')
    const { id: connectionId } = connectionOf({})
    main.emit('network:changed', { connectionId, state: 'no-network', because: null, since: asOf })
    await flushPromises()
    expect(words(line)).toBe('Synced 09:12')
  })

  it('says of a whole copy that the store’s list has changed since, and nothing of items that are missing', async () => {
    const line = show(
      coverage({ here: 1239, products: 1238, total: 1240, setAside: 0, asOf, state: 'changed' })
    )
    expect(words(line)).toMatch(/^1,238 products · synced 09:12 · the store’s list has changed since/)
    expect(line.get('p').attributes('data-coverage')).toBe('changed')
    await line.setProps({ counted: true })
    expect(words(line)).toMatch(/^Synced 09:12 · the store’s list has changed since/)
  })

  it('names the colleague whose computer read the list, with the one time of the catalog', async () => {
    const line = show(coverage({ here: 1, products: 1, total: 1, asOf, state: 'complete' }))
    const from = { device: 'd', by: 'Kim', at: asOf, sequence: 1 }
    main.emit('sync:changed', syncState({ last: summary({ startedAt: now, duration: 0, from }) }))
    await flushPromises()
    expect(words(line)).toBe('1 product · From Kim’s computer, synced 09:12')
    await line.setProps({ counted: true })
    expect(words(line)).toBe('From Kim’s computer, synced 09:12')
  })

  it('names the day of an older copy', () => {
    const line = show(coverage({ asOf: asOf - 86_400_000 }))
    expect(words(line)).toContain('as of 19 Nov, 09:12')
  })

  it('makes up no total that the store does not tell', () => {
    expect(words(show(coverage({ total: null, asOf })))).toBe('Incomplete: 4,120 products · as of 09:12')
  })

  it('has one number, that of products, and says behind it what the items are where some are none', () => {
    const all = { here: 1240, products: 1238, setAside: 1, total: 1240, asOf, state: 'complete' } as const
    expect(words(show(coverage(all)))).toBe('1,238 products · synced 09:12')
    expect(words(show(coverage({ ...all, total: null })))).toBe('1,238 products · synced 09:12')
    expect(coverageSentence(coverage(all), 'en')).toContain(
      'Items: 1,238 products, 1 ID listed twice, 1 unreadable.'
    )
    expect(coverageSentence(coverage({ state: 'complete' }), 'en')).not.toContain('items')
  })

  it('never tells more than all while a list that has become shorter is read', () => {
    const longer = coverage({ here: 4304, total: 4300, asOf })
    expect(words(show(longer))).toBe('4,304 products · the store lists 4,300 items · as of 09:12')
  })

  it('never calls a copy incomplete that lacks nothing, also where a shorter list was not taken over', () => {
    const mixed = coverage({ here: 240, products: 240, total: 240, asOf })
    expect(words(show(mixed))).toBe('240 products · some may be out of date · as of 09:12')
  })

  it('says that nothing is copied yet, and nothing at all before that is known', () => {
    const none = show(coverage({ here: 0, total: null, asOf: null, state: 'none' }))
    expect(words(none)).toBe('Nothing synced yet')
    const unknown = show(null)
    expect(words(unknown)).toBe('')
    expect(unknown.get('p').attributes('data-coverage')).toBe('none')
  })

  it('is a status that does not speak each time a number moves', async () => {
    const line = show(coverage())
    await line.setProps({ coverage: coverage({ here: 4121 }) })
    expect(line.get('p').attributes()).toMatchObject({ role: 'status', 'aria-live': 'off' })
  })
})
