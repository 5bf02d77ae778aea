import type { CatalogDb } from '../catalog/types'
import type { ReviewSettings } from './index'
import type { Reviews } from './types'
import { ok } from '../contract/failure'
import { forConnections, type HandlersOf } from '../contract/handlers'

export interface ReviewHandlersDeps {
  catalog: Pick<CatalogDb, 'progress'>
  reviews: Reviews
  own: ReviewSettings
  /** Nothing is kept for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

export function reviewHandlers({
  catalog,
  reviews,
  own,
  isKnown
}: ReviewHandlersDeps): HandlersOf<'reviews'> {
  const of = forConnections(isKnown)

  return {
    'reviews:of': of((input) => reviews.of(input)),
    'reviews:mark': of((input) => reviews.mark(input)),
    'reviews:assign': of((input) => reviews.assign(input)),
    'reviews:claim': of((input) => reviews.claim(input)),
    'reviews:standing': of(({ connectionId, productId }) => reviews.standing(connectionId, productId)),
    'reviews:agreement': of(({ connectionId }) => reviews.agreement(connectionId)),
    'reviews:note': of((input) => reviews.note(input)),
    'reviews:draft': of((input) => reviews.draft(input)),
    'reviews:undo': of((input) => reviews.undo(input)),
    'reviews:log': of((input) => reviews.log(input)),
    'reviews:pace': of(({ connectionId }) => reviews.pace(connectionId)),
    'reviews:progress': of(({ connectionId, productQuery }) => catalog.progress(connectionId, productQuery)),
    'reviews:queue': of(({ connectionId }) => ok(own.queue(connectionId))),
    'reviews:save-queue': of(({ connectionId, queue }) => own.saveQueue(connectionId, queue)),
    'reviews:reviewer': () => ok(own.reviewer()),
    'reviews:set-reviewer': async ({ name }) => {
      const saved = await own.setReviewer(name)
      return saved.ok ? ok(own.reviewer()) : saved
    },
    'reviews:backups': of(({ connectionId }) => reviews.backups(connectionId)),
    'reviews:second-backups': of(({ connectionId }) => reviews.secondBackups(connectionId)),
    'reviews:backup-folder': () => ok(reviews.backupFolder()),
    'reviews:choose-backup-folder': () => own.chooseBackupFolder(),
    'reviews:remove-backup-folder': () => own.removeBackupFolder(),
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
