import { ruleIds, type RuleId } from '../contract/audit-rules'
import { pictureStates, type Columns, type PictureColumns } from './catalog-wide/columns'
import { rules } from './rules'

/** Products of which something is known that rules look at. */
export interface Known {
  listed: number
  named: number
  priced: number
  described: number
  /** With the address of a picture; those whose picture was looked at; those of them that can be shown. */
  addressed: number
  looked: number
  shown: number
}

/** Counts what is known of the listed products. */
export function countKnown(columns: Columns, { state }: PictureColumns): Known {
  const { highest, listed, price, name, description, address } = columns
  const known: Known = { listed: 0, named: 0, priced: 0, described: 0, addressed: 0, looked: 0, shown: 0 }
  const has = (column: Uint32Array, key: number): number =>
    Number(((column[2 * key] ?? 0) | (column[2 * key + 1] ?? 0)) !== 0)
  for (let key = 1; key <= highest; key++) {
    if (listed[key] !== 1) continue
    known.listed++
    known.named += has(name, key)
    known.priced += Number(!Number.isNaN(price[key]))
    known.described += has(description, key)
    known.addressed += has(address, key)
    known.looked += Number(state[key] !== pictureStates.unknown)
    known.shown += Number(state[key] === pictureStates.shown)
  }
  return known
}

/** What must be known about a product for a rule to apply to it. */
const needs: Partial<Record<RuleId, keyof Known>> = {
  'picture-broken': 'looked',
  'picture-small': 'shown',
  'picture-shape': 'shown',
  'picture-same': 'addressed',
  'picture-similar': 'shown',
  'picture-insecure': 'addressed',
  'name-duplicate': 'named',
  'name-shouting': 'named',
  'name-spaces': 'named',
  'name-long': 'named',
  'name-placeholder': 'named',
  'name-markup': 'named',
  'description-short': 'described',
  'description-placeholder': 'described',
  'description-markup': 'described',
  'description-duplicate': 'described',
  'description-name': 'described',
  'description-shouting': 'described',
  'description-link': 'described',
  'price-zero': 'priced',
  'price-negative': 'priced',
  'price-outlier': 'priced',
  'price-fraction': 'priced'
}

/**
 * How many products, or of `set-aside` items, each rule could say something of, in the order of ruleIds; null: the store's list
 * does not say what the rule looks at.
 */
export function examinedBy(known: Known, items: number, isFullForm: boolean): (number | null)[] {
  return ruleIds.map((rule) => {
    if (rules[rule].needsFullForm === true && !isFullForm) return null
    return rule === 'set-aside' ? items : known[needs[rule] ?? 'listed']
  })
}
