import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises'
import { openForReading } from '../../catalog/db/open'
import type { Task } from '../../database/cooperative'
import { fail, ok, type Result } from '../../contract/failure'
import type { Serving } from '../../database/thread-protocol'
import { isDamage } from '../../database/sqlite-errors'
import { inTransaction } from '../../database/transaction'
import type { AuditReport, RulesInForce } from '../types'
import { openAudit, rebuildAudit, removeAudit } from './audit-file'
import { readMadeFrom, readReport, readScores, signatureOf } from './audit-facts'
import { loadBasis, type Basis } from './basis'
import { catalogState } from './read-catalog'
import { factsOf, findingsOf, twinsOf, type Asking } from './findings-of'
import type { Asked, AuditMethods, LastAudit, Progress } from './protocol'
import { runAudit, writeFindings } from './run-audit'

/** ms of work after which other calls are answered. */
const sliceLength = 8

/** A connection's open file of findings. */
interface OpenAudit {
  /** Its catalog. */
  file: string
  db: DatabaseSync
}

/** Loaded data of a connection's last audit. */
interface Loaded {
  /** The inputs of that audit. */
  from: string
  bases: Map<string, Basis>
}

/** How long it is kept, ms: a person who turns pages needs it again soon, and loading takes some 40 ms with a million products. */
const keptFor = 10_000

interface UnderWay {
  progress: Progress
  stopped: boolean
  /** Nobody waits for it: it pauses for as long as it works, since pages turn and pictures are painted meanwhile. */
  isInBackground: boolean
  /** Settles once it, and any earlier audit of the connection, has closed its files. Never rejects. */
  ended: Promise<void>
}

/** The thread's side of `AuditMethods`. A catalog is open only while it is read. */
export function createAuditSide(): Serving<AuditMethods> {
  const open = new Map<string, OpenAudit>()
  const underWay = new Map<string, UnderWay>()
  const loaded = new Map<string, Loaded>()
  let forgetting: NodeJS.Timeout | undefined

  /** What is asked of the last audit, with what was loaded of it for the questions before. */
  function askingOf(
    connectionId: string,
    { rules }: Pick<Asked, 'rules'>,
    catalog: DatabaseSync,
    audit: DatabaseSync
  ): Asking {
    clearTimeout(forgetting)
    forgetting = setTimeout(() => loaded.clear(), keptFor).unref()
    const from = JSON.stringify(readMadeFrom(audit))
    const known = loaded.get(connectionId)
    const bases = known?.from === from ? known.bases : new Map<string, Basis>()
    loaded.set(connectionId, { from, bases })
    return { catalog, audit, rules, loaded: bases }
  }

  function auditOf(connectionId: string, file: string): DatabaseSync {
    const known = open.get(connectionId)
    if (known?.file === file) return known.db
    closeFile(connectionId)
    const db = openAudit(file)
    open.set(connectionId, { file, db })
    return db
  }

  function closeFile(connectionId: string): void {
    const known = open.get(connectionId)
    open.delete(connectionId)
    loaded.delete(connectionId)
    known?.db.close()
  }

  /** Stops the audit under way and waits for its end: on Windows its open files cannot be deleted. */
  async function stop(connectionId: string): Promise<void> {
    const run = underWay.get(connectionId)
    if (run === undefined) return
    run.stopped = true
    await run.ended
  }

  /** Rebuilds the file of findings if that is what is damaged; a damaged catalog is left to its writer. */
  function rebuildIfDamaged(connectionId: string, file: string): boolean {
    const known = open.get(connectionId)
    if (known !== undefined && isSound(known.db)) return false
    closeFile(connectionId)
    open.set(connectionId, { file, db: rebuildAudit(file) })
    return true
  }

  async function withFiles<T>(
    connectionId: string,
    file: string,
    work: (catalog: DatabaseSync, audit: DatabaseSync) => T | Promise<T>
  ): Promise<T> {
    const attempt = async (): Promise<T> => {
      const audit = auditOf(connectionId, file)
      const catalog = openForReading(file)
      try {
        return await work(catalog, audit)
      } finally {
        catalog.close()
      }
    }
    try {
      return await attempt()
    } catch (error) {
      if (!isDamage(error) || !rebuildIfDamaged(connectionId, file)) throw error
      return await attempt()
    }
  }

  /** Does the work in slices, answering other calls in between; null: it was stopped in the middle. */
  async function runCooperatively<T>(run: UnderWay, work: Task<T>): Promise<T | null> {
    let begun = performance.now()
    for (;;) {
      const step = work.next()
      if (step.done === true) return step.value
      const worked = performance.now() - begun
      if (worked < sliceLength) continue
      await (run.isInBackground ? rest(worked) : nextTurn())
      if (run.stopped) return null
      begun = performance.now()
    }
  }

  return {
    lastAudit: async (connectionId, asked) =>
      ok(
        await withFiles(connectionId, asked.file, (catalog, audit) => lastAudit(catalog, audit, asked.rules))
      ),
    async audit(connectionId, { file, isInBackground, ...asked }) {
      const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
      const run: UnderWay = { progress: { done: 0, total: 0 }, stopped: false, isInBackground, ended }
      const isBegun = underWay.has(connectionId)
      const before = stop(connectionId)
      underWay.set(connectionId, run)
      // An audit needs the room.
      loaded.delete(connectionId)
      try {
        if (isBegun) await before
        if (isStopped(run)) return fail('cancelled')
        const onProgress = (progress: Progress): void => {
          run.progress = progress
        }
        const report = await withFiles(connectionId, file, (catalog, audit) =>
          runCooperatively(run, runAudit({ catalog, audit, ...asked, onProgress }))
        )
        return report === null ? fail('cancelled') : ok(report)
      } finally {
        if (underWay.get(connectionId) === run) underWay.delete(connectionId)
        end(undefined)
      }
    },
    recount: async (connectionId, { file, rules, exceptions }) =>
      ok(
        await withFiles(connectionId, file, (catalog, audit) => {
          const report = readReport(audit)
          const from = readMadeFrom(audit)
          if (report === null || from === null) return null
          const { found } = loadBasis(audit, from.highest, ['found'])
          const asked = askedRules(rules, report)
          return inTransaction(audit, () =>
            writeFindings({ catalog, audit, rules: asked, exceptions }, found, report, null)
          )
        })
      ),
    findingsOf: async (connectionId, { productId, ...asked }) =>
      ok(
        await withFiles(connectionId, asked.file, (catalog, audit) =>
          findingsOf(askingOf(connectionId, asked, catalog, audit), productId)
        )
      ),
    factsOf: async (connectionId, { products, ...asked }) =>
      ok(
        await withFiles(connectionId, asked.file, (catalog, audit) =>
          factsOf(askingOf(connectionId, asked, catalog, audit), products)
        )
      ),
    twinsOf: async (connectionId, asked) =>
      ok(
        await withFiles(connectionId, asked.file, (catalog, audit) =>
          twinsOf(askingOf(connectionId, asked, catalog, audit), asked)
        )
      ),
    scores: async (connectionId, { file }) =>
      ok(await withFiles(connectionId, file, (_, audit) => readScores(audit))),
    hurry(connectionId) {
      const run = underWay.get(connectionId)
      if (run !== undefined) run.isInBackground = false
      return ok(null)
    },
    progress: (connectionId) => ok(underWay.get(connectionId)?.progress ?? null),
    async close(connectionId) {
      await stop(connectionId)
      closeFile(connectionId)
      return ok(null)
    },
    async forget(connectionId, { folder }): Promise<Result<null>> {
      await stop(connectionId)
      closeFile(connectionId)
      removeAudit(folder)
      return ok(null)
    }
  }
}

/** A function, since the compiler assumes that the value read before an `await` still holds. */
function isStopped(run: UnderWay): boolean {
  return run.stopped
}

/** Without the rules that the last audit did not run: they must not be shown as rules without findings. */
function askedRules(rules: RulesInForce, report: AuditReport): RulesInForce {
  return rules.map((rule, place) =>
    (report.rules[place]?.count ?? null) === null ? { ...rule, enabled: false } : rule
  )
}

function lastAudit(catalog: DatabaseSync, audit: DatabaseSync, rules: RulesInForce): LastAudit {
  const { stamp, isFullForm, coverage } = catalogState(catalog)
  const report = readReport(audit)
  const from = readMadeFrom(audit)
  const isCurrent =
    report !== null && from?.stamp === stamp && from.allRules === signatureOf(rules, isFullForm)
  return { report, isCurrent, products: coverage.products }
}

function isSound(db: DatabaseSync): boolean {
  try {
    const row = db.prepare('PRAGMA quick_check(1)').get()
    return row?.quick_check === 'ok'
  } catch {
    return false
  }
}
