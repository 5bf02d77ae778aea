import { fail, ok, type Result } from '../contract/failure'
import type { UpdatedBy, UpdateObstacle, UpdatePhase, UpdateState } from '../contract/updates'
import type { Log } from '../log/log'
import { problemOf, type Updater } from './updater'

/** ms after the start before it looks for the first time: what a person wants to see comes first. */
const firstCheck = 60_000
/** ms between two looks: a version is not out of date for want of an hour. */
const betweenChecks = 24 * 3_600_000

export interface UpdatesDeps {
  by: UpdatedBy
  /** Loads what updates, the first time that it is needed. */
  load: () => Promise<Updater>
  /** `automatic`: it looks by itself · `forbidden`: the organization has switched it off. As they are now. */
  rules: () => { automatic: boolean; forbidden: boolean }
  /** What of the main process's work is under way that must not be broken off. */
  underWay: () => Exclude<UpdateObstacle, 'notes'>[]
  /** Closes all that is open, and runs `last` instead of ending the app. */
  quitWith: (last: () => void) => void
  /** All is closed, and nothing was installed: the app cannot go on. */
  onInstallFailed: (error: unknown) => void
  onChange: (state: UpdateState) => void
  log: Pick<Log, 'warn'>
  /** ms since 1970. */
  now?: () => number
}

/** New versions of this app: looked for, offered, fetched and installed, each only when it may be. */
export interface Updates {
  state(): UpdateState
  /** Looks for a newer version, as a person asks. Fails with `setting-locked` where the organization has switched it off. */
  check(): Promise<Result<UpdateState>>
  /** Fetches the version that was found. Settles when that has begun. */
  download(): Result<UpdateState>
  /** Breaks off the download, or goes back from waiting to be installed. */
  cancel(): Result<UpdateState>
  /** Installs what was fetched, as soon as nothing is under way. */
  install(): Result<UpdateState>
  /** Whether something is written in the window that is not saved. */
  setUnsaved(notes: boolean): Result<UpdateState>
  /** What is under way, or the rules, may be others now. */
  reconsider(): void
  close(): void
}

/** Phases in which the person has what was found before them, which another look would take away. */
const unfinishedPhases: ReadonlySet<UpdatePhase> = new Set<UpdatePhase>([
  'downloading',
  'ready',
  'waiting',
  'installing'
])

export function createUpdates({ now = Date.now, ...deps }: UpdatesDeps): Updates {
  const { by, load, rules, underWay, onChange, log } = deps
  const nothing = { version: null, bytes: null, share: 0, waitsFor: [], because: null, checkedAt: null }
  let state: Omit<UpdateState, 'isForbidden'> = { by, phase: 'idle', ...nothing }
  let unsaved = false
  let stop: AbortController | null = null
  /** Settles when nothing is being fetched anymore. */
  let fetching = Promise.resolve()
  let loaded: Promise<Updater> | null = null
  let timer: NodeJS.Timeout | undefined

  const shown = (): UpdateState => ({ ...state, isForbidden: by === 'itself' && rules().forbidden })
  const refused = (): boolean => by !== 'itself' || rules().forbidden
  const forbidden = (): Result<UpdateState> => fail('setting-locked', { field: 'updates' })

  /** One that could not be loaded is loaded anew the next time: what was in the way may be gone. */
  function updater(): Promise<Updater> {
    const loading = (loaded ??= load())
    loading.catch(() => {
      if (loaded === loading) loaded = null
    })
    return loading
  }
  function become(change: Partial<typeof state>): void {
    state = { ...state, ...change }
    onChange(shown())
  }
  function failed(
    error: unknown,
    phase: UpdatePhase,
    because: UpdateState['because'] = problemOf(error)
  ): void {
    log.warn('an update failed', { error })
    become({ phase, share: 0, because })
  }

  /** What fails while nobody asked takes nothing from what is offered, and is told only where nothing is. */
  async function look(isAsked: boolean): Promise<void> {
    if (unfinishedPhases.has(state.phase) || state.phase === 'checking') return
    const before = state
    become({ phase: 'checking', because: null })
    try {
      const found = await (await updater()).check()
      const checkedAt = now()
      if (rules().forbidden) become({ phase: 'idle', ...nothing })
      else if (found === null) become({ phase: 'current', ...nothing, checkedAt })
      else become({ phase: 'available', ...found, checkedAt })
    } catch (error) {
      if (before.version === null) failed(error, 'idle')
      else failed(error, 'available', isAsked ? problemOf(error) : before.because)
    }
  }

  async function fetchIt(signal: AbortSignal): Promise<void> {
    try {
      const tell = (share: number): void => {
        // A hundred steps are enough for anybody's eye.
        if (state.phase === 'downloading' && share - state.share >= 0.01) become({ share })
      }
      await (await updater()).download(tell, signal)
      if (!signal.aborted) become({ phase: 'ready', share: 1 })
    } catch (error) {
      if (!signal.aborted) failed(error, 'available')
    }
  }

  /** Installs what waits for it, once nothing is in the way. */
  function proceed(): void {
    if (state.phase !== 'waiting') return
    const waitsFor: UpdateObstacle[] = [...underWay(), ...(unsaved ? (['notes'] as const) : [])]
    if (waitsFor.join() !== state.waitsFor.join()) become({ waitsFor })
    if (waitsFor.length > 0) return
    become({ phase: 'installing' })
    updater()
      .then((ready) => deps.quitWith(() => ready.install(deps.onInstallFailed)))
      .catch((error: unknown) => failed(error, 'ready'))
  }

  function schedule(wait: number): void {
    timer = setTimeout(() => {
      if (rules().automatic && !refused()) void look(false)
      schedule(betweenChecks)
    }, wait)
    timer.unref()
  }
  if (by === 'itself') schedule(firstCheck)

  return {
    state: shown,
    async check() {
      if (by !== 'itself') return ok(shown())
      if (refused()) return forbidden()
      await look(true)
      return ok(shown())
    },
    download() {
      if (refused()) return by === 'itself' ? forbidden() : ok(shown())
      if (state.phase !== 'available') return ok(shown())
      become({ phase: 'downloading', share: 0, because: null })
      const { signal } = (stop = new AbortController())
      // Whoever asks before what was broken off has ended is given the end of that.
      fetching = fetching.then(() => (signal.aborted ? undefined : fetchIt(signal)))
      return ok(shown())
    },
    cancel() {
      if (state.phase === 'downloading') {
        stop?.abort()
        become({ phase: 'available', share: 0 })
      } else if (state.phase === 'waiting') become({ phase: 'ready', waitsFor: [] })
      return ok(shown())
    },
    install() {
      if (state.phase !== 'ready') return ok(shown())
      if (refused()) return forbidden()
      become({ phase: 'waiting' })
      proceed()
      return ok(shown())
    },
    setUnsaved(notes) {
      unsaved = notes
      proceed()
      return ok(shown())
    },
    reconsider() {
      if (rules().forbidden && state.phase !== 'installing' && state.phase !== 'idle') {
        stop?.abort()
        become({ phase: 'idle', ...nothing })
      }
      proceed()
    },
    close() {
      clearTimeout(timer)
      stop?.abort()
    }
  }
}
