import { rules } from '../../../../electron/quality/rules'
import type { AuditedProduct } from '../../../../electron/quality/rule'
import { rulesInForce, type RuleSettings } from '../../../../electron/quality/rule-settings'
import { headsOf } from '../../../../electron/quality/catalog-wide/name-heads'
import { mostDifferentBits } from '../../../../electron/contract/content-fingerprint'
import type { PictureFinding } from '../../../../electron/contract/picture-values'
import { ruleIds, type RuleId } from '../../../../electron/contract/audit-rules'

/** A listed product, and what is known of its picture. */
export interface NaiveProduct extends AuditedProduct {
  places: number
  picture: PictureFinding | null
}

/** What all rules find, by id, found the simple way: each product with each other. */
export function naiveFindings(
  products: readonly NaiveProduct[],
  settings: RuleSettings,
  currency: string | null
): Record<string, RuleId[]> {
  const inForce = rulesInForce(settings, currency)
  const found = products.map((product) => {
    const others = products.filter((other) => other !== product)
    const finds = (id: RuleId, threshold: number): boolean => {
      const rule = rules[id]
      if (rule.of === 'product') return rule.test(product, threshold) !== null
      if (rule.of === 'picture') {
        if (product.picture === null) return false
        const { picture } = product
        const known =
          picture.state === 'shown'
            ? { broken: null, ...picture }
            : { broken: picture.code, width: 0, height: 0 }
        return rule.test(known, threshold) !== null
      }
      return compare(id, product, others, threshold)
    }
    return ruleIds.filter((id, place) => {
      const setting = inForce[place]
      return setting?.enabled === true && finds(id, setting.threshold)
    })
  })
  return Object.fromEntries(
    products.flatMap(({ id }, at) => (found[at]?.length ? [[id, found[at]] as const] : []))
  )
}

function compare(
  id: RuleId,
  product: NaiveProduct,
  others: readonly NaiveProduct[],
  threshold: number
): boolean {
  const name = same(product.name)
  const text = product.description?.trim() ?? ''
  switch (id) {
    case 'id-twice':
      return product.places > 1
    case 'name-duplicate':
      return name !== '' && others.some((other) => same(other.name) === name)
    case 'description-duplicate':
      return (
        text !== '' && others.filter((other) => other.description?.trim() === text).length + 1 >= threshold
      )
    case 'picture-same':
      return others.some((other) => isSamePicture(product, other))
    case 'picture-similar':
      return (
        !others.some((other) => isSamePicture(product, other)) &&
        others.some((other) => isSimilarPicture(product, other))
      )
    case 'price-outlier':
      return isOutlier(product, [product, ...others], threshold)
    default:
      return false
  }
}

function same(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
}

function isSamePicture(one: NaiveProduct, other: NaiveProduct): boolean {
  if (one.image !== null && one.image === other.image) return true
  if (one.picture?.state !== 'shown' || other.picture?.state !== 'shown') return false
  return one.picture.content === other.picture.content
}

function isSimilarPicture(one: NaiveProduct, other: NaiveProduct): boolean {
  if (one.picture?.state !== 'shown' || other.picture?.state !== 'shown') return false
  if (!one.picture.look || !other.picture.look) return false
  const different = BigInt.asUintN(64, one.picture.look ^ other.picture.look)
  return different.toString(2).replaceAll('0', '').length <= mostDifferentBits
}

function isOutlier(product: NaiveProduct, all: readonly NaiveProduct[], threshold: number): boolean {
  const { price } = product
  if (price === null || price <= 0) return false
  const priced = all.filter((other) => (other.price ?? 0) > 0)
  const heads = headsOf(product.name).map(({ words }) => words)
  const surroundings = [0, 1, 2, 3].map((at) =>
    priced.filter((other) => heads[at] !== '' && headsOf(other.name)[at]?.words === heads[at])
  )
  const near = [...surroundings, priced].find((some) => some.length >= 8)
  if (near === undefined) return false
  const values = near.map((other) => Math.log(other.price ?? 0)).sort((a, b) => a - b)
  const median = part(values, 0.5)
  const mad = part(
    values.map((value) => Math.abs(value - median)).sort((a, b) => a - b),
    0.5
  )
  const spread = mad > 0 ? mad / 0.6745 : (part(values, 0.75) - part(values, 0.25)) / 1.349
  const score = (Math.log(price) - median) / Math.max(0.2, spread)
  return Math.abs(score) > threshold && near.filter((other) => other.price === price).length < 3
}

function part(sorted: readonly number[], where: number): number {
  const place = (sorted.length - 1) * where
  const low = sorted[Math.floor(place)] ?? NaN
  return low + ((sorted[Math.ceil(place)] ?? NaN) - low) * (place % 1)
}
