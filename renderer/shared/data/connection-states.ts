import { onScopeDispose, shallowReactive, type ShallowReactive } from 'vue'
import type { Failure, Result } from '../../../electron/contract/failure'

interface ConnectionStates<State> {
  /** By connection. */
  states: ShallowReactive<Map<string, State>>
  take: (state: State) => void
  /** Reads the state unless it is known. Returns why it could not be read; the next call tries again. */
  open: (connectionId: string) => Promise<Failure | null>
  of: (connectionId: string) => State | null
}

/**
 * For a store: the state of each connection, read once by `open` and then kept current by what `listen` brings.
 *
 * @param listen calls back with each state that the main process sends, and returns what ends that
 * @param onTaken runs after each new state
 */
export function useConnectionStates<State extends { connectionId: string }>(
  read: (connectionId: string) => Promise<Result<State>>,
  listen: (take: (state: State) => void) => () => void,
  onTaken: (state: State, before: State | undefined) => void = () => undefined
): ConnectionStates<State> {
  const states = shallowReactive(new Map<string, State>())
  const reading = new Set<string>()

  function take(state: State): void {
    const before = states.get(state.connectionId)
    states.set(state.connectionId, state)
    onTaken(state, before)
  }
  onScopeDispose(listen(take))

  async function open(id: string): Promise<Failure | null> {
    if (states.has(id) || reading.has(id)) return null
    reading.add(id)
    const answer = await read(id)
    reading.delete(id)
    if (!answer.ok) return answer.failure
    // A state that was sent meanwhile is newer.
    if (!states.has(id)) take(answer.value)
    return null
  }

  return { states, take, open, of: (id) => states.get(id) ?? null }
}

interface Refusals {
  /** By connection. */
  refused: ShallowReactive<Map<string, Failure>>
  /** Waits for the end of a request, and passes what it brings to `take`. Returns whether it succeeded. */
  ask: <T>(connectionId: string, request: Promise<Result<T>>, take?: (value: T) => void) => Promise<boolean>
  close: (connectionId: string) => void
}

/** For a store: why the last request of the person for each connection failed, until the person closes that. */
export function useRefusals(): Refusals {
  const refused = shallowReactive(new Map<string, Failure>())

  async function ask<T>(
    id: string,
    request: Promise<Result<T>>,
    take?: (value: T) => void
  ): Promise<boolean> {
    const answer = await request
    if (answer.ok) {
      refused.delete(id)
      take?.(answer.value)
    } else refused.set(id, answer.failure)
    return answer.ok
  }

  return { refused, ask, close: (id) => void refused.delete(id) }
}

interface Notices<Notice> {
  /** Asks whether there is something to tell. */
  open: (connectionId: string) => Promise<void>
  of: (connectionId: string) => Notice | null
  close: (connectionId: string) => void
}

/** For a store: what each connection has to tell once. The main process says it once; it stays here until the person closes it. */
export function useNotices<Notice>(
  read: (connectionId: string) => Promise<Result<Notice | null>>
): Notices<Notice> {
  const notices = shallowReactive(new Map<string, Notice>())

  async function open(id: string): Promise<void> {
    const answer = await read(id)
    if (answer.ok && answer.value !== null) notices.set(id, answer.value)
  }

  return {
    open,
    of: (id) => notices.get(id) ?? null,
    close: (id) => void notices.delete(id)
  }
}
