import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createAlerts, type Alerts } from '../../../electron/alerts'
import type { NewsMoment, ViewCheck } from '../../../electron/catalog/types'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { fail, ok, type Result } from '../../../electron/contract/failure'
import type { SyncOutcome, SyncSummary } from '../../../electron/contract/sync'
import type { SavedView, ViewArrival, ViewNews } from '../../../electron/contract/view'

const view = (id: string, watched = true): SavedView => ({
  id,
  name: id.toUpperCase(),
  productQuery: emptyQuery,
  watched
})

let alerts: Alerts
let views: SavedView[]
let arriving: Record<string, number>
let asked: { moment: NewsMoment; views: string[] }[]
let news: ViewNews[][]
let arrivals: ViewArrival[][]
let answer: (checks: ViewCheck[]) => Result<ViewCheck[]>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  views = [view('lamps'), view('chairs'), view('tables', false)]
  arriving = {}
  ;[asked, news, arrivals] = [[], [], []]
  answer = ok
  alerts = createAlerts({
    viewsOf: () => views,
    catalog: {
      viewNews(_, looked, moment) {
        asked.push({ moment, views: looked.map(({ id }) => id) })
        const checks = looked.map(({ id }) => {
          const count = arriving[id] ?? 0
          return { view: id, arrived: moment.kind === 'synced' ? count : 0, news: count, found: count }
        })
        return Promise.resolve(answer(checks))
      }
    },
    onNews: (_, told) => news.push(told),
    onArrivals: (_, told) => arrivals.push(told)
  })
  return () => vi.useRealTimers()
})

let run = 0
function syncEnds(outcome: SyncOutcome = 'complete'): void {
  run += 1
  alerts.syncChanged({ connectionId: 'shop', phase: 'idle', last: { run, outcome } as SyncSummary })
}

/** A sync ends, of which the one before was told. */
async function sync(outcome?: SyncOutcome): Promise<void> {
  syncEnds()
  asked.length = 0
  syncEnds(outcome)
  await settled()
}

const settled = async (): Promise<void> => {
  await new Promise(setImmediate)
  await new Promise(setImmediate)
}
const moments = (): string[] => asked.map(({ moment }) => moment.kind)

describe('after a sync', () => {
  it('what is new in all watched views is told once, by name', async () => {
    arriving = { lamps: 3, chairs: 1, tables: 9 }
    await sync()
    expect(asked).toEqual([{ moment: { kind: 'synced' }, views: ['lamps', 'chairs'] }])
    expect(arrivals).toEqual([
      [
        { view: 'lamps', name: 'LAMPS', count: 3 },
        { view: 'chairs', name: 'CHAIRS', count: 1 }
      ]
    ])
    expect(news).toEqual([
      [
        { view: 'lamps', count: 3 },
        { view: 'chairs', count: 1 }
      ]
    ])
  })

  it('nothing is told where nothing came', async () => {
    await sync()
    expect([arrivals, news]).toEqual([[], [[]]])
  })

  it.each<SyncOutcome>(['stopped', 'failed', 'declined'])('that %s nothing is looked at', async (outcome) => {
    await sync(outcome)
    expect(asked).toEqual([])
  })

  it('of before the app ran nothing is told', async () => {
    syncEnds()
    await settled()
    expect(asked).toEqual([])
  })

  it('it waits for the quality check, also for the one after that', async () => {
    syncEnds()
    alerts.auditChanged({ connectionId: 'shop', phase: 'running' })
    syncEnds()
    await settled()
    expect(asked).toEqual([])
    alerts.auditChanged({ connectionId: 'shop', phase: 'ready' })
    alerts.auditChanged({ connectionId: 'shop', phase: 'running' })
    await settled()
    expect(asked).toEqual([])
    alerts.auditChanged({ connectionId: 'shop', phase: 'ready' })
    await settled()
    expect(moments()).toEqual(['synced'])
  })

  it('nothing is asked where nothing is watched', async () => {
    views = [view('tables', false)]
    await sync()
    expect(asked).toEqual([])
  })

  it('a catalog that fails tells nothing', async () => {
    answer = () => fail('storage-failed')
    arriving = { lamps: 3 }
    await sync()
    expect([arrivals, news]).toEqual([[], []])
  })
})

describe('reviews', () => {
  it('are looked at together a moment later', async () => {
    alerts.reviewed('shop', ['a'])
    alerts.reviewed('shop', ['b', 'a'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toEqual([{ moment: { kind: 'reviewed', ids: ['a', 'b'] }, views: ['lamps', 'chairs'] }])
    alerts.reviewed('shop', ['a'])
    alerts.reviewed('shop', null)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked[1]?.moment).toEqual({ kind: 'reviewed', ids: null })
  })

  it('are looked at before what a sync brought', async () => {
    syncEnds()
    alerts.reviewed('shop', ['a'])
    syncEnds()
    await settled()
    expect(moments()).toEqual(['reviewed', 'synced'])
  })
})

describe('a view', () => {
  it('that is opened tells how much was new', async () => {
    arriving = { lamps: 2 }
    expect(await alerts.opened('shop', 'lamps')).toEqual(ok(2))
    expect(await alerts.opened('shop', 'tables')).toEqual(ok(0))
  })

  it('that is deleted or not watched anymore is forgotten', async () => {
    views = []
    alerts.viewsChanged('shop')
    await settled()
    expect(asked).toEqual([{ moment: { kind: 'saved' }, views: [] }])
  })
})

it('what is new can be asked for', async () => {
  arriving = { lamps: 2 }
  expect(await alerts.news('shop')).toEqual(ok([{ view: 'lamps', count: 2 }]))
})
