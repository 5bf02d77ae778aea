import { join } from 'node:path'
import type { BenchContext } from '../context'
import { inOwnProcess } from '../own-process'
import type { Figure } from '../report/figure'
import type { ReadingInput } from '../roles/asking'
import { say } from '../say'

/** P6, P7 and P8 over the copies that the syncs left, of the large and of the small catalog. */
export async function measureReading({ options, folder }: BenchContext): Promise<Figure[]> {
  const wanted = (['P6', 'P7', 'P8'] as const).filter((job) => options.jobs.has(job))
  if (wanted.length === 0) return []
  const figures: Figure[] = []
  // A quick run's large catalog is not a million: it is held to the small one's budgets.
  for (const name of options.quick ? (['large'] as const) : (['large', 'small'] as const)) {
    const count = options[name]
    say(`Reading, sorting and searching ${count.toLocaleString('en')} products…`)
    const input: ReadingInput = {
      folder: join(folder, name),
      wanted,
      // The budgets are for 1,000,000 and 100,000.
      budget:
        name === 'large' ? { page: 2, narrowed: 30, search: 100 } : { page: 2, narrowed: 5, search: 20 },
      size: count.toLocaleString('en'),
      // Of the small catalog a page takes 1 to 2 ms: one collection of garbage in forty is its p95.
      repetitions: options.quick ? 10 : name === 'large' ? 40 : 100
    }
    figures.push(...(await inOwnProcess<Figure[]>('reading', input)))
  }
  return figures
}
