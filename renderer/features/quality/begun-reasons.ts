import type { RuleId } from '../../../electron/contract/audit-rules'
import { defineConnectionStore } from '../../shared/data/open-connection'

const keyOf = (productId: string, rule: RuleId): string => `${rule} ${productId}`

/** Reasons for exceptions that a person began and has not given yet: Escape leaves them for when they ask again, while the connection is open. */
export const useBegunReasons = defineConnectionStore(() => {
  const texts = new Map<string, string>()
  return {
    /** '' where none was begun. */
    of: (productId: string, rule: RuleId): string => texts.get(keyOf(productId, rule)) ?? '',
    keep: (productId: string, rule: RuleId, text: string): void =>
      void texts.set(keyOf(productId, rule), text),
    /** It was given. */
    forget: (productId: string, rule: RuleId): void => void texts.delete(keyOf(productId, rule))
  }
})
