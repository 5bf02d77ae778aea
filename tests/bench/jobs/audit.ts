import { join } from 'node:path'
import type { BenchContext } from '../context'
import { inOwnProcess } from '../own-process'
import type { Figure } from '../report/figure'
import type { AuditInput, AuditStep } from '../roles/audit'
import { say } from '../say'

/** P15: all quality rules over the copy of the large catalog that the syncs left, and again after 1 % changed. */
export async function measureAudit({ options, folder }: BenchContext): Promise<Figure[]> {
  if (!options.jobs.has('P15')) return []
  const size = options.large.toLocaleString('en')
  say(`Auditing ${size} products…`)
  const ask = <T>(step: AuditInput['step']): Promise<T> =>
    inOwnProcess<T>('audit-run', { folder: join(folder, 'large'), step })
  const reading = await ask<number>('look')
  const first = await ask<AuditStep>('audit')
  await ask<number>('change')
  const again = await ask<AuditStep>('audit')
  const limit = { what: 'reading the rows alone', value: reading / 1000 }
  const figure = (what: string, { took, found }: AuditStep, most: number): Figure => ({
    job: 'P15',
    what: `${what}, ${size} (${found.toLocaleString('en')} findings)`,
    unit: 's',
    value: took / 1000,
    limit,
    budget: [{ kind: 'at-most', value: most }]
  })
  const late = Math.max(first.delay.p99, again.delay.p99)
  return [
    // The budgets are for 1,000,000; a quick run is held to them as well.
    figure('audit by all rules', first, 10),
    figure('audit after 1 % changed', again, 5),
    {
      job: 'P15',
      what: 'event-loop delay of the main side during an audit, p99',
      unit: 'ms',
      value: late,
      limit: null,
      budget: [{ kind: 'at-most', value: 20 }]
    },
    {
      job: 'P15',
      what: 'main and threads during an audit',
      unit: 'MB',
      value: Math.max(first.memory, again.memory),
      limit: null,
      budget: [{ kind: 'at-most', value: 350 }]
    }
  ]
}
