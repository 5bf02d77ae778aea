import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noFilters } from '../../../../../electron/contract/empty-query'
import { useDetailsPane } from '../../../../../renderer/features/catalog/details-pane'
import { useListColumns } from '../../../../../renderer/features/catalog/columns-with-room'
import { showColumn } from '../../../../../renderer/features/catalog/product-columns'
import { freshView, useView } from '../../../../../renderer/features/catalog/view'
import { useApp } from '../../../../../renderer/shared/app-info'
import { usePreferences } from '../../../../../renderer/shared/preferences'
import { ok } from '../../../../../electron/contract/failure'
import type { OwnTeam } from '../../../../../electron/contract/team'
import type { Column } from '../../../../../electron/contract/view'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

afterEach(() => vi.unstubAllGlobals())

const ofFindings = { ...noFilters, finding: 'any' as const }

const isShown = (filters = noFilters): boolean =>
  useListColumns()
    .of('full', filters)
    .some(({ id, shown }) => id === 'findings' && shown)
const isTold = (filters = noFilters): boolean => useListColumns().tellsFindings(filters)
const keptColumns = (): string[] =>
  useView()
    .state.columns.filter(({ shown }) => shown)
    .map(({ id }) => id)

async function start(columns: Column[] = []): Promise<MainProcess> {
  const main = sitInMainProcess()
  main.always('views:get', () => ok({ state: { ...freshView, columns }, saved: [], shared: [] }))
  main.always('views:save', () => ok(null))
  startStores()
  await useView().open()
  return main
}

/** As a person does who wants no findings in lists. */
function hideFindings(): void {
  const columns = useListColumns()
  columns.keep(showColumn(columns.of('full', noFilters), 'findings', false), 'full', noFilters)
}

it('hides IDs before what products are decided by where there is little room', async () => {
  await start()
  const shown = (): string[] =>
    useListColumns()
      .of('full', noFilters)
      .flatMap(({ id, shown: isThere }) => (isThere ? id : []))
  const least = ['image', 'name', 'price', 'findings', 'review']
  const waiting = (): string[] => useListColumns().waiting('full', noFilters)
  vi.stubGlobal('innerWidth', 1160)
  useDetailsPane().isOpen = true
  expect(shown()).toEqual(least)
  expect(waiting()).toEqual(['description', 'id'])
  vi.stubGlobal('innerWidth', 1100)
  window.dispatchEvent(new Event('resize'))
  expect(shown(), 'beside the words of the sidebar').not.toContain('findings')
  useApp().sidebar = 'collapsed'
  expect(shown(), 'beside its signs alone').toEqual(least)
  useApp().sidebar = 'auto'
  vi.stubGlobal('innerWidth', 960)
  window.dispatchEvent(new Event('resize'))
  expect(shown(), 'the price says more than a part of what was found').toEqual([
    'image',
    'name',
    'price',
    'review'
  ])
  vi.stubGlobal('innerWidth', 640)
  window.dispatchEvent(new Event('resize'))
  expect(shown(), 'where the mark that a key makes would be out of sight').toEqual([
    'image',
    'name',
    'review'
  ])
  vi.stubGlobal('innerWidth', 1300)
  window.dispatchEvent(new Event('resize'))
  useDetailsPane().isOpen = false
  expect(shown()).toContain('id')
  useView().keep({ filtersOpen: true })
  expect(shown(), 'beside the filters').toEqual(least)
})

it('goes by the room that the list has: beside the details descriptions go before IDs, and neither where there is room', async () => {
  await start()
  const shown = (): string[] =>
    useListColumns()
      .of('full', noFilters)
      .flatMap(({ id, shown: isThere }) => (isThere ? id : []))
  const all = ['image', 'name', 'price', 'findings', 'description', 'review', 'id']
  const withoutDescription = all.filter((id) => id !== 'description')
  vi.stubGlobal('innerWidth', 1920)
  useDetailsPane().isOpen = true
  expect(shown()).toEqual(all)
  useView().keep({ filtersOpen: true })
  expect(shown(), 'beside the filters too').toEqual(withoutDescription)
  vi.stubGlobal('innerWidth', 1440)
  window.dispatchEvent(new Event('resize'))
  expect(shown()).not.toContain('id')
  useView().keep({ filtersOpen: false })
  expect(shown()).toEqual(withoutDescription)
  useDetailsPane().width = 720
  expect(shown(), 'beside details that a person made wide').not.toContain('id')
})

it('reckons with large texts: a window has room for the columns of one at usual text size that is as much smaller', async () => {
  vi.stubGlobal('innerWidth', 1920)
  await start()
  const shown = (): string[] =>
    useListColumns()
      .of('full', noFilters)
      .flatMap(({ id, shown: isThere }) => (isThere ? id : []))
  const all = ['image', 'name', 'price', 'findings', 'description', 'review', 'id']
  expect(shown()).toEqual(all)
  useView().keep({ filtersOpen: true })
  expect(shown(), 'beside the filters').toEqual(all)
  void usePreferences().set({ textSize: 150 })
  const least = ['image', 'name', 'price', 'findings', 'review']
  expect(shown(), 'beside the filters, with large texts').toEqual(least)
  useView().keep({ filtersOpen: false })
  expect(shown(), 'the longest text gives way first').toEqual([...least, 'id'])
  void usePreferences().set({ textSize: 200 })
  expect(shown()).toEqual(least)
})

it('gives names the room of findings where texts are large for the window, and has what was found told with them', async () => {
  vi.stubGlobal('innerWidth', 960)
  await start()
  expect(isShown()).toBe(true)
  void usePreferences().set({ textSize: 150 })
  expect([isShown(), isTold()]).toEqual([false, true])
  expect([isShown(ofFindings), isTold(ofFindings)]).toEqual([false, true])
  const columns = useListColumns()
  columns.keep(showColumn(columns.of('full', ofFindings), 'review', false), 'full', ofFindings)
  expect(isTold(ofFindings), 'nobody took it away').toBe(true)
  columns.keep(showColumn(columns.of('full', noFilters), 'findings', true), 'full', noFilters)
  expect(isShown(), 'a person asked for them').toBe(true)
})

it('gives a file the columns that a person chose, whether or not the screen has room for them', async () => {
  await start()
  const columns = useListColumns()
  const wanted = (): string[] =>
    columns.wanted('full', noFilters).flatMap(({ id, shown: isThere }) => (isThere ? id : []))
  const all = ['image', 'name', 'price', 'findings', 'description', 'review', 'id']
  expect(wanted()).toEqual(all)
  useDetailsPane().isOpen = true
  expect(wanted()).toEqual(all)
  columns.keep(showColumn(columns.of('full', noFilters), 'price', false), 'full', noFilters)
  expect(wanted(), 'only the price was taken away').toEqual(all.filter((id) => id !== 'price'))
  columns.keep(showColumn(columns.of('full', noFilters), 'id', true), 'full', noFilters)
  columns.keep(showColumn(columns.of('full', noFilters), 'id', false), 'full', noFilters)
  expect(wanted()).not.toContain('id')
})

describe('the column of whom products are assigned to', () => {
  const own: OwnTeam = { name: 'Ana', approvals: 1, mayDecide: true, canClaim: false }
  const ids = (): string[] =>
    [...useListColumns().of('full', noFilters), ...useListColumns().wanted('full', noFilters)].flatMap(
      ({ id, shown }) => (id === 'assigned-to' ? `${id} ${shown ? 'shown' : 'hidden'}` : [])
    )
  const asked: Column = { id: 'assigned-to', shown: true, width: null }

  it('is offered in a team, to those who ask for it', async () => {
    const main = await start()
    expect(ids(), 'while it is not known whether there is one').toEqual([])
    await flushPromises()
    await main.last('team:self').answer(ok(own))
    expect(ids()).toEqual(['assigned-to hidden', 'assigned-to hidden'])
  })

  it('stays where it was asked for before the team is read, and goes where there is none', async () => {
    const main = await start([asked])
    expect(ids()).toEqual(['assigned-to shown', 'assigned-to shown'])
    await flushPromises()
    await main.last('team:self').answer(ok(null))
    expect(ids()).toEqual([])
  })
})

describe('the column of findings', () => {
  it('is there from the first, and for who took it away in lists of products with findings or broken pictures alone', async () => {
    await start()
    expect(isShown()).toBe(true)
    hideFindings()
    expect(isShown()).toBe(false)
    expect(isShown(ofFindings)).toBe(true)
    expect(isShown({ ...noFilters, pictureState: 'broken' })).toBe(true)
    expect(isShown({ ...ofFindings, setAside: true })).toBe(false)
  })

  it('is not kept because such a list showed it', async () => {
    await start()
    hideFindings()
    const columns = useListColumns()
    columns.keep(showColumn(columns.of('full', ofFindings), 'id', false), 'full', ofFindings)
    expect(keptColumns()).not.toContain('findings')
    expect(keptColumns()).not.toContain('id')
    expect([isShown(), isShown(ofFindings)]).toEqual([false, true])
  })

  it('stays away from a list from which a person took it, and comes back with the next', async () => {
    await start()
    const columns = useListColumns()
    columns.keep(showColumn(columns.of('full', ofFindings), 'findings', false), 'full', ofFindings)
    expect(isShown(ofFindings)).toBe(false)
    expect(isShown({ ...ofFindings })).toBe(true)
  })

  it('counts as shown by a gallery, whose tiles say what was found', async () => {
    await start()
    hideFindings()
    expect(isTold()).toBe(false)
    useView().keep({ layout: 'gallery' })
    expect(isTold()).toBe(true)
  })

  it('stays everywhere where a person chose it', async () => {
    await start()
    const columns = useListColumns()
    columns.keep(showColumn(columns.of('full', noFilters), 'findings', true), 'full', noFilters)
    expect([isShown(), isShown(ofFindings)]).toEqual([true, true])
  })
})
