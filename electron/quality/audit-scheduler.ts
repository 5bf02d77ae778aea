import { createMutex } from '../async/locks'
import { ok, type Failure, type Result } from '../contract/failure'
import type { ThreadLog } from '../database/thread'
import type { AuditThread } from './audit-thread'
import type { AuditReport } from './types'

/** When audits run by themselves; ms. */
export interface AuditDelays {
  /** From a change until the check whether it matters to an audit: changes come in bursts. */
  check: number
  /** Least time between two audits in the background; those of a large catalog are further apart. */
  background: number
  /** From the start of the app until the first check: what a person waits for goes first. */
  start: number
}

export const usualDelays: AuditDelays = { check: 1000, background: 2000, start: 3000 }
/** Audits in the background are apart by this many times what the last one took. */
const restFactor = 20
/** ms between two readings of an audit's progress. */
const progressInterval = 250

/** The state of a connection's audit since the app started. */
export interface KnownAudit {
  /** null: there was none, or its file was not read yet. */
  report: AuditReport | null
  /** The report is of the current catalog. */
  isCurrent: boolean
  /** null: none is under way. */
  progress: { done: number; total: number } | null
  /** Listed products, while there is no report. */
  products: number
  /** Why the last audit failed. */
  because: Failure | null
}

export interface AuditSchedulerDeps {
  thread: AuditThread
  isSyncing: (connectionId: string) => boolean
  /** Findings were written. */
  onAudited: (connectionId: string) => void
  /** Called when the result of `known` changes. */
  onChange: (connectionId: string) => void
  /** ms since 1970. */
  now: () => number
  delays: AuditDelays
  log?: ThreadLog | undefined
}

/** Runs audits one at a time: at once if a person or a sync asks, otherwise when there is time. */
export interface AuditScheduler {
  known(connectionId: string): KnownAudit
  /** Reads the report of the last audit, unless that was done; a failed reading is tried again. */
  load(connectionId: string): Promise<Result<null>>
  /** Starts an audit, or another one after the one under way. `isAwaited`: by a person. */
  begin(connectionId: string, isAwaited: boolean): void
  /** A person waits for the audit under way. */
  hurry(connectionId: string): void
  /** Counts the findings again after exceptions or severities changed. */
  recount(connectionId: string): Promise<Result<null>>
  /** Something that is audited or counted may have changed: checks that soon. */
  changed(connectionId: string): void
  follow(connectionIds: readonly string[], activeId: string | null): void
  leave(connectionId: string): Promise<void>
  close(): void
}

export function createAuditScheduler({ thread, delays, ...deps }: AuditSchedulerDeps): AuditScheduler {
  const audits = new Map<string, KnownAudit>()
  /** Readings of each connection's report that have begun, or need not. */
  const loads = new Map<string, Promise<Result<null>>>()
  const followed = new Set<string>()
  /** When the last audit of each connection ended, by a clock that only goes forward. */
  const ended = new Map<string, number>()
  /** Connections for which an audit was asked for while one was under way. */
  const again = new Set<string>()
  /** Connections whose exceptions or severities changed since the audit under way was begun with those of before. */
  const uncounted = new Set<string>()
  /** One audit at a time: each takes some 150 MB with a million products. */
  const mutex = createMutex()
  const checks = createTimers((id) => void check(id))
  const backgroundAudits = createTimers((id) => begin(id, false))

  function known(id: string): KnownAudit {
    const audit = audits.get(id) ?? {
      report: null,
      isCurrent: false,
      progress: null,
      products: 0,
      because: null
    }
    audits.set(id, audit)
    return audit
  }

  function load(id: string): Promise<Result<null>> {
    const begun = loads.get(id)
    if (begun !== undefined) return begun
    const loading = reload(id)
    loads.set(id, loading)
    void loading.then((result) => {
      if (!result.ok && loads.get(id) === loading) loads.delete(id)
    })
    return loading
  }

  async function reload(id: string): Promise<Result<null>> {
    const result = await thread.lastAudit(id)
    if (!result.ok) return result
    Object.assign(known(id), result.value)
    return ok(null)
  }

  const setLoaded = (id: string): void => void loads.set(id, Promise.resolve(ok(null)))

  async function check(id: string): Promise<void> {
    // The end of a sync or of an audit brings another check.
    if (!followed.has(id) || deps.isSyncing(id) || known(id).progress !== null) return
    const { report, isCurrent } = known(id)
    const result = await reload(id)
    if (!result.ok || !followed.has(id)) return
    setLoaded(id)
    const after = known(id)
    if (after.isCurrent !== isCurrent || (after.report === null) !== (report === null)) deps.onChange(id)
    // Exceptions may have changed while the app was closed.
    if (after.isCurrent) await recount(id)
    else if (after.products > 0) backgroundAudits.start(id, untilBackgroundAudit(id))
  }

  /** ms. */
  function untilBackgroundAudit(id: string): number {
    const since = performance.now() - (ended.get(id) ?? -Infinity)
    const took = known(id).report?.took ?? 0
    return Math.max(0, Math.max(delays.background, restFactor * took) - since)
  }

  function begin(id: string, isAwaited: boolean): void {
    backgroundAudits.cancel(id)
    const audit = known(id)
    if (!followed.has(id)) return
    if (audit.progress !== null) {
      again.add(id)
      return
    }
    again.delete(id)
    audit.progress = { done: 0, total: audit.report?.products ?? audit.products }
    void mutex
      .run(() => run(id, audit, isAwaited))
      .catch((error: unknown) => deps.log?.error('an audit met a bug', { connectionId: id, error }))
    deps.onChange(id)
  }

  async function run(id: string, audit: KnownAudit, isAwaited: boolean): Promise<void> {
    const timer = setInterval(() => void readProgress(id, audit), progressInterval)
    let result: Result<AuditReport> | null = null
    try {
      if (followed.has(id)) result = await auditAndCount(id, isAwaited)
    } finally {
      clearInterval(timer)
      audit.progress = null
      ended.set(id, performance.now())
    }
    if (result === null || !followed.has(id)) return
    if (result.ok) {
      Object.assign(audit, { report: result.value, isCurrent: true, because: null })
      setLoaded(id)
      deps.onAudited(id)
    } else if (result.failure.code !== 'cancelled') {
      audit.because = result.failure
    }
    deps.onChange(id)
    // Who asked meanwhile did so because something has changed since it began.
    if (again.delete(id)) begin(id, isAwaited)
    // It is canceled if the catalog was rebuilt.
    else if (result.ok || result.failure.code === 'cancelled') checks.start(id, delays.check)
  }

  /** An audit's report, counted by the exceptions and severities at its end. */
  async function auditAndCount(id: string, isAwaited: boolean): Promise<Result<AuditReport>> {
    uncounted.delete(id)
    const found = await thread.audit(id, deps.now(), !isAwaited)
    if (!found.ok || !uncounted.delete(id)) return found
    const counted = await thread.recount(id)
    return counted.ok && counted.value !== null ? ok(counted.value) : found
  }

  async function readProgress(id: string, audit: KnownAudit): Promise<void> {
    const progress = await thread.progress(id)
    if (progress === null || audit.progress === null || !followed.has(id)) return
    audit.progress = progress
    deps.onChange(id)
  }

  async function recount(id: string): Promise<Result<null>> {
    if (known(id).progress !== null) uncounted.add(id)
    const result = await thread.recount(id)
    if (!result.ok) return result
    const audit = known(id)
    const hasChanged = JSON.stringify(result.value) !== JSON.stringify(audit.report)
    audit.report = result.value
    if (!hasChanged || !followed.has(id)) return ok(null)
    deps.onAudited(id)
    deps.onChange(id)
    return ok(null)
  }

  return {
    known,
    load,
    begin,
    hurry: (id) => void thread.hurry(id),
    recount,
    changed(id) {
      if (followed.has(id)) checks.start(id, delays.check)
    },
    follow(ids, activeId) {
      for (const id of followed) if (!ids.includes(id)) followed.delete(id)
      for (const id of ids) followed.add(id)
      if (activeId !== null && followed.has(activeId) && !loads.has(activeId))
        checks.start(activeId, delays.start)
    },
    async leave(id) {
      followed.delete(id)
      checks.cancel(id)
      backgroundAudits.cancel(id)
      audits.delete(id)
      loads.delete(id)
      again.delete(id)
      uncounted.delete(id)
      await thread.leave(id)
    },
    close() {
      followed.clear()
      checks.close()
      backgroundAudits.close()
    }
  }
}

/** One timer a name. */
interface Timers {
  /** Acts in `ms`, unless it will sooner. */
  start(name: string, ms: number): void
  cancel(name: string): void
  close(): void
}

function createTimers(act: (name: string) => void): Timers {
  const waiting = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  const cancel = (name: string): void => {
    clearTimeout(waiting.get(name)?.timer)
    waiting.delete(name)
  }
  return {
    start(name, ms) {
      const at = performance.now() + ms
      const known = waiting.get(name)
      if (known !== undefined && known.at <= at) return
      cancel(name)
      const timer = setTimeout(() => {
        waiting.delete(name)
        act(name)
      }, ms)
      timer.unref()
      waiting.set(name, { at, timer })
    },
    cancel,
    close() {
      for (const name of [...waiting.keys()]) cancel(name)
    }
  }
}
