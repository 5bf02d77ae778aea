import type { CatalogDb } from '../catalog/types'
import type { ReviewParts } from '../app/reviews'
import { fail, ok, type Result } from '../contract/failure'
import type { HandlersOf } from './handlers'

export interface ReviewHandlersDeps {
  copy: Pick<CatalogDb, 'progress'>
  reviewParts: ReviewParts
  /** Nothing is kept for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

export function reviewHandlers({ copy, reviewParts, isKnown }: ReviewHandlersDeps): HandlersOf<'reviews'> {
  const { reviews } = reviewParts

  /** Does it for a connection that there is. */
  function of<I extends { connectionId: string }, T>(act: (input: I) => T) {
    return (input: I): T | Result<never> =>
      isKnown(input.connectionId) ? act(input) : fail('connection-unknown')
  }

  return {
    'reviews:of': of((input) => reviews.of(input)),
    'reviews:mark': of((input) => reviews.mark(input)),
    'reviews:note': of((input) => reviews.note(input)),
    'reviews:draft': of((input) => reviews.draft(input)),
    'reviews:undo': of((input) => reviews.undo(input)),
    'reviews:log': of((input) => reviews.log(input)),
    'reviews:progress': of(({ connectionId, productQuery }) => copy.progress(connectionId, productQuery)),
    'reviews:queue': of(({ connectionId }) => ok(reviewParts.queue(connectionId))),
    'reviews:save-queue': of(({ connectionId, queue }) => reviewParts.saveQueue(connectionId, queue)),
    'reviews:reviewer': () => ok(reviewParts.reviewer()),
    'reviews:set-reviewer': async ({ name }) => {
      const kept = await reviewParts.setReviewer(name)
      return kept.ok ? ok(reviewParts.reviewer()) : kept
    },
    'reviews:backups': of(({ connectionId }) => reviews.backups(connectionId)),
    'reviews:second-backups': of(({ connectionId }) => reviews.secondBackups(connectionId)),
    'reviews:backup-folder': () => ok(reviews.backupFolder()),
    'reviews:choose-backup-folder': () => reviewParts.chooseBackupFolder(),
    'reviews:remove-backup-folder': () => reviewParts.removeBackupFolder(),
    'reviews:restore': of((input) => reviews.restore(input)),
    'reviews:share': of((input) => reviews.share(input)),
    'reviews:merge': of(({ connectionId }) => reviews.merge(connectionId)),
    'reviews:stop-merge': of(({ connectionId }) => {
      reviews.stopMerge(connectionId)
      return ok(null)
    }),
    'reviews:notice': of(({ connectionId }) => reviews.takeNotice(connectionId))
  }
}
