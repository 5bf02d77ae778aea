import type { WebContents } from 'electron'
import { createThrottle, type Throttle } from '../async/throttle'
import { eventChannel } from '../contract/bridge'
import type { EventName, Events } from '../contract/channels'

/** Tells the page something unasked; nothing happens while there is no page, as between a crash and the next load. */
export function publish<E extends EventName>(
  contents: Pick<WebContents, 'isDestroyed' | 'mainFrame' | 'send'> | null,
  event: E,
  payload: Events[E]
): void {
  if (contents === null || contents.isDestroyed() || contents.mainFrame.isDestroyed()) return
  contents.send(eventChannel, event, payload)
}

/** How often the page is told of what happens often: at most once in so many ms, and of what of it apart. */
const often: { [E in EventName]?: { interval: number; about: (payload: Events[E]) => string } } = {
  'catalog:changed': { interval: 500, about: ({ connectionId }) => connectionId },
  'pictures:prefetch-changed': { interval: 500, about: ({ connectionId }) => connectionId },
  'audit:changed': { interval: 250, about: ({ connectionId }) => connectionId },
  'export:changed': { interval: 250, about: () => 'the export' }
}

export interface Teller {
  tell: <E extends EventName>(event: E, payload: Events[E]) => void
  /** Drops what was not told yet. */
  close: () => void
}

/**
 * What tells the page something unasked: at once, or at the pace of its kind.
 *
 * @param contents the page, while there is one
 */
export function createTeller(contents: () => WebContents | null): Teller {
  const lines = new Map<EventName, Throttle<() => void>>()

  function lineOf(event: EventName, interval: number): Throttle<() => void> {
    const line = lines.get(event) ?? createThrottle<() => void>(interval, (say) => say())
    lines.set(event, line)
    return line
  }

  return {
    tell(event, payload) {
      const say = (): void => publish(contents(), event, payload)
      const pace = often[event]
      if (pace === undefined) say()
      else lineOf(event, pace.interval)(pace.about(payload), say)
    },
    close() {
      for (const line of lines.values()) line.reset()
    }
  }
}
