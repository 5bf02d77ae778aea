import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef, watch, type ComputedRef } from 'vue'
import type { RuleSetting } from '../../../electron/contract/audit'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Input } from '../../../electron/contract/channels'
import type { Product, ProductFlag } from '../../../electron/contract/product'
import { call, on } from '../../bridge'
import { useConnectionStates, useRefusals } from '../../shared/data/connection-states'
import { useUndoOrder, type UndoableAct } from '../../shared/data/undo-order'
import { flagLabel } from '../catalog'
import { useKnownFindings } from './findings'

/** How a rule is applied that a person has set last. */
export interface SetRule {
  connectionId: string
  rule: RuleId
  /** It is as it was before. */
  isTakenBack: boolean
  act: UndoableAct
}

/** What the quality rules say of catalogs, as the main process tells it, and what a person sets of them. */
export const useQuality = defineStore('quality', () => {
  const audits = useConnectionStates(
    (connectionId) => call('audit:state', { connectionId }),
    (take) => on('audit:changed', take)
  )
  const { states, take, of } = audits
  const { refused, ask, close } = useRefusals()
  /** How many settings of a rule are on their way, by connection and rule. */
  const setting = shallowReactive(new Map<string, number>())
  const order = useUndoOrder()
  const lastSet = shallowRef<SetRule | null>(null)

  /** Reads how a connection's quality stands; from then on it is kept current. */
  async function open(id: string): Promise<void> {
    const failure = await audits.open(id)
    if (failure) refused.set(id, failure)
  }

  const keyOf = (id: string, rule: RuleId): string => `${id} ${rule}`

  async function apply(id: string, rule: RuleId, wish: RuleSetting | null): Promise<boolean> {
    const key = keyOf(id, rule)
    const under = (): number => setting.get(key) ?? 0
    setting.set(key, under() + 1)
    const isSet = await ask(id, call('audit:configure', { connectionId: id, rule, setting: wish }), take)
    setting.set(key, under() - 1)
    return isSet
  }

  /** As `apply`, and can be taken back for as long as the page is open. */
  async function configure(id: string, rule: RuleId, wish: RuleSetting | null): Promise<boolean> {
    const report = of(id)?.rules.find((each) => each.rule === rule)
    const before = report === undefined || report.isInitial ? null : report.setting
    if (!(await apply(id, rule, wish))) return false
    async function turn(to: RuleSetting | null, isTakenBack: boolean): Promise<boolean> {
      const isTurned = await apply(id, rule, to)
      if (isTurned) lastSet.value = { connectionId: id, rule, isTakenBack, act }
      return isTurned
    }
    const act: UndoableAct = { isOfPage: true, undo: () => turn(before, true), redo: () => turn(wish, false) }
    lastSet.value = { connectionId: id, rule, isTakenBack: false, act }
    order.did(id, act)
    return true
  }

  return {
    states,
    refused,
    open,
    of,
    /** Looks anew, unless what there is is of the catalog as it is. Says whether it was begun, as that below. */
    run: (id: string) => ask(id, call('audit:run', { connectionId: id }), take),
    /** `wish` null: as at first. What it changes is looked for at once. */
    configure,
    lastSet,
    /** The person has read that, or has gone on. */
    dismissSet: (): void => void (lastSet.value = null),
    /** By whose rules this computer goes; `copy`: the person's own, which begin as those of the team. */
    goBy: (id: string, whose: Input<'team:use-rules'>['whose']) =>
      ask(id, call('team:use-rules', { connectionId: id, whose })),
    /** Whether the rules that are in force here are the team's, or it has none. */
    share: (id: string, shared: boolean) => ask(id, call('team:share-rules', { connectionId: id, shared })),
    /** What was set of a rule has no answer yet. */
    isBeingSet: (id: string, rule: RuleId): boolean => (setting.get(keyOf(id, rule)) ?? 0) > 0,
    close
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

/** Those of findings, in their order, that are errors by the severities that the connection's rules have; [] while these are not known. */
export function useErrorsAmong(): (connectionId: string, findings: readonly RuleId[]) => RuleId[] {
  const quality = useQuality()
  return (connectionId, findings) => {
    const rules = quality.of(connectionId)?.rules ?? []
    const isError = (finding: RuleId): boolean =>
      rules.some(({ rule, setting }) => rule === finding && setting.enabled && setting.severity === 'error')
    return findings.filter(isError)
  }
}

/**
 * The findings of a product, for what is concluded from them; [] while the checks have not looked at what may have changed of it: they are of
 * what it was, and others may be missing. A product without `change` is one that changed.
 */
export function useCurrentFindings(): (
  connectionId: string,
  product: Pick<Product, 'findings'> & Partial<Pick<Product, 'change'>>
) => readonly RuleId[] {
  const quality = useQuality()
  return (connectionId, { findings, change }) => {
    const phase = quality.of(connectionId)?.phase
    const isBehind = phase === 'running' || phase === 'outdated'
    return isBehind && change !== null ? [] : findings
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
