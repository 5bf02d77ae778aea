import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { effectScope, h } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import type { UpdateState } from '../../../../../electron/contract/updates'
import { useCommands } from '../../../../../renderer/shared/commands/registry'
import AppLayout from '../../../../../renderer/app/layout/AppLayout.vue'
import PageFrame from '../../../../../renderer/shared/ui/PageFrame.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useProgressOnPage } from '../../../../../renderer/features/sync/sync'
import { useUpdates } from '../../../../../renderer/features/settings/updates/updates-store'
import { connectionOf, listOf } from '../../features/connections/builders'
import { exportState } from '../../features/export/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { auditState } from '../../features/quality/builders'
import { prefetchState } from '../../features/pictures/storage/builders'
import { running, syncState } from '../../features/sync/builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrapper: VueWrapper
let run: string[]
const scope = effectScope()

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('connections:list', () =>
    ok(listOf([connectionOf({ locale: 'en-GB' }), connectionOf({ id: 'other' })]))
  )
  startStores()
  await useConnections().load()
  run = []
  wrapper = mount(AppLayout, {
    slots: { default: () => h(PageFrame, { title: 'Products' }, { status: () => h('p', '1–25 of 240') }) },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  scope.run(() =>
    useCommands({
      pictures: { run: () => run.push('pictures') },
      'go-products': { run: () => run.push('go-products') },
      'go-quality': { run: () => run.push('go-quality') },
      'go-team': { run: () => run.push('go-team') }
    })
  )
  await flushPromises()
})
afterEach(() => wrapper.unmount())

const works = (): string[] => wrapper.findAll('[data-work]').map((work) => work.text())
async function tell(told: () => void): Promise<void> {
  told()
  await flushPromises()
}

describe('the status bar', () => {
  it('is a landmark with a name, and says at its start what the page says of itself', () => {
    const bar = wrapper.get('footer')
    expect(bar.attributes('aria-label')).toBe('Status')
    expect(bar.text()).toBe('1–25 of 240')
    expect(wrapper.get('main').text()).not.toContain('1–25')
  })

  it('says since when a team’s place is away and how much waits for it, and nothing while it is there', async () => {
    const place = { kind: 'folder' as const, path: '/share' }
    const silent = { exchangedAt: null, isExchanging: false, newer: 0, unreadable: 0, signpost: null }
    const policy = { approvals: 1, role: 'owner' as const }
    const team = { place, policy, members: [], ...silent }
    const connectionId = useConnections().active?.id ?? ''
    const failingSince = new Date(2026, 10, 24, 9, 5).getTime()
    main.always('team:state', () => ok({ ...team, waiting: 0, failingSince: null, problem: null }))
    await tell(() => main.emit('team:changed', { connectionId }))
    expect(works()).toEqual([])
    main.always('team:state', () => ok({ ...team, waiting: 3, failingSince, problem: 'unreachable' }))
    await tell(() => main.emit('team:changed', { connectionId }))
    expect(works()).toEqual([expect.stringMatching(/^Team offline since .*09:05 · 3 changes wait$/)])
    await wrapper.get('button[data-work=team]').trigger('click')
    expect(run).toEqual(['go-team'])
  })

  it('says that this computer was removed from the team, wherever its person marks', async () => {
    const device = { id: 'd', at: 1, isThis: true, hasLeft: false, isAhead: false, isOwner: false }
    const members = [{ name: 'Kim', marked: 2, devices: [{ ...device, isRemoved: true }] }]
    const silent = {
      exchangedAt: 1,
      isExchanging: false,
      newer: 0,
      unreadable: 0,
      signpost: null,
      waiting: 0
    }
    const policy = { approvals: 1, role: 'member' as const }
    const place = { kind: 'folder' as const, path: '/share' }
    const failing = { failingSince: null, problem: null }
    main.always('team:state', () => ok({ place, policy, members, ...silent, ...failing }))
    const connectionId = useConnections().active?.id ?? ''
    await tell(() => main.emit('team:changed', { connectionId }))
    expect(works()).toEqual([expect.stringContaining('Removed from the team')])
    await wrapper.get('button[data-work=team]').trigger('click')
    expect(run).toEqual(['go-team'])
  })

  it('tells of pictures that are fetched, and leads to them', async () => {
    await tell(() => main.emit('pictures:prefetch-changed', prefetchState({ phase: 'gathering', done: 12 })))
    expect(works()).toEqual(['Downloading pictures, 0%'])
    await tell(() =>
      main.emit('pictures:prefetch-changed', prefetchState({ phase: 'gathering', done: 1239 }))
    )
    expect(works()).toEqual(['1 picture is waiting'])
    await wrapper.get('button[data-work=gathering]').trigger('click')
    expect(run).toEqual(['pictures'])
    await tell(() => main.emit('pictures:prefetch-changed', prefetchState()))
    expect(works()).toEqual([])
  })

  it('tells of an audit, an export and a sync at the same time, and leads to each', async () => {
    const progress = { done: 500, total: 1240 }
    await tell(() => {
      main.emit('audit:changed', auditState({ phase: 'running', progress }))
      main.emit('export:changed', exportState({ phase: 'writing', file: 'all.csv' }))
      main.emit('sync:changed', running())
    })
    expect(works()).toEqual([
      'Exporting all.csv',
      'Syncing the catalog',
      'Checking quality: 500 of 1,240 products'
    ])
    for (const button of wrapper.findAll('button[data-work]')) await button.trigger('click')
    expect(run).toEqual(['go-products', 'go-products', 'go-quality'])
  })

  it('has one sentence that runs: of all else that goes on it shows the signs', async () => {
    const sentences = (): string[] => wrapper.findAll('[data-work]:not(.brief)').map((work) => work.text())
    await tell(() => main.emit('pictures:prefetch-changed', prefetchState({ phase: 'gathering', done: 124 })))
    expect(sentences()).toEqual(['Downloading pictures, 10%'])
    await tell(() => main.emit('sync:changed', running()))
    expect(sentences()).toEqual(['Syncing the catalog'])
    const page = effectScope()
    await tell(() => page.run(() => useProgressOnPage().show('sync')))
    expect(sentences()).toEqual([])
    expect(works()).toEqual(['Downloading pictures, 10%'])
    page.stop()
  })

  it('leaves out what the page on screen tells of at length', async () => {
    await tell(() => main.emit('sync:changed', running()))
    const page = effectScope()
    await tell(() => page.run(() => useProgressOnPage().show('sync')))
    expect(works()).toEqual([])
    await tell(() => page.stop())
    expect(works()).toEqual(['Syncing the catalog'])
  })

  it('says nothing of another store, and nothing of what rests', async () => {
    await tell(() => {
      main.emit('sync:changed', running({ connectionId: 'other' }))
      main.emit('sync:changed', syncState())
      main.emit('audit:changed', auditState())
    })
    expect(works()).toEqual([])
  })

  it('keeps a new version in sight that is wanted later, as words where nothing leads to it', async () => {
    const ready: UpdateState = {
      by: 'itself',
      phase: 'ready',
      isForbidden: false,
      version: '0.2.0',
      bytes: null,
      share: 1,
      waitsFor: [],
      because: null,
      checkedAt: null
    }
    await tell(() => main.emit('updates:changed', ready))
    expect(works()).toEqual([])
    await tell(() => useUpdates().later())
    expect(works()).toEqual(['Version 0.2.0 of Vitrine is ready to install'])
    expect(wrapper.find('button[data-work]').exists()).toBe(false)
    await tell(() => main.emit('updates:changed', { ...ready, phase: 'downloading', share: 0.4 }))
    expect(works()).toEqual(['Downloading version 0.2.0: 40%'])
    await tell(() => main.emit('updates:changed', { ...ready, isForbidden: true }))
    expect(works()).toEqual([])
  })

  it('speaks of nothing that runs', async () => {
    await tell(() => main.emit('sync:changed', running()))
    expect(
      wrapper.findAll('footer [role=status], footer [aria-live]').map((region) => region.text())
    ).toEqual([''])
  })
})
