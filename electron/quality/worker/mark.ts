import type { Sliced } from '../../database/cooperative'
import { ruleIds, type RuleId } from '../../contract/audit-rules'
import { bitOf } from '../bits'
import { markDoubles } from '../catalog-wide/doubles'
import { createGroupDesk } from '../catalog-wide/groups'
import { markOutliers } from '../catalog-wide/outliers'
import { markSamePictures } from '../catalog-wide/same-pictures'
import type { PictureColumns } from '../catalog-wide/columns'
import { rules as allRules } from '../rules'
import type { PictureRule } from '../rule'
import type { RuleInForce, RulesInForce } from '../types'
import type { Basis } from './basis'
import { pictureAt } from './read-pictures'
import type { Testing } from './read-products'

/** Rules that look at one product, those that are switched on and that the copy has something for. */
export function productRules(rules: RulesInForce, isFullForm: boolean): Testing[] {
  return ruleIds.flatMap((id) => {
    const rule = allRules[id]
    const inForce = inForceOf(rules, id, isFullForm)
    if (rule.of !== 'product' || inForce === null) return []
    return { rule, bit: bitOf(id), threshold: inForce.threshold }
  })
}

/** How a rule goes; null where it is switched off, or the copy says nothing of what it looks at. */
export function inForceOf(rules: RulesInForce, id: RuleId, isFullForm: boolean): RuleInForce | null {
  const inForce = rules[ruleIds.indexOf(id)]
  if (inForce?.enabled !== true) return null
  return allRules[id].needsFullForm === true && !isFullForm ? null : inForce
}

/** Takes out what rules found that compare products or look at pictures, which are always asked anew. */
export function keepOwn({ found }: Basis): void {
  let own = 0
  for (const id of ruleIds) if (allRules[id].of === 'product') own |= bitOf(id)
  for (let key = 0; key < found.length; key++) found[key] = (found[key] ?? 0) & own
}

/** Asks the rules of pictures. */
export function* markPictures(
  { columns, found }: Basis,
  pictures: PictureColumns,
  rules: RulesInForce,
  isFullForm: boolean
): Sliced<void> {
  const asked: { rule: PictureRule; bit: number; threshold: number }[] = []
  for (const id of ruleIds) {
    const rule = allRules[id]
    const inForce = inForceOf(rules, id, isFullForm)
    if (rule.of === 'picture' && inForce !== null)
      asked.push({ rule, bit: bitOf(id), threshold: inForce.threshold })
  }
  for (let key = 1; key <= columns.highest; key++) {
    if (key % 50_000 === 0) yield
    const picture = columns.listed[key] === 1 ? pictureAt(pictures, key) : null
    if (picture === null) continue
    for (const { rule, bit, threshold } of asked) {
      if (rule.test(picture, threshold) !== null) found[key] = (found[key] ?? 0) | bit
    }
  }
}

/** Asks the rules that compare products with each other. */
export function* markCatalogWide(
  { columns, found }: Basis,
  pictures: PictureColumns,
  rules: RulesInForce,
  isFullForm: boolean
): Sliced<void> {
  const of = (id: RuleId): { bit: number; threshold: number } | null => {
    const inForce = inForceOf(rules, id, isFullForm)
    return inForce === null ? null : { bit: bitOf(id), threshold: inForce.threshold }
  }
  const desk = createGroupDesk(columns.highest)
  const names = of('name-duplicate')
  if (names) yield* markDoubles(desk, columns, 'name', found, names.bit, 2)
  const descriptions = of('description-duplicate')
  if (descriptions)
    yield* markDoubles(desk, columns, 'description', found, descriptions.bit, descriptions.threshold)
  const prices = of('price-outlier')
  if (prices) yield* markOutliers(desk, columns, found, prices.bit, prices.threshold)
  const same = of('picture-same')
  if (same) yield* markSamePictures(desk, columns, pictures, found, same.bit)
}
