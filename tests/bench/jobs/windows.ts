import { join } from 'node:path'
import { storePath } from '../catalog/store-path'
import type { BenchContext } from '../context'
import type { Figure } from '../report/figure'
import { median } from '../report/statistics'
import { say } from '../say'
import { makeThumbnails, withGrid, type GridWindow } from '../window/grids'
import { idleMemory } from '../window/memory'
import { rivals, roomOfTable, scrollList, turnPages, vitrineParts, type Scrolls } from '../window/tables'
import { heapOf, showContinuously, showPages, withCatalog, withVitrine } from '../window/vitrine'

type Box = Pick<GridWindow, 'width' | 'height'>

/** P9, P10 and the renderer's part of P12: the built app, and what it is compared with, in windows of one runtime. */
export async function measureWindows(context: BenchContext): Promise<Figure[]> {
  const { options, server, folder, machine } = context
  const wants = (job: 'P9' | 'P10' | 'P12' | 'P20'): boolean => options.jobs.has(job)
  if (!wants('P9') && !wants('P10') && !wants('P12') && !wants('P20')) return []
  say(`Opening Vitrine on ${options.small.toLocaleString('en')} products…`)
  const store = (count: number): string =>
    server.origin + storePath({ count, cap: 500, latency: 0, variant: 'same' })
  const own = await withVitrine(folder, store(options.small), async ({ app, page, chromium }) => {
    machine.chromium = chromium
    const memory = wants('P20') ? await idleMemory(app) : null
    await showPages(page, 100)
    const box = await roomOfTable(page)
    const turns = wants('P9') ? await turnPages(page, vitrineParts, options.quick ? 1 : 5) : []
    await showContinuously(page)
    const scrolls = await scrollList(
      page,
      vitrineParts.table,
      scrollFor(options),
      wants('P10') ? roundsFor(options) : 1
    )
    return { box, turns, scrolls, memory, heap: await heapOf(page) }
  })
  const figures: Figure[] = []
  if (!options.quick) await makeThumbnails(server.origin)
  if (wants('P9')) figures.push(...(await pageTurns(context, own.box, own.turns)))
  if (wants('P10')) figures.push(...(await scrolling(context, own.box, own.scrolls)))
  if (wants('P12')) figures.push(...(await rendererHeap(context, own.heap)))
  if (own.memory !== null) figures.push(await allMemory(context, own.box, own.memory))
  return figures
}

/**
 * P9: from the click on the next page to 100 new rows of which those in sight are painted with their thumbnails, which
 * were seen before; against the two quickest tables known, with the same rows, pictures and size. Medians.
 */
async function pageTurns({ options, folder }: BenchContext, box: Box, own: number[]): Promise<Figure[]> {
  const others: { name: string; value: number }[] = []
  for (const [name, { show, ...parts }] of options.quick ? [] : Object.entries(rivals)) {
    say(`Turning pages of ${name}…`)
    const turns = await withGrid(folder, { show, paged: true, count: options.small, ...box }, (page) =>
      turnPages(page, parts, 5)
    )
    others.push({ name, value: median(turns) })
  }
  const quickest = others.reduce<{ name: string; value: number } | null>(
    (best, one) => (best === null || one.value < best.value ? one : best),
    null
  )
  const what = 'page turn to painted rows, 100 rows with cached thumbnails'
  return [
    {
      job: 'P9',
      what: `${what}: Vitrine`,
      unit: 'ms',
      value: median(own),
      limit: quickest === null ? null : { what: quickest.name, value: quickest.value },
      budget: quickest === null ? [] : [{ kind: 'ratio-at-most', value: 1 }]
    },
    ...others.map(({ name, value }): Figure => {
      return { job: 'P9', what: `${what}: ${name}`, unit: 'ms', value, limit: null, budget: [] }
    })
  ]
}

/** ms */
function scrollFor({ quick }: BenchContext['options']): number {
  return quick ? 1000 : 3000
}

const roundsFor = ({ quick }: BenchContext['options']): number => (quick ? 1 : 3)

/** P10: 3 s of even scrolling over the whole list; frames that did not come, beyond those of an empty virtual list. */
async function scrolling({ options, folder }: BenchContext, box: Box, own: Scrolls): Promise<Figure[]> {
  say('Scrolling an empty list…')
  const grid = { show: 'plain', paged: false, count: options.small, ...box } as const
  const empty = await withGrid(folder, grid, (page) =>
    scrollList(page, '.list > *', scrollFor(options), roundsFor(options))
  )
  const figure = (what: string, value: number, limit: number): Figure => ({
    job: 'P10',
    what: `${options.small.toLocaleString('en')} rows with thumbnails, ${scrollFor(options) / 1000} s ${what}: dropped frames`,
    unit: 'frames',
    value,
    limit: { what: 'empty virtual list', value: limit },
    budget: [{ kind: 'above-limit-at-most', value: 0 }]
  })
  return [
    figure('at 3,000 px a second', own.even, empty.even),
    figure('from the first row to the last', own.whole, empty.whole)
  ]
}

/** P20: what all processes take when the app has nothing to do, against those of an empty window. */
async function allMemory({ options, folder }: BenchContext, box: Box, value: number): Promise<Figure> {
  say('Opening an empty window…')
  const grid = { show: 'plain', paged: false, count: 0, ...box } as const
  const empty = await withGrid(folder, grid, (_, app) => idleMemory(app))
  return {
    job: 'P20',
    what: `memory of all processes, idle on ${options.small.toLocaleString('en')} products after a sync`,
    unit: 'MB',
    value,
    limit: { what: 'an empty window', value: empty },
    budget: [{ kind: 'above-limit-at-most', value: 200 }]
  }
}

/** P12: JavaScript heap of the page after scrolling through the whole list, of the small and of the large catalog. */
async function rendererHeap({ options, folder }: BenchContext, small: number): Promise<Figure[]> {
  const of = (count: number, value: number): Pick<Figure, 'job' | 'what' | 'unit' | 'value'> => {
    return { job: 'P12', what: `renderer heap, ${count.toLocaleString('en')} rows`, unit: 'MB', value }
  }
  const first: Figure = { ...of(options.small, small), limit: null, budget: [{ kind: 'at-most', value: 60 }] }
  if (options.quick) return [first]
  say(`Opening Vitrine on ${options.large.toLocaleString('en')} products…`)
  const large = await withCatalog(folder, join(folder, 'large', 'bench'), async (page) => {
    await scrollList(page, vitrineParts.table, scrollFor(options), 1)
    return await heapOf(page)
  })
  const limit = { what: `${options.small.toLocaleString('en')} rows`, value: small }
  return [first, { ...of(options.large, large), limit, budget: [{ kind: 'ratio-at-most', value: 1.1 }] }]
}
