import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { CatalogDb } from '../catalog/types'
import { demoId } from '../connections'
import { ok, type Result } from '../contract/failure'
import { forConnections, type HandlersOf } from '../contract/bridge'
import type { ReviewQueue } from '../contract/review'
import type { BackupFolder } from '../contract/review-backup'
import type { SettingsStore } from '../settings'
import { createReviews, type ReviewsDeps } from './reviews'
import type { Reviews } from './types'

interface ReviewsFeatureDeps extends Omit<
  ReviewsDeps,
  'catalog' | 'folderOf' | 'reviewer' | 'alias' | 'backupFolder' | 'now'
> {
  settings: SettingsStore
  catalog: ReviewsDeps['catalog'] & Pick<CatalogDb, 'progress'>
  isKnown: (connectionId: string) => boolean
  /** Lets the person choose a folder; null: they did not. */
  askBackupFolder: () => Promise<string | null>
  /** Holds a folder for each connection. */
  connectionsFolder: string
}

export interface ReviewsFeature {
  reviews: Reviews
  own: Pick<ReviewSettings, 'reviewer' | 'setReviewer'>
  handlers: HandlersOf<'reviews'>
  /** Puts away reviews in folders of no connection. Settings that could not be read do not say who owns a folder. */
  putAwayOwnerless(): Promise<void>
}

/** What the settings keep of reviews: who reviews, where backups are copied to, how far a queue was walked. */
interface ReviewSettings {
  /** Who reviews on this computer: the name that was set, else that of the person's account on it. */
  reviewer(): string
  /** '' : nobody; the account's name is used again. Fails with `storage-failed`. */
  setReviewer(name: string): Promise<Result<null>>
  /** Asks for a folder that backups are copied to as well; null: none was chosen. Fails with `storage-failed`, also where it cannot be written. */
  chooseBackupFolder(): Promise<Result<BackupFolder | null>>
  removeBackupFolder(): Promise<Result<BackupFolder>>
  queue(connectionId: string): ReviewQueue | null
  /** Where a person is in a queue is a convenience: it counts for this run also where the file refuses it. */
  saveQueue(connectionId: string, queue: ReviewQueue | null): Promise<Result<null>>
}

/** Puts together what keeps marks and notes, and who makes them. */
export function composeReviews({
  settings,
  connectionsFolder,
  askBackupFolder,
  ...deps
}: ReviewsFeatureDeps): ReviewsFeature {
  const reviewer = (): string => settings.get().reviewer || accountName()
  const reviews = createReviews({
    ...deps,
    folderOf: (id) => join(connectionsFolder, id),
    reviewer,
    alias: accountName,
    backupFolder: () => settings.get().backupFolder,
    now: Date.now
  })
  async function setBackupFolder(folder: string | null): Promise<Result<BackupFolder>> {
    const saved = await settings.change((current) => ({ ...current, backupFolder: folder }))
    if (!saved.ok) return saved
    void reviews.backupFolderChanged()
    return ok(reviews.backupFolder())
  }

  const own: ReviewSettings = {
    reviewer,
    setReviewer: (name) => settings.change((current) => ({ ...current, reviewer: name })),
    async chooseBackupFolder() {
      const folder = await askBackupFolder()
      if (folder === null) return ok(null)
      const prepared = await reviews.prepareBackupFolder(folder)
      return prepared.ok ? setBackupFolder(folder) : prepared
    },
    removeBackupFolder: () => setBackupFolder(null),
    queue: (id) => settings.get().reviewQueues[id] ?? null,
    saveQueue: (id, queue) =>
      settings.remember((current) => {
        const others = Object.entries(current.reviewQueues).filter(([other]) => other !== id)
        const queues = queue === null ? others : [...others, [id, queue] as const]
        return { ...current, reviewQueues: Object.fromEntries(queues) }
      })
  }
  return {
    reviews,
    own,
    handlers: reviewHandlers({ catalog: deps.catalog, reviews, own, isKnown: deps.isKnown }),
    async putAwayOwnerless() {
      if (settings.isReadOnly) return
      const { connections, removals } = settings.get()
      const owners = [...connections, ...removals].map(({ id }) => id)
      await reviews.putAwayOwnerless(connectionsFolder, [...owners, demoId])
    }
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

interface ReviewHandlersDeps {
  catalog: Pick<CatalogDb, 'progress'>
  reviews: Reviews
  own: ReviewSettings
  /** Nothing is kept for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

function reviewHandlers({ catalog, reviews, own, isKnown }: ReviewHandlersDeps): HandlersOf<'reviews'> {
  const of = forConnections(isKnown)

  return {
    'reviews:of': of((input) => reviews.of(input)),
    'reviews:mark': of((input) => reviews.mark(input)),
    'reviews:assign': of((input) => reviews.assign(input)),
    'reviews:undo-assignment': of((input) => reviews.undoAssignment(input)),
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
