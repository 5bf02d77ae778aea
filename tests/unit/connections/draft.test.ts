import { describe, expect, it } from 'vitest'
import { checkDraft } from '../../../electron/connections/credentials-change'
import { mayShareKey } from '../../../electron/credentials/check'
import { createDemo } from '../../../electron/connections/demo'
import { keptIn, withConnection, withRemoval } from '../../../electron/connections/saved-connections'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { viewStateSchema } from '../../../electron/contract/view'
import { defaultSettings, type SavedConnection, type Settings } from '../../../electron/settings/schema'

const draft = {
  name: 'My shop',
  baseUrl: 'https://shop.example',
  apiPath: '/api/public/products',
  currency: null,
  locale: null,
  httpAllowed: false
}
const saved = (id: string): SavedConnection => ({ ...draft, id, keep: 'keychain' })

describe('a draft', () => {
  it('with a repaired address is taken as it is', () => {
    expect(checkDraft(draft)).toEqual({ ok: true, value: draft })
  })

  it('with plain http needs consent, except on this computer', () => {
    const http = { ...draft, baseUrl: 'http://shop.example' }
    expect(checkDraft(http)).toMatchObject({
      failure: { code: 'address-invalid', facts: { field: 'baseUrl' } }
    })
    expect(checkDraft({ ...http, httpAllowed: true }).ok).toBe(true)
    expect(checkDraft({ ...http, baseUrl: 'http://127.0.0.1:8080' }).ok).toBe(true)
  })
})

describe('a saved key', () => {
  it.each([
    ['https://shop.example', 'https://shop.example/prefix', true],
    ['https://shop.example', 'https://SHOP.example:443', true],
    ['http://shop.example', 'https://shop.example', true],
    ['https://shop.example', 'http://shop.example', false],
    ['https://shop.example', 'https://evil.example', false],
    ['https://shop.example', 'https://shop.example.evil.example', false],
    ['https://shop.example', 'https://shop.example@evil.example', false],
    ['https://shop.example', 'https://shop.example:8443', false],
    ['https://shop.example', 'no address', false]
  ])('fault 79: entered for %s, used for %s without entering it again: %s', (from, to, may) => {
    expect(mayShareKey(from, to)).toBe(may)
  })
})

describe('the list of connections', () => {
  it('makes a new or changed one active, in its place', () => {
    const two = withConnection(withConnection(defaultSettings(), saved('a')), saved('b'))
    const changed = withConnection(two, { ...saved('a'), name: 'Changed' })
    expect(changed.connections.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'Changed'],
      ['b', 'My shop']
    ])
    expect([two.activeId, changed.activeId]).toEqual(['b', 'a'])
  })

  it('loses with a connection its view, schedule and what it has of pictures, keeps what was set up of it, and shows the first of the others when it was active', () => {
    const view = viewStateSchema.parse({ page: 1, limit: 25, scrollTop: 0 })
    const named = [{ id: 'all', name: 'All', productQuery: emptyQuery, watched: false }]
    const rules = { 'price-zero': { enabled: false, severity: 'hint', threshold: null } } as const
    const both = withConnection(withConnection(defaultSettings(), saved('a')), saved('b'))
    const settings: Settings = {
      ...both,
      views: { a: view, b: view },
      savedViews: { a: named, b: named },
      schedules: { a: 'off', b: 'daily' },
      pictureKeeping: { a: 'previews', b: 'none' },
      pictureGathering: { a: { paused: true, since: 1 }, b: { paused: false, since: 2 } },
      pictureHosts: { a: ['nas.local'], b: ['192.168.1.5:8080'] },
      auditRules: { a: rules, b: rules },
      preferences: { pictureLimit: 512_000_000 }
    }
    const { baseUrl, apiPath } = saved('b')
    const setUp = { baseUrl, apiPath, savedViews: named, auditRules: rules }
    expect(withRemoval(settings, saved('b'))).toEqual({
      ...settings,
      connections: [saved('a')],
      activeId: 'a',
      removals: [{ id: 'b', baseUrl, apiPath }],
      removedStores: [setUp],
      views: { a: view },
      savedViews: { a: named },
      schedules: { a: 'off' },
      pictureKeeping: { a: 'previews' },
      pictureGathering: { a: { paused: true, since: 1 } },
      pictureHosts: { a: ['nas.local'] },
      auditRules: { a: rules }
    })
    const one = withRemoval(settings, saved('a'))
    expect(one.activeId).toBe('b')
    expect(withRemoval(one, saved('b'))).toMatchObject({ activeId: null, removedStores: [setUp] })
  })

  it('knows where a key is expected; the demo’s is never in the keychain', () => {
    const settings = withConnection(defaultSettings(), saved('a'))
    expect([keptIn(settings, 'a'), keptIn(settings, 'x'), keptIn(settings, 'demo')]).toEqual([
      'keychain',
      null,
      'session'
    ])
  })
})

it('a demo store that could not be started is started by the next try', async () => {
  let tries = 0
  const store = { baseUrl: 'http://127.0.0.1:1', apiPath: '/x', credentials: { key: 'k', userId: 'u' } }
  const start = () => {
    tries += 1
    return tries === 1
      ? Promise.reject(new Error('no port'))
      : Promise.resolve({ ...store, close: () => Promise.resolve() })
  }
  const demo = createDemo(start, () => Promise.resolve())
  await expect(demo.open()).rejects.toThrow('no port')
  expect(demo.address()).toBeNull()
  await demo.open()
  expect(demo.address()).toMatchObject({ baseUrl: store.baseUrl })
  await demo.close()
  expect(demo.address()).toBeNull()
})
