import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleReport, RuleSetting } from '../../../electron/contract/audit'
import { emptyQuery, noFilters } from '../../../electron/contract/empty-query'
import type { SavedView } from '../../../electron/contract/view'
import { eventually } from '../../support/eventually'
import { testFolder } from '../../support/folder'
import { hasKeychain, takeKeychain } from '../../support/keyring'
import { hasPostgres } from '../../support/servers/postgres'
import { begin, desk, exchange, newStore, twoInDatabase, type Desk } from './team-desks'

const cheap: SavedView = {
  id: 'cheap',
  name: 'Cheap',
  productQuery: { ...emptyQuery, filters: { ...noFilters, priceTo: 20 } },
  watched: true
}
const kettles: SavedView = {
  id: 'kettles',
  name: 'Kettles',
  productQuery: { ...emptyQuery, search: 'kettle' },
  watched: false
}
/** Finds nothing in the products of the test's stores. */
const lax: RuleSetting = { enabled: true, severity: 'error', threshold: 1 }

const viewsOf = ({ app, connectionId }: Desk) => app.get('views:get', { connectionId })
const auditOf = ({ app, connectionId }: Desk) => app.get('audit:state', { connectionId })
const shareCheap = async ({ app, connectionId }: Desk): Promise<string> => {
  await app.get('views:save-named', { connectionId, saved: [cheap] })
  return (await app.get('team:share-view', { connectionId, view: cheap.id })).id
}
const ruleOf = async (one: Desk): Promise<RuleReport | undefined> =>
  (await auditOf(one)).rules.find(({ rule }) => rule === 'description-short')
const isLax = async (one: Desk): Promise<boolean> => (await ruleOf(one))?.setting.threshold === lax.threshold
/** Nobody leaves a team without an owner. */
async function makeOwner({ app, connectionId }: Desk, name: string): Promise<void> {
  const state = await app.get('team:state', { connectionId })
  const device = state?.members.find((member) => member.name === name)?.devices[0]?.id
  await app.get('team:make-owner', { connectionId, device: device ?? '' })
}
const configure = ({ app, connectionId }: Desk, setting: RuleSetting | null) =>
  app.call('audit:configure', { connectionId, rule: 'description-short', setting })

describe.runIf(hasKeychain)('what a team shares as a whole', () => {
  let giveBack: () => Promise<void>
  beforeAll(async () => {
    giveBack = await takeKeychain()
  }, 600_000)
  afterAll(() => giveBack())

  /** Ada has created the team in a folder, Ben and Cleo have joined it. */
  async function three() {
    const store = await newStore()
    const [ada, ben, cleo, share] = [await desk(store), await desk(store), await desk(store), testFolder()]
    await begin(ada, 'create', share, 'Ada')
    await begin(ben, 'join', share, 'Ben')
    await begin(cleo, 'join', share, 'Cleo')
    const exchangeAll = async (): Promise<void> => {
      for (const each of [ada, ben, cleo, ada, ben, cleo]) await exchange(each)
    }
    await exchangeAll()
    return { store, ada, ben, cleo, exchangeAll }
  }

  it('are views: a person’s own becomes everybody’s, and is their own again once nobody has it anymore', async () => {
    const { ada, ben, cleo, exchangeAll } = await three()
    const id = await shareCheap(ben)
    const { name, productQuery } = cheap
    const shared = { id, name, productQuery, sharedBy: 'Ben' }
    expect(await viewsOf(ben)).toMatchObject({
      saved: [],
      shared: [{ ...shared, watched: true, isOwn: true, mayChange: true }]
    })
    await exchangeAll()
    expect((await viewsOf(ada)).shared).toMatchObject([{ ...shared, watched: false, mayChange: true }])
    expect((await viewsOf(cleo)).shared).toMatchObject([{ ...shared, watched: false, mayChange: false }])
    expect(cleo.app.told).toContain('views:changed')

    // Watching is each person's own, and stays when the view is changed.
    const at = { connectionId: cleo.connectionId, view: id }
    await cleo.app.get('team:watch-view', { ...at, watched: true })
    const change = { name: 'Very cheap', productQuery: { ...emptyQuery, search: 'cup' } }
    const refused = await cleo.app.call('team:change-view', { ...at, ...change })
    expect(refused).toMatchObject({ failure: { facts: { field: 'team' } } })
    await ada.app.get('team:change-view', { connectionId: ada.connectionId, view: id, ...change })
    await exchangeAll()
    expect((await viewsOf(cleo)).shared).toMatchObject([{ ...shared, ...change, watched: true }])
    expect((await viewsOf(ben)).shared).toMatchObject([{ ...shared, ...change, watched: true }])

    await ada.app.get('team:stop-sharing-view', { connectionId: ada.connectionId, view: id })
    await exchangeAll()
    for (const each of [ada, cleo]) expect(await viewsOf(each)).toMatchObject({ saved: [], shared: [] })
    expect(await viewsOf(ben)).toMatchObject({ saved: [{ ...change, watched: true }], shared: [] })
  })

  it('are views that are watched as one’s own: a sync tells what it brought into them', async () => {
    const { store, ada, cleo, exchangeAll } = await three()
    const { connectionId } = cleo
    await ada.app.get('views:save-named', { connectionId: ada.connectionId, saved: [kettles] })
    const at = { connectionId: ada.connectionId, view: kettles.id }
    const { id: view } = await ada.app.get('team:share-view', at)
    await exchangeAll()
    await cleo.app.get('team:watch-view', { connectionId, view, watched: true })
    expect(await cleo.app.get('views:news', { connectionId })).toEqual([])
    store.shelf.edits.set(7, { name: 'Kettle' })
    await cleo.app.get('sync:start', { connectionId })
    await eventually(async () =>
      expect(await cleo.app.get('views:news', { connectionId })).toEqual([{ view, count: 1 }])
    )
    await eventually(() => expect(cleo.app.told).toContain('views:arrived'))
    await ada.app.get('team:stop-sharing-view', { connectionId: ada.connectionId, view })
    await exchangeAll()
    expect(await cleo.app.get('views:news', { connectionId })).toEqual([])
  })

  it('are not views that each computer would understand otherwise', async () => {
    const { ben } = await three()
    const change = { kind: 'new' as const, since: 3 }
    const view = { ...cheap, productQuery: { ...emptyQuery, filters: { ...noFilters, change } } }
    await ben.app.get('views:save-named', { connectionId: ben.connectionId, saved: [view] })
    const share = { connectionId: ben.connectionId, view: view.id }
    expect(await ben.app.call('team:share-view', share)).toMatchObject({
      failure: { facts: { field: 'view', reason: 'of-this-computer' } }
    })
    expect(await viewsOf(ben)).toMatchObject({ saved: [view], shared: [] })
  })

  it('are an owner’s rules: they hold for everybody who has not chosen their own', async () => {
    const { ada, ben, cleo, exchangeAll } = await three()
    const shareRules = ({ app, connectionId }: Desk, shared: boolean) =>
      app.call('team:share-rules', { connectionId, shared })
    const use = ({ app, connectionId }: Desk, whose: 'team' | 'own' | 'copy') =>
      app.get('team:use-rules', { connectionId, whose })
    expect(await shareRules(ben, true)).toMatchObject({ failure: { facts: { field: 'team' } } })
    await eventually(async () => expect((await auditOf(ben)).phase).toBe('ready'))
    expect(await ruleOf(ben)).toMatchObject({ count: 30 })
    await configure(ada, lax)
    await shareRules(ada, true)
    await exchangeAll()
    for (const each of [ada, ben, cleo]) {
      expect(await auditOf(each)).toMatchObject({ teamRules: { by: 'Ada', areInForce: true } })
      expect(await isLax(each)).toBe(true)
      expect(await configure(each, null)).toMatchObject({ failure: { facts: { field: 'rule' } } })
    }
    // What they find is looked for anew.
    await eventually(async () => expect(await ruleOf(ben)).toMatchObject({ count: 0 }))

    await use(ben, 'own')
    expect(await isLax(ben)).toBe(false)
    await use(cleo, 'copy')
    expect(await isLax(cleo)).toBe(true)
    expect(await auditOf(cleo)).toMatchObject({ teamRules: { areInForce: false } })
    await configure(cleo, null)
    expect(await isLax(cleo)).toBe(false)
    await use(cleo, 'team')
    expect(await isLax(cleo)).toBe(true)

    await shareRules(ada, false)
    await exchangeAll()
    expect(await isLax(cleo)).toBe(false)
    // Her own are as they were.
    expect(await isLax(ada)).toBe(true)
    expect(await auditOf(ada)).toMatchObject({ teamRules: null })
  })

  it('go with the team: whoever leaves it has their own views and rules', async () => {
    const { ada, ben, cleo, exchangeAll } = await three()
    await shareCheap(ben)
    await ada.app.get('views:save-named', { connectionId: ada.connectionId, saved: [] })
    await configure(ada, lax)
    await ada.app.get('team:share-rules', { connectionId: ada.connectionId, shared: true })
    await exchangeAll()
    expect(await isLax(ben)).toBe(true)
    await makeOwner(ada, 'Cleo')
    await exchange(cleo)
    for (const each of [ada, ben]) await each.app.get('team:leave', { connectionId: each.connectionId })
    expect(await viewsOf(ada)).toMatchObject({ saved: [], shared: [] })
    expect(await viewsOf(ben)).toMatchObject({ saved: [{ name: 'Cheap' }], shared: [] })
    expect(await auditOf(ben)).toMatchObject({ teamRules: null })
    expect(await isLax(ben)).toBe(false)
  })

  it.runIf(hasPostgres)(
    'reach the others through a database without a hand, and who exports by a view’s name',
    async () => {
      const { ada, ben } = await twoInDatabase()
      const id = await shareCheap(ada)
      await eventually(async () =>
        expect((await viewsOf(ben)).shared).toMatchObject([{ id, sharedBy: 'Ada' }])
      )
      const out = `${testFolder()}/cheap.csv`
      const command = { name: 'export', store: 'Shop', view: 'Cheap', out } as const
      expect(await ben.app.runCommand(command, () => undefined, AbortSignal.timeout(30_000))).toMatchObject({
        status: 'done'
      })
    }
  )
})
