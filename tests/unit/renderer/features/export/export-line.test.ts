import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import ExportDialog from '../../../../../renderer/features/export/ExportDialog.vue'
import ExportLine from '../../../../../renderer/features/export/ExportLine.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useExports } from '../../../../../renderer/features/export/exports'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { exportChoices, exportReport, exportState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
const shown: VueWrapper[] = []

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  main.always('export:state', () => ok(exportState()))
})
afterEach(() => shown.splice(0).forEach((each) => each.unmount()))

async function openLine(): Promise<VueWrapper> {
  const line = mount(ExportLine, {
    props: { locale: 'en-GB' },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  shown.push(line)
  await flushPromises()
  return line
}
const focused = (): string =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent.trim() ?? ''

/** Opens the dialog for a list with so many products. */
async function openDialog(count: number): Promise<void> {
  main.always('export:choices', () => ok(exportChoices))
  shown.push(
    mount(ExportDialog, {
      props: { connection, columns: [], now: Date.now() },
      global: { plugins: [i18n] },
      attachTo: document.body
    })
  )
  const of = { productQuery: emptyQuery, sort: null }
  await useExports().ask({ connectionId: connection.id, of, count, isSelection: false })
  await flushPromises()
}
const words = (): string => document.querySelector('[role=dialog]')?.textContent ?? ''

it('whoever stops an export by a key goes on from what is said of it', async () => {
  const line = await openLine()
  main.always('export:cancel', () => ok(exportState({ phase: 'cancelled' })))
  line.get('button').element.focus()
  await line.get('button').trigger('click')
  await flushPromises()
  expect(line.text()).toContain('Export stopped')
  expect(focused()).toBe('Dismiss')
})

it('an export that ends while the focus is on its button keeps the focus, also where its file is gone', async () => {
  const line = await openLine()
  line.get('button').element.focus()
  main.emit('export:changed', exportState({ phase: 'done', report: exportReport() }))
  await flushPromises()
  expect(focused()).toBe('Show in folder')
  main.always('export:show', () => fail('not-found'))
  await line.get('button').trigger('click')
  await flushPromises()
  expect(focused()).toBe('Dismiss')
})

it('how an export ended goes by itself, unless somebody is on it, and is not told on the next page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const line = await openLine()
  const end = async (number: number): Promise<void> => {
    main.emit('export:changed', exportState({ number, phase: 'done', report: exportReport() }))
    await flushPromises()
  }
  await end(5)
  await line.get('.toast').trigger('pointerenter')
  await vi.advanceTimersByTimeAsync(60_000)
  await line.get('.toast').trigger('pointerleave')
  expect(line.find('.toast').exists()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(line.find('.toast').exists()).toBe(false)
  await end(6)
  expect(line.find('.toast').exists()).toBe(true)
  line.unmount()
  main.always('export:state', () => ok(exportState({ number: 6, phase: 'done', report: exportReport() })))
  expect((await openLine()).find('.toast').exists()).toBe(false)
})

it('that could not be written can be begun once more, into another file', async () => {
  const line = await openLine()
  const of = { productQuery: emptyQuery }
  const wish = { connectionId: 'shop', words: '', columns: ['id' as const], of, choices: exportChoices }
  main.always('export:start', () => ok(exportState({ number: 2 })))
  await useExports().start(wish)
  main.emit(
    'export:changed',
    exportState({ number: 2, phase: 'failed', because: fail('storage-failed').failure })
  )
  await flushPromises()
  const again = line.findAll('button').find((each) => each.text() === 'Export again…')
  await again?.trigger('click')
  expect(main.asked('export:start').map(({ input }) => input)).toEqual([wish, wish])
})

it('an export that ends takes the focus from nowhere else', async () => {
  await openLine()
  main.emit('export:changed', exportState({ phase: 'done', report: exportReport() }))
  await flushPromises()
  expect(document.activeElement).toBe(document.body)
})

it('says why nothing can be exported while another export is under way', async () => {
  await useExports().load()
  await openDialog(40)
  expect(words()).toContain('Another export is running')
  main.emit('export:changed', exportState({ phase: 'done', report: exportReport() }))
  await flushPromises()
  expect(words()).not.toContain('Another export is running')
})

it('begins nothing where there is nothing to export', async () => {
  await openDialog(0)
  expect(words()).toContain('This list is empty')
  document.querySelector('form')?.requestSubmit()
  await flushPromises()
  expect(main.asked('export:start')).toEqual([])
})
