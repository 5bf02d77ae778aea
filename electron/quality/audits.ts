import type {
  AuditState,
  RuleException,
  Finding,
  RuleSetting,
  ScorePoint,
  RuleReport
} from '../contract/audit'
import { harmRank, type RuleId, ruleIds, rulesOfLooks } from '../contract/audit-rules'
import { fail, ok, type Result } from '../contract/failure'
import { createAuditThread, type AuditThreadDeps } from './audit-thread'
import {
  createAuditScheduler,
  usualDelays,
  type AuditDelays,
  type AuditSchedulerDeps,
  type KnownAudit
} from './audit-scheduler'
import { isInitial, settingOf, type RuleSettings } from './rule-settings'
import type { ExceptionStore, AuditReport } from './types'
import type { FoundProduct, TwinsRequest } from './worker/protocol'
import type { FoundFacts } from '../contract/product'

export interface AuditsDeps
  extends Omit<AuditThreadDeps, 'exceptions'>, Pick<AuditSchedulerDeps, 'isSyncing' | 'onAudited'> {
  book: ExceptionStore
  /** Where a connection's files are. */
  folderOf: (connectionId: string) => string
  /** Who set rules for the team; null: nobody. */
  teamRulesOf?: (connectionId: string) => AuditState['teamRules']
  /** Changes how rules are kept to go that do not as at first. Fails with `storage-failed`. */
  changeSettings: (
    connectionId: string,
    change: (settings: RuleSettings) => RuleSettings
  ) => Promise<Result<null>>
  /** Names of products by their ids, those that the catalog has. */
  namesOf: (connectionId: string, productIds: string[]) => Promise<ReadonlyMap<string, string>>
  onChange: (state: AuditState) => void
  /** ms since 1970. */
  now?: () => number
  /** For tests. */
  delays?: Partial<AuditDelays>
}

/** The quality rules' findings in the connections' catalogs. Calls fail as the catalog and the thread do. */
export interface Audits {
  state(connectionId: string): Promise<Result<AuditState>>
  /** Begins an audit, unless the last one is of the current catalog. */
  run(connectionId: string): Promise<Result<AuditState>>
  /** Has a rule go otherwise; null: as at first. Fails with `storage-failed`, and with `input-invalid`, field `rule`, where the team sets them. */
  configure(connectionId: string, rule: RuleId, setting: RuleSetting | null): Promise<Result<AuditState>>
  scores(connectionId: string): Promise<Result<ScorePoint[]>>
  /** In the order of `harmRank`, and last what the product is excepted from. */
  findingsOf(connectionId: string, productId: string): Promise<Result<Finding[]>>
  /** The facts of findings, in the order of `products`; empty if they cannot be read. */
  factsOf(connectionId: string, products: FoundProduct[]): Promise<FoundFacts[]>
  /** Ids of the products that a finding compares this one with; [] where the rule compares none. */
  twinsOf(connectionId: string, of: TwinsRequest): Promise<Result<string[]>>
  /** Makes an exception of a product from a rule; null: not anymore. Answers with the product's findings. */
  setException(
    connectionId: string,
    productId: string,
    rule: RuleId,
    reason: string | null
  ): Promise<Result<Finding[]>>
  /** Newest first. */
  exceptions(connectionId: string): Promise<Result<RuleException[]>>
  syncEnded(connectionId: string): void
  /** The catalog, or what is known of its pictures, may be another: it is seen to soon, and an audit made when there is time. */
  copyChanged(connectionId: string): void
  /** Other rules are in force: what they find is looked for when there is time. */
  rulesChanged(connectionId: string): void
  /** Call when exceptions changed otherwise than by `exception`: findings are counted again soon. */
  exceptionsChanged(connectionId: string): void
  /** All connections, and which of them is open. */
  follow(connectionIds: readonly string[], activeId: string | null): void
  /** Ends what is under way for a connection, before its catalog goes. */
  leave(connectionId: string): Promise<void>
  /** Deletes the findings, after their catalog. Fails with `storage-failed` if their file is open elsewhere. */
  forget(connectionId: string): Promise<Result<null>>
  close(): Promise<void>
}

export function createAudits(deps: AuditsDeps): Audits {
  const { settingsOf, currencyOf, book, delays = {}, now = Date.now } = deps
  const thread = createAuditThread({ ...deps, exceptions: (id) => book.exceptions(id) })
  const teamRulesOf = (id: string): AuditState['teamRules'] => deps.teamRulesOf?.(id) ?? null
  const stateOf = (id: string): AuditState => ({
    ...auditState(id, scheduler.known(id), settingsOf(id), currencyOf(id)),
    teamRules: teamRulesOf(id)
  })
  const scheduler = createAuditScheduler({
    ...deps,
    thread,
    now,
    delays: { ...usualDelays, ...delays },
    onChange: (id) => deps.onChange(stateOf(id))
  })

  async function loadedState(id: string): Promise<Result<AuditState>> {
    const result = await scheduler.load(id)
    return result.ok ? ok(stateOf(id)) : result
  }

  async function findingsOf(id: string, productId: string): Promise<Result<Finding[]>> {
    const found = await thread.findingsOf(id, productId)
    if (!found.ok) return found
    const exceptions = (await thread.exceptionsOf(id)).filter(
      (exception) => exception.productId === productId
    )
    const settings = settingsOf(id)
    const findings = found.value.map(({ rule, facts }): Finding => {
      const exception = exceptions.find((one) => one.rule === rule)
      const { severity } = settingOf(rule, settings, currencyOf(id))
      const { reason, by, at } = exception ?? { reason: '', by: '', at: 0 }
      return { rule, severity, facts, exception: exception === undefined ? null : { reason, by, at } }
    })
    return ok(findings.sort((a, b) => isExcepted(a) - isExcepted(b) || harmRank(a) - harmRank(b)))
  }

  return {
    state: loadedState,
    async run(id) {
      const result = await loadedState(id)
      if (!result.ok || result.value.phase === 'ready') return result
      if (result.value.phase === 'running') scheduler.hurry(id)
      else scheduler.begin(id, true)
      return ok(stateOf(id))
    },
    async configure(id, rule, setting) {
      if (teamRulesOf(id)?.areInForce === true)
        return fail('input-invalid', { field: 'rule', reason: 'the team sets the rules' })
      const currency = currencyOf(id)
      const before = settingOf(rule, settingsOf(id), currency)
      const changed = setting === null ? null : settingOf(rule, { [rule]: setting }, currency)
      const isAsAtFirst = changed === null || isInitial(rule, changed, currency)
      // Of what is kept by then: another rule may just be on its way to the disk.
      const saved = await deps.changeSettings(id, (rules) => {
        const others = { ...rules }
        Reflect.deleteProperty(others, rule)
        return isAsAtFirst ? others : { ...others, [rule]: changed }
      })
      if (!saved.ok) return saved
      const after = settingOf(rule, settingsOf(id), currency)
      const findsOthers = before.enabled !== after.enabled || before.threshold !== after.threshold
      if (!findsOthers) {
        await scheduler.recount(id)
        // The counts may be the same; lists of errors, warnings and hints are not.
        if (before.severity !== after.severity) deps.onAudited(id)
      } else if (scheduler.known(id).report !== null) scheduler.begin(id, true)
      return loadedState(id)
    },
    scores: (id) => thread.scores(id),
    findingsOf,
    async factsOf(id, products) {
      const found = await thread.factsOf(id, products)
      if (!found.ok) return products.map(() => ({}))
      return found.value.map((all) => Object.fromEntries(all.map(({ rule, facts }) => [rule, facts])))
    },
    twinsOf: (id, of) => thread.twinsOf(id, of),
    async setException(id, productId, rule, reason) {
      const saved = await book.setException(id, productId, rule, reason)
      if (!saved.ok) return saved
      const settled = await scheduler.recount(id)
      return settled.ok ? findingsOf(id, productId) : settled
    },
    async exceptions(id) {
      const saved = await book.exceptions(id)
      if (!saved.ok) return saved
      const names = await deps.namesOf(id, [...new Set(saved.value.map(({ productId }) => productId))])
      const exceptions = saved.value.map((exception) => ({
        ...exception,
        name: names.get(exception.productId) ?? ''
      }))
      return ok(exceptions.toSorted((one, other) => other.at - one.at))
    },
    syncEnded: (id) => scheduler.begin(id, false),
    copyChanged: (id) => scheduler.changed(id),
    exceptionsChanged: (id) => scheduler.changed(id),
    rulesChanged(id) {
      if (scheduler.known(id).report === null) scheduler.changed(id)
      else scheduler.begin(id, false)
      deps.onChange(stateOf(id))
    },
    follow: (ids, activeId) => scheduler.follow(ids, activeId),
    leave: (id) => scheduler.leave(id),
    forget: (id) => thread.forget(id, deps.folderOf(id)),
    async close() {
      scheduler.close()
      await thread.close()
    }
  }
}

/** An audit as the window shows it. */
function auditState(
  connectionId: string,
  { report, isCurrent, progress, products, because }: KnownAudit,
  settings: RuleSettings,
  currency: string | null
): Omit<AuditState, 'teamRules'> {
  const done = report === null ? 'none' : isCurrent ? 'ready' : 'outdated'
  return {
    connectionId,
    phase: progress === null ? done : 'running',
    progress,
    at: report?.at ?? null,
    run: report?.run ?? null,
    products: report?.products ?? products,
    coverage: report?.coverage ?? null,
    score: report?.score ?? null,
    scoreWithoutPictures: report?.scoreWithoutPictures ?? null,
    pictures: looksAtPictures(settings, currency) ? (report?.pictures ?? null) : null,
    rules: ruleReports(report, settings, currency),
    because
  }
}

function looksAtPictures(settings: RuleSettings, currency: string | null): boolean {
  return [...rulesOfLooks].some((rule) => settingOf(rule, settings, currency).enabled)
}

function ruleReports(
  report: AuditReport | null,
  settings: RuleSettings,
  currency: string | null
): RuleReport[] {
  return ruleIds.map((rule, place) => {
    const setting = settingOf(rule, settings, currency)
    const { count = null, excepted = 0, examined = null } = report?.rules[place] ?? {}
    return {
      rule,
      setting,
      isInitial: isInitial(rule, setting, currency),
      count: setting.enabled ? count : null,
      excepted,
      examined
    }
  })
}

function isExcepted({ exception }: Finding): number {
  return exception === null ? 0 : 1
}
