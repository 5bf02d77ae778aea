import type { BenchContext } from '../context'
import type { Figure } from '../report/figure'
import { measureReading } from './reading'
import { measureSyncs } from './sync-figures'
import { measureWindows } from './windows'

/** Runs the jobs that were asked for, in the order in which they build on each other; the figures by job. */
export async function runJobs(context: BenchContext): Promise<Figure[]> {
  const figures = [
    ...(await measureSyncs(context)),
    ...(await measureReading(context)),
    ...(await measureWindows(context))
  ]
  const number = ({ job }: Figure): number => Number(job.slice(1))
  return figures.sort((a, b) => number(a) - number(b))
}
