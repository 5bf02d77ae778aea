import type { WebContents } from 'electron'
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
