import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ruleIds } from '../../../electron/contract/audit-rules'

const textOf = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
const readme = textOf('README.md')

/** The cells of the tables' rows that begin with a budget's number, `P7`. */
function budgetRows(text: string): string[][] {
  return [...text.matchAll(/^\| (P\d+ .+) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim())
  )
}

describe('numbers in the documents', () => {
  it.each(['docs/guide.md', 'docs/details.md'])('%s says how many quality rules there are', (page) => {
    const [, number] = /\b(\d+) rules\b/.exec(textOf(page)) ?? []
    expect(Number(number)).toBe(ruleIds.length)
  })

  it('the figures and budgets that README.md shows are those of docs/performance.md', () => {
    const all = budgetRows(textOf('docs/performance.md'))
    const shown = budgetRows(readme)
    expect(shown.length).toBeGreaterThan(10)
    const wrong = shown.filter(
      ([number, , figure = '', budget = '']) =>
        !all.some(
          ([id, , measured = '', , limit]) => id === number && measured.startsWith(figure) && limit === budget
        )
    )
    expect(wrong).toEqual([])
    const overIn = (rows: string[][]): Set<string | undefined> =>
      new Set(rows.filter((row) => row.at(-1) === 'over').map(([number]) => number))
    expect(overIn(shown)).toEqual(overIn(all))
  })

  it('README.md lists the commands of package.json that people type', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    const listed = [...readme.matchAll(/^\| `npm (?:run )?([\w:]+)` +\|/gm)].map(([, name]) => name)
    // That one is a step of a release: docs/releasing.md.
    expect([...listed, 'release-files'].sort()).toEqual(Object.keys(scripts).sort())
  })
})
