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
const begin = () => tool.get('.begin')
async function openMenu(): Promise<HTMLElement[]> {
  await tool.get('.more').trigger('keydown', { key: 'Enter' })
  await flushPromises()
  return [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')]
}
async function choose(name: string): Promise<void> {
  const item = (await openMenu()).find((each) => each.textContent.includes(name))
  if (!item) throw new Error(`No item "${name}"`)
  item.click()
  await flushPromises()
}

describe('the button Sync catalog', () => {
  it('begins a run, and is busy while it works', async () => {
    main.always('sync:start', () => ok(running()))
    await tell(syncState())
    expect(begin().text()).toBe('Sync catalog')
    await begin().trigger('click')
    await flushPromises()
    expect(begin().attributes('aria-busy')).toBe('true')
    await begin().trigger('click')
    expect(main.asked('sync:start')).toHaveLength(1)
  })

  it('goes on with a run that is paused', async () => {
    await tell(running({ phase: 'paused' }))
    await begin().trigger('click')
    expect(main.asked('sync:resume')).toHaveLength(1)
  })

  it('waits for an answer to the question', async () => {
    await tell(running({ phase: 'asking', drop: { kind: 'shorter', before: 10, now: 0, missing: 10 } }))
    await begin().trigger('click')
    expect(main.asked('sync:start')).toHaveLength(0)
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
    await tool.get('.more').trigger('keydown', { key: 'Escape' })
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
