import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import { composeQuality, type Quality } from '../../../electron/quality'
import type { AuditState } from '../../../electron/contract/audit'
import { fail } from '../../../electron/contract/failure'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { createReviews } from '../../../electron/reviews/reviews'
import type { Reviews } from '../../../electron/reviews/types'
import { loadSettings } from '../../../electron/settings/load'
import { SettingsStore } from '../../../electron/settings/settings'
import { eventually } from '../../support/eventually'
import { testFolder } from '../../support/folder'
import { copyThreads, threadFile } from '../../support/threads'
import { item, rawPages, take, type Item } from '../catalog/writing-side'

const connectionId = '8c0d6c39-0d6e-4d5e-9c27-6a4a1f0c2b11'

interface Parts {
  settings: SettingsStore
  reviews: Reviews
  audits: Quality['audits']
  states: AuditState[]
  /** How often the thread that audits was asked something. */
  asked: () => number
  /** How many approved products a list shows. */
  approved: () => Promise<number>
}

/** A copy of these products, its reviews and its audits, as main.ts puts them together; the first audit is over. */
async function compose(list: Item[]): Promise<Parts> {
  const folder = testFolder()
  const folderOf = (id: string): string => join(folder, id)
  const copy = createCatalogDb({ folderOf, ...copyThreads() })
  const reviews = createReviews({
    threadFile: threadFile('reviews'),
    folderOf,
    removedFolder: join(folder, 'removed-reviews'),
    storeOf: () => ({ baseUrl: 'https://shop.example', apiPath: '/api' }),
    catalog: copy,
    registerPicture: () => ({ token: 'A'.repeat(43), host: '' }),
    askWhereToShare: () => Promise.resolve(null),
    askWhatToMerge: () => Promise.resolve(null),
    reviewer: () => 'Ada',
    onChange: () => undefined,
    now: () => 1
  })
  const path = join(folder, 'settings.json')
  let asked = 0
  const states: AuditState[] = []
  const settings = new SettingsStore(path, await loadSettings(path))
  const { audits } = composeQuality({
    isKnown: () => true,
    productsOf: () => Promise.resolve(fail('cancelled')),
    threadFile: threadFile('audit'),
    connectionsFolder: folder,
    currencyOf: () => 'EUR',
    settings,
    catalog: {
      ...copy,
      file(id) {
        asked += 1
        return copy.file(id)
      }
    },
    reviews,
    syncState: () => ({ phase: 'idle' }),
    onChange: (state) => states.push(state),
    delays: { check: 1, background: 1, start: 1 }
  })
  onTestFinished(async () => {
    await audits.close()
    await reviews.close()
    await copy.close()
  })
  const { run } = take(await copy.runs.begin(connectionId, 1))
  const answers = rawPages(list, 1000)
  take(await copy.runs.commit(connectionId, { run, at: 2, answers, checkpoint: null }))
  const ending = {
    outcome: 'complete',
    duration: 1,
    total: list.length,
    because: null,
    partly: null
  } as const
  take(await copy.runs.finish(connectionId, { run, at: 3, ...ending }))
  audits.follow([connectionId], connectionId)
  await eventually(() => expect(states.at(-1)?.phase).toBe('ready'))
  // Behind it, it is looked once more, and counted.
  await eventually(() => expect(asked).toBe(4))
  const filters = { ...emptyQuery.filters, review: ['approved' as const] }
  return {
    settings,
    reviews,
    audits,
    states,
    asked: () => asked,
    approved: async () =>
      take(await copy.read(connectionId, { productQuery: { ...emptyQuery, filters }, offset: 0, limit: 1 }))
        .count
  }
}

it('marks and notes, also of ten thousand products, have nothing audited or counted anew', async () => {
  const count = 10_000
  const parts = await compose(Array.from({ length: count }, (_, at) => item(`p${at}`, { price: at })))
  const [asked, told] = [parts.asked(), parts.states.length]
  const of = { productQuery: emptyQuery, count }
  const marked = take(await parts.reviews.mark({ connectionId, mark: 'approved', of }))
  expect(marked.changed).toBe(count)
  for (let n = 0; n < 50; n += 1) {
    take(await parts.reviews.note({ connectionId, productId: `p${n}`, note: 'Crop it' }))
  }
  expect(await parts.approved()).toBe(count)
  take(await parts.reviews.undo({ connectionId, entry: marked.entry }))
  expect(await parts.approved()).toBe(0)
  expect(parts.asked()).toBe(asked)
  expect(parts.states).toHaveLength(told)
}, 180_000)

it('rules that are set faster than the disk keeps them are all kept', async () => {
  const { audits, settings } = await compose([item('a')])
  const setting = { enabled: false, severity: 'hint', threshold: null } as const
  const rules = ['price-zero', 'price-missing', 'name-missing'] as const
  for (const set of await Promise.all(rules.map((rule) => audits.configure(connectionId, rule, setting))))
    take(set)
  expect(Object.keys(settings.get().auditRules[connectionId] ?? {}).sort()).toEqual(rules.toSorted())
  const back = rules.map((rule) => audits.configure(connectionId, rule, null))
  for (const set of await Promise.all(back)) take(set)
  expect(settings.get().auditRules[connectionId]).toEqual({})
})

it('an exception that is taken back is followed', async () => {
  const parts = await compose([item('a', { price: 0 }), item('b')])
  const countOf = (): number | null | undefined =>
    parts.states.at(-1)?.rules.find(({ rule }) => rule === 'price-zero')?.count
  expect(countOf()).toBe(1)
  take(await parts.audits.setException(connectionId, 'a', 'price-zero', 'A gift.'))
  expect(countOf()).toBe(0)
  take(await parts.reviews.undo({ connectionId, entry: null }))
  await eventually(() => expect(countOf()).toBe(1))
})
