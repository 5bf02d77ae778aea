import { storePath } from '../catalog/store-path'
import type { BenchContext } from '../context'
import type { BuildReport } from '../limits/build-alone'
import type { Figure } from '../report/figure'
import { median } from '../report/statistics'
import type { SyncRunReport, SyncStepReport } from '../roles/sync-run'
import { fetchRawPages } from '../limits/raw-pages'
import { moreRounds } from '../options'
import { say } from '../say'
import { SyncJobs, throughput } from './sync'

/** P1 to P5, P12 (main side) and P13. Leaves the copies `large` and `small` for the jobs that read. */
export async function measureSyncs(context: BenchContext): Promise<Figure[]> {
  const jobs = new SyncJobs(context)
  const reads = jobs.wants('P6', 'P7', 'P8', 'P14', 'P15', 'P16')
  const figures: Figure[] = []
  if (reads || jobs.wants('P1', 'P2', 'P3', 'P12', 'P13'))
    figures.push(...(await fillAndRepeat(jobs, context)))
  if (jobs.wants('P1')) figures.push(await fillWithLargePages(jobs, context))
  if (jobs.wants('P5', 'P12')) figures.push(...(await fillWhileReading(jobs)))
  if ((reads && !context.options.quick) || jobs.wants('P4')) figures.push(await fillFromAfar(jobs, context))
  return figures.filter(({ job }) => [...context.options.jobs].some((wanted) => wanted === job))
}

/**
 * P1: the first fill at 100 a page, until all rows and their order are saved. P2: until it can be searched and sorted,
 * against `build-alone`. P3: the same again with nothing changed, and with one product more at the top. P12, P13.
 */
async function fillAndRepeat(jobs: SyncJobs, { options }: BenchContext): Promise<Figure[]> {
  // Right before what it is held against: how quick the machine is changes within minutes.
  const alone = jobs.wants('P2') ? await buildAlone(jobs) : null
  say(`Syncing ${options.large.toLocaleString('en')} products, 100 a page…`)
  const again = jobs.wants('P3')
    ? [jobs.step(), jobs.step({ variant: 'inserted' }), jobs.step({ variant: 'changed' })]
    : []
  const report = await jobs.run('large', [jobs.step(), ...again])
  const [first, same, inserted, changed] = report.steps
  if (first === undefined) return []
  const fetched = jobs.wants('P1')
    ? median([first.fetched, ...(await jobs.fills(100, moreRounds(options)))])
    : NaN
  const limit = await jobs.limit(100)
  const figures = [
    throughput('P1', 'first fill, table and order, 100 a page', fetched, options.large, limit, 0.2)
  ]
  if (alone !== null) figures.push(readyForSearch(first, alone))
  if (same !== undefined && inserted !== undefined && changed !== undefined) {
    figures.push(...againFigures({ same, inserted, changed }, options.large, limit))
  }
  return [...figures, memory('first fill and re-syncs', report), disk(report)]
}

function buildAlone(jobs: SyncJobs): Promise<BuildReport> {
  say('Building the same database with no network…')
  return jobs.build()
}

function readyForSearch(first: SyncStepReport, alone: BuildReport): Figure {
  return {
    job: 'P2',
    what: 'first fill, ready for search and sort',
    unit: 's',
    value: first.ready / 1000,
    limit: { what: 'same database, no network', value: alone.ready / 1000 },
    budget: [{ kind: 'ratio-at-most', value: 1.25 }]
  }
}

function againFigures(
  { same, inserted, changed }: Record<'same' | 'inserted' | 'changed', SyncStepReport>,
  count: number,
  limit: number
): Figure[] {
  const against = { what: 're-sync, nothing changed', value: same.ready / 1000 }
  return [
    throughput('P3', 're-sync, nothing changed', same.ready, count, limit, 0.2),
    {
      job: 'P3',
      what: `re-sync, one inserted at the top (${inserted.outcome}, ${inserted.added} new)`,
      unit: 's',
      value: inserted.ready / 1000,
      limit: against,
      budget: [{ kind: 'ratio-at-most', value: 1.3 }]
    },
    {
      job: 'P3',
      what: `re-sync, 1 % changed, one gone (${changed.changed.toLocaleString('en')} changed, ${changed.gone} gone)`,
      unit: 's',
      value: changed.ready / 1000,
      limit: against,
      budget: []
    }
  ]
}

/** P1 with pages of 500, up to the last saved page. */
async function fillWithLargePages(jobs: SyncJobs, { options }: BenchContext): Promise<Figure> {
  say('Syncing, 500 a page…')
  const fetched = median(await jobs.fills(500, 1 + moreRounds(options)))
  const limit = await jobs.limit(500)
  return throughput('P1', 'first fill, table and order, 500 a page', fetched, options.large, limit, 0.25)
}

/**
 * P5: how late the event loop of the main process was during a whole first fill (looks 2 ms apart, which are counted in),
 * and how long pages of 100 took that were read all the while through the reading worker; by itself, and with a team of two that is
 * joined and exchanges once a second.
 */
async function fillWhileReading(jobs: SyncJobs): Promise<Figure[]> {
  say('Syncing while pages are read…')
  const report = await jobs.run('while-reading', [jobs.step({}, { reading: true })])
  const figures = lateFigures(report, '')
  if (!jobs.wants('P5')) return [...figures, memory('first fill while pages are read', report)]
  say('Syncing while pages are read and a team exchanges…')
  const teamReport = await jobs.run('with-a-team', [jobs.step({}, { reading: true, exchanging: true })])
  const exchanges = teamReport.steps[0]?.exchanges ?? 0
  return [
    ...figures,
    ...lateFigures(teamReport, ` with ${exchanges} exchanges of a team`),
    memory('first fill while pages are read', report)
  ]
}

function lateFigures({ steps: [step], idle }: SyncRunReport, beside: string): Figure[] {
  const delay = step?.delay ?? { p99: NaN, max: NaN }
  const late = (what: string, value: number, limit: number, most: number): Figure => ({
    job: 'P5',
    what,
    unit: 'ms',
    value,
    limit: { what: 'idle', value: limit },
    budget: [{ kind: 'at-most', value: most }]
  })
  return [
    late(`event-loop delay of the main side during a sync${beside}, p99`, delay.p99, idle.p99, 20),
    late(`event-loop delay of the main side during a sync${beside}, max`, delay.max, idle.max, 50),
    {
      job: 'P5',
      what: `page of 100 read meanwhile, p95 of ${step?.reads?.count ?? 0}`,
      unit: 'ms',
      value: step?.reads?.p95 ?? NaN,
      p50: step?.reads?.p50 ?? NaN,
      limit: null,
      budget: [{ kind: 'at-most', value: 10 }]
    }
  ]
}

/**
 * P4: a store that takes 30 ms for each page, against waiting alone with as many requests at once as the store saw. What a page
 * of such a store takes is measured over one bare socket: timers and the way there are in it, as in any store's.
 */
async function fillFromAfar(jobs: SyncJobs, { options, server }: BenchContext): Promise<Figure> {
  say('Syncing from a store that takes 30 ms a page…')
  const latency = 30
  const limit = 100
  const path = storePath({ count: options.small, cap: limit, latency, variant: 'same' })
  const tried = 50
  const begun = performance.now()
  await fetchRawPages({ port: server.port, path, pages: tried, limit, sockets: 1 }, () => undefined)
  const aPage = (performance.now() - begun) / tried
  await server.mostAtOnce()
  const { steps } = await jobs.run('small', [jobs.step({ count: options.small, latency })])
  const atOnce = await server.mostAtOnce()
  const waiting = (Math.ceil(options.small / limit) * aPage) / atOnce
  return {
    job: 'P4',
    what: `first fill of ${options.small.toLocaleString('en')}, 30 ms a page, table and order`,
    unit: 's',
    value: (steps[0]?.fetched ?? NaN) / 1000,
    limit: { what: `waiting alone, ${atOnce} at once, ${aPage.toFixed(1)} ms each`, value: waiting / 1000 },
    budget: [{ kind: 'ratio-at-most', value: 1.15 }]
  }
}

/** P12: resident memory of the process that plays main, with both workers in it. */
function memory(what: string, { steps }: SyncRunReport): Figure {
  const value = Math.max(...steps.map((step) => step.memory))
  return {
    job: 'P12',
    what: `main and workers, ${what}`,
    unit: 'MB',
    value,
    limit: null,
    budget: [{ kind: 'at-most', value: 350 }]
  }
}

/** P13: all files of the copy, once it is closed. The budget is for a million products. */
function disk({ disk: value, steps }: SyncRunReport): Figure {
  const million = Math.max(...steps.map(({ here }) => here)) / 1_000_000
  return {
    job: 'P13',
    what: 'files of the copy, searchable',
    unit: 'MB',
    value,
    limit: null,
    budget: [{ kind: 'at-most', value: 650 * million }]
  }
}
