import type { IpcMainInvokeEvent } from 'electron'

/** Who sent a message, as it stood when the message came: later, Electron does not know a frame that has gone. */
export interface Caller {
  /** The web contents. */
  sender: unknown
  /** Names the frame for the whole run of the app: no other one is ever called the same. */
  frameName: string
  /** null: the frame has gone, as it may while its page is unloaded. */
  frame: { origin: string; isMain: boolean } | null
}

/** Reads who sent a message. Call before anything is waited for. */
export function callerOf(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame' | 'processId' | 'frameId'>
): Caller {
  const { sender, senderFrame, processId, frameId } = event
  return {
    sender,
    frameName: `${processId}:${frameId}`,
    frame: senderFrame && { origin: senderFrame.origin, isMain: senderFrame.parent === null }
  }
}

/** How many frames of our page are known at the same time: each load of the page has another one. */
const mostKnown = 20

/**
 * Comes back with what says whether a message comes from our own page: the main frame of our window, showing our own origin. One that
 * has gone is ours when it was so before: what a page says while it is unloaded is kept (123).
 *
 * @param contents the web contents of our window; null while there is none
 */
export function createPageCheck(contents: () => unknown, origin: string): (caller: Caller) => boolean {
  const known = new Set<string>()
  return ({ sender, frameName, frame }) => {
    const own = contents()
    if (own === null || sender !== own) return false
    if (frame === null) return known.has(frameName)
    if (!frame.isMain || frame.origin !== origin) return false
    known.delete(frameName)
    known.add(frameName)
    for (const oldest of known) if (known.size > mostKnown) known.delete(oldest)
    return true
  }
}
