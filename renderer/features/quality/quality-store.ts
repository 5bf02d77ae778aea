import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, watch, type ComputedRef } from 'vue'
import type { AuditState, RuleSetting } from '../../../electron/contract/audit'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Input } from '../../../electron/contract/channels'
import type { Failure, Result } from '../../../electron/contract/failure'
import type { Product, ProductFlag } from '../../../electron/contract/product'
import { call, on } from '../../bridge'
import { flagLabel } from '../catalog'
import { useKnownFindings } from './findings'

/** What the quality rules say of catalogs, as the main process tells it, and what a person sets of them. */
export const useQuality = defineStore('quality', () => {
  const states = shallowReactive(new Map<string, AuditState>())
  /** Why what was asked for last was not done, by connection. */
  const refused = shallowReactive(new Map<string, Failure>())
  const asking = new Set<string>()
  /** How many settings of a rule are on their way, by connection and rule. */
  const setting = shallowReactive(new Map<string, number>())

  function take(state: AuditState): void {
    states.set(state.connectionId, state)
  }
  onScopeDispose(on('audit:changed', take))

  async function ask(id: string, question: Promise<Result<AuditState>>): Promise<boolean> {
    const answer = await question
    if (answer.ok) {
      refused.delete(id)
      take(answer.value)
    } else refused.set(id, answer.failure)
    return answer.ok
  }

  /** Finds out how a connection's quality stands; from then on it is kept current. */
  async function open(id: string): Promise<void> {
    if (states.has(id) || asking.has(id)) return
    asking.add(id)
    const answer = await call('audit:state', { connectionId: id })
    asking.delete(id)
    if (!answer.ok) refused.set(id, answer.failure)
    // What was pushed meanwhile is newer.
    else if (!states.has(id)) take(answer.value)
  }

  const keyOf = (id: string, rule: RuleId): string => `${id} ${rule}`

  async function configure(id: string, rule: RuleId, wish: RuleSetting | null): Promise<boolean> {
    const key = keyOf(id, rule)
    const under = (): number => setting.get(key) ?? 0
    setting.set(key, under() + 1)
    const isSet = await ask(id, call('audit:configure', { connectionId: id, rule, setting: wish }))
    setting.set(key, under() - 1)
    return isSet
  }

  /** What its answer does not tell is told by an event. */
  async function demand(id: string, question: Promise<Result<null>>): Promise<void> {
    const answer = await question
    if (answer.ok) refused.delete(id)
    else refused.set(id, answer.failure)
  }

  return {
    states,
    refused,
    open,
    of: (id: string): AuditState | null => states.get(id) ?? null,
    /** Looks anew, unless what there is is of the catalog as it is. Says whether it was begun, as that below. */
    run: (id: string) => ask(id, call('audit:run', { connectionId: id })),
    /** `wish` null: as at first. What it changes is looked for at once. */
    configure,
    /** By whose rules this computer goes; `copy`: the person's own, which begin as those of the team. */
    goBy: (id: string, whose: Input<'team:use-rules'>['whose']) =>
      demand(id, call('team:use-rules', { connectionId: id, whose })),
    /** Whether the rules that are in force here are the team's, or it has none. */
    share: (id: string, shared: boolean) =>
      demand(id, call('team:share-rules', { connectionId: id, shared })),
    /** What was set of a rule has no answer yet. */
    isBeingSet: (id: string, rule: RuleId): boolean => (setting.get(keyOf(id, rule)) ?? 0) > 0,
    /** The person has read what was refused. */
    close: (id: string): void => void refused.delete(id)
  }
})

/**
 * Whether a list of what the quality rules find is empty only since they were never applied to this catalog.
 *
 * @param asks whether the list is one of findings: only then the main process is asked
 */
export function useUnaudited(connectionId: () => string, asks: () => boolean): ComputedRef<boolean> {
  const quality = useQuality()
  watch(
    [connectionId, asks],
    () => {
      if (asks()) void quality.open(connectionId())
    },
    { immediate: true }
  )
  return computed(() => asks() && quality.of(connectionId())?.at === null)
}

/** Counts the findings that are errors, by the severities that the connection's rules have; 0 while these are not known. */
export function useErrorCount(): (connectionId: string, findings: readonly RuleId[]) => number {
  const quality = useQuality()
  return (connectionId, findings) => {
    const rules = quality.of(connectionId)?.rules ?? []
    return rules.filter(
      ({ rule, setting }) => setting.enabled && setting.severity === 'error' && findings.includes(rule)
    ).length
  }
}

/** The rules whose findings say what a flag says. */
const toldBy: Partial<Record<ProductFlag, RuleId>> = {
  'name-missing': 'name-missing',
  'price-unknown': 'price-missing',
  'price-was-text': 'price-missing',
  'price-negative': 'price-negative',
  'duplicate-id': 'id-twice'
}

/**
 * What is odd about a product as the store sent it, in sentences, for where its findings are told as well: without what a
 * finding says. All of it where a rule is switched off, or nobody has looked yet.
 */
export function useRemarks(connectionId: () => string, product: () => Product): ComputedRef<string[]> {
  const known = useKnownFindings()
  return computed(() => {
    const { id, flags, findings } = product()
    // Those that it is excepted from are told too, but a list does not know them.
    const found = known({ connectionId: connectionId(), productId: id })?.map(({ rule }) => rule) ?? findings
    const isTold = (flag: ProductFlag): boolean => {
      const rule = toldBy[flag]
      return rule !== undefined && found.includes(rule)
    }
    return flags.filter((flag) => !isTold(flag)).map((flag) => flagLabel(flag).long)
  })
}
