import { expect, onTestFinished } from 'vitest'
import { emptyQuery } from '../../../electron/contract/empty-query'
import type { Input } from '../../../electron/contract/channels'
import type { Product } from '../../../electron/contract/product'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { eventually } from '../../support/eventually'
import { testFolder } from '../../support/folder'
import { startPostgres, type PostgresServer } from '../../support/servers/postgres'
import { startApp, type RunningApp } from './running-app'

/** An app of somebody who has connected the store, and has its catalog. */
export interface Desk {
  app: RunningApp
  connectionId: string
}

export async function newStore(): Promise<FaultyStore> {
  const store = await startFaultyStore({ products: 30 })
  onTestFinished(() => store.close())
  return store
}

export async function desk(store: FaultyStore): Promise<Desk> {
  const app = await startApp(testFolder())
  const { baseUrl, apiPath, credentials } = store
  const draft = { name: 'Shop', baseUrl, apiPath, currency: 'EUR', locale: null, httpAllowed: false }
  const { id } = await app.get('connections:save', { id: null, draft, credentials, keep: 'keychain' })
  await app.get('sync:start', { connectionId: id })
  await synced({ app, connectionId: id })
  return { app, connectionId: id }
}

export const synced = ({ app, connectionId }: Desk): Promise<void> =>
  eventually(async () => {
    const idle = { phase: 'idle', last: { outcome: 'complete' } }
    expect(await app.get('sync:state', { connectionId })).toMatchObject(idle)
  })

export const begin = (one: Desk, task: 'create' | 'join', path: string, name: string): Promise<null> =>
  beginAt(one, task, { place: { kind: 'folder', path }, password: '', name })

const beginAt = (
  { app, connectionId }: Desk,
  task: 'create' | 'join',
  at: Omit<Input<'team:join'>, 'connectionId' | 'isRenamed'>
): Promise<null> => app.get(`team:${task}`, { connectionId, ...at, isRenamed: true })

/** Two people whose team is in a database of the test's own: Ada owns it. */
export async function twoInDatabase(): Promise<{ ada: Desk; ben: Desk; server: PostgresServer }> {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const password = 'a password of two people'
  for (const [name, role] of [
    ['ada', 'owner'],
    ['ben', 'reviewer']
  ] as const)
    await server.createLogin(name, password, `vitrine_${role}`)
  const place = (userName: string) => ({
    kind: 'postgres' as const,
    address: `postgresql://127.0.0.1:${server.port}/postgres`,
    userName
  })
  const store = await newStore()
  const [ada, ben] = [await desk(store), await desk(store)]
  await beginAt(ada, 'create', { place: place('ada'), password, name: 'Ada' })
  await beginAt(ben, 'join', { place: place('ben'), password, name: 'Ben' })
  return { ada, ben, server }
}

export const exchange = ({ app, connectionId }: Desk): Promise<null> =>
  app.get('team:exchange', { connectionId })

export async function products({ app, connectionId }: Desk): Promise<Product[]> {
  const page = { connectionId, page: 1, limit: 10, from: 'copy' as const, productQuery: emptyQuery }
  return (await app.get('products:page', page)).items
}

export async function approveFirst({ app, connectionId }: Desk): Promise<void> {
  const [first] = await products({ app, connectionId })
  const of = { products: [{ id: first?.id ?? '', contentFingerprint: first?.contentFingerprint ?? '' }] }
  await app.get('reviews:mark', { connectionId, mark: 'approved', of })
}

export async function note(desk: Desk, text: string): Promise<void> {
  const [first] = await products(desk)
  const { connectionId } = desk
  await desk.app.get('reviews:note', { connectionId, productId: first?.id ?? '', note: text })
}
