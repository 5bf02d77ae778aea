import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { SyncState } from '../../../../../electron/contract/sync'
import SyncButton from '../../../../../renderer/features/sync/SyncButton.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useSync } from '../../../../../renderer/features/sync/sync'
import { connectionOf } from '../connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { preferencesState } from '../settings/builders'
import { running, summary, syncState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let tool: VueWrapper
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  tool = mount(SyncButton, {
    props: { connection: connectionOf({ locale: 'en-GB' }) },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
})
afterEach(() => tool.unmount())

async function tell(state: SyncState): Promise<void> {
  main.emit('sync:changed', state)
  await flushPromises()
}
const button = () => tool.get('button')
async function openMenu(): Promise<HTMLElement[]> {
  await button().trigger('keydown', { key: 'Enter' })
  await flushPromises()
  return [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')]
}
async function choose(name: string): Promise<void> {
  const item = (await openMenu()).find((each) => each.textContent.includes(name))
  if (!item) throw new Error(`No item "${name}"`)
  item.click()
  await flushPromises()
}

const isDisabled = (item: HTMLElement | undefined): boolean => item?.getAttribute('aria-disabled') === 'true'

describe('the button of the sync', () => {
  it('says when the catalog was synced, or what a run does', async () => {
    await tell(syncState())
    expect(button().text()).toBe('Not synced yet')
    const startedAt = new Date().setHours(9, 12, 0, 0)
    await tell(syncState({ last: summary({ startedAt, duration: 0 }) }))
    expect(button().text()).toBe('Synced 09:12')
    expect(button().attributes('aria-label')).toBe('Synced 09:12, sync options')
    // A colleague's computer read it before this one took it over.
    const source = { device: 'd', by: 'Kim', at: startedAt - 600_000, sequence: 1 }
    await tell(syncState({ last: summary({ startedAt, duration: 0, from: source }) }))
    expect(button().text()).toBe('Synced 09:02')
    // The page knows how old the catalog is: a run may have waited for the store, and read it later than it began.
    await tool.setProps({ asOf: startedAt + 240_000 })
    expect(button().text()).toBe('Synced 09:16')
    await tell(syncState({ last: summary({ outcome: 'failed' }) }))
    expect(button().text()).toBe('Sync failed')
    await tell(running())
    expect(button().text()).toBe('Syncing…')
    expect(button().attributes('aria-busy')).toBe('true')
  })

  it('says since when the store cannot be reached, and of a run that a person is to decide about that', async () => {
    const startedAt = new Date().setHours(9, 12, 0, 0)
    const last = summary({ startedAt, duration: 0 })
    const icon = (): string[] => button().get('svg').classes()
    await tell(running({ phase: 'waiting', last }))
    expect(button().text()).toBe('Sync is waiting')
    const id = connectionOf().id
    const because = { code: 'connection-refused' as const, facts: {} }
    const since = new Date().setHours(9, 30, 0, 0)
    main.emit('network:changed', { connectionId: id, state: 'store-silent', because, since })
    await flushPromises()
    expect(button().text()).toBe('Offline since 09:30')
    expect(icon()).toContain('lucide-cloud-off')
    await tell(running({ phase: 'waiting', last: null }))
    expect(button().text(), 'there is no catalog yet').toBe('Offline since 09:30')
    await tell(running({ phase: 'paused', last }))
    expect(button().text()).toBe('Sync paused')
    main.emit('network:changed', { connectionId: id, state: 'no-network', because: null, since })
    await tell(syncState({ last }))
    expect(button().text()).toBe('Offline since 09:30')
    expect(icon()).toContain('lucide-wifi-off')
    main.emit('network:changed', { connectionId: id, state: 'online', because: null, since: null })
    await flushPromises()
    expect(button().text()).toBe('Synced 09:12')
    expect(icon()).not.toContain('lucide-wifi-off')
  })

  it('begins a run from its menu, which offers none while one is at work', async () => {
    main.always('sync:start', () => ok(running()))
    await tell(syncState())
    await choose('Sync catalog')
    expect(main.asked('sync:start')).toHaveLength(1)
    expect((await openMenu()).map((item) => item.textContent).join()).not.toContain('Sync catalog')
  })

  it('waits for an answer to the question', async () => {
    await tell(running({ phase: 'asking', drop: { kind: 'shorter', before: 10, now: 0, missing: 10 } }))
    expect(isDisabled((await openMenu()).find((item) => item.textContent.includes('Sync catalog')))).toBe(
      true
    )
  })
})

describe('the menu of the sync', () => {
  it('has every schedule, the one in use ticked and with the time of its next run', async () => {
    const nextAt = new Date().setHours(23, 59, 0, 0)
    await tell(syncState({ schedule: 'hourly', nextAt }))
    const items = (await openMenu()).filter((item) => item.role === 'menuitemradio')
    expect(items.map((item) => item.textContent.trim())).toEqual([
      'Off',
      'Every 15 minutes',
      'Every hour Next at 23:59',
      'Every day'
    ])
    expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual([
      'false',
      'false',
      'true',
      'false'
    ])
  })

  it('has the schedule of the organization locked, and says whose it is', async () => {
    main.emit('preferences:changed', preferencesState({ locked: ['syncSchedule'] }))
    await tell(syncState({ schedule: 'daily' }))
    const items = (await openMenu()).filter((item) => item.role === 'menuitemradio')
    expect(items.map((item) => item.getAttribute('aria-disabled'))).toEqual(Array(4).fill('true'))
    expect(document.querySelector('[role=menu]')?.textContent).toContain('Set by your organization.')
  })

  it('sets the schedule', async () => {
    await tell(syncState())
    await choose('Every day')
    expect(main.last('sync:schedule').input).toEqual({ connectionId: 'shop', schedule: 'daily' })
    await main.last('sync:schedule').answer(fail('storage-failed'))
    expect(useSync().refused.get('shop')).toMatchObject({
      of: 'schedule',
      failure: { code: 'storage-failed' }
    })
  })

  it('pauses and stops a run, resumes a paused one, and offers none of it while none is on', async () => {
    await tell(syncState())
    expect((await openMenu()).map((item) => item.textContent).join()).not.toMatch(/Pause|Resume|Stop/)
    await button().trigger('keydown', { key: 'Escape' })
    await tell(running())
    await choose('Pause sync')
    expect(main.asked('sync:pause')).toHaveLength(1)
    await tell(running({ phase: 'paused' }))
    await choose('Resume sync')
    expect(main.asked('sync:resume')).toHaveLength(1)
    await choose('Stop sync')
    expect(main.asked('sync:stop')).toHaveLength(1)
  })

  it('opens what the last run brought', async () => {
    await tell(syncState({ last: summary({ gone: 190 }) }))
    const item = (await openMenu()).at(-1)
    expect(item?.textContent).toMatch(/Last sync….*· complete/)
    item?.click()
    await flushPromises()
    expect(document.querySelector('[role=dialog]')?.textContent).toMatch(/Gone190|190Gone/)
  })
})
