import { flushPromises } from '@vue/test-utils'
import {
  inputs,
  type Channel,
  type EventName,
  type Events,
  type Input,
  type Output
} from '../../../../electron/contract/channels'
import type { Result } from '../../../../electron/contract/failure'

/** A question that the renderer asked and that waits for its answer. */
export interface Question<C extends Channel> {
  input: Input<C>
  /** Answers it and lets the renderer take the answer in. */
  answer: (result: Result<Output<C>>) => Promise<void>
}

/** The other end of the bridge, where a test sits: it answers when, and in the order, that it likes. */
export interface MainProcess {
  /** Every question on a channel, in the order asked. */
  asked: <C extends Channel>(channel: C) => Question<C>[]
  /** The last question on a channel; throws when there was none. */
  last: <C extends Channel>(channel: C) => Question<C>
  /** Answers every question on a channel at once, from now on. */
  always: <C extends Channel>(channel: C, result: (input: Input<C>) => Result<Output<C>>) => void
  /** Answers a channel by hand again. */
  hold: (channel: Channel) => void
  emit: <E extends EventName>(event: E, payload: Events[E]) => void
}

interface Recorded {
  channel: Channel
  input: unknown
  resolve: (result: unknown) => void
}

/** Inputs that the real main process would never have seen or would have refused, since they were last asked for. */
const refused: Error[] = []

/** Takes away the bridge and what came with it. Throws if the renderer sent something that it must not send. */
export function leaveMainProcess(): void {
  restoreWindow()
  restoreWindow = () => undefined
  const [first] = refused.splice(0)
  if (first) throw first
}
let restoreWindow = (): void => undefined

/**
 * Puts a bridge on `window` whose main process is the test. As in Electron, what crosses it is copied in both directions, and
 * inputs are parsed with the contract's schemas.
 */
export function sitInMainProcess(): MainProcess {
  const questions: Recorded[] = []
  const standing = new Map<Channel, (input: never) => unknown>()
  const listeners = new Map<EventName, Set<(payload: never) => void>>()

  const bridge = {
    // Throws what cannot cross at once, as `contextBridge` does.
    call: (channel: Channel, sent: unknown) => {
      const input = accepted(channel, sent)
      const result = new Promise((resolve) => {
        questions.push({ channel, input, resolve })
        const answer = standing.get(channel)
        if (answer) resolve(answer(input as never))
      })
      return result.then(copied)
    },
    on: (event: EventName, listener: (payload: never) => void) => {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(listener))
      return () => all.delete(listener)
    }
  }
  restoreWindow()
  restoreWindow = replaceOnWindow({
    vitrine: bridge,
    // Nothing is read ahead unless a test says so: this window is never idle.
    requestIdleCallback: () => 0,
    cancelIdleCallback: () => undefined
  })

  const asked: MainProcess['asked'] = (channel) =>
    questions
      .filter((question) => question.channel === channel)
      .map(({ input, resolve }) => ({
        input: input as Input<typeof channel>,
        answer: async (result) => {
          resolve(result)
          await flushPromises()
        }
      }))
  return {
    asked,
    last: (channel) => {
      const question = asked(channel).at(-1)
      if (!question) throw new Error(`Nothing was asked on ${channel}`)
      return question
    },
    always: (channel, result) => standing.set(channel, result),
    hold: (channel) => standing.delete(channel),
    emit: (event, payload) => {
      for (const listener of listeners.get(event) ?? []) listener(copied(payload) as never)
    }
  }
}

/** A copy of an input as the main process gets it; throws what Electron throws, or what the contract says against it. */
function accepted(channel: Channel, sent: unknown): unknown {
  try {
    const input = copied(sent)
    inputs[channel].parse(input)
    return input
  } catch (error) {
    const refusal = new Error(`${channel}: ${error instanceof Error ? error.message : String(error)}`)
    refused.push(refusal)
    throw refusal
  }
}

/** As `contextBridge` copies: proxies, functions and the like are refused with Electron's words. */
function copied(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    throw new Error('An object could not be cloned.')
  }
}

/** Returns what puts the window's own properties back. */
function replaceOnWindow(properties: object): () => void {
  const before = Object.keys(properties).map(
    (name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const
  )
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(window, name, { value, configurable: true, writable: true })
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(window, name, descriptor)
      else Reflect.deleteProperty(window, name)
    }
  }
}
