import { ref } from 'vue'
import type { RuleId } from '../../../electron/contract/audit-rules'
import { defineConnectionStore } from '../../shared/data/open-connection'

/** A row of a rule's products, from 0, and the product that was there; null: it was not read. */
export interface RowPlace {
  row: number
  id: string | null
}

/** Where a person is on the page Quality while the connection is open: they come back to the same rule, and to the same product in it. */
export const useQualityPlace = defineConnectionStore(() => {
  const rows = new Map<RuleId, RowPlace>()
  return {
    /** The rule that is shown; null: none yet. */
    rule: ref<RuleId | null>(null),
    /** The product that keys are for in a rule's products: the first one where nobody went on. */
    rowOf: (rule: RuleId): RowPlace => rows.get(rule) ?? { row: 0, id: null },
    keepRow: (rule: RuleId, place: RowPlace): void => void rows.set(rule, place)
  }
})
