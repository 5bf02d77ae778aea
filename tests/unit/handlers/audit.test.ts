import { expect, it } from 'vitest'
import { demoId } from '../../../electron/connections/demo'
import type { AuditState } from '../../../electron/contract/audit'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { testFolder } from '../../support/folder'
import { startApp, type RunningApp } from './bench'

const connectionId = demoId

/** The audit that a sync brings. */
async function audited(app: RunningApp): Promise<AuditState> {
  await expect
    .poll(async () => (await app.get('audit:state', { connectionId })).phase, { timeout: 30_000 })
    .toBe('ready')
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
  const findings = await app.get('audit:excuse', {
    connectionId,
    productId: first,
    rule: 'price-zero',
    reason: 'A gift.'
  })
  expect(findings).toMatchObject([
    { rule: 'price-zero', facts: { price: 0 }, exception: { reason: 'A gift.' } }
  ])
  expect(await list()).toEqual([second])
  expect(await app.get('audit:excuses', { connectionId })).toMatchObject([
    { productId: first, reason: 'A gift.' }
  ])
  // What a person took back is followed without another question.
  await app.get('reviews:undo', { connectionId, entry: null })
  await expect.poll(list, { timeout: 15_000 }).toEqual([first, second])
  expect(await app.get('audit:scores', { connectionId })).toMatchObject([{ run: 1, products: 1238 }])
}, 60_000)

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
