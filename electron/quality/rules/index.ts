import type { RuleId } from '../../contract/audit-rules'
import type { Rule } from '../rule'
import { descriptionRules } from './description'
import { idRules } from './id'
import { nameRules } from './name'
import { pictureRules } from './picture'
import { priceRules } from './price'

/** All rules, by id. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...pictureRules,
  ...nameRules,
  ...descriptionRules,
  ...priceRules,
  ...idRules
}
