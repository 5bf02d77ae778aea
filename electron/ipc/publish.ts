import type { WebContents } from 'electron'
import { eventChannel } from '../contract/bridge'
import type { EventName, Events } from '../contract/channels'

/** Tells the page something unasked; nothing happens while there is no page. */
export function publish<E extends EventName>(
  contents: WebContents | null,
  event: E,
  payload: Events[E]
): void {
  if (contents !== null && !contents.isDestroyed()) contents.send(eventChannel, event, payload)
}
