import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { fail, ok } from '../../../../../electron/contract/failure'
import ExportDialog from '../../../../../renderer/features/export/ExportDialog.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useExports } from '../../../../../renderer/features/export/exports'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { exportChoices, exportState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrapper: VueWrapper

beforeEach(async () => {
  main = sitInMainProcess()
  startStores()
  main.always('export:choices', () => ok(exportChoices))
  const columns = [
    { id: 'id' as const, width: null, shown: true },
    { id: 'name' as const, width: null, shown: true },
    { id: 'price' as const, width: null, shown: false },
    { id: 'change' as const, width: null, shown: true },
    { id: 'note' as const, width: null, shown: false }
  ]
  wrapper = mount(ExportDialog, {
    props: { connection, columns, now: 0 },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await useExports().ask({
    connectionId: connection.id,
    of: { productQuery: emptyQuery },
    count: 40,
    isSelection: false
  })
  await flushPromises()
})
afterEach(() => wrapper.unmount())

const exportButton = (): HTMLButtonElement => {
  const found = document.querySelector<HTMLButtonElement>('button[type=submit][form=export-form]')
  if (found === null) throw new Error('No button to export with')
  return found
}
async function submit(): Promise<void> {
  document.querySelector('#export-form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
}

it('fault 124: the columns that are chosen reach the main process, and the dialog closes', async () => {
  main.always('export:start', () => ok(exportState()))
  await submit()
  expect(main.last('export:start').input.columns).toEqual(['id', 'name', 'change', 'note'])
  expect(useExports().wish).toBeNull()
})

it('offers whom products are assigned to where there is a team', async () => {
  const isOffered = (): boolean =>
    [...document.querySelectorAll('label')].some((label) => label.textContent.trim() === 'Assigned to')
  expect(isOffered()).toBe(false)
  const own = { name: 'Ana', approvals: 1, mayDecide: true, canClaim: false }
  await main.last('team:self').answer(ok(own))
  expect(isOffered()).toBe(true)
})

it('offers each column once, those of the table first and in its order', () => {
  const names = [...document.querySelectorAll('label')].map((label) => label.textContent.trim())
  expect(names.filter((name) => name === 'Note')).toHaveLength(1)
  expect(names.filter((name) => name.startsWith('Change'))).toHaveLength(1)
  const offered = names.slice(names.indexOf('ID'))
  expect(offered.slice(0, 5).map((name) => name.split(' ')[0])).toEqual([
    'ID',
    'Name',
    'Price',
    'Change',
    'Note'
  ])
})

it.each([
  ['is refused', () => main.always('export:start', () => fail('internal'))],
  ['cannot be handed over', refuseAll]
])('fault 124: an export that %s leaves no busy button', async (_, prepare) => {
  prepare()
  await submit()
  expect(exportButton().getAttribute('aria-busy')).not.toBe('true')
  expect(exportButton().disabled).toBe(false)
})

/** As `contextBridge` throws where something cannot be cloned. */
function refuseAll(): void {
  vi.stubGlobal('reportError', () => undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.spyOn(window.vitrine, 'call').mockImplementation(() => {
    throw new Error('An object could not be cloned.')
  })
}
