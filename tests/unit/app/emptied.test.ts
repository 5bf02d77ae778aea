import { expect, it, onTestFinished } from 'vitest'
import { startFaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { eventually } from '../../support/eventually'
import { startApp } from './running-app'

it('fault 41: a refresh that finds the list empty keeps the rows, says why, and leads to the question', async () => {
  const store = await startFaultyStore({ products: 60 })
  onTestFinished(() => store.close())
  const app = await startApp(testFolder())
  const { baseUrl, apiPath, credentials } = store
  const name = 'My shop'
  const draft = { name, baseUrl, apiPath, currency: null, locale: null, httpAllowed: false }
  const { id } = await app.get('connections:save', { id: null, draft, credentials, keep: 'session' })
  const sync = () => app.get('sync:state', { connectionId: id })
  await eventually(async () => {
    const { phase, last } = await sync()
    expect([phase, last?.outcome]).toEqual(['idle', 'complete'])
  })
  store.shelf.removed = new Set(Array.from({ length: 60 }, (_, index) => index + 1))
  const firstPage = { connectionId: id, page: 1, limit: 25 }
  const page = await app.get('products:page', { ...firstPage, from: 'store' })
  expect(page.items).toHaveLength(25)
  expect(page.oddities).toContain('list-emptied')
  await eventually(async () =>
    expect((await sync()).drop).toMatchObject({ kind: 'shorter', before: 60, now: 0 })
  )
  await app.get('sync:answer-drop', { connectionId: id, accept: false })
  await eventually(async () => expect((await sync()).last?.outcome).toBe('declined'))
  expect((await app.get('products:page', { ...firstPage, from: 'copy' })).items).toHaveLength(25)
})
