import type { Product } from '../../../../electron/contract/product'
import { call } from '../../../bridge'
import { canCompare, mostCompared, useComparison, useSelection } from '../../catalog'
import { twinRuleOf, useTwins } from '../../quality'

/** Two to four selected products side by side or, with nothing selected, a product and those that a finding compares it with. */
export function useComparing(connectionId: () => string): {
  can: (product: Product | null) => boolean
  compare: (product: Product | null) => Promise<void>
} {
  const comparison = useComparison()
  const selection = useSelection()
  const twins = useTwins()

  const isOfSelection = (): boolean => !selection.isEmpty

  function can(product: Product | null): boolean {
    if (isOfSelection()) return selection.whole === null && canCompare(selection.count)
    return product !== null && twinRuleOf(product.findings) !== null
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
      else if (product) await twins.compare(connectionId(), product)
    }
  }
}
