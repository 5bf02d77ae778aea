import { defineStore } from 'pinia'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Product } from '../../../electron/contract/product'
import type { Sort } from '../../../electron/contract/product-query'
import { call } from '../../bridge'
import { useOwnCommands, useOwnKeys } from '../../shared/commands/own-commands'
import { isProduct, type Slot } from '../../shared/data/block-cache'
import { useComparison, useProducts } from '../catalog'

/** Rules that compare products, the most telling first. */
const comparing: readonly RuleId[] = [
  'picture-same',
  'name-duplicate',
  'description-duplicate',
  'picture-similar',
  'price-outlier'
]

/** Whether a rule compares a product with others. */
export function comparesProducts(rule: RuleId): boolean {
  return comparing.includes(rule)
}

/** Of what was found of a product, what it is compared with others by: what its list is about, else the most telling; null: nothing. */
export function twinRuleOf(findings: readonly RuleId[]): RuleId | null {
  const { finding } = useProducts().productQuery.filters
  const found = comparing.filter((rule) => findings.includes(rule))
  return found.find((rule) => rule === finding) ?? found[0] ?? null
}

/** What of a product tells which others it is compared with. */
type ComparedProduct = Pick<Product, 'id' | 'name' | 'findings'>

/** The current product of a page. */
interface TwinCommand {
  connectionId: () => string
  /** null: there is none. */
  current: () => ComparedProduct | null
  /** Its key was pressed for a product that is compared with none. */
  onAlone: (product: ComparedProduct) => unknown
}

/** Shows a product beside those that a finding compares it with. */
export const useTwins = defineStore('twins', () => {
  /** Says whether there are any. */
  async function compare(connectionId: string, product: ComparedProduct, by?: RuleId): Promise<boolean> {
    const rule = by ?? twinRuleOf(product.findings)
    if (rule === null) return false
    const answer = await call('audit:twins', { connectionId, productId: product.id, rule })
    if (!answer.ok || answer.value.length === 0) return false
    await compareWith(connectionId, product.id, answer.value)
    return true
  }

  /** Shows a product that is known by its id beside these twins of it. */
  async function compareWith(
    connectionId: string,
    productId: string,
    twins: readonly Product[]
  ): Promise<void> {
    const answer = await call('products:of', { connectionId, ids: [productId] })
    if (answer.ok) useComparison().show([...answer.value, ...twins])
  }

  return { compare, compareWith }
})

/** The command Compare on a page that selects no products. */
export function useTwinCommand({ connectionId, current, onAlone }: TwinCommand): void {
  const twins = useTwins()
  const wanted = (): ComparedProduct | null => {
    const product = current()
    return product && twinRuleOf(product.findings) ? product : null
  }
  useOwnCommands({
    compare: {
      can: () => wanted() !== null,
      run() {
        const product = wanted()
        if (product) void twins.compare(connectionId(), product)
      }
    }
  })
  useOwnKeys({
    compare() {
      const product = current()
      if (product === null || wanted() !== null) return false
      onAlone(product)
      return true
    }
  })
}

/** The order in which products that a rule found with each other stand together; null: the store's. */
export function orderOfTwins(rule: RuleId): Sort | null {
  if (rule === 'name-duplicate') return { by: 'name', descending: false }
  if (rule === 'picture-same') return { by: 'image', descending: false }
  return rule === 'description-duplicate' ? { by: 'description', descending: false } : null
}

/** Whether a row is of the same group as the one above it. */
export function isTwinOf(rule: RuleId, product: Product | null, above: Slot | undefined): boolean {
  if (product === null || !isProduct(above)) return false
  if (rule === 'name-duplicate') return product.name === above.name
  if (rule === 'picture-same') {
    const group = product.facts?.[rule]?.group
    return group !== undefined && group === above.facts?.[rule]?.group
  }
  return rule === 'description-duplicate' && product.description === above.description
}
