import { picturesInScoreFrom, picturesInScoreUntil, type Severity } from '../contract/audit-rules'

/** How much of a product a finding costs, by its severity. */
const cost: Record<Severity, number> = { error: 1, warning: 0.5, hint: 0.1 }

/**
 * The score of a catalog, 0–100: the average of its products, of which one without findings counts 100, one whose worst finding is
 * a hint 90, a warning 50, an error 0. An item that could not be read counts as a product with the severity of `set-aside`. As an
 * average it does not depend on how large a catalog is. One decimal, rounded down: 100 says that nothing was found. null without
 * products.
 *
 * @param products products and items set aside
 * @param worst how many of them have a worst finding of each severity
 */
export function scoreOf(products: number, worst: Readonly<Record<Severity, number>>): number | null {
  if (products === 0) return null
  const lost = worst.error * cost.error + worst.warning * cost.warning + worst.hint * cost.hint
  return Math.floor(1000 * (1 - lost / products) + 1e-9) / 10
}

/**
 * Whether so many of a catalog's pictures were looked at that what was found of them counts in the score. Until then it would fall
 * with each look, though no product became worse. Once they count they go on to, until clearly fewer are known.
 *
 * @param didCount whether they counted in the score before
 */
export function arePicturesInScore(looked: number, all: number, didCount: boolean): boolean {
  return looked >= all * (didCount ? picturesInScoreUntil : picturesInScoreFrom)
}
