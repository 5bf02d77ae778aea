import { Notification } from 'electron'
import type { ArrivalNotice } from '../app/types'
import type { Log } from '../log/log'
import type { Words } from './words'

export interface ViewNoticesDeps {
  words: () => Words
  formatCount: (count: number) => string
  /** The person wants them, and does not look at the window, which tells by itself. */
  isWanted: () => boolean
  onClick: (of: { connectionId: string; view: string }) => void
  log: Pick<Log, 'warn'>
}

/** Views that are named; others stand in the window. */
const mostNamed = 4

/**
 * Returns what shows one notification of the system for each sync that brought something, in place of the store's one before. Shows
 * nothing where the system has no notifications; whether it shows or holds them back is the system's to say.
 */
export function createViewNotices(deps: ViewNoticesDeps): (notice: ArrivalNotice) => void {
  // One that is not referenced is collected, and its click is never heard.
  const shown = new Map<string, Notification>()

  return ({ connectionId, store, arrivals }) => {
    if (!deps.isWanted() || !Notification.isSupported()) return
    const sorted = arrivals.toSorted((one, other) => other.count - one.count)
    const [most] = sorted
    if (most === undefined) return
    const lines = sorted.slice(0, mostNamed).map(({ name, count }) => `${name}: ${deps.formatCount(count)}`)
    const body = [...lines, ...(sorted.length > mostNamed ? ['…'] : [])].join('\n')
    const notification = new Notification({ title: `${store} – ${deps.words().newInViews}`, body })
    notification.on('click', () => deps.onClick({ connectionId, view: most.view }))
    notification.on('failed', (_, error) => deps.log.warn('a notification could not be shown', { error }))
    shown.get(connectionId)?.close()
    shown.set(connectionId, notification)
    notification.show()
  }
}
