import { ratioOf, verdictOf, type Condition, type Figure, type Unit } from './figure'

const headings = ['job', 'what', 'figure', 'limit', 'ratio', 'budget', '']

/** The figures as a Markdown table in fixed columns, so that it reads in a terminal and in docs/performance.md alike. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = [headings, ...figures.map(cells)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length), 3))
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(headings), rule, ...rows.slice(1).map(line)].join('\n')
}

function cells(figure: Figure): string[] {
  const { job, what, value, unit, limit, budget } = figure
  const ratio = ratioOf(figure)
  const verdict = verdictOf(figure)
  return [
    job,
    what,
    amount(value, unit) + besides(figure),
    limit === null ? '' : `${amount(limit.value, unit)} · ${limit.what}`,
    ratio === null || !Number.isFinite(ratio) ? '' : ratio.toFixed(2),
    budget.map((condition) => formatCondition(condition, unit)).join(', '),
    verdict === 'untold' ? '' : verdict === 'ok' ? 'ok' : 'OVER'
  ]
}

/** The other percentile, in brackets. */
function besides({ p50, p95, unit }: Figure): string {
  if (p50 !== undefined) return ` (p50 ${amount(p50, unit)})`
  return p95 === undefined ? '' : ` (p95 ${amount(p95, unit)})`
}

function formatCondition({ kind, value }: Condition, unit: Unit): string {
  switch (kind) {
    case 'ratio-at-least':
      return `≥ ${value.toFixed(2)} ×`
    case 'ratio-at-most':
      return `≤ ${value.toFixed(2)} ×`
    case 'at-most':
      return `≤ ${amount(value, unit)}`
    case 'above-limit-at-most':
      return `≤ limit + ${amount(value, unit)}`
  }
}

/** Three digits that mean something, and the unit. */
export function amount(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return 'not measured'
  if (unit === 'items/s' || value >= 1000) return `${Math.round(value).toLocaleString('en')} ${unit}`
  const digits = unit === 'frames' || unit === 'keys' || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${Number(value.toFixed(digits))} ${unit}`
}
