import { flushPromises } from '@vue/test-utils'
import type { Channel, EventName, Events, Input, Output } from '../../../../electron/contract/channels'
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

/** Puts a bridge on `window` whose main process is the test. */
export function sitInMainProcess(): MainProcess {
  const questions: Recorded[] = []
  const standing = new Map<Channel, (input: never) => unknown>()
  const listeners = new Map<EventName, Set<(payload: never) => void>>()

  const bridge = {
    call: (channel: Channel, input: unknown) =>
      new Promise((resolve) => {
        questions.push({ channel, input, resolve })
        const answer = standing.get(channel)
        if (answer) resolve(answer(input as never))
      }),
    on: (event: EventName, listener: (payload: never) => void) => {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(listener))
      return () => all.delete(listener)
    }
  }
  // Nothing is read ahead unless a test says so: this window is never idle.
  Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => undefined })
  Object.defineProperty(window, 'vitrine', { value: bridge, configurable: true })

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
      for (const listener of listeners.get(event) ?? []) listener(payload as never)
    }
  }
}
