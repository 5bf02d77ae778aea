import type { DatabaseSync } from 'node:sqlite'
import { readFacts } from '../../catalog/db/facts'
import type { FindingFacts } from '../../contract/audit'
import { type RuleId, ruleIds } from '../../contract/audit-rules'
import { bitOf } from '../rule-settings'
import { doublesOf } from '../catalog-wide/groups'
import { outlierFacts, usualNeighbors } from '../catalog-wide/price-outliers'
import { samePictures } from '../catalog-wide/similar-pictures'
import { rules as allRules } from '../rules'
import type { AuditedProduct } from '../rule'
import type { RuleInForce, RulesInForce } from '../types'
import { readMadeFrom } from './audit-facts'
import { loadBasis, type Basis } from './basis'
import { inForceOf } from './run-audit'
import type { FoundProduct, RuleFacts, TwinsRequest } from './protocol'
import { findPicture, countPlaces, findProduct } from './read-catalog'

export interface Asking {
  catalog: DatabaseSync
  audit: DatabaseSync
  rules: RulesInForce
  /** Loaded columns of the last audit, by name; newly loaded ones are added. */
  loaded: Map<string, Basis>
}

/** What is asked, with what the last audit left of it, read at most once. */
interface Reading extends Asking {
  isFullForm: boolean
  /** The highest key of the last audit. */
  highest: number
  basis: (names: readonly string[]) => Basis
}

interface Looked {
  key: number
  product: AuditedProduct
}

function begin(asking: Asking): Reading {
  const highest = readMadeFrom(asking.audit)?.highest ?? 0
  const { loaded } = asking
  return {
    ...asking,
    isFullForm: readFacts(asking.catalog).form !== 'short',
    highest,
    basis(names) {
      const basis = loaded.get(names.join()) ?? loadBasis(asking.audit, highest, names)
      loaded.set(names.join(), basis)
      return basis
    }
  }
}

/**
 * What the rules find of a product that is listed, in the order of ruleIds, also what it is excepted from. The product itself is
 * looked at as it is now; where rules compare it with others, the last audit says what it found, and what it goes by. Some ms, with
 * a million products some 20.
 */
export function findingsOf(asking: Asking, productId: string): RuleFacts[] {
  const at = findProduct(asking.catalog, productId)
  if (at === null) return []
  const reading = begin(asking)
  const found = at.key <= reading.highest ? foundAt(asking.audit, at.key) : 0
  return factsOfRules(reading, at, ruleIds, (rule) => (found & bitOf(rule)) !== 0)
}

/** The facts of some products' findings, each product's in the order of ruleIds, without findings that no longer apply. */
export function factsOf(asking: Asking, products: readonly FoundProduct[]): RuleFacts[][] {
  const reading = begin(asking)
  return products.map(({ id, findings }) => {
    const at = findings.length === 0 ? null : findProduct(asking.catalog, id)
    return at === null ? [] : factsOfRules(reading, at, findings, () => at.key <= reading.highest)
  })
}

/** Ids of the products that a finding compares one with: those that are the same first, or whose price is the most usual. */
export function twinsOf(asking: Asking, { productId, rule, limit }: TwinsRequest): string[] {
  const at = findProduct(asking.catalog, productId)
  const reading = begin(asking)
  const inForce = inForceOf(asking.rules, rule, reading.isFullForm)
  if (at === null || inForce === null || at.key > reading.highest) return []
  const keys = twinKeys(reading, at, rule, inForce.threshold).slice(0, limit)
  const statement = asking.catalog.prepare('SELECT id FROM product WHERE key = ? AND gone IS NULL')
  statement.setReturnArrays(true)
  return keys.flatMap((key) => (statement.get(key) as unknown as [string] | undefined) ?? [])
}

/** @param isFound whether the last audit found what this rule finds by comparing */
function factsOfRules(
  reading: Reading,
  looked: Looked,
  rules: readonly RuleId[],
  isFound: (rule: RuleId) => boolean
): RuleFacts[] {
  return rules.flatMap((rule) => {
    const inForce = inForceOf(reading.rules, rule, reading.isFullForm)
    const facts = inForce === null ? null : factsOfRule(reading, looked, rule, inForce, isFound)
    return facts === null ? [] : [{ rule, facts }]
  })
}

function factsOfRule(
  reading: Reading,
  looked: Looked,
  id: RuleId,
  { threshold }: RuleInForce,
  isFound: (rule: RuleId) => boolean
): FindingFacts | null {
  const { key, product } = looked
  const rule = allRules[id]
  if (rule.of === 'product') return rule.test(product, threshold)
  if (rule.of === 'picture') {
    const picture = product.image === null ? null : findPicture(reading.catalog, key)
    return picture === null ? null : rule.test(picture, threshold)
  }
  return isFound(id) ? comparedFacts(reading, looked, id, threshold) : null
}

/** Columns that each rule compares products by. */
const comparedBy = {
  'name-duplicate': ['listed', 'name'],
  'description-duplicate': ['listed', 'description'],
  'price-outlier': ['listed', 'price', 'heads'],
  'picture-same': ['listed', 'address', 'content', 'look'],
  'picture-similar': ['listed', 'address', 'content', 'look']
} as const

/** The facts of a finding by comparison; {} if the numbers no longer show it. */
function comparedFacts(reading: Reading, looked: Looked, id: RuleId, threshold: number): FindingFacts {
  const { key, product } = looked
  switch (id) {
    case 'id-twice':
      return { times: countPlaces(reading.catalog, key) }
    case 'name-duplicate':
      return { products: doublesOf(reading.basis(comparedBy[id]).columns, 'name', key).length }
    case 'description-duplicate': {
      const { columns } = reading.basis(comparedBy[id])
      return { products: doublesOf(columns, 'description', key).length, threshold }
    }
    case 'price-outlier':
      return outlierFacts(reading.basis(comparedBy[id]).columns, key, product, threshold) ?? {}
    case 'picture-same': {
      const others = picturesLike(reading, key, id)
      return others.length === 0 ? {} : { products: others.length, group: Math.min(key, others[0] ?? key) }
    }
    case 'picture-similar': {
      const products = picturesLike(reading, key, id).length
      return products === 0 ? {} : { products }
    }
    default:
      return {}
  }
}

function twinKeys(reading: Reading, { key, product }: Looked, id: RuleId, threshold: number): number[] {
  switch (id) {
    case 'name-duplicate':
      return doublesOf(reading.basis(comparedBy[id]).columns, 'name', key)
    case 'description-duplicate':
      return doublesOf(reading.basis(comparedBy[id]).columns, 'description', key)
    case 'price-outlier':
      return usualNeighbors(reading.basis(comparedBy[id]).columns, key, product.price, threshold)
    case 'picture-same':
    case 'picture-similar':
      return picturesLike(reading, key, id)
    default:
      return []
  }
}

/** Keys of the products with the same picture, or with one that looks alike. */
function picturesLike(reading: Reading, key: number, id: 'picture-same' | 'picture-similar'): number[] {
  const { columns, pictures } = reading.basis(comparedBy[id])
  const { same, alike } = samePictures(columns, pictures, key)
  return id === 'picture-same' ? same : alike
}

function foundAt(audit: DatabaseSync, key: number): number {
  return loadBasis(audit, key, ['found']).found[key] ?? 0
}
