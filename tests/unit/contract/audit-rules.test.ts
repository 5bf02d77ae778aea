import { expect, it } from 'vitest'
import {
  harmRank,
  type RuleId,
  ruleIds,
  rulesByHarm,
  type Severity
} from '../../../electron/contract/audit-rules'

it('knows the harm of each rule', () => {
  expect(rulesByHarm.toSorted()).toEqual(ruleIds.toSorted())
})

it('lists what a rule that the list is about found first of its severity, and behind what is graver', () => {
  const findings: { rule: RuleId; severity: Severity }[] = [
    { rule: 'picture-small', severity: 'warning' },
    { rule: 'picture-same', severity: 'warning' },
    { rule: 'description-missing', severity: 'error' },
    { rule: 'price-outlier', severity: 'warning' }
  ]
  const inOrder = (subject: RuleId | null): RuleId[] =>
    findings.toSorted((a, b) => harmRank(a, subject) - harmRank(b, subject)).map(({ rule }) => rule)
  expect(inOrder(null)).toEqual(['description-missing', 'price-outlier', 'picture-same', 'picture-small'])
  expect(inOrder('picture-small')).toEqual([
    'description-missing',
    'picture-small',
    'price-outlier',
    'picture-same'
  ])
})
