import { computed, ref, shallowRef, watch, type ComputedRef } from 'vue'
import type { AuditState, RuleId, RuleReport } from '../../../electron/contract/audit'
import { useQuality } from './quality-store'

export interface HeldRules {
  /** All rules, to be arranged by: those that are held as they were when their settings were opened. */
  reports: ComputedRef<RuleReport[]>
  isOpen: (rule: RuleId) => boolean
  /** Opens or closes a rule's settings. */
  turn: (report: RuleReport, isOpen: boolean) => void
}

/**
 * Rules stay where they are while a person sets them, and after that until it is known where they belong: what was set has an
 * answer, and a rule that was switched on has been applied.
 */
export function useHeldRules(state: () => AuditState): HeldRules {
  const quality = useQuality()
  const held = shallowRef<ReadonlyMap<RuleId, RuleReport>>(new Map())
  const opened = ref(new Set<RuleId>())

  function isKnown({ rule, setting, count }: RuleReport): boolean {
    const { connectionId, phase } = state()
    const isAwaited = setting.enabled && count === null && phase === 'running'
    return !isAwaited && !quality.isBeingSet(connectionId, rule)
  }

  const released = computed(() =>
    state()
      .rules.filter(({ rule }) => held.value.has(rule) && !opened.value.has(rule))
      .filter(isKnown)
  )
  watch(released, (reports) => {
    if (reports.length === 0) return
    const next = new Map(held.value)
    for (const { rule } of reports) next.delete(rule)
    held.value = next
  })

  return {
    reports: computed(() => state().rules.map((report) => held.value.get(report.rule) ?? report)),
    isOpen: (rule) => opened.value.has(rule),
    turn(report, isOpen) {
      if (!isOpen) opened.value.delete(report.rule)
      else {
        opened.value.add(report.rule)
        if (!held.value.has(report.rule)) held.value = new Map(held.value).set(report.rule, report)
      }
    }
  }
}
