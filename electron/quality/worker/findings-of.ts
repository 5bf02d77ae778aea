import type { DatabaseSync } from 'node:sqlite'
import { readFacts } from '../../catalog/db/facts'
import type { FindingFacts, RuleId } from '../../contract/audit'
import { ruleIds } from '../../contract/audit-rules'
import { bitOf } from '../rule-settings'
import { countDoubles } from '../catalog-wide/groups'
import { outlierFacts } from '../catalog-wide/price-outliers'
import { samePictureFacts } from '../catalog-wide/similar-pictures'
import { rules as allRules } from '../rules'
import type { AuditedProduct } from '../rule'
import type { RuleInForce, RulesInForce } from '../types'
import { readMadeFrom } from './audit-facts'
import { loadBasis } from './basis'
import { inForceOf } from './run-audit'
import type { RuleFacts } from './protocol'
import { findPicture, countPlaces, findProduct } from './read-catalog'

interface Asking {
  catalog: DatabaseSync
  audit: DatabaseSync
  rules: RulesInForce
}

interface Looked {
  key: number
  product: AuditedProduct
  /** The highest key of the last audit, and the bits of what it found of the product. */
  highest: number
  found: number
}

/**
 * What the rules find of a product that is listed, in the order of ruleIds, also what it is excepted from. The product itself is
 * looked at as it is now; where rules compare it with others, the last audit says what it found, and what it goes by. Some ms, with
 * a million products some 20.
 */
export function findingsOf(asking: Asking, productId: string): RuleFacts[] {
  const { catalog, audit, rules } = asking
  const at = findProduct(catalog, productId)
  if (at === null) return []
  const isFullForm = readFacts(catalog).form !== 'short'
  const highest = readMadeFrom(audit)?.highest ?? 0
  const looked: Looked = { ...at, highest, found: at.key <= highest ? foundAt(audit, at.key) : 0 }
  return ruleIds.flatMap((rule) => {
    const inForce = inForceOf(rules, rule, isFullForm)
    const facts = inForce === null ? null : factsOf(asking, looked, rule, inForce)
    return facts === null ? [] : [{ rule, facts }]
  })
}

function factsOf(
  { catalog, audit }: Asking,
  looked: Looked,
  id: RuleId,
  { threshold }: RuleInForce
): FindingFacts | null {
  const { key, product, found } = looked
  const rule = allRules[id]
  if (rule.of === 'product') return rule.test(product, threshold)
  if (rule.of === 'picture') {
    const picture = product.image === null ? null : findPicture(catalog, key)
    return picture === null ? null : rule.test(picture, threshold)
  }
  return (found & bitOf(id)) === 0 ? null : comparedFacts({ catalog, audit }, looked, id, threshold)
}

/** What was found by comparing; {} where the numbers do not show it any more. */
function comparedFacts(
  { catalog, audit }: Omit<Asking, 'rules'>,
  { key, product, highest }: Looked,
  id: RuleId,
  threshold: number
): FindingFacts {
  switch (id) {
    case 'id-twice':
      return { times: countPlaces(catalog, key) }
    case 'name-duplicate': {
      const { columns } = loadBasis(audit, highest, ['listed', 'name'])
      return { products: countDoubles(columns, 'name', key) }
    }
    case 'description-duplicate': {
      const { columns } = loadBasis(audit, highest, ['listed', 'description'])
      return { products: countDoubles(columns, 'description', key), threshold }
    }
    case 'price-outlier': {
      const { columns } = loadBasis(audit, highest, ['listed', 'price', 'heads'])
      return outlierFacts(columns, key, product, threshold) ?? {}
    }
    case 'picture-same': {
      const { columns, pictures } = loadBasis(audit, highest, ['listed', 'address', 'content', 'look'])
      return samePictureFacts(columns, pictures, key) ?? {}
    }
    default:
      return {}
  }
}

function foundAt(audit: DatabaseSync, key: number): number {
  return loadBasis(audit, key, ['found']).found[key] ?? 0
}
