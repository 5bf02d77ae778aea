import type { BenchContext } from '../context'
import type { Figure } from '../report/figure'
import { say } from '../say'
import { measureAudit } from './audit'
import { measureDesk } from './desk'
import { measureExport } from './export'
import { measureHistory } from './history'
import { measurePictures } from './pictures'
import { measureReading } from './reading'
import { measureStart } from './start'
import { measureSyncs } from './sync-figures'
import { measureTeam } from './team'
import { measureWindows } from './windows'

/**
 * Runs the jobs that were asked for, in the order in which they build on each other; the figures by job. What fails is
 * told and leaves the figures of the others.
 */
export async function runJobs(context: BenchContext): Promise<{ figures: Figure[]; failures: string[] }> {
  const figures: Figure[] = []
  const failures: string[] = []
  for (const measure of [
    measureSyncs,
    measureReading,
    measureAudit,
    measureHistory,
    measureExport,
    measurePictures,
    measureTeam,
    measureStart,
    measureWindows,
    measureDesk
  ]) {
    try {
      figures.push(...(await measure(context)))
    } catch (error) {
      failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      say(`Failed: ${failures.at(-1) ?? ''}`)
    }
  }
  const number = ({ job }: Figure): number => Number(job.slice(1))
  return { figures: figures.sort((a, b) => number(a) - number(b)), failures }
}
