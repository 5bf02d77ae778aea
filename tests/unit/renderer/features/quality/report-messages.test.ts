import { describe, expect, it } from 'vitest'
import { ruleIds, type RuleId } from '../../../../../electron/contract/audit-rules'
import type { RuleReport } from '../../../../../electron/contract/audit'
import {
  examinedMessage,
  hasThreshold,
  picturesOf,
  shareMessage,
  thresholdMessage,
  unitLabel
} from '../../../../../renderer/features/quality/report-messages'
import { formatScore, scoreChange } from '../../../../../renderer/features/quality/score-messages'
import { ruleReport } from './builders'

describe('what a rule found', () => {
  it('says of how many pictures it knows anything where that is not all, and it has to look at them', () => {
    const words = (rule: RuleId, examined: number | null): string =>
      examinedMessage(ruleReport(rule, { examined }), 4300, 'en')
    expect(words('picture-broken', 3100)).toBe('3,100 of 4,300 pictures are checked.')
    expect(words('picture-small', 3100)).toContain('could be opened')
    expect(words('picture-small', 4300)).toBe('')
    expect(words('picture-small', null)).toBe('')
    expect(words('price-fraction', 4200)).toBe('')
    expect(examinedMessage(ruleReport('picture-small', { examined: 3 }), null, 'en')).toBe('')
  })

  it('says how much that is of the products it can judge', () => {
    const words = (changes: Partial<RuleReport>, rule: RuleId = 'price-zero'): string =>
      shareMessage(ruleReport(rule, { count: 12, examined: 1240, ...changes }), 'en')
    expect(words({})).toBe('Found in 12 of 1,240 products that this rule checks')
    expect(words({ count: 0 })).toBe('')
    expect(words({ count: null, examined: null })).toBe('')
    expect(words({}, 'set-aside')).toBe('')
  })

  it('knows how many pictures there are from the rules that look at addresses alone', () => {
    const of = (rule: RuleId, examined: number | null): RuleReport => ruleReport(rule, { examined })
    expect(picturesOf([of('picture-small', 3), of('picture-insecure', 9)])).toBe(9)
    expect(picturesOf([of('picture-insecure', null), of('picture-same', 9)])).toBe(9)
    expect(picturesOf([of('picture-same', null)])).toBe(null)
  })

  it('goes by a number with a unit where it has one', () => {
    for (const rule of ruleIds.filter(hasThreshold)) {
      expect(thresholdMessage(rule)).toMatch(/^\p{Lu}[^{}|]+$/u)
      expect(unitLabel(rule)).toMatch(/^[^{}|]+$/u)
    }
    expect(hasThreshold('price-zero')).toBe(false)
  })
})

describe('a score', () => {
  const at = new Date(2026, 10, 3, 9, 12).getTime()
  const point = (run: number, score: number): Parameters<typeof scoreChange>[1][number] => ({
    at: at + run,
    run,
    products: 1,
    score,
    withPictures: true,
    scoreWithoutPictures: null,
    counts: {}
  })
  const words = (score: number | null, run: number | null, ...scores: number[]): string | null => {
    const points = scores.map((each, index) => point(index + 1, each))
    const pictures = { looked: 1, all: 1, areInScore: true }
    const state = { score, run, scoreWithoutPictures: null, pictures }
    return scoreChange(state, points, at + 60_000, 'en-GB')?.words ?? null
  }

  it('is written with one decimal, and a dash where it is not known', () => {
    expect(formatScore(92, 'en')).toBe('92.0')
    expect(formatScore(92.4, 'de')).toBe('92,4')
    expect(formatScore(null, 'en')).toBe('–')
  })

  it('is compared with the one after the sync before', () => {
    expect(words(92.4, 2, 91.2, 92.4)).toBe('+1.2 since 09:12')
    expect(words(90, 2, 91.2, 92.4)).toBe('−1.2 since 09:12')
    expect(words(91.2, 2, 91.2, 91.2)).toBe('No change since 09:12')
  })

  it('is compared with nothing before the second sync', () => {
    expect(words(92.4, 1, 92.4)).toBe(null)
    expect(words(92.4, 1)).toBe(null)
    expect(words(null, 2, 91.2)).toBe(null)
  })
})
