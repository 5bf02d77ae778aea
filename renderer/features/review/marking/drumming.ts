/** A press that comes sooner than this after the one before, ms, is of a hand that is drumming: nobody has read by then what was said. */
const least = 400

/** Tells a press that answers what was said from one of a drumming hand, by `performance.now()`. */
export function watchForDrumming(): {
  /** Something was said now, or pressed for again. */
  restart: () => void
  /** Whether it was there long enough to be read. */
  isRead: () => boolean
} {
  let since = 0
  return {
    restart: () => void (since = performance.now()),
    isRead: () => performance.now() - since >= least
  }
}
