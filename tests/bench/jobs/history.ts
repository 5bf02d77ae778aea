import type { BenchContext } from '../context'
import { inOwnProcess } from '../own-process'
import type { Figure } from '../report/figure'
import type { HistoryInput, HistoryReport } from '../roles/history'
import { say } from '../say'

/** P15: two syncs compared between which every product changed; the inbox of that; and two stores, the large and the small. */
export async function measureHistory({ options, folder }: BenchContext): Promise<Figure[]> {
  if (!options.jobs.has('P15')) return []
  const size = options.large.toLocaleString('en')
  say(`Comparing states of ${size} products…`)
  const input: HistoryInput = { folder, small: !options.quick }
  const { runs, inbox, copies, alone } = await inOwnProcess<HistoryReport>('history', input)
  const figures: Figure[] = [
    {
      job: 'P15',
      what: `difference of two syncs, ${size} products, ${runs.found.toLocaleString('en')} differences`,
      unit: 's',
      value: runs.took / 1000,
      limit: { what: 'reading the changes alone', value: alone / 1000 },
      budget: [{ kind: 'at-most', value: 2 }]
    },
    pageFigure('first page of the inbox', inbox.first, inbox.total),
    pageFigure('page in the middle of the inbox', inbox.middle, inbox.total)
  ]
  if (copies === null) return figures
  return [
    ...figures,
    {
      job: 'P15',
      what: `difference of two stores, ${options.small.toLocaleString('en')} and ${size} products`,
      unit: 's',
      value: copies.took / 1000,
      limit: null,
      budget: []
    }
  ]
}

/** Once the changes are in memory. */
function pageFigure(what: string, value: number, total: number): Figure {
  const of = `${what}, ${total.toLocaleString('en')} changes`
  return { job: 'P15', what: of, unit: 'ms', value, limit: null, budget: [{ kind: 'at-most', value: 100 }] }
}
