import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Filters } from '../../../electron/contract/product-query'
import { noFilters } from '../../../electron/contract/empty-query'
import { showFiltered } from './open-list'

/** The only filter that lists all of which a rule, or any, has found something. */
export function filtersForFinding(rule: RuleId | 'any'): Filters {
  return rule === 'set-aside' ? { ...noFilters, setAside: true } : { ...noFilters, finding: rule }
}

/** Lists the products of a connection, or for `set-aside` the items, of which this rule, or any, has found something. */
export function showFindings(connectionId: string, rule: RuleId | 'any'): Promise<void> {
  return showFiltered(connectionId, filtersForFinding(rule))
}
