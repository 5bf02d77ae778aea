import type { Filters } from '../../../contract/product-query'
import { ruleIds } from '../../../contract/audit-rules'
import { productsInRow } from '../../db/findings-schema'
import type { FindingBits } from '../findings-file'

/** Whether a list depends on what the rules found. */
export function asksOfFindings({ finding }: Filters): boolean {
  return finding !== null
}

/** Takes the products out (0, by key) of which the rule, or any, has found nothing. */
export function keepFindings(matches: Uint8Array, { rows }: FindingBits, { finding }: Filters): void {
  if (finding === null) return
  const mask = finding === 'any' ? 0xffffffff : 1 << ruleIds.indexOf(finding)
  for (let first = 0; first < matches.length; first += productsInRow) {
    const bits = rows.get(first) ?? nothing
    const last = Math.min(matches.length, first + productsInRow)
    for (let key = first; key < last; key++) {
      matches[key] = (matches[key] ?? 0) & Number(((bits[key - first] ?? 0) & mask) !== 0)
    }
  }
}

const nothing = new Uint32Array(0)
