import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { harmRank, type RuleId, type Severity } from '../../../../electron/contract/audit-rules'
import { builtInReasons, type BuiltInReason } from '../../../../electron/contract/review-state'
import { usePreferences } from '../../../shared/preferences'
import { useQuality } from '../../quality'

/** Rules whose findings suggest that a product is in the store twice. A shared picture or description calls for one of the product's own instead. */
const doubles: ReadonlySet<RuleId> = new Set<RuleId>(['name-duplicate', 'id-twice'])

/** The reason that a rule's finding suggests. */
export function reasonOf(rule: RuleId): BuiltInReason {
  if (doubles.has(rule)) return 'double'
  if (rule.startsWith('picture-')) return 'picture'
  if (rule.startsWith('price-')) return 'price'
  if (rule.startsWith('name-')) return 'name'
  if (rule.startsWith('description-') || rule === 'text-garbled') return 'text'
  return 'other'
}

/** The reason that a product's gravest finding suggests; null without findings. */
export function suggestedReason(
  findings: readonly RuleId[],
  severityOf: (rule: RuleId) => Severity
): BuiltInReason | null {
  const rankOf = (rule: RuleId): number => harmRank({ rule, severity: severityOf(rule) })
  const [gravest] = findings.toSorted((one, other) => rankOf(one) - rankOf(other))
  return gravest === undefined ? null : reasonOf(gravest)
}

/** What a person is asked about. */
interface Subject {
  connectionId: string
  /** Of the product; of several that they share. */
  findings: readonly RuleId[]
  /** The reason that it has already. */
  reason: string | null
  /** What of it the page is about: that is suggested, whatever was found; null: nothing in particular. */
  topic: BuiltInReason | null
}

/** Hears the reason: null for none, undefined where nobody was asked or nobody answered. */
type Answer = (reason?: string | null) => void

/** A question that is open. */
interface Asked {
  suggested: string | null
  /** What is asked about, where the person has gone on from it already; null: it is on screen. */
  about: string | null
  answer: Answer
}

/** Asks why products need work: one question at a time, which a page shows where it fits (`ReasonStrip`). */
export const useReasonQuestion = defineStore('reason-question', () => {
  const preferences = usePreferences()
  const quality = useQuality()
  const asked = shallowRef<Asked | null>(null)

  function severityOf(connectionId: string): (rule: RuleId) => Severity {
    const rules = quality.of(connectionId)?.rules ?? []
    return (rule) => rules.find((each) => each.rule === rule)?.setting.severity ?? 'hint'
  }

  /**
   * Asks why in passing, by the name that it is about; `answer` is called at once where a person does not want to be asked, and not at all
   * where nobody answers before the next question.
   */
  function ask({ connectionId, findings, reason, topic }: Subject, about: string, answer: Answer): void {
    if (!preferences.current.askReason) {
      answer()
      return
    }
    const suggested = reason ?? topic ?? suggestedReason(findings, severityOf(connectionId))
    asked.value = { suggested, about, answer }
  }

  function close(): void {
    asked.value = null
  }

  function take(reason: string | null): void {
    const answered = asked.value
    close()
    answered?.answer(reason)
  }

  onScopeDispose(close)
  return {
    /** What is asked about; null: nothing is. */
    about: computed(() => asked.value?.about ?? null),
    /** What Enter takes; null: no reason. */
    suggested: computed(() => asked.value?.suggested ?? null),
    /** In the order of the number keys. */
    reasons: computed(() => [...builtInReasons, ...preferences.current.ownReasons]),
    ask,
    take,
    close
  }
})
