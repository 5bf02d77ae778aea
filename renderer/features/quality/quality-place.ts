import { ref } from 'vue'
import type { RuleId } from '../../../electron/contract/audit-rules'
import { defineConnectionStore } from '../../shared/data/open-connection'
import type { AnchoredProduct } from '../../shared/list/row-moves'

/** A row of a rule's products, from 0, with what was there. */
export interface RowPlace {
  row: number
  /** null: it was not read. */
  id: string | null
  /** The products that stood around it, itself among them, in order: from one that has gone a person goes on at the next one that stayed. */
  around: readonly AnchoredProduct[]
}

/**
 * Where a person is on the page Quality while the connection is open: they come back to the same rule, and in it to the same
 * product, with the list scrolled as it was.
 */
export const useQualityPlace = defineConnectionStore(() => {
  const rows = new Map<RuleId, RowPlace>()
  const tops = new Map<RuleId, number>()
  return {
    /** The rule that is shown; null: none yet. */
    rule: ref<RuleId | null>(null),
    /** The product that keys are for in a rule's products: the first one where nobody went on. */
    rowOf: (rule: RuleId): RowPlace => rows.get(rule) ?? { row: 0, id: null, around: [] },
    keepRow: (rule: RuleId, place: RowPlace): void => void rows.set(rule, place),
    /** How many rows its list was scrolled past, with the part of the one that is cut; null: it was not shown yet. */
    topOf: (rule: RuleId): number | null => tops.get(rule) ?? null,
    keepTop: (rule: RuleId, top: number): void => void tops.set(rule, top)
  }
})
