import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import PicturesSection from '../../../../../renderer/features/settings/PicturesSection.vue'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useView } from '../../../../../renderer/features/catalog'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connection } from '../../support/mount-products-page'
import { press } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { listOf } from '../connections/builders'
import { preferencesState } from './builders'
import { prefetchState, pictureStorage } from '../pictures/storage/builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrapper: VueWrapper

async function open(connections = [connection]): Promise<void> {
  startStores()
  main.always('connections:list', () => ok(listOf(connections)))
  await useConnections().load()
  wrapper = mount(PicturesSection, { global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('views:get', () => ok({ state: null, saved: [], shared: [] }))
  main.always('pictures:storage', () => ok(pictureStorage()))
  main.always('pictures:prefetch', () => ok(prefetchState()))
  await open()
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

const question = (): HTMLElement => {
  const found = document.querySelector('[role=alertdialog]')
  if (!(found instanceof HTMLElement)) throw new Error('Nothing is asked')
  return found
}
const text = (): string => document.body.textContent.replace(/\s+/g, ' ')
const get = (selector: string): HTMLElement => {
  const found = document.body.querySelector(selector)
  if (!(found instanceof HTMLElement)) throw new Error(`No ${selector}`)
  return found
}
function button(words: string, within = document.body): HTMLElement {
  const found = [...within.querySelectorAll('button')].find((each) => each.textContent.trim() === words)
  if (!found) throw new Error(`No button "${words}"`)
  return found
}
const radio = (keep: string): HTMLInputElement => get(`input[value=${keep}]`) as HTMLInputElement
const bar = (): HTMLElement => get('[role=progressbar]')

async function tell(changes: Parameters<typeof prefetchState>[0]): Promise<void> {
  main.emit('pictures:prefetch-changed', prefetchState(changes))
  await flushPromises()
}

describe('the room that pictures take', () => {
  it('is a meter with numbers, and a number of pictures', async () => {
    const meter = get('[role=meter]')
    expect(meter.getAttribute('aria-label')).toBe('Space used by pictures')
    expect(meter.getAttribute('aria-valuenow')).toBe('312000000')
    expect(meter.getAttribute('aria-valuetext')).toBe('312 MB of 1 GB')
    expect(text()).toContain('12,400 pictures from all stores')
    main.emit('pictures:storage-changed', pictureStorage({ used: 400_000_000, pictures: 1 }))
    await flushPromises()
    expect(text()).toContain('400 MB of 1 GB')
    expect(text()).toContain('1 picture from all stores')
  })

  it('is no number while it is not known, and keeps the lines free that come then', async () => {
    wrapper.unmount()
    main.hold('pictures:storage')
    await open()
    expect(text()).not.toMatch(/\d+ pictures?, of all/)
    const lines = (): number => document.body.querySelectorAll('.more, .count, .progress > .help').length
    const before = lines()
    expect(before).toBe(4)
    await main.last('pictures:storage').answer(ok(pictureStorage()))
    await tell({ phase: 'paused' })
    expect(text()).toContain('12,400 pictures from all stores')
    expect(text()).toContain('It stays paused until you resume it')
    expect(lines()).toBe(before)
  })

  it('has a limit to choose, which says what becomes of what is above it', async () => {
    main.always('pictures:set-limit', ({ bytes }) => ok(pictureStorage({ limit: bytes, used: bytes })))
    const select = get('select') as HTMLSelectElement
    expect([...select.options].map((each) => each.textContent.trim())).toEqual([
      '256 MB',
      '512 MB',
      '1 GB',
      '2 GB',
      '5 GB',
      '20 GB'
    ])
    expect(text()).toContain('the pictures viewed longest ago are deleted')
    select.value = '256000000'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await flushPromises()
    expect(main.last('pictures:set-limit').input).toEqual({ bytes: 256_000_000 })
    expect(text()).toContain('256 MB of 256 MB')
  })

  it('has a limit of the organization locked, and says whose it is', async () => {
    main.emit('preferences:changed', preferencesState({ locked: ['pictureLimit'] }))
    await flushPromises()
    const select = get('select') as HTMLSelectElement
    expect(select.disabled).toBe(true)
    expect(get(`#${select.getAttribute('aria-describedby') ?? ''}`).textContent).toContain(
      'Set by your organization.'
    )
  })

  it('offers a limit from a file that is none of the usual', async () => {
    main.emit('pictures:storage-changed', pictureStorage({ limit: 3_000_000_000 }))
    await flushPromises()
    const select = get('select') as HTMLSelectElement
    expect(select.value).toBe('3000000000')
    expect([...select.options].map((each) => each.textContent.trim())).toContain('3 GB')
  })

  it('fault 81: keeps its limit when another one cannot be saved', async () => {
    main.always('pictures:set-limit', () => fail('storage-failed'))
    const select = get('select') as HTMLSelectElement
    select.value = '256000000'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await flushPromises()
    expect(select.value).toBe('1000000000')
    expect(get('[data-failure=storage-failed]').textContent).toContain('could not save')
  })

  it('is given back after a question that says what stays', async () => {
    main.always('pictures:clear', () => ok(pictureStorage({ used: 0, pictures: 0 })))
    await press(button('Clear pictures'))
    const asked = question()
    expect(asked.textContent).toContain('312 MB')
    expect(asked.textContent).toContain('Catalogs, views, stores and keys stay')
    expect(asked.textContent).toContain('downloaded again when you view it')
    expect(main.asked('pictures:clear')).toHaveLength(0)
    await press(button('Clear pictures', asked))
    expect(document.querySelector('[role=alertdialog]')).toBeNull()
    expect(text()).toContain('0 pictures from all stores')
    expect(button('Clear pictures').getAttribute('aria-disabled')).toBe('true')
  })

  it('fault 81: keeps the question, with the reason, when the disk refuses', async () => {
    main.always('pictures:clear', () => fail('storage-failed'))
    await press(button('Clear pictures'))
    await press(button('Clear pictures', question()))
    expect(question().querySelector('[data-failure=storage-failed]')).not.toBeNull()
  })

  it('fault 80, 81: says when nothing is kept on disk, and why', async () => {
    const because = { code: 'storage-failed', facts: {} } as const
    main.emit('pictures:storage-changed', pictureStorage({ used: 0, pictures: 0, because }))
    await flushPromises()
    expect(get('[data-failure=storage-failed]').textContent).toContain('They stay in memory until you quit')
  })
})

describe('what is kept for offline use', () => {
  it('is asked of the current connection, and chosen there', async () => {
    expect(main.last('pictures:prefetch').input).toEqual({ connectionId: 'shop' })
    expect(radio('thumbnails').checked).toBe(true)
    main.always('pictures:keep', ({ keep }) => ok(prefetchState({ keep, phase: 'gathering' })))
    radio('previews').checked = true
    radio('previews').dispatchEvent(new Event('change', { bubbles: true }))
    await flushPromises()
    expect(main.last('pictures:keep').input).toEqual({ connectionId: 'shop', keep: 'previews' })
    expect(radio('previews').checked).toBe(true)
  })

  it('is the last that was chosen, though the answer to an earlier choice comes after it', async () => {
    for (const keep of ['none', 'previews']) {
      radio(keep).checked = true
      radio(keep).dispatchEvent(new Event('change', { bubbles: true }))
      await flushPromises()
    }
    const [earlier, later] = main.asked('pictures:keep')
    await earlier?.answer(ok(prefetchState({ keep: 'none' })))
    expect(radio('previews').checked).toBe(true)
    await later?.answer(ok(prefetchState({ keep: 'previews' })))
    expect(radio('previews').checked).toBe(true)
  })

  it('fault 81: stays what it was when the choice cannot be saved', async () => {
    main.always('pictures:keep', () => fail('storage-failed'))
    radio('none').checked = true
    radio('none').dispatchEvent(new Event('change', { bubbles: true }))
    await flushPromises()
    expect(get('[data-failure=storage-failed]').textContent).toContain('could not save')
    expect(radio('thumbnails').checked).toBe(true)
    expect(radio('none').checked).toBe(false)
  })

  it('is nothing that could be measured where nothing is fetched in advance', async () => {
    await tell({ keep: 'none' })
    expect(document.body.querySelector('[role=progressbar]')).toBeNull()
  })

  it('is not offered without a connection', async () => {
    wrapper.unmount()
    await open([])
    expect(document.body.querySelector('[role=meter]')).not.toBeNull()
    expect(document.body.querySelector('input[type=radio]')).toBeNull()
  })
})

describe('the progress of the download', () => {
  it('is a named bar with numbers, and words for what it does', async () => {
    await tell({ phase: 'gathering', done: 1020, broken: 12 })
    expect(bar().getAttribute('aria-label')).toBe('Pictures for offline use')
    expect([bar().getAttribute('aria-valuenow'), bar().getAttribute('aria-valuemax')]).toEqual([
      '1020',
      '1240'
    ])
    expect(text()).toContain('Downloading pictures · 1,020 of 1,240 pictures')
    expect(text()).toContain('12 cannot be shown')
    await tell({ phase: 'full', done: 1100 })
    expect(text()).toContain('Limit reached')
    await tell({})
    expect(text()).toContain('Complete · 1,240 of 1,240 pictures')
  })

  it('has no measure while nobody knows how many there are', async () => {
    await tell({ phase: 'gathering', done: 20, total: null })
    expect(bar().hasAttribute('aria-valuenow')).toBe(false)
    expect(text()).toContain('20 pictures')
  })

  it('is paused and resumed by one button, which keeps the focus', async () => {
    main.always('pictures:pause-prefetch', () => ok(prefetchState({ phase: 'paused', done: 9 })))
    main.always('pictures:resume-prefetch', () => ok(prefetchState({ phase: 'gathering', done: 9 })))
    await tell({ phase: 'gathering', done: 9 })
    await press(button('Pause downloading pictures'))
    expect(document.activeElement?.textContent.trim()).toBe('Resume downloading pictures')
    expect(text()).toContain('Paused · 9 of 1,240')
    await press(button('Resume downloading pictures'))
    expect(text()).toContain('Downloading pictures · 9 of 1,240')
  })

  it('fault 13: says why it waits', async () => {
    await tell({ phase: 'waiting', done: 9, because: { code: 'offline', facts: {} } })
    expect(text()).toContain('Waiting · 9 of 1,240 pictures')
    expect(text()).toContain('This computer is offline. It continues automatically.')
  })

  it('leads to the pictures that cannot be shown', async () => {
    await tell({ broken: 12 })
    await press(button('Show them'))
    expect(useNavigation().place).toEqual({ name: 'products' })
    expect(useView().state.filters.pictureState).toBe('broken')
  })
})
