import { join } from 'node:path'
import type { BenchContext } from '../context'
import { inOwnProcess } from '../own-process'
import type { Condition, Figure, Unit } from '../report/figure'
import type { AuditInput, AuditStep } from '../roles/audit'
import { say } from '../say'

/** Most seconds of an audit. Nearly all of its time goes into products: a tenth of them takes a tenth. */
const budgets = { large: 10, small: 1 }

/** P15: all quality rules over the copies that the syncs left. */
export async function measureAudit({ options, folder }: BenchContext): Promise<Figure[]> {
  if (!options.jobs.has('P15')) return []
  const figures: Figure[] = []
  // The budgets are for 1,000,000 and 100,000; a quick run's large catalog is held to those of a million.
  for (const name of options.quick ? (['large'] as const) : (['large', 'small'] as const)) {
    const size = options[name].toLocaleString('en')
    say(`Auditing ${size} products…`)
    const { reading, step } = await audit(join(folder, name))
    const limit = { what: 'reading the rows alone', value: reading / 1000 }
    figures.push({
      job: 'P15',
      what: `audit by all rules, ${size} (${step.found.toLocaleString('en')} findings)`,
      unit: 's',
      value: step.took / 1000,
      limit,
      budget: [{ kind: 'at-most', value: budgets[name] }]
    })
    if (name === 'large') figures.push(...besides(step))
  }
  return figures
}

async function audit(folder: string): Promise<{ reading: number; step: AuditStep }> {
  const ask = <T>(step: AuditInput['step']): Promise<T> => inOwnProcess<T>('audit-run', { folder, step })
  return { reading: await ask<number>('look'), step: await ask<AuditStep>('audit') }
}

/** What the audit did to the process that plays main. */
function besides({ delay, memory }: AuditStep): Figure[] {
  const figure = (what: string, unit: Unit, value: number, most: number): Figure => {
    const budget: Condition[] = [{ kind: 'at-most', value: most }]
    return { job: 'P15', what, unit, value, limit: null, budget }
  }
  return [
    figure('event-loop delay of the main side during an audit, p99', 'ms', delay.p99, 20),
    figure('main and threads during an audit', 'MB', memory, 350)
  ]
}
