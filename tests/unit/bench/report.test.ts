import { describe, expect, it } from 'vitest'
import { allJobs, readOptions } from '../../bench/options'
import { ratioOf, verdictOf, type Condition, type Figure } from '../../bench/report/figure'
import { median, percentile, timeEach, times } from '../../bench/report/statistics'
import { amount, formatTable } from '../../bench/report/table'

function figure(value: number, limit: number | null, ...budget: Condition[]): Figure {
  return {
    job: 'P1',
    what: 'a job',
    unit: 'ms',
    value,
    limit: limit === null ? null : { what: 'the limit', value: limit },
    budget
  }
}

describe('a figure beside its limit', () => {
  it('has a ratio only where there is something to divide by', () => {
    expect(ratioOf(figure(5, 20))).toBe(0.25)
    expect(ratioOf(figure(5, null))).toBeNull()
    expect(ratioOf(figure(5, 0))).toBeNull()
  })

  it.each<[string, Figure, string]>([
    ['at least a ratio, met', figure(20, 100, { kind: 'ratio-at-least', value: 0.2 }), 'ok'],
    ['at least a ratio, missed', figure(19, 100, { kind: 'ratio-at-least', value: 0.2 }), 'over'],
    ['at most a ratio, met', figure(125, 100, { kind: 'ratio-at-most', value: 1.25 }), 'ok'],
    ['at most a ratio, missed', figure(126, 100, { kind: 'ratio-at-most', value: 1.25 }), 'over'],
    ['an amount, met', figure(30, null, { kind: 'at-most', value: 30 }), 'ok'],
    ['an amount, missed', figure(31, null, { kind: 'at-most', value: 30 }), 'over'],
    ['above the limit, met', figure(2, 2, { kind: 'above-limit-at-most', value: 0 }), 'ok'],
    ['above the limit, missed', figure(3, 2, { kind: 'above-limit-at-most', value: 0 }), 'over'],
    ['no budget', figure(3, 2), 'untold'],
    ['a ratio without a limit', figure(3, null, { kind: 'ratio-at-most', value: 9 }), 'over'],
    ['nothing measured', figure(NaN, 2, { kind: 'at-most', value: 9 }), 'over']
  ])('is judged by its budget: %s', (_, measured, verdict) => {
    expect(verdictOf(measured)).toBe(verdict)
  })

  it('is over when one of two conditions is missed', () => {
    const both: Condition[] = [
      { kind: 'at-most', value: 2 },
      { kind: 'above-limit-at-most', value: 2 }
    ]
    expect(verdictOf(figure(1.5, 0.1, ...both))).toBe('ok')
    expect(verdictOf(figure(2.5, 1, ...both))).toBe('over')
  })
})

describe('the table', () => {
  it('shows figure, limit, ratio, budget and verdict, in columns of one width', () => {
    const text = formatTable([
      figure(126, 100, { kind: 'ratio-at-most', value: 1.25 }),
      { ...figure(0.5, null, { kind: 'at-most', value: 2 }), p50: 0.25, what: 'another job' }
    ])
    const lines = text.split('\n')
    expect(lines).toHaveLength(4)
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1)
    expect(lines[2]).toMatch(
      /\| P1 +\| a job +\| 126 ms +\| 100 ms · the limit \| 1\.26 +\| ≤ 1\.25 × \| OVER \|/
    )
    expect(lines[3]).toMatch(/\| 0\.5 ms \(p50 0\.25 ms\) \| +\| +\| ≤ 2 ms +\| ok +\|/)
  })

  it('writes amounts with the digits that mean something', () => {
    expect(amount(630_123.4, 'items/s')).toBe('630,123 items/s')
    expect(amount(0.123, 'ms')).toBe('0.12 ms')
    expect(amount(12.34, 's')).toBe('12.3 s')
    expect(amount(349.6, 'MB')).toBe('350 MB')
    expect(amount(3, 'frames')).toBe('3 frames')
    expect(amount(NaN, 'ms')).toBe('not measured')
  })
})

describe('statistics', () => {
  it('takes percentiles by nearest rank', () => {
    const values = [5, 1, 4, 2, 3]
    expect(median(values)).toBe(3)
    expect(percentile(values, 0.95)).toBe(5)
    expect(percentile(values, 0)).toBe(1)
    expect(percentile([], 0.5)).toBeNaN()
    expect(times(Array.from({ length: 100 }, (_, at) => at + 1))).toEqual({ p50: 50, p95: 95 })
  })

  it('measures each repetition and warms up before', async () => {
    const seen: number[] = []
    const taken = await timeEach(3, (at) => seen.push(at), 2)
    expect(taken).toHaveLength(3)
    expect(seen).toEqual([0, 1, 0, 1, 2])
  })
})

describe('the command line', () => {
  it('runs every job on a million products unless told otherwise', () => {
    const options = readOptions([], 'a.json')
    expect(options).toMatchObject({ quick: false, jsonFile: 'a.json', large: 1_000_000, small: 100_000 })
    expect([...options.jobs]).toEqual(allJobs)
  })

  it('runs single jobs, quickly, into another file', () => {
    const options = readOptions(['--quick', '--only', 'p7, P8', '--json', 'b.json'], 'a.json')
    expect(options).toMatchObject({ quick: true, jsonFile: 'b.json', large: 25_000 })
    expect([...options.jobs]).toEqual(['P7', 'P8'])
  })

  it('says which job there is not', () => {
    expect(() => readOptions(['--only', 'P99'], 'a.json')).toThrow('There is no job P99')
  })
})
