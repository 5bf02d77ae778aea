import { join } from 'node:path'
import type { BenchContext } from '../context'
import { inOwnProcess } from '../own-process'
import type { Condition, Figure, Unit } from '../report/figure'
import type { ExportInput, ExportRate } from '../roles/export'
import { say } from '../say'

const names = { csv: 'CSV', xlsx: 'XLSX', json: 'JSON' } as const

/**
 * Rows a second as parts of those that are read alone. Workbooks are left to a library, which makes an object of each cell and XML of
 * that: some 20 µs a row of six columns where writing XML at once took 7, so that its bound is half of what that one had. A million
 * rows are out in less than a minute all the same (they were measured, 30,000 to 35,000 a second), and nobody waits for them.
 */
const leastRates = { csv: 0.08, xlsx: 0.02, json: 0.08 } as const

/** A workbook of the large one would take half a minute of the ten that there are for all jobs. */
const formats = { large: ['csv', 'json'], small: ['csv', 'xlsx', 'json'] } as const

/** P16: the copies that the syncs left, the large and the small one, each whole into a file. */
export async function measureExport({ options, folder }: BenchContext): Promise<Figure[]> {
  if (!options.jobs.has('P16')) return []
  const figures: Figure[] = []
  const rates: ExportRate[] = []
  for (const name of options.quick ? (['large'] as const) : (['large', 'small'] as const)) {
    const size = options[name].toLocaleString('en')
    say(`Exporting ${size} products…`)
    const ask = <T>(format: ExportInput['format']): Promise<T> =>
      inOwnProcess<T>('export-run', { folder: join(folder, name), format })
    const limit = { what: 'reading the rows alone', value: await ask<number>('read') }
    for (const format of options.quick ? formats.small : formats[name]) {
      const rate = await ask<ExportRate>(format)
      rates.push(rate)
      figures.push({
        job: 'P16',
        what: `export of ${size} as ${names[format]} (${rate.size.toFixed(0)} MB)`,
        unit: 'items/s',
        value: rate.rate,
        limit,
        budget: [{ kind: 'ratio-at-least', value: leastRates[format] }]
      })
    }
  }
  const delay = Math.max(...rates.map((rate) => rate.delay.p99))
  const memory = Math.max(...rates.map((rate) => rate.memory))
  return [
    ...figures,
    beside('event-loop delay of the main side during an export, p99', 'ms', delay, 20),
    beside('main and threads during an export', 'MB', memory, 350)
  ]
}

function beside(what: string, unit: Unit, value: number, most: number): Figure {
  const budget: Condition[] = [{ kind: 'at-most', value: most }]
  return { job: 'P16', what, unit, value, limit: null, budget }
}
