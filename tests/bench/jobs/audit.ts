import { join } from 'node:path'
import type { BenchContext } from '../context'
import { inOwnProcess } from '../own-process'
import type { Condition, Figure, Unit } from '../report/figure'
import type { AuditInput, AuditStep } from '../roles/audit'
import { say } from '../say'

/** Most seconds of a whole audit and of one after 1 % changed. What one costs beside its products is little: a tenth takes a tenth. */
const budgets = { large: { whole: 10, again: 5 }, small: { whole: 1, again: 0.5 } }

/** P15: all quality rules over the copies that the syncs left, and again after 1 % changed. */
export async function measureAudit({ options, folder }: BenchContext): Promise<Figure[]> {
  if (!options.jobs.has('P15')) return []
  const figures: Figure[] = []
  // The budgets are for 1,000,000 and 100,000; a quick run's large catalog is held to those of a million.
  for (const name of options.quick ? (['large'] as const) : (['large', 'small'] as const)) {
    const size = options[name].toLocaleString('en')
    say(`Auditing ${size} products…`)
    const { reading, first, again } = await audits(join(folder, name))
    const limit = { what: 'reading the rows alone', value: reading / 1000 }
    const figure = (what: string, { took, found }: AuditStep, most: number): Figure => ({
      job: 'P15',
      what: `${what}, ${size} (${found.toLocaleString('en')} findings)`,
      unit: 's',
      value: took / 1000,
      limit,
      budget: [{ kind: 'at-most', value: most }]
    })
    const { whole, again: after } = budgets[name]
    figures.push(figure('audit by all rules', first, whole), figure('audit after 1 % changed', again, after))
    if (name === 'large') figures.push(...besides(first, again))
  }
  return figures
}

interface Audited {
  /** ms. */
  reading: number
  first: AuditStep
  again: AuditStep
}

async function audits(folder: string): Promise<Audited> {
  const ask = <T>(step: AuditInput['step']): Promise<T> => inOwnProcess<T>('audit-run', { folder, step })
  const reading = await ask<number>('look')
  const first = await ask<AuditStep>('audit')
  await ask<number>('change')
  return { reading, first, again: await ask<AuditStep>('audit') }
}

/** What both did to the process that plays main. */
function besides(first: AuditStep, again: AuditStep): Figure[] {
  const figure = (what: string, unit: Unit, value: number, most: number): Figure => {
    const budget: Condition[] = [{ kind: 'at-most', value: most }]
    return { job: 'P15', what, unit, value, limit: null, budget }
  }
  const late = Math.max(first.delay.p99, again.delay.p99)
  return [
    figure('event-loop delay of the main side during an audit, p99', 'ms', late, 20),
    figure('main and threads during an audit', 'MB', Math.max(first.memory, again.memory), 350)
  ]
}
