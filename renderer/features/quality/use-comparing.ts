import type { Product } from '../../../electron/contract/product'
import { call } from '../../bridge'
import type { RuleId } from '../../../electron/contract/audit-rules'
import { canCompare, type ListSelection, mostCompared, useComparison } from '../catalog'
import { twinRuleOf, useTwins } from './twins'

/**
 * Two to four selected products side by side or, with nothing selected, a product and those that a finding compares it with.
 *
 * @param by what it is compared by, where the page is about a rule; null: by nothing. Left out: by the most telling of its findings
 */
export function useComparing(
  connectionId: () => string,
  selection: ListSelection,
  by: (product: Product) => RuleId | null = ({ findings }) => twinRuleOf(findings)
): {
  can: (product: Product | null) => boolean
  compare: (product: Product | null) => Promise<void>
} {
  const comparison = useComparison()
  const twins = useTwins()

  const isOfSelection = (): boolean => !selection.isEmpty

  function can(product: Product | null): boolean {
    if (isOfSelection()) return selection.whole === null && canCompare(selection.count)
    return product !== null && by(product) !== null
  }

  async function compareSelected(): Promise<void> {
    const ids = selection.ids().slice(0, mostCompared)
    const answer = await call('products:of', { connectionId: connectionId(), ids })
    if (!answer.ok) return
    comparison.show(ids.flatMap((id) => answer.value.find((one) => one.id === id) ?? []))
  }

  return {
    can,
    async compare(product) {
      if (isOfSelection()) await compareSelected()
      else if (product) await twins.compare(connectionId(), product, by(product) ?? undefined)
    }
  }
}
