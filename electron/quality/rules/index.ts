import type { RuleId } from '../../contract/audit-rules'
import type { Rule, Rules } from '../rule'
import { strayIn } from '../texts/characters'
import { descriptionRules } from './description'
import { nameRules } from './name'
import { pictureRules } from './picture'
import { priceRules } from './price'

export const idRules = {
  /** The store's list has the id at several positions. */
  'id-twice': { severity: 'error', of: 'catalog' },

  /** The id has spaces or invisible characters: systems that trim take it for another id. */
  'id-spaces': { severity: 'warning', of: 'product', test: ({ id }) => strayIn(id) },

  /** Items that could not be read. Finds no products but counts the items. */
  'set-aside': { severity: 'error', of: 'catalog' }
} satisfies Rules

/** All rules, by id. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...pictureRules,
  ...nameRules,
  ...descriptionRules,
  ...priceRules,
  ...idRules
}
