import { fail, type Result } from '../contract/failure'
import type { Answered } from '../threads/protocol'
import { Thread, type ThreadLog } from '../threads/thread'
import type { ScorePoint } from '../contract/audit'
import { rulesInForce, type RuleSettings } from './in-force'
import type { AuditReport, KeptExcuse } from './types'
import type { Asked, AuditMethods, Progress, RuleFacts, Standing } from './worker/protocol'

export interface AuditThreadDeps {
  /** The thread's built entry. */
  threadFile: string
  /** Where the copy of a connection is, once it is open. */
  copyFile: (connectionId: string) => Promise<Result<string>>
  settingsOf: (connectionId: string) => RuleSettings
  currencyOf: (connectionId: string) => string | null
  excuses: (connectionId: string) => Promise<Result<KeptExcuse[]>>
  log?: ThreadLog | undefined
}

/** The thread that audits, asked about a connection with its copy's place, its rules and its excuses. Never rejects. */
export interface AuditThread {
  look(connectionId: string): Promise<Result<Standing>>
  /** `at`: ms since 1970; `isBeside`: nobody waits for it. */
  audit(connectionId: string, at: number, isBeside: boolean): Promise<Result<AuditReport>>
  /** Somebody waits for the audit that is under way. */
  hurry(connectionId: string): Promise<void>
  settle(connectionId: string): Promise<Result<AuditReport | null>>
  findingsOf(connectionId: string, productId: string): Promise<Result<RuleFacts[]>>
  scores(connectionId: string): Promise<Result<ScorePoint[]>>
  /** What products are excused from; nothing where that cannot be read: then nobody is. */
  excusesOf(connectionId: string): Promise<KeptExcuse[]>
  progress(connectionId: string): Promise<Progress | null>
  /** Ends what is under way for a connection, and lets go of its files. */
  leave(connectionId: string): Promise<void>
  /** Deletes what was found in a folder. */
  forget(connectionId: string, folder: string): Promise<void>
  close(): Promise<void>
}

/** Megabytes for rows, which are thrown away as soon as they were looked at: an audit takes as long with 8 as with 32. */
const youngMegabytes = 8

export function createAuditThread(deps: AuditThreadDeps): AuditThread {
  const { threadFile, copyFile, settingsOf, currencyOf, log } = deps
  const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes }
  const thread = new Thread<AuditMethods>({ file: threadFile, name: 'audit', log, resourceLimits })
  let closed = false

  async function ask<T>(
    connectionId: string,
    call: (asked: Asked) => Promise<Answered<T>>
  ): Promise<Result<T>> {
    const file = closed ? fail('cancelled') : await copyFile(connectionId)
    if (!file.ok) return file
    const rules = rulesInForce(settingsOf(connectionId), currencyOf(connectionId))
    return (await call({ file: file.value, rules })).result
  }

  async function excusesOf(connectionId: string): Promise<KeptExcuse[]> {
    const result = await deps.excuses(connectionId)
    if (!result.ok) log?.warn('excuses cannot be read', { code: result.failure.code })
    return result.ok ? result.value : []
  }

  return {
    excusesOf,
    look: (id) => ask(id, (asked) => thread.call('look', id, asked)),
    async audit(id, at, isBeside) {
      const excuses = await excusesOf(id)
      return ask(id, (asked) => thread.call('audit', id, { ...asked, excuses, at, isBeside }))
    },
    async hurry(id) {
      await thread.call('hurry', id, null)
    },
    async settle(id) {
      const excuses = await excusesOf(id)
      return ask(id, (asked) => thread.call('settle', id, { ...asked, excuses }))
    },
    findingsOf: (id, productId) => ask(id, (asked) => thread.call('of', id, { ...asked, productId })),
    scores: (id) => ask(id, ({ file }) => thread.call('scores', id, { file })),
    async progress(connectionId) {
      const { result } = await thread.call('progress', connectionId, null)
      return result.ok ? result.value : null
    },
    async leave(connectionId) {
      if (thread.isRunning) await thread.call('close', connectionId, null)
    },
    async forget(connectionId, folder) {
      if (!closed) await thread.call('forget', connectionId, { folder })
    },
    async close() {
      closed = true
      await thread.close()
    }
  }
}
