import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import type { AuditState, RuleId, RuleSetting } from '../../../electron/contract/audit'
import type { Input } from '../../../electron/contract/channels'
import type { Failure, Result } from '../../../electron/contract/failure'
import { call, on } from '../../bridge'

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
