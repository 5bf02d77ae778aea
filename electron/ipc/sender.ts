/** The parts of Electron's frames and contents that say who sent a message. */
export interface Sender {
  sender: unknown
  senderFrame: { origin: string; parent: unknown } | null
}

/**
 * Whether a message comes from our own page: the main frame of our window, showing our own origin.
 *
 * @param contents the web contents of our window; null while there is none
 */
export function isOurPage({ sender, senderFrame }: Sender, contents: unknown, origin: string): boolean {
  if (contents === null || sender !== contents || senderFrame === null) return false
  return senderFrame.parent === null && senderFrame.origin === origin
}
