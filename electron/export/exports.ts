import { basename } from 'node:path'
import type { ExportChoices, ExportPhase, ExportState } from '../contract/export'
import type { ExportFormat } from '../contract/export-choices'
import type { ParsedInput } from '../contract/channels'
import { fail, ok, type Result } from '../contract/failure'
import { createReviewsGate, type ReviewsGate, runExport, type RunDeps } from './run-export'
import type { ExportedStore } from './worker/protocol'
import type { ExportWords } from './worker/words'
import { dayInName, fileNameOf } from '../files/file-name'

export interface ExportsDeps extends Omit<RunDeps, 'gate'> {
  /** The store as files name it; null for an unknown connection. */
  storeOf: (connectionId: string) => ExportedStore | null
  /** Asks the person where to save, offering a name; absolute; null: they canceled. */
  askWhere: (fileName: string) => Promise<string | null>
  /** Shows a file in its folder; whether it is there. */
  showFile: (path: string) => Promise<boolean>
  choices: () => ExportChoices
  /** The words of the file for people, in the language of the app. */
  fileWords: () => Promise<ExportWords>
  keepChoices: (choices: ExportChoices) => Promise<unknown>
  /** Called often during an export. */
  onChange: (state: ExportState) => void
  /** ms since 1970. */
  now?: () => number
}

/** Exports lists into files that people choose, one at a time. */
export interface Exports {
  choices(): ExportChoices
  /** As `export:start`. */
  start(asked: ParsedInput<'export:start'>): Promise<Result<ExportState | null>>
  /**
   * Begins an export into a file without asking, and leaves the person's choices as they are. Fails with `connection-unknown`, `busy` and,
   * when the app quits, `cancelled`.
   *
   * @param target absolute; a file of that name is replaced once the new one is whole
   */
  startInto(target: string, asked: ParsedInput<'export:start'>): Result<ExportState>
  state(): ExportState | null
  cancel(): Promise<ExportState | null>
  /** Shows the file that was written last. Fails with `not-found`. */
  show(): Promise<Result<null>>
  /** Used around replacing a file of reviews. */
  readonly reviews: Pick<ReviewsGate, 'release' | 'replaced'>
  /** Stops an export of this connection, whose catalog is about to be removed. */
  forget(connectionId: string): Promise<void>
  close(): Promise<void>
}

interface Running {
  connectionId: string
  stop: AbortController
  ended: Promise<unknown>
}

/** Deletes the unfinished file that a killed app left behind, too. */
export function createExports({ now = Date.now, ...deps }: ExportsDeps): Exports {
  let state: ExportState | null = null
  let running: Running | null = null
  let isAsking = false
  let isClosed = false
  let written: string | null = null
  let number = 0
  const gate = createReviewsGate()
  void deps.left.remove()

  function update(change: Partial<ExportState>): void {
    if (state === null) return
    state = { ...state, ...change }
    deps.onChange(state)
  }

  async function run(
    asked: ParsedInput<'export:start'>,
    store: ExportedStore,
    target: string,
    signal: AbortSignal
  ): Promise<void> {
    const at = now()
    const write = async (): ReturnType<typeof runExport> =>
      runExport(
        { ...deps, gate },
        { ...asked, fileWords: await deps.fileWords(), store, target, at },
        ({ done, total, isFinishing }) =>
          update({ done, total, phase: isFinishing ? 'finishing' : 'writing' }),
        signal
      )
    const ended = await write().catch((error: unknown) => {
      // A bug; without an end the window would show the export as running forever.
      deps.log.error('an export threw', { error })
      return fail('internal')
    })
    if (ended.ok) {
      written = target
      const report = { ...ended.value, duration: Math.max(0, now() - at) }
      update({ phase: 'done', done: state?.total ?? 0, report })
    } else if (signal.aborted || ended.failure.code === 'cancelled') update({ phase: 'cancelled' })
    else {
      deps.log.warn('an export failed', { code: ended.failure.code, ...ended.failure.facts })
      update({ phase: 'failed', because: ended.failure })
    }
  }

  function startInto(target: string, asked: ParsedInput<'export:start'>): Result<ExportState> {
    const { connectionId, choices } = asked
    // While the person was asked, the connection may have been removed, or the app begun to quit.
    const store = deps.storeOf(connectionId)
    if (store === null) return fail('connection-unknown')
    if (isClosed) return fail('cancelled')
    if (running !== null) return fail('busy', { reason: 'An export is under way.' })
    const phase: ExportPhase = 'preparing'
    const nothing = { done: 0, total: null, report: null, because: null }
    const { format } = choices
    state = { number: ++number, connectionId, format, file: basename(target), phase, ...nothing }
    const stopping = new AbortController()
    const ended = run(asked, store, target, stopping.signal).finally(() => (running = null))
    running = { connectionId, stop: stopping, ended }
    return ok(state)
  }

  async function stop(): Promise<void> {
    running?.stop.abort()
    await running?.ended
  }

  return {
    choices: deps.choices,
    reviews: gate,
    state: () => state,
    async start(asked) {
      const { connectionId, choices } = asked
      const offered = deps.storeOf(connectionId)
      if (offered === null) return fail('connection-unknown')
      if (isAsking || running !== null) return fail('busy', { reason: 'An export is under way.' })
      isAsking = true
      try {
        await deps.keepChoices(choices)
        const target = await deps.askWhere(exportFileName(offered.name, choices.format, now()))
        return target === null ? ok(null) : startInto(target, asked)
      } finally {
        isAsking = false
      }
    },
    startInto,
    async cancel() {
      await stop()
      return state
    },
    async show() {
      return written !== null && (await deps.showFile(written)) ? ok(null) : fail('not-found')
    },
    async forget(connectionId) {
      if (running?.connectionId === connectionId) await stop()
    },
    close() {
      isClosed = true
      return stop()
    }
  }
}

/** The name under which an export is offered: that of its store with the day, `Kirkton 2026-11-21.xlsx`. */
export function exportFileName(storeName: string, format: ExportFormat, at: number): string {
  return `${fileNameOf(storeName, 'products')} ${dayInName(at)}.${format}`
}
