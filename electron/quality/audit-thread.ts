import { fail, type Result } from '../contract/failure'
import type { Answered } from '../database/thread-protocol'
import { Thread, type ThreadLog } from '../database/thread'
import type { ScorePoint } from '../contract/audit'
import { rulesInForce, type RuleSettings } from './effective-rules'
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
  /** `at`: ms since 1970; `isInBackground`: nobody waits for it. */
  audit(connectionId: string, at: number, isInBackground: boolean): Promise<Result<AuditReport>>
  /** Somebody waits for the audit that is under way. */
  hurry(connectionId: string): Promise<void>
  settle(connectionId: string): Promise<Result<AuditReport | null>>
  findingsOf(connectionId: string, productId: string): Promise<Result<RuleFacts[]>>
  scores(connectionId: string): Promise<Result<ScorePoint[]>>
  /** What products are excused from; nothing where that cannot be read: then nobody is. */
  excusesOf(connectionId: string): Promise<KeptExcuse[]>
  progress(connectionId: string): Promise<Progress | null>
  /** Ends what is under way for a connection, and lets go of its files. All that is asked of it fails with `cancelled` until `forget`. */
  leave(connectionId: string): Promise<void>
  /** Deletes what was found in a folder of a connection that was left. */
  forget(connectionId: string, folder: string): Promise<Result<null>>
  close(): Promise<void>
}

/** A connection from when it is first asked about until it is left. Under the same name there may be another later. */
interface Stay {
  isOver: boolean
}

/** Megabytes for rows, which are thrown away as soon as they were looked at: an audit takes as long with 8 as with 32. */
const youngMegabytes = 8

export function createAuditThread(deps: AuditThreadDeps): AuditThread {
  const { threadFile, copyFile, settingsOf, currencyOf, log } = deps
  const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes }
  const thread = new Thread<AuditMethods>({ file: threadFile, name: 'audit', log, resourceLimits })
  const stays = new Map<string, Stay>()
  let closed = false

  function stayOf(connectionId: string): Stay {
    const stay = stays.get(connectionId) ?? { isOver: false }
    stays.set(connectionId, stay)
    return stay
  }

  /** What waited is not asked of a connection that went meanwhile: its files would be begun anew, and nobody would delete them. */
  async function ask<T>(
    connectionId: string,
    call: (asked: Asked) => Promise<Answered<T>>,
    stay = stayOf(connectionId)
  ): Promise<Result<T>> {
    if (closed || stay.isOver) return fail('cancelled')
    const file = await copyFile(connectionId)
    if (!file.ok) return file
    if (isOver(stay)) return fail('cancelled')
    const rules = rulesInForce(settingsOf(connectionId), currencyOf(connectionId))
    return (await call({ file: file.value, rules })).result
  }

  async function askWithExcuses<T>(
    connectionId: string,
    call: (asked: Asked & { excuses: KeptExcuse[] }) => Promise<Answered<T>>
  ): Promise<Result<T>> {
    const stay = stayOf(connectionId)
    if (closed || stay.isOver) return fail('cancelled')
    const excuses = await excusesOf(connectionId)
    return ask(connectionId, (asked) => call({ ...asked, excuses }), stay)
  }

  async function excusesOf(connectionId: string): Promise<KeptExcuse[]> {
    const result = await deps.excuses(connectionId)
    if (!result.ok) log?.warn('excuses cannot be read', { code: result.failure.code })
    return result.ok ? result.value : []
  }

  return {
    excusesOf,
    look: (id) => ask(id, (asked) => thread.call('look', id, asked)),
    audit: (id, at, isInBackground) =>
      askWithExcuses(id, (asked) => thread.call('audit', id, { ...asked, at, isInBackground })),
    async hurry(id) {
      await thread.call('hurry', id, null)
    },
    settle: (id) => askWithExcuses(id, (asked) => thread.call('settle', id, asked)),
    findingsOf: (id, productId) => ask(id, (asked) => thread.call('of', id, { ...asked, productId })),
    scores: (id) => ask(id, ({ file }) => thread.call('scores', id, { file })),
    async progress(connectionId) {
      const { result } = await thread.call('progress', connectionId, null)
      return result.ok ? result.value : null
    },
    async leave(connectionId) {
      stayOf(connectionId).isOver = true
      if (thread.isRunning) await thread.call('close', connectionId, null)
    },
    async forget(connectionId, folder) {
      const { result } = await thread.call('forget', connectionId, { folder })
      stays.delete(connectionId)
      return result
    },
    async close() {
      closed = true
      await thread.close()
    }
  }
}

/** Asked in a function: what was so before waiting need not be so after it. */
function isOver(stay: Stay): boolean {
  return stay.isOver
}
