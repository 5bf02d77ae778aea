import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyQuery, noFilters } from '../../../electron/contract/empty-query'
import { ok } from '../../../electron/contract/failure'
import { loadSettings } from '../../../electron/settings/load'
import { SettingsStore } from '../../../electron/settings/settings'
import { createSharedItems } from '../../../electron/team/shared-items'
import { maxItem } from '../../../electron/team/operation'
import type { TeamItem } from '../../../electron/team/types'
import { testFolder } from '../../support/folder'

const device = 'a'.repeat(32)

/** What a team shares, on a computer with settings of its own. */
async function bench(items: TeamItem[], file = join(testFolder(), 'settings.json')) {
  const settings = new SettingsStore(file, await loadSettings(file))
  const told: string[] = []
  const said: unknown[] = []
  const shared = createSharedItems({
    settings,
    hasTeam: () => true,
    bookOf: () => ({
      items: () => Promise.resolve(ok(items)),
      membership: () =>
        Promise.resolve(
          ok({
            team: device,
            device,
            place: { kind: 'folder', path: '/team' },
            store: { baseUrl: 'https://shop.example', apiPath: '/api' }
          })
        )
    }),
    say(_, act) {
      said.push(act)
      return Promise.resolve(ok(null))
    },
    reviewer: () => 'Kim',
    onViews: () => told.push('views'),
    onRules: () => told.push('rules')
  })
  await shared.refresh('shop')
  return { file, settings, shared, told, said, items: () => settings.get().teamItems.shop }
}

function item(kind: string, value: unknown, id = ''): TeamItem {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { kind, id, value: text, by: 'Ana', at: 5, mayChange: false, isOwn: false }
}

const view = (value: unknown, name = '1'): TeamItem => item('view', value, `${device}-${name}`)
const cups = { name: 'Cups', productQuery: { search: 'cup' }, by: 'Ana' }

it('shows of a team’s views those that it understands, as whole as they are', async () => {
  const newer = { ...noFilters, smell: 'of-roses' }
  const { items, told } = await bench([
    view(cups),
    view('{', '2'),
    view('null', '3'),
    view({ ...cups, name: '' }, '4'),
    view({ ...cups, name: 'x'.repeat(81) }, '5'),
    view({ ...cups, productQuery: { filters: { finding: 'a-rule-of-a-later-version' } } }, '6'),
    view({ ...cups, productQuery: { filters: newer } }, '7'),
    view({ ...cups, productQuery: { or: [newer] } }, '8'),
    view({ ...cups, productQuery: { search: 'cup', only: 'in-stock' } }, '9'),
    view({ ...cups, productQuery: { filters: { change: { kind: 'new', since: 4 } } } }, '10'),
    item('of-a-later-version', { name: 'x' }, `${device}-11`)
  ])
  expect(items()?.views).toEqual([
    {
      id: `${device}-1`,
      name: 'Cups',
      productQuery: { ...emptyQuery, search: 'cup' },
      watched: false,
      sharedBy: 'Ana',
      mayChange: false,
      isOwn: false
    }
  ])
  expect(told).toEqual(['views'])
})

it('goes by the rules of a team that it understands', async () => {
  const rules = {
    'price-zero': { enabled: false, severity: 'hint', threshold: null },
    'name-long': { enabled: 'perhaps' },
    'of-a-later-version': { enabled: true, severity: 'error', threshold: 1 }
  }
  const { items, told } = await bench([item('rules', { rules })])
  expect(items()?.rules).toEqual({ by: 'Ana', at: 5, rules: { 'price-zero': rules['price-zero'] } })
  expect(told).toEqual(['rules'])
  expect((await bench([item('rules', '[')])).items()?.rules).toBeNull()
})

it('knows them after a restart, before the team’s log is read', async () => {
  const { file, settings, shared } = await bench([view(cups)])
  await shared.watchView({ connectionId: 'shop', view: `${device}-1`, watched: true })
  await settings.flush()
  const { teamItems } = (await loadSettings(file)).settings
  expect(teamItems.shop?.views).toMatchObject([{ name: 'Cups', watched: true }])
})

it('says nothing that is too long to be told, nor one view too many', async () => {
  const many = Array.from({ length: 100 }, (_, at) => view(cups, String(at)))
  const { settings, shared, said } = await bench(many)
  const own = (productQuery: object) => ({
    id: 'own',
    name: 'Own',
    watched: false,
    productQuery: { ...emptyQuery, ...productQuery }
  })
  const share = async (productQuery: object) => {
    await settings.change((current) => ({ ...current, savedViews: { shop: [own(productQuery)] } }))
    return shared.shareView({ connectionId: 'shop', view: 'own' })
  }
  expect(await share({})).toMatchObject({ failure: { facts: { reason: 'too-many' } } })
  many.length = 99
  await shared.refresh('shop')
  const pictureHost = ['x'.repeat(maxItem)]
  expect(await share({ filters: { ...noFilters, pictureHost } })).toMatchObject({
    failure: { facts: { reason: 'too-long' } }
  })
  expect(said).toEqual([])
  expect(await share({})).toMatchObject({ ok: true })
  expect(said).toHaveLength(1)
})
