import { describe, expect, it } from 'vitest'
import { effectScope, ref } from 'vue'
import { ruleIds, type RuleId } from '../../../../../electron/contract/audit-rules'
import type { RuleReport } from '../../../../../electron/contract/audit'
import {
  arranged,
  rulesWithFindings,
  useSteadyOrder
} from '../../../../../renderer/features/quality/rule-order'
import { ruleName } from '../../../../../renderer/shared/labels/rule-labels'
import { ruleReport } from './builders'

const of = (rule: RuleId, count: number | null, setting: Partial<RuleReport['setting']> = {}): RuleReport => {
  const report = ruleReport(rule, { count })
  return { ...report, setting: { ...report.setting, ...setting } }
}
const reports = [
  of('name-long', 3, { severity: 'hint' }),
  of('price-missing', 2, { severity: 'error' }),
  of('picture-missing', 70, { severity: 'error' }),
  of('price-zero', 0, { severity: 'error' }),
  of('picture-small', null),
  of('name-shouting', 9, { enabled: false }),
  of('id-twice', null, { enabled: false })
]
const byCount = (of: readonly RuleReport[]): readonly RuleReport[] => {
  const scope = effectScope()
  const order = scope.run(() =>
    useSteadyOrder(
      () => of,
      () => false
    )
  )
  scope.stop()
  return order?.value ?? []
}

describe('rules in a list', () => {
  it('stand by severity, those that found most first, and the others apart', () => {
    expect(arranged(byCount(reports))).toEqual({
      found: [
        { severity: 'error', rules: ['picture-missing', 'price-missing'] },
        { severity: 'hint', rules: ['name-long'] }
      ],
      nothing: ['price-zero'],
      unknown: ['picture-small'],
      off: ['name-shouting', 'id-twice']
    })
  })

  it('are gone through by keys in that order, those alone that found something', () => {
    expect(rulesWithFindings(arranged(byCount(reports)))).toEqual([
      'picture-missing',
      'price-missing',
      'name-long'
    ])
  })

  it('are each in exactly one place, by name where they are equal', () => {
    const { found, nothing, unknown, off } = arranged(byCount(ruleIds.map((rule) => of(rule, 1))))
    expect([nothing, unknown, off]).toEqual([[], [], []])
    const names = found.flatMap(({ rules }) => rules).map(ruleName)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
    expect(names).toHaveLength(ruleIds.length)
  })

  it('keep their places once the checks are done, whatever becomes of their numbers', () => {
    const counts = ref([3, 2, 2])
    const isSettled = ref(false)
    const rules: RuleId[] = ['price-missing', 'picture-missing', 'name-missing']
    const scope = effectScope()
    const order = scope.run(() =>
      useSteadyOrder(
        () => rules.map((rule, n) => of(rule, counts.value[n] ?? null)),
        () => isSettled.value
      )
    )
    const named = (): (RuleId | number | null)[] =>
      (order?.value ?? []).flatMap(({ rule, count }) => [rule, count])

    counts.value = [3, 2, 9]
    expect(named()).toEqual(['name-missing', 9, 'price-missing', 3, 'picture-missing', 2])
    isSettled.value = true
    counts.value = [3, 8, 1]
    expect(named()).toEqual(['name-missing', 1, 'price-missing', 3, 'picture-missing', 8])
    scope.stop()
  })
})
