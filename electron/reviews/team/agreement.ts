import type { Agreement } from '../../contract/team'
import type { TeamFile } from './team-file'

interface GroupRow {
  marks: string
  products: number
}

/**
 * How far the marks agree of products that two people or more have marked with the same content, as they stand now. `alpha` is Krippendorff's for nominal
 * values (K. Krippendorff, Content Analysis, ch. 12): 1 where all agree, 0 where chance would do as well; for two people it is close to
 * Cohen's kappa. null: nothing can be said, since there is none such, or everybody always chose the same mark.
 */
export function readAgreement({ db }: TeamFile): Agreement {
  // A few rows, whatever the number of products: one for each combination of marks that there is. By the index standing_shared.
  const rows = db
    .prepare(
      'SELECT shared AS marks, count(*) AS products FROM standing WHERE shared IS NOT NULL GROUP BY shared'
    )
    .all() as unknown as GroupRow[]
  const groups = rows.map(({ marks, products }) => ({ counts: countsOf(marks.split(',')), products }))
  const shared = sumOf(groups, ({ products }) => products)
  const agreed = sumOf(groups, ({ counts, products }) => (counts.size === 1 ? products : 0))
  return { shared, agreed, alpha: alphaOf(groups) }
}

interface Group {
  counts: ReadonlyMap<string, number>
  products: number
}

function alphaOf(groups: readonly Group[]): number | null {
  const totals = new Map<string, number>()
  let values = 0
  let differing = 0
  for (const { counts, products } of groups) {
    const people = sumOf([...counts.values()], (count) => count)
    values += people * products
    for (const [mark, count] of counts) {
      totals.set(mark, (totals.get(mark) ?? 0) + count * products)
      differing += (products * count * (people - count)) / (people - 1)
    }
  }
  const expected = sumOf([...totals.values()], (count) => count * (values - count)) / (values - 1)
  return expected > 0 ? 1 - differing / expected : null
}

function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0)
}
