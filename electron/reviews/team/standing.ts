import type { TeamFile } from './team-file'

interface StandingRow {
  is_disputed: number
  assigned_to: string | null
}

const nothing: StandingRow = { is_disputed: 0, assigned_to: null }

/** Brings what lists ask of a product up to date with its newest decisions. By primary keys. */
export function keepStanding({ sql, restated }: TeamFile, product: string): void {
  const before = (sql.standing.get(product) as unknown as StandingRow | undefined) ?? nothing
  const disputed = Number(Number(sql.marksOf.get(product)?.count) > 1)
  const value = sql.newest.get(product, 'assignment', '')?.value
  const assignedTo = typeof value === 'string' ? (JSON.parse(value) as { to: string }).to : null
  if (disputed === before.is_disputed && assignedTo === before.assigned_to) return
  if (disputed === 0 && assignedTo === null) sql.dropStanding.run(product)
  else sql.putStanding.run(product, disputed, assignedTo)
  restated.add(product)
}

/** Whom a product is assigned to; null: nobody. */
export function assigneeOf({ sql }: TeamFile, product: string): string | null {
  const assigned = sql.standing.get(product)?.assigned_to
  return typeof assigned === 'string' ? assigned : null
}

/** The products whose standing changed since the last call. */
export function takeRestated({ restated }: TeamFile): string[] {
  const products = [...restated]
  restated.clear()
  return products
}
