import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Numbers of the cases in docs/faults.md, in the order in which they stand there. */
function casesInDocs(): number[] {
  const text = readFileSync(join(root, 'docs/faults.md'), 'utf8')
  return [...text.matchAll(/^\| (\d+) +\|/gm)].map(([, number]) => Number(number))
}

/** Numbers that titles of tests begin with: `fault 22: …`, `fault 28, 29: …`. */
function casesInTests(): Set<number> {
  const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.ts$/.test(name))
    .map((name) => readFileSync(join(root, 'tests', name), 'utf8'))
  const titles = tests.flatMap((text) => [...text.matchAll(/['"`]fault (\d+(?:, \d+)*)\b/g)])
  return new Set(titles.flatMap(([, numbers = '']) => numbers.split(', ').map(Number)))
}

describe('the catalog of faults', () => {
  it('has every number once, from 1 on', () => {
    const numbers = casesInDocs()
    expect(numbers.length).toBeGreaterThan(100)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('has a test for each case', () => {
    const tested = casesInTests()
    expect(casesInDocs().filter((number) => !tested.has(number))).toEqual([])
  })

  it('has a case for each number that a test names', () => {
    const numbers = new Set(casesInDocs())
    expect([...casesInTests()].filter((number) => !numbers.has(number))).toEqual([])
  })
})
