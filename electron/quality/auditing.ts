import { ok, type Result } from '../contract/failure'
import type { ThreadLog } from '../database/thread'
import type { Watched } from './audit-state'
import type { AuditThread } from './audit-thread'
import { createPace } from './pace'
import { createStandings } from './state-cache'
import type { AuditReport } from './types'

/** When audits are made; ms. */
export interface Paces {
  /** After a change until it is looked whether it matters to an audit: many come together. */
  look: number
  /** Between audits that nobody waits for, at least: of a large catalog they are further apart. */
  calm: number
  /** After the start of the app until the first look: what a person waits for goes first. */
  first: number
}

export const usualPaces: Paces = { look: 1000, calm: 2000, first: 3000 }
/** Audits that nobody waits for are apart by so many times what the last one took. */
const calmTimes = 20
/** ms between two looks at how far an audit is. */
const progressEvery = 250

export interface AuditingDeps {
  thread: AuditThread
  isSyncing: (connectionId: string) => boolean
  /** Findings were written. */
  onAudited: (connectionId: string) => void
  /** Something of what is watched is not what it was. */
  onChange: (connectionId: string) => void
  /** ms since 1970. */
  now: () => number
  paces: Paces
  log?: ThreadLog | undefined
}

/** Makes audits: one after the other, at once where a person or a sync asks, else calmly. */
export interface Auditing {
  watch(connectionId: string): Watched
  /** Reads what the last audit found, unless that was done. */
  look(connectionId: string): Promise<Result<null>>
  /** Begins an audit, or another one after that under way. `isAwaited`: by a person. */
  begin(connectionId: string, isAwaited: boolean): void
  /** A person waits for the audit under way. */
  hurry(connectionId: string): void
  /** Counts findings anew after excuses or severities changed. */
  settle(connectionId: string): Promise<Result<null>>
  /** Something that is audited, or counted, may be another: it is looked soon. */
  changed(connectionId: string): void
  follow(connectionIds: readonly string[], activeId: string | null): void
  leave(connectionId: string): Promise<void>
  close(): void
}

export function createAuditing({ thread, paces, ...deps }: AuditingDeps): Auditing {
  const standings = createStandings(thread)
  const watch = standings.of
  /** When the last audit of each connection ended, by a clock that only goes forward. */
  const ended = new Map<string, number>()
  const known = new Set<string>()
  /** Connections of which an audit was asked for while one was under way. */
  const again = new Set<string>()
  /** Connections whose excuses or severities changed since their audit, which goes by those of before, was begun. */
  const uncounted = new Set<string>()
  let line = Promise.resolve()
  const looking = createPace((id) => void lookAgain(id))
  const calmly = createPace((id) => begin(id, false))

  async function lookAgain(id: string): Promise<void> {
    // The end of a sync, or of an audit, brings another look.
    if (!known.has(id) || deps.isSyncing(id) || watch(id).progress !== null) return
    const { report, isCurrent } = watch(id)
    const result = await standings.renew(id)
    if (!result.ok || !known.has(id)) return
    standings.settled(id)
    const after = watch(id)
    if (after.isCurrent !== isCurrent || (after.report === null) !== (report === null)) deps.onChange(id)
    // Excuses may be others than when it was last closed.
    if (after.isCurrent) await settle(id)
    else if (after.products > 0) calmly.soon(id, restOfCalm(id))
  }

  function restOfCalm(id: string): number {
    const since = performance.now() - (ended.get(id) ?? -Infinity)
    const took = watch(id).report?.took ?? 0
    return Math.max(0, Math.max(paces.calm, calmTimes * took) - since)
  }

  function begin(id: string, isAwaited: boolean): void {
    calmly.callOff(id)
    const state = watch(id)
    if (!known.has(id)) return
    if (state.progress !== null) {
      again.add(id)
      return
    }
    again.delete(id)
    state.progress = { done: 0, total: state.report?.products ?? state.products }
    // One after the other: each takes some 150 MB with a million products. A bug ends one of them and not those after it.
    line = line
      .then(() => audit(id, state, isAwaited))
      .catch((error: unknown) => deps.log?.error('an audit met a bug', { connectionId: id, error }))
    deps.onChange(id)
  }

  async function audit(id: string, state: Watched, isAwaited: boolean): Promise<void> {
    const timer = setInterval(() => void tellProgress(id, state), progressEvery)
    let asked: Result<AuditReport> | null = null
    try {
      if (known.has(id)) asked = await auditAndCount(id, isAwaited)
    } finally {
      clearInterval(timer)
      state.progress = null
      ended.set(id, performance.now())
    }
    if (asked === null || !known.has(id)) return
    if (asked.ok) {
      Object.assign(state, { report: asked.value, isCurrent: true, because: null })
      standings.settled(id)
      deps.onAudited(id)
    } else if (asked.failure.code !== 'cancelled') {
      state.because = asked.failure
    }
    deps.onChange(id)
    // Whoever asked meanwhile did so since something is another than when it began.
    if (again.delete(id)) begin(id, isAwaited)
    // It is ended also where the copy was begun anew.
    else if (asked.ok || asked.failure.code === 'cancelled') looking.soon(id, paces.look)
  }

  /** What an audit found, counted by the excuses and severities that there are at its end. */
  async function auditAndCount(id: string, isAwaited: boolean): Promise<Result<AuditReport>> {
    uncounted.delete(id)
    const found = await thread.audit(id, deps.now(), !isAwaited)
    if (!found.ok || !uncounted.delete(id)) return found
    const counted = await thread.settle(id)
    return counted.ok && counted.value !== null ? ok(counted.value) : found
  }

  async function tellProgress(id: string, state: Watched): Promise<void> {
    const progress = await thread.progress(id)
    if (progress === null || state.progress === null || !known.has(id)) return
    state.progress = progress
    deps.onChange(id)
  }

  async function settle(id: string): Promise<Result<null>> {
    if (watch(id).progress !== null) uncounted.add(id)
    const result = await thread.settle(id)
    if (!result.ok) return result
    const state = watch(id)
    const isOther = JSON.stringify(result.value) !== JSON.stringify(state.report)
    state.report = result.value
    if (!isOther || !known.has(id)) return ok(null)
    deps.onAudited(id)
    deps.onChange(id)
    return ok(null)
  }

  return {
    watch,
    look: standings.look,
    begin,
    hurry: (id) => void thread.hurry(id),
    settle,
    changed(id) {
      if (known.has(id)) looking.soon(id, paces.look)
    },
    follow(ids, activeId) {
      for (const id of known) if (!ids.includes(id)) known.delete(id)
      for (const id of ids) known.add(id)
      if (activeId !== null && known.has(activeId) && !standings.wasLookedAt(activeId))
        looking.soon(activeId, paces.first)
    },
    async leave(id) {
      known.delete(id)
      looking.callOff(id)
      calmly.callOff(id)
      standings.drop(id)
      again.delete(id)
      uncounted.delete(id)
      await thread.leave(id)
    },
    close() {
      known.clear()
      looking.close()
      calmly.close()
    }
  }
}
