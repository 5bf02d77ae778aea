import { emptyQuery } from '../../../electron/contract/empty-query'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { Figure } from '../report/figure'
import { timeEach, times, type Times } from '../report/statistics'
import { pageSize, type Asking } from './asking'
import { narrowed } from './questions'

type Place = 'first' | 'middle' | 'last'

/**
 * P7: sorted and filtered pages, each at its first, middle and last page, with the exact count. The p95 of the slowest
 * question, against one pass over the prices in memory and the page's rows by their keys.
 */
export async function measureFiltered(asking: Asking): Promise<Figure[]> {
  const { input, bare } = asking
  const opening = [await firstAnswer(asking), await firstAsks(asking)]
  await proveCounts(asking)
  const limit = times(await timeEach(20, (at) => bare.filter(10 + at / 10, 45 + at, pageSize)))
  const figures: Figure[] = []
  for (const place of ['first', 'middle', 'last'] as const) {
    const slowest = await slowestQuestion(asking, place)
    figures.push({
      job: 'P7',
      what: `${place} page, sorted or filtered, ${input.size}, p95 (slowest: ${slowest.kind})`,
      unit: 'ms',
      value: slowest.p95,
      p50: slowest.p50,
      limit: { what: 'one pass, rows by key', value: limit.p95 },
      budget: [{ kind: 'at-most', value: input.budget.narrowed }]
    })
  }
  return [...opening, ...figures, await measureCounts(asking)]
}

/** The numbers beside the values of all filters in sight, of a list with a filter: a pass for each. */
async function measureCounts({ input, count, bare }: Asking): Promise<Figure> {
  const counts = times(
    await timeEach(input.repetitions, (at) =>
      count({ ...emptyQuery, filters: { ...emptyQuery.filters, priceFrom: 5 + at / 10 } })
    )
  )
  const limit = times(await timeEach(20, (at) => bare.filter(10 + at / 10, 45 + at, pageSize)))
  return {
    job: 'P7',
    what: `counts beside the values of all filters, ${input.size}, p95`,
    unit: 'ms',
    value: counts.p95,
    p50: counts.p50,
    limit: { what: 'one pass, rows by key', value: limit.p95 },
    budget: [{ kind: 'at-most', value: input.budget.narrowed }]
  }
}

/** ms from the start of the workers to the first sorted page: orders and columns are in memory then. */
async function firstAnswer({ input, read }: Asking): Promise<Figure> {
  const begun = performance.now()
  await read({ ...emptyQuery, sort: { by: 'name', descending: false } }, 0)
  const value = performance.now() - begun
  const what = `first sorted page after the start, ${input.size}`
  return { job: 'P7', what, unit: 'ms', value, limit: null, budget: [] }
}

/** ms of the slowest question when it is asked for the first time: an order may have to be read from the file. */
async function firstAsks({ input, read }: Asking): Promise<Figure> {
  let slowest = { kind: '', value: 0 }
  for (const [kind, ask] of Object.entries(narrowed)) {
    const begun = performance.now()
    await read(ask(0), 0)
    const value = performance.now() - begun
    if (value > slowest.value) slowest = { kind, value }
  }
  const what = `slowest first ask, ${input.size} (${slowest.kind})`
  return { job: 'P7', what, unit: 'ms', value: slowest.value, limit: null, budget: [] }
}

async function slowestQuestion(asking: Asking, place: Place): Promise<Times & { kind: string }> {
  const all: (Times & { kind: string })[] = []
  for (const [kind, ask] of Object.entries(narrowed)) {
    const taken: number[] = []
    for (let at = 0; at < asking.input.repetitions; at += 1) taken.push(await timeOne(asking, ask, at, place))
    all.push({ kind, ...times(taken) })
  }
  return all.reduce((worst, one) => (one.p95 > worst.p95 ? one : worst))
}

/** A first page is asked for anew; those after it by somebody who has seen the first. */
async function timeOne(
  { read }: Asking,
  ask: (at: number) => ProductQuery,
  at: number,
  place: Place
): Promise<number> {
  const productQuery = ask(place === 'first' ? at + 0.5 : at)
  let offset = 0
  if (place !== 'first') {
    const { count } = await read(productQuery, 0)
    const last = Math.max(0, Math.floor((count - 1) / pageSize) * pageSize)
    offset = place === 'last' ? last : Math.floor(last / 2)
  }
  const begun = performance.now()
  await read(productQuery, offset)
  return performance.now() - begun
}

/** A wrong count makes every figure worthless. */
async function proveCounts({ read, bare }: Asking): Promise<void> {
  const [from, to] = [12.34, 56.78]
  const { count } = await read(
    { ...emptyQuery, filters: { ...emptyQuery.filters, priceFrom: from, priceTo: to } },
    0
  )
  const right = bare.countWhere('price >= ? AND price <= ?', from, to)
  if (right !== count) throw new Error(`The copy counts ${count} in a price range where there are ${right}.`)
}
