import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Numbers of the cases in docs/faults.md, in the order in which they stand there. */
function casesInDocs(): number[] {
  const text = readFileSync(join(root, 'docs/faults.md'), 'utf8')
  return [...text.matchAll(/^\| (\d+) +\|/gm)].map(([, number]) => Number(number))
}

/** The texts of a folder's files with these endings. */
function textsIn(folder: string, endings: RegExp): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => endings.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}

/** Numbers that follow upon what a pattern finds: `fault 22`, `fault 28, 29`. */
function numbersIn(texts: string[], before: RegExp): Set<number> {
  const cited = new RegExp(`${before.source}(\\d+(?:, \\d+)*)\\b`, 'gm')
  const found = texts.flatMap((text) => [...text.matchAll(cited)])
  return new Set(found.flatMap(([, numbers = '']) => numbers.split(', ').map(Number)))
}

const testTexts = textsIn('tests', /\.(test|spec)\.ts$/)

/** Numbers that titles of tests begin with: `fault 22: …`, `fault 28, 29: …`. What is commented out does not count. */
const casesInTests = (): Set<number> => numbersIn(testTexts, /^(?!\s*(?:\/\/|\*)).*?['"`]fault /)

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

  it('is named in titles of tests in no other form, which would not be counted', () => {
    expect(testTexts.flatMap((text) => text.match(/['"`](?:faults|Faults?) \d.*/g) ?? [])).toEqual([])
  })

  it('has a case for each number that the code cites', () => {
    const numbers = new Set(casesInDocs())
    const code = ['electron', 'renderer', 'scripts'].flatMap((folder) =>
      textsIn(folder, /\.(ts|mjs|vue|css)$/)
    )
    const cited = numbersIn(code, /\bfaults? /)
    expect(cited.size).toBeGreaterThan(50)
    expect([...cited].filter((number) => !numbers.has(number))).toEqual([])
  })

  it('has a case for each number that a test names', () => {
    const numbers = new Set(casesInDocs())
    expect([...casesInTests()].filter((number) => !numbers.has(number))).toEqual([])
  })
})
