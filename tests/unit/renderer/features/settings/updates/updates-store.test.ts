import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import type { Component } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import type { UpdateState } from '../../../../../../electron/contract/updates'
import UpdateNotice from '../../../../../../renderer/features/settings/updates/UpdateNotice.vue'
import UpdatesSection from '../../../../../../renderer/features/settings/updates/UpdatesSection.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { useReviewNotes } from '../../../../../../renderer/features/review/panel/review-notes'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

function state(changes: Partial<UpdateState> = {}): UpdateState {
  return {
    by: 'itself',
    phase: 'idle',
    isForbidden: false,
    version: null,
    bytes: null,
    share: 0,
    waitsFor: [],
    because: null,
    checkedAt: null,
    ...changes
  }
}
const offered = state({ phase: 'available', version: '0.2.0', bytes: 92_000_000 })

let main: MainProcess
let wrapper: VueWrapper

async function open(component: Component, first: UpdateState, props = {}): Promise<void> {
  main.always('updates:state', () => ok(first))
  wrapper = mount(component, { props, global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}
async function tell(changes: UpdateState): Promise<void> {
  main.emit('updates:changed', changes)
  await flushPromises()
}
const text = (): string => wrapper.text().replace(/\s+/g, ' ')
const buttons = (): string[] => wrapper.findAll('button').map((button) => button.text())
async function press(words: string): Promise<void> {
  await wrapper
    .findAll('button')
    .find((button) => button.text() === words)
    ?.trigger('click')
  await flushPromises()
}

beforeEach(() => {
  startStores()
  main = sitInMainProcess()
})
afterEach(() => wrapper.unmount())

describe('the notice of a new version', () => {
  it('says nothing until there is something to download, and nothing of what Vitrine tried by itself', async () => {
    await open(UpdateNotice, state({ because: 'unreachable' }))
    expect(text()).toBe('')
    await tell(offered)
    expect(text()).toContain('Version 0.2.0 of Vitrine is available')
    expect(buttons()).toEqual(['Download', 'Later'])
    await press('Download')
    expect(main.asked('updates:download')).toHaveLength(1)
  })

  it('is put off until there is another step to take', async () => {
    await open(UpdateNotice, offered)
    await press('Later')
    await tell(offered)
    expect(text()).toBe('')
    await tell({ ...offered, phase: 'ready' })
    expect(buttons()).toEqual(['Restart to update', 'Later'])
  })

  it('says what an installation waits for, and lets it be called off', async () => {
    await open(UpdateNotice, { ...offered, phase: 'waiting', waitsFor: ['sync'] })
    expect(text()).toContain('when the sync ends')
    expect(buttons()).toEqual(['Do not install now'])
    await tell({ ...offered, phase: 'waiting', waitsFor: ['notes'] })
    expect(text()).toContain('when your note is saved')
  })

  it('says why a download failed, and that it can be tried again', async () => {
    await open(UpdateNotice, { ...offered, because: 'forged' })
    expect(text()).toContain('not what the publisher signed')
    expect(buttons()).toContain('Download')
  })

  it('tells the main process of notes that are not saved', async () => {
    await open(UpdateNotice, state())
    expect(main.last('updates:unsaved').input).toEqual({ notes: false })
    useReviewNotes().type({ connectionId: 'shop', productId: 'lamp' }, 'Ask')
    await flushPromises()
    expect(main.last('updates:unsaved').input).toEqual({ notes: true })
  })
})

describe('the settings of new versions', () => {
  it.each([
    [state({ by: 'package-manager' }), 'package manager'],
    [state({ by: 'nobody' }), 'no place to check for updates'],
    [state({ isForbidden: true }), 'Your organization']
  ])('offer nothing where Vitrine does not update itself', async (first, words) => {
    await open(UpdatesSection, first)
    expect(text()).toContain(words)
    expect(buttons()).toEqual([])
    expect(wrapper.find('select').exists(), 'a choice about nothing').toBe(false)
  })

  it('look when they are asked to, and say what was found', async () => {
    await open(UpdatesSection, state())
    await press('Check for updates')
    await tell(state({ phase: 'current', checkedAt: Date.now() }))
    expect(text()).toContain('Vitrine is up to date. Checked just now.')
    await tell(offered)
    expect(text()).toContain('Version 0.2.0 is available, 92 MB.')
    expect(buttons()).toEqual(['Download', 'Check for updates'])
  })

  it('show how far a download is, and stop it', async () => {
    await open(UpdatesSection, { ...offered, phase: 'downloading', share: 0.42 })
    expect(wrapper.get('[role=progressbar]').attributes('aria-valuenow')).toBe('42')
    await press('Stop download')
    expect(main.asked('updates:cancel')).toHaveLength(1)
  })

  it('say why nothing came of it, also where it was switched off meanwhile', async () => {
    await open(UpdatesSection, state({ because: 'insecure' }))
    expect(text()).toContain('this computer must trust its certificate')
    main.always('updates:check', () => fail('setting-locked', { field: 'updates' }))
    await press('Check for updates')
    expect(wrapper.find('[role=alert]').exists()).toBe(true)
  })
})
