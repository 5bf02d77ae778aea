import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startFaultyStore, type FaultyStore, type ScenarioName } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { eventually } from '../../support/eventually'
import { startApp, type RunningApp } from './running-app'

let app: RunningApp
let store: FaultyStore
let id: string

beforeEach(async () => {
  ;[app, store] = [await startApp(testFolder()), await startFaultyStore({ products: 60 })]
  onTestFinished(() => store.close())
})

const synced = (outcome: string) =>
  eventually(async () => {
    const { phase, last } = await app.get('sync:state', { connectionId: id })
    expect([phase, last?.outcome]).toEqual(['idle', outcome])
  })

async function connect(scenario: ScenarioName): Promise<void> {
  store.scenario(scenario)
  const { baseUrl, apiPath, credentials } = store
  const name = 'My shop'
  const draft = { name, baseUrl, apiPath, currency: null, locale: null, httpAllowed: false }
  const saved = await app.get('connections:save', { id: null, draft, credentials, keep: 'session' })
  id = saved.id
  await synced('complete')
}

const page = (number: number, from: 'copy' | 'store' = 'copy') =>
  app.get('products:page', { connectionId: id, page: number, limit: 25, from })

describe.each<ScenarioName>(['pages-alone', 'totals-nonsense'])(
  'a store without a number of items: %s',
  (scenario) => {
    it('is counted once its list was read as a whole: no page needs to be asked for', async () => {
      await connect(scenario)
      await store.goOffline()
      for (const number of [1, 3]) {
        expect(await page(number)).toMatchObject({
          totalItems: 60,
          totalPages: 3,
          staleBecause: null,
          fromCopy: true
        })
      }
      expect((await page(3)).items).toHaveLength(10)
      expect((await page(3)).coverage).toMatchObject({ here: 60, total: null, state: 'complete' })
    })

    it('fault 41: leads to the question when its list is empty', async () => {
      await connect(scenario)
      store.shelf.removed = new Set(Array.from({ length: 60 }, (_, index) => index + 1))
      expect((await page(1, 'store')).oddities).toContain('list-emptied')
      await eventually(async () => {
        expect((await app.get('sync:state', { connectionId: id })).drop).toMatchObject({ before: 60, now: 0 })
      })
    })
  }
)
