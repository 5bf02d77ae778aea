import { fail, type Result } from '../contract/failure'
import type { Answered } from '../database/thread-protocol'
import { Thread, type ThreadLog } from '../database/thread'
import type { ScorePoint } from '../contract/audit'
import { rulesInForce, type RuleSettings } from './rule-settings'
import type { AuditReport, StoredException } from './types'
import type {
  Asked,
  AuditMethods,
  FoundProduct,
  LastAudit,
  Progress,
  RuleFacts,
  TwinsRequest
} from './worker/protocol'

export interface AuditThreadDeps {
  threadFile: string
  /** The path of a connection's catalog, once that is open. */
  catalogFile: (connectionId: string) => Promise<Result<string>>
  settingsOf: (connectionId: string) => RuleSettings
  currencyOf: (connectionId: string) => string | null
  exceptions: (connectionId: string) => Promise<Result<StoredException[]>>
  log?: ThreadLog | undefined
}

/** The audit thread, called with a connection's catalog, rules and exceptions. Never rejects. */
export interface AuditThread {
  lastAudit(connectionId: string): Promise<Result<LastAudit>>
  /** `at`: ms since 1970; `isInBackground`: nobody waits for it. */
  audit(connectionId: string, at: number, isInBackground: boolean): Promise<Result<AuditReport>>
  /** Somebody waits for the audit that is under way. */
  hurry(connectionId: string): Promise<void>
  recount(connectionId: string): Promise<Result<AuditReport | null>>
  findingsOf(connectionId: string, productId: string): Promise<Result<RuleFacts[]>>
  factsOf(connectionId: string, products: FoundProduct[]): Promise<Result<RuleFacts[][]>>
  twinsOf(connectionId: string, of: TwinsRequest): Promise<Result<string[]>>
  scores(connectionId: string): Promise<Result<ScorePoint[]>>
  /** [] where the exceptions cannot be read. */
  exceptionsOf(connectionId: string): Promise<StoredException[]>
  progress(connectionId: string): Promise<Progress | null>
  /** Stops what is under way for a connection and closes its files. Calls fail with `cancelled` from then on until `forget`. */
  leave(connectionId: string): Promise<void>
  /** Deletes the findings in the folder of a connection that was left. */
  forget(connectionId: string, folder: string): Promise<Result<null>>
  close(): Promise<void>
}

/** A connection from the first call for it until it is left. Later there may be another of the same name. */
interface Session {
  isOver: boolean
}

/** Megabytes for rows, which are garbage as soon as they were tested: an audit takes as long with 8 as with 32. */
const youngMegabytes = 8

/** ms: it keeps nothing in memory from one call to the next, and holds 40 MB after an audit of 100,000 products. */
const endsAfter = 60_000

export function createAuditThread(deps: AuditThreadDeps): AuditThread {
  const { threadFile, catalogFile, settingsOf, currencyOf, log } = deps
  const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes }
  const thread = new Thread<AuditMethods>({
    file: threadFile,
    name: 'audit',
    log,
    resourceLimits,
    endsAfter
  })
  const sessions = new Map<string, Session>()
  let closed = false

  function sessionOf(connectionId: string): Session {
    const session = sessions.get(connectionId) ?? { isOver: false }
    sessions.set(connectionId, session)
    return session
  }

  /** Not for a connection that was removed meanwhile: its files would be created again, and never deleted. */
  async function ask<T>(
    connectionId: string,
    call: (asked: Asked) => Promise<Answered<T>>,
    session = sessionOf(connectionId)
  ): Promise<Result<T>> {
    if (closed || session.isOver) return fail('cancelled')
    const file = await catalogFile(connectionId)
    if (!file.ok) return file
    if (isOver(session)) return fail('cancelled')
    const rules = rulesInForce(settingsOf(connectionId), currencyOf(connectionId))
    return (await call({ file: file.value, rules })).result
  }

  async function askWithExceptions<T>(
    connectionId: string,
    call: (asked: Asked & { exceptions: StoredException[] }) => Promise<Answered<T>>
  ): Promise<Result<T>> {
    const session = sessionOf(connectionId)
    if (closed || session.isOver) return fail('cancelled')
    const exceptions = await exceptionsOf(connectionId)
    return ask(connectionId, (asked) => call({ ...asked, exceptions }), session)
  }

  async function exceptionsOf(connectionId: string): Promise<StoredException[]> {
    const result = await deps.exceptions(connectionId)
    if (!result.ok) log?.warn('exceptions cannot be read', { code: result.failure.code })
    return result.ok ? result.value : []
  }

  return {
    exceptionsOf,
    lastAudit: (id) => ask(id, (asked) => thread.call('lastAudit', id, asked)),
    audit: (id, at, isInBackground) =>
      askWithExceptions(id, (asked) => thread.call('audit', id, { ...asked, at, isInBackground })),
    async hurry(id) {
      await thread.call('hurry', id, null)
    },
    recount: (id) => askWithExceptions(id, (asked) => thread.call('recount', id, asked)),
    findingsOf: (id, productId) => ask(id, (asked) => thread.call('findingsOf', id, { ...asked, productId })),
    factsOf: (id, products) => ask(id, (asked) => thread.call('factsOf', id, { ...asked, products })),
    twinsOf: (id, of) => ask(id, (asked) => thread.call('twinsOf', id, { ...asked, ...of })),
    scores: (id) => ask(id, ({ file }) => thread.call('scores', id, { file })),
    async progress(connectionId) {
      const { result } = await thread.call('progress', connectionId, null)
      return result.ok ? result.value : null
    },
    async leave(connectionId) {
      sessionOf(connectionId).isOver = true
      if (thread.isRunning) await thread.call('close', connectionId, null)
    },
    async forget(connectionId, folder) {
      const { result } = await thread.call('forget', connectionId, { folder })
      sessions.delete(connectionId)
      return result
    },
    async close() {
      closed = true
      await thread.close()
    }
  }
}

/** A function, since the compiler assumes that the value read before an `await` still holds. */
function isOver(session: Session): boolean {
  return session.isOver
}
