import { expect, it } from 'vitest'
import { demoId } from '../../../electron/connections/demo'
import type { AuditState } from '../../../electron/contract/audit'
import { severities, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import type { ProductPage } from '../../../electron/contract/product'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { testFolder } from '../../support/folder'
import { startApp, type RunningApp } from './running-app'

const connectionId = demoId

/** The audit that a sync brings. */
async function audited(app: RunningApp): Promise<AuditState> {
  await expect.poll(async () => (await app.get('audit:state', { connectionId })).phase).toBe('ready')
  return app.get('audit:state', { connectionId })
}

const countOf = (state: AuditState, rule: string): number | null | undefined =>
  state.rules.find((one) => one.rule === rule)?.count

it('a sync brings an audit, whose findings lists are narrowed to; exceptions leave them', async () => {
  const app = await startApp(testFolder(), true)
  await app.get('connections:list', undefined)
  await app.get('sync:start', { connectionId })
  const state = await audited(app)
  expect(countOf(state, 'price-zero')).toBe(2)
  const filters = { ...emptyQuery.filters, finding: 'price-zero' as const }
  const list = async (): Promise<string[]> => {
    const query = { connectionId, page: 1, limit: 25, from: 'copy' as const }
    const page = await app.get('products:page', { ...query, productQuery: { filters } })
    return page.items.map(({ id }) => id)
  }
  const [first = '', second = ''] = await list()
  expect(second).not.toBe('')
  const findings = await app.get('audit:set-exception', {
    connectionId,
    productId: first,
    rule: 'price-zero',
    reason: 'A gift.'
  })
  expect(findings).toMatchObject([
    { rule: 'price-zero', facts: { price: 0 }, exception: { reason: 'A gift.' } }
  ])
  expect(await list()).toEqual([second])
  expect(await app.get('audit:exceptions', { connectionId })).toMatchObject([
    { productId: first, reason: 'A gift.' }
  ])
  // What a person took back is followed without another question.
  await app.get('reviews:undo', { connectionId, entry: null })
  await expect.poll(list).toEqual([first, second])
  expect(await app.get('audit:scores', { connectionId })).toMatchObject([{ run: 1, products: 1238 }])
}, 180_000)

it('a page tells what its findings go by where that is asked for, and which products they compare', async () => {
  const app = await startApp(testFolder(), true)
  await app.get('connections:list', undefined)
  await app.get('sync:start', { connectionId })
  await audited(app)
  const list = async (finding: RuleId, withFacts: boolean): Promise<ProductPage> => {
    const productQuery = { filters: { ...emptyQuery.filters, finding } }
    return app.get('products:page', {
      connectionId,
      page: 1,
      limit: 25,
      from: 'copy',
      productQuery,
      withFacts
    })
  }
  const page = await list('price-outlier', true)
  expect(page.items.length).toBeGreaterThan(0)
  for (const { price, findings, facts } of page.items) {
    expect(facts?.['price-outlier']).toMatchObject({ price, median: expect.any(Number) as number })
    expect(Object.keys(facts ?? {}).every((rule) => findings.some((found) => found === rule))).toBe(true)
  }
  expect((await list('price-outlier', false)).items.every((item) => item.facts === undefined)).toBe(true)
  const { items } = await list('name-duplicate', true)
  const [one] = items
  const twins = await app.get('audit:twins', {
    connectionId,
    productId: one?.id ?? '',
    rule: 'name-duplicate'
  })
  expect(twins.length).toBe(Math.min(3, one?.facts?.['name-duplicate']?.products ?? -1))
  const folded = (name = ''): string => name.toLowerCase().replace(/\s+/gu, ' ')
  expect(twins.every(({ name, id }) => folded(name) === folded(one?.name) && id !== one?.id)).toBe(true)
}, 180_000)

it('the gravest findings come first where a list is ordered by them', async () => {
  const app = await startApp(testFolder(), true)
  await app.get('connections:list', undefined)
  await app.get('sync:start', { connectionId })
  await audited(app)
  const list = async (descending: boolean): Promise<Severity[]> => {
    const { rules } = await app.get('audit:state', { connectionId })
    const productQuery = { sort: { by: 'findings' as const, descending } }
    const query = { connectionId, page: 1, limit: 200, from: 'copy' as const, productQuery }
    const { items } = await app.get('products:page', query)
    const order = (rule: RuleId): number =>
      severities.findIndex((each) => each === rules.find((one) => one.rule === rule)?.setting.severity)
    return items.flatMap(({ findings }) => severities[Math.min(...findings.map(order))] ?? [])
  }
  const ranks = (all: Severity[]): number[] => all.map((each) => severities.indexOf(each))
  const upwards = ranks(await list(false))
  expect(new Set(upwards).size).toBe(3)
  expect(upwards).toEqual(upwards.toSorted())
  expect(ranks(await list(true))).toEqual(upwards.toSorted().reverse())
  // A rule that matters less now counts as that.
  const setting = { enabled: true, severity: 'hint' as const, threshold: null }
  for (const { rule } of (await app.get('audit:state', { connectionId })).rules)
    await app.get('audit:configure', { connectionId, rule, setting })
  await expect.poll(async () => new Set(ranks(await list(false))).size).toBe(1)
}, 180_000)

it('an audit is made of connections alone that there are', async () => {
  const app = await startApp(testFolder())
  const unknown = '5a5b0f0e-6f6c-4a59-9f4f-1f2a0d3b9c11'
  expect(await app.call('audit:state', { connectionId: unknown })).toMatchObject({
    failure: { code: 'connection-unknown' }
  })
})

it('how rules go is kept over a restart', async () => {
  const folder = testFolder()
  const setting = { enabled: false, severity: 'hint', threshold: 80 } as const
  const first = await startApp(folder, true)
  await first.get('connections:list', undefined)
  await first.get('audit:configure', { connectionId, rule: 'name-long', setting })
  await first.close()
  const second = await startApp(folder, true)
  await second.get('connections:list', undefined)
  const { rules } = await second.get('audit:state', { connectionId })
  expect(rules.find(({ rule }) => rule === 'name-long')).toMatchObject({ setting, isInitial: false })
})
