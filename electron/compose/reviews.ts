import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Result } from '../contract/failure'
import type { ReviewQueue } from '../contract/review'
import { createReviews, type ReviewsDeps } from '../reviews/reviews'
import type { Reviews } from '../reviews/types'
import type { SettingsStore } from '../settings/settings'

export interface ReviewPartsDeps extends Omit<ReviewsDeps, 'folderOf' | 'reviewer' | 'alias' | 'now'> {
  settings: SettingsStore
  /** Holds a folder for each connection. */
  connectionsFolder: string
}

export interface ReviewParts {
  reviews: Reviews
  /** Who reviews on this computer: the name that was set, else that of the person's account on it. */
  reviewer(): string
  /** '' : nobody; the account's name is used again. Fails with `storage-failed`. */
  setReviewer(name: string): Promise<Result<null>>
  queue(connectionId: string): ReviewQueue | null
  /** Where a person is in a queue is a convenience: it counts for this run also where the file refuses it. */
  saveQueue(connectionId: string, queue: ReviewQueue | null): Promise<Result<null>>
}

/** Puts together what keeps marks and notes, and who makes them. */
export function composeReviews({ settings, connectionsFolder, ...deps }: ReviewPartsDeps): ReviewParts {
  const reviewer = (): string => settings.get().reviewer || accountName()
  const reviews = createReviews({
    ...deps,
    folderOf: (id) => join(connectionsFolder, id),
    reviewer,
    alias: accountName,
    now: Date.now
  })
  return {
    reviews,
    reviewer,
    setReviewer: (name) => settings.change((current) => ({ ...current, reviewer: name })),
    queue: (id) => settings.get().reviewQueues[id] ?? null,
    saveQueue: (id, queue) =>
      settings.remember((current) => {
        const others = Object.entries(current.reviewQueues).filter(([other]) => other !== id)
        const queues = queue === null ? others : [...others, [id, queue] as const]
        return { ...current, reviewQueues: Object.fromEntries(queues) }
      })
  }
}

/** '' where the account has none, as one without an entry in the system's list of users. */
function accountName(): string {
  try {
    return userInfo().username.slice(0, 80)
  } catch {
    return ''
  }
}
