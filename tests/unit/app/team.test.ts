import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import keytar from 'keytar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { eventually } from '../../support/eventually'
import { testFolder } from '../../support/folder'
import { hasKeychain, takeKeychain } from '../../support/keyring'
import { hasPostgres } from '../../support/servers/postgres'
import {
  approveFirst,
  begin,
  desk,
  exchange,
  newStore,
  note,
  products,
  synced,
  twoInDatabase,
  type Desk
} from './team-desks'

describe.runIf(hasKeychain)('a team', () => {
  let giveBack: () => Promise<void>
  beforeAll(async () => {
    giveBack = await takeKeychain()
  }, 600_000)
  afterAll(() => giveBack())

  it('shares marks through a folder, with the name of who set them', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    await approveFirst(ada)
    await exchange(ada)
    await exchange(ben)
    expect((await products(ben))[0]?.review).toMatchObject({ state: 'approved', reviewer: 'Ada' })
    await exchange(ada)
    const team = await ada.app.get('team:state', { connectionId: ada.connectionId })
    expect(team).toMatchObject({
      waiting: 0,
      problem: null,
      members: [
        { name: 'Ada', marked: 1 },
        { name: 'Ben', marked: 0 }
      ]
    })
  })

  it.runIf(hasPostgres)('sees a mark within 5 seconds through a database, without a hand', async () => {
    const { ada, ben, server } = await twoInDatabase()
    const isThere = async (desk: Desk): Promise<void> => {
      expect((await products(desk))[0]?.review).toMatchObject({ state: 'approved', reviewer: 'Ada' })
    }
    const began = performance.now()
    await approveFirst(ada)
    await eventually(() => isThere(ben))
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await ada.app.get('team:state', { connectionId: ada.connectionId })).toMatchObject({
      waiting: 0
    })
    // Also after the database was gone in between.
    await server.kill()
    await note(ada, 'while it was down')
    await server.start()
    await exchange(ada)
    await eventually(async () => {
      expect((await products(ben))[0]?.review.note).toBe('while it was down')
    })
  })

  it('fault 139: goes on without its folder, and sends what waited once it is back', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    renameSync(share, `${share} unplugged`)
    await approveFirst(ada)
    await exchange(ada)
    expect(await ada.app.get('team:state', { connectionId: ada.connectionId })).toMatchObject({
      waiting: 1,
      problem: 'unreachable'
    })
    renameSync(`${share} unplugged`, share)
    await exchange(ada)
    await exchange(ben)
    expect((await products(ben))[0]?.review).toMatchObject({ state: 'approved', reviewer: 'Ada' })
  })

  it('fault 146: leaves nobody with an old catalog: whoever is left asks the store', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    await ada.app.close()
    const before = store.pageRequests()
    await ben.app.get('sync:start', { connectionId: ben.connectionId })
    await synced(ben)
    expect(store.pageRequests()).toBeGreaterThan(before)
  })

  it('is left with its store: nothing of it stays in the keychain', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    // Ada owns it alone: who removes a store is not held back by its team.
    await begin(ben, 'join', share, 'Ben')
    await exchange(ada)
    const accounts = async (): Promise<string[]> =>
      (await keytar.findCredentials('vitrine'))
        .map(({ account }) => account)
        .filter((name) => name.startsWith('vitrine-team-'))
    const before = await accounts()
    await ada.app.get('connections:remove', { id: ada.connectionId })
    expect((await accounts()).length).toBe(before.length - 1)
  })

  it('moves to another place with all that was done, and tells whoever is still at the one before', async () => {
    const store = await newStore()
    const [ada, ben, cleo] = [await desk(store), await desk(store), await desk(store)]
    const [share, other] = [testFolder(), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    await approveFirst(ben)
    await exchange(ben)
    await exchange(ada)
    const move = ({ app, connectionId }: Desk, path: string) =>
      app.call('team:move', { connectionId, place: { kind: 'folder', path }, password: '' })
    expect(await move(ada, other)).toMatchObject({ ok: true })
    const stateOf = ({ app, connectionId }: Desk) => app.get('team:state', { connectionId })
    await exchange(ada)
    expect(await stateOf(ada)).toMatchObject({ place: { path: other }, signpost: null, waiting: 0 })
    // Somebody who comes later gets what Ben did from Ada.
    await begin(cleo, 'join', other, 'Cleo')
    await exchange(cleo)
    expect((await products(cleo))[0]?.review).toMatchObject({ state: 'approved', reviewer: 'Ben' })

    await exchange(ben)
    expect(await stateOf(ben)).toMatchObject({
      place: { path: share },
      signpost: { by: 'Ada', place: { path: other } }
    })
    await note(ben, 'written at the place before')
    expect(await move(ben, other)).toMatchObject({ ok: true })
    expect(await stateOf(ben)).toMatchObject({ place: { path: other }, signpost: null })
    await exchange(cleo)
    expect((await products(cleo))[0]?.review.note).toBe('written at the place before')
    expect(await stateOf(cleo)).toMatchObject({ signpost: null })
  })

  it('moves to no place of another team, and stays where it is', async () => {
    const store = await newStore()
    const [ada, ben] = [await desk(store), await desk(store)]
    const [share, other] = [testFolder(), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'create', other, 'Ben')
    const { connectionId } = ada
    const place = { kind: 'folder' as const, path: other }
    expect(await ada.app.call('team:move', { connectionId, place, password: '' })).toMatchObject({
      failure: { facts: { reason: 'there-is-one' } }
    })
    expect(await ada.app.get('team:state', { connectionId })).toMatchObject({ place: { path: share } })
  })

  it('counts what somebody marked before they gave their name, unless it was somebody else', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await approveFirst(ada)
    await begin(ada, 'create', share, 'Ada')
    await approveFirst(ben)
    const before = await ben.app.get('reviews:reviewer', undefined)
    const place = { kind: 'folder' as const, path: share }
    const { connectionId } = ben
    await ben.app.get('team:join', { connectionId, place, password: '', name: 'Ben', isRenamed: false })
    for (const each of [ada, ben, ada]) await exchange(each)
    const [first] = await products(ada)
    const standing = await ada.app.get('reviews:standing', {
      connectionId: ada.connectionId,
      productId: first?.id ?? ''
    })
    expect(standing?.marks.map(({ by }) => by).sort()).toEqual(['Ada', before].sort())
  })

  it('says for which store a place is that cannot be joined', async () => {
    const [one, other] = [await newStore(), await newStore()]
    const [ada, ben, share] = [await desk(one), await desk(other), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    const place = { kind: 'folder' as const, path: share }
    const at = { connectionId: ben.connectionId, place, password: '' }
    const facts = { reason: 'other-store', store: `${one.baseUrl}${one.apiPath}` }
    await eventually(async () => {
      expect(await ben.app.call('team:test', at)).toMatchObject({ failure: { facts } })
    })
    expect(await ben.app.call('team:join', { ...at, name: 'Ben', isRenamed: false })).toMatchObject({
      failure: { facts }
    })
  })

  it('fault 143: ignores what a removed computer does from then on, and tells it', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    await exchange(ada)
    const team = await ada.app.get('team:state', { connectionId: ada.connectionId })
    const device = team?.members.find(({ name }) => name === 'Ben')?.devices[0]?.id ?? ''
    await ada.app.get('team:remove-device', { connectionId: ada.connectionId, device })
    await approveFirst(ben)
    await exchange(ben)
    await exchange(ada)
    expect((await products(ada))[0]?.review.state).toBe('unreviewed')
    expect(await ben.app.get('team:state', { connectionId: ben.connectionId })).toMatchObject({
      members: [{ name: 'Ada' }, { name: 'Ben', devices: [{ isThis: true, isRemoved: true }] }]
    })
  })

  it('is left by who leaves it; their marks stay with the others, and nothing of it on their computer', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    await approveFirst(ben)
    await ben.app.get('team:leave', { connectionId: ben.connectionId })
    expect(await ben.app.get('team:state', { connectionId: ben.connectionId })).toBeNull()
    await exchange(ada)
    expect((await products(ada))[0]?.review).toMatchObject({ state: 'approved', reviewer: 'Ben' })
    expect(await ada.app.get('team:state', { connectionId: ada.connectionId })).toMatchObject({
      members: [{ name: 'Ada' }, { name: 'Ben', devices: [{ hasLeft: true }] }]
    })
    expect(readdirSync(join(share, 'team'))).toHaveLength(2)
  })

  it('needs as many approvals of the same content as its owner says, and counts those of an older one no more', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    const refused = await ben.app.call('team:set-policy', { connectionId: ben.connectionId, approvals: 3 })
    expect(refused).toMatchObject({ failure: { facts: { field: 'team' } } })
    await ada.app.get('team:set-policy', { connectionId: ada.connectionId, approvals: 2 })
    const exchangeAll = async (): Promise<void> => {
      for (const each of [ada, ben, ada]) await exchange(each)
    }
    await exchangeAll()
    expect(await ben.app.get('team:self', { connectionId: ben.connectionId })).toMatchObject({ approvals: 2 })
    const first = async (one: Desk) => (await products(one))[0]?.review
    const progress = ({ app, connectionId }: Desk) =>
      app.get('reviews:progress', { connectionId, productQuery: emptyQuery })

    await approveFirst(ada)
    // At once, without an exchange.
    const given = { given: 1, needed: 2 }
    expect(await first(ada)).toMatchObject({
      state: 'awaiting-others',
      approvals: { ...given, isMine: true }
    })
    await exchangeAll()
    expect(await first(ben)).toMatchObject({ state: 'awaiting-you', approvals: { ...given, isMine: false } })
    expect(await progress(ada)).toMatchObject({ 'awaiting-others': 1, 'awaiting-you': 0, approved: 0 })
    expect(await progress(ben)).toMatchObject({ 'awaiting-others': 0, 'awaiting-you': 1, approved: 0 })

    await approveFirst(ben)
    await exchangeAll()
    for (const one of [ada, ben]) {
      expect(await first(one)).toMatchObject({ state: 'approved', approvals: { given: 2, needed: 2 } })
      expect(await progress(one)).toMatchObject({ 'awaiting-others': 0, 'awaiting-you': 0, approved: 1 })
      expect(await one.app.get('team:state', { connectionId: one.connectionId })).toMatchObject({
        members: [
          { name: 'Ada', marked: 1 },
          { name: 'Ben', marked: 1 }
        ]
      })
    }

    store.shelf.edits.set(1, { price: 4321 })
    for (const one of [ada, ben]) {
      await one.app.get('sync:start', { connectionId: one.connectionId })
      await synced(one)
      expect(await first(one)).toMatchObject({ state: 'changed', approvals: { given: 0 } })
    }
    await approveFirst(ben)
    await exchangeAll()
    expect(await first(ada)).toMatchObject({ state: 'awaiting-you' })
    expect(await first(ben)).toMatchObject({ state: 'awaiting-others' })
    await ada.app.get('team:set-policy', { connectionId: ada.connectionId, approvals: 1 })
    await exchangeAll()
    for (const one of [ada, ben])
      expect(await first(one)).toMatchObject({ state: 'approved', approvals: null })
  })

  it('lets people undo what they did themselves, and its owner what anybody did', async () => {
    const store = await newStore()
    const [ada, ben, share] = [await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    const log = async ({ app, connectionId }: Desk) =>
      app.get('reviews:log', { connectionId, productId: null, before: null, limit: 10 })
    const undo = async (one: Desk, by: string) => {
      const entry = (await log(one)).find((each) => each.by === by && each.before === 'unreviewed')
      expect(entry).toBeDefined()
      const { app, connectionId } = one
      const undone = await app.get('reviews:undo', { connectionId, entry: entry?.number ?? 0 })
      return {
        canUndo: entry?.canUndo,
        restored: undone !== null && 'restored' in undone ? undone.restored : 0
      }
    }
    await approveFirst(ada)
    for (const each of [ada, ben]) await exchange(each)
    expect(await undo(ben, 'Ada')).toEqual({ canUndo: false, restored: 0 })
    expect(await undo(ada, 'Ada')).toEqual({ canUndo: true, restored: 1 })
    for (const each of [ada, ben]) await exchange(each)
    expect((await products(ben))[0]?.review.state).toBe('unreviewed')
    await approveFirst(ben)
    for (const each of [ben, ada]) await exchange(each)
    expect(await undo(ada, 'Ben')).toEqual({ canUndo: true, restored: 1 })
    for (const each of [ada, ben]) await exchange(each)
    expect((await products(ben))[0]?.review.state).toBe('unreviewed')
  })

  it.runIf(hasPostgres)(
    'gives two people who take the next products of a list at once different ones',
    async () => {
      const { ada, ben } = await twoInDatabase()
      const claim = ({ app, connectionId }: Desk, count: number) =>
        app.get('reviews:claim', { connectionId, productQuery: emptyQuery, count })
      const mine = async ({ app, connectionId }: Desk, name: string): Promise<string[]> => {
        const productQuery = { ...emptyQuery, filters: { ...emptyQuery.filters, assignedTo: [name] } }
        const page = { connectionId, page: 1, limit: 100, from: 'copy' as const, productQuery }
        return (await app.get('products:page', page)).items.map(({ id }) => id)
      }
      expect(await Promise.all([claim(ada, 12), claim(ben, 12)])).toEqual([{ claimed: 12 }, { claimed: 12 }])
      const [adas, bens] = [await mine(ada, 'Ada'), await mine(ben, 'Ben')]
      expect([adas.length, bens.length, new Set([...adas, ...bens]).size]).toEqual([12, 12, 24])
      // What is left is less than both want.
      const rest = await Promise.all([claim(ada, 12), claim(ben, 12)])
      expect(rest.reduce((sum, { claimed }) => sum + claimed, 0)).toBe(6)
      expect(await claim(ben, 12)).toEqual({ claimed: 0 })
      await eventually(async () => {
        for (const one of [ada, ben])
          expect((await mine(one, 'Ada')).length + (await mine(one, 'Ben')).length).toBe(30)
      })
    }
  )
})
