import { createMutex } from '../async/locks'
import type { ParsedInput } from '../contract/channels'
import type { CatalogDb } from '../catalog/types'
import { ok, type Result } from '../contract/failure'
import type {
  LogEntry,
  LogKind,
  Marked,
  MergedForTeam,
  MergedReviews,
  MergeProgress,
  Review,
  PreventedUndo,
  Undone
} from '../contract/review'
import type { BackupFolder, ReviewBackup } from '../contract/review-backup'
import type { Picture } from '../contract/picture'
import { createLooks, type LooksDeps } from './looks'
import { giveReason, markList, markNamed, mostStale } from './mark-products'
import { createSecondCopies } from './backup-folder/second-copies'
import { createReviewFiles, type ReviewFilesDeps } from './review-files'
import { mergeFile, mergeReviews, shareReviews, type ShareDeps } from './share-reviews'
import { createTeamActs, type TeamActsDeps } from './team-acts'
import type { Reviews } from './types'
import type { LoggedEntry } from './read/log'
import { shownReview } from './shown-review'

/** ms after which it is looked whether a day's backup is due. */
const backUpEvery = 60 * 60 * 1000

/** What is in the log and never exceptions a product. */
const withoutExceptions: ReadonlySet<LogKind> = new Set<LogKind>(['mark', 'note', 'merge'])

export interface ReviewsDeps
  extends
    Omit<ReviewFilesDeps, 'release' | 'replaced' | 'secondCopies'>,
    Pick<ShareDeps, 'askWhereToShare' | 'askWhatToMerge' | 'team'> {
  catalog: Pick<CatalogDb, 'read' | 'products' | 'reviewed' | 'releaseReviews'>
  /** `product`: its key in the catalog. */
  registerPicture: (connectionId: string, address: string, product?: number) => Picture
  /** Who reviews on this computer. */
  reviewer: () => string
  /** The name under which they did things before they said who they are. */
  alias?: () => string
  /** Where second copies of backups go; null: nowhere. */
  backupFolder?: () => string | null
  onBackupFolder?: (state: BackupFolder) => void
  onMerge?: (progress: MergeProgress) => void
  /** Who else reads the file, and lets go of it while it is replaced. */
  readers?: Pick<ReviewFilesDeps, 'release' | 'replaced'>
  /** As of `LooksDeps`. */
  changes?: LooksDeps['changes']
  /** As of `TeamActsDeps`. */
  claim?: TeamActsDeps['claim']
  /** Told when somebody here has decided something, as opposed to their team. */
  onDecision?: (connectionId: string) => void
  /** Told after each write; null: any product may be concerned. */
  onChange: (connectionId: string, productIds: string[] | null) => void
}

/** Makes the client; the thread starts with the first question. */
export function createReviews(deps: ReviewsDeps): Reviews {
  const { catalog, reviewer, alias = reviewer, registerPicture, now } = deps
  const invalidate = (id: string, productIds: string[] | null): void => {
    catalog.reviewed(id, productIds)
    deps.onChange(id, productIds)
  }
  const changed = (id: string, productIds: string[] | null): void => {
    invalidate(id, productIds)
    deps.onDecision?.(id)
  }
  const exceptionListeners = new Set<(connectionId: string) => void>()
  const tellExceptions = (id: string): void => exceptionListeners.forEach((listener) => listener(id))
  async function letGo(id: string): Promise<void> {
    await Promise.all([catalog.releaseReviews(id), deps.readers?.release(id)])
  }
  const secondCopies = createSecondCopies({
    folder: deps.backupFolder ?? (() => null),
    storeOf: deps.storeOf,
    onChange: (state) => deps.onBackupFolder?.(state)
  })
  const files = createReviewFiles({
    ...deps,
    secondCopies,
    release: letGo,
    replaced(id) {
      deps.readers?.replaced(id)
      changed(id, null)
      tellExceptions(id)
    }
  })
  const marks = { files, catalog }
  /** Lists that are marked or shared as a whole are put together one after another. */
  const lists = createMutex()
  const mergesToStop = new Set<string>()
  const onMerge = (progress: MergeProgress): void => deps.onMerge?.(progress)
  const sharing = { ...deps, files, inTurn: lists.run, mergesToStop, onMerge }
  /** What a person decided and is not on the disk yet: when the app quits it is waited for (fault 134). */
  const decisions = new Set<Promise<unknown>>()

  /** Counts `work` among the decisions until it has ended. */
  function decide<T>(work: Promise<T>): Promise<T> {
    const ended = work.catch(() => undefined).finally(() => decisions.delete(ended))
    decisions.add(ended)
    return work
  }

  /** Does what makes or removes a team's file, which nobody may have open meanwhile. */
  async function withoutReaders<T>(id: string, work: () => Promise<T>): Promise<T> {
    await letGo(id)
    try {
      return await work()
    } finally {
      deps.readers?.replaced(id)
      invalidate(id, null)
    }
  }

  const looks = createLooks(deps)
  const { collectDecided, ...teamActs } = createTeamActs({
    ...{ files, catalog, folderOf: deps.folderOf, reviewer, now, inTurn: lists.run, decide },
    ...{ invalidate, changed, tellExceptions, withoutReaders, claim: deps.claim }
  })

  /** What lasts for as long as the app runs, and was told. */
  const told = new Set<string>()
  const timer = setInterval(() => files.backUp(), backUpEvery).unref()

  const who = (): { by: string; at: number } => ({ by: reviewer(), at: now() })

  const listHere = (id: string): Promise<Result<ReviewBackup[]>> =>
    files.ask('backups', id, { folder: deps.folderOf(id) })

  async function read(id: string, productId: string): Promise<Result<Review>> {
    const review = await files.ask('of', id, { productId })
    if (!review.ok) return review
    const isAsked = review.value.seen !== null || teamActs.hasTeam(id)
    const found = isAsked ? await catalog.products(id, [productId]) : null
    const product = found?.ok ? (found.value[0] ?? null) : null
    const picture = (address: string, key?: number): Picture => registerPicture(id, address, key)
    return ok(shownReview(productId, review.value, product, picture))
  }

  async function named(id: string, entries: LoggedEntry[]): Promise<LogEntry[]> {
    const ids = [...new Set(entries.flatMap(({ product }) => product ?? []))]
    const found = ids.length === 0 ? null : await catalog.products(id, ids)
    const names = new Map(found?.ok ? found.value.map((product) => [product.id, product.name]) : [])
    return entries.map((entry) => {
      const { product } = entry
      return { ...entry, product: product === null ? null : { id: product, name: names.get(product) ?? '' } }
    })
  }

  async function mark({
    connectionId,
    mark: state,
    reason,
    of,
    changes
  }: ParsedInput<'reviews:mark'>): Promise<Result<Marked>> {
    const marking = { mark: state, reason, ...who() }
    // Who clears a mark leaves the product to be decided on, with all that changed of it.
    const isDecision = state !== 'unreviewed'
    if (isDecision && changes !== undefined && 'products' in of) {
      const ids = of.products.map(({ id }) => id)
      if (await looks.hasOthers(connectionId, ids, changes))
        return ok({ entry: null, changed: 0, stale: ids.slice(0, mostStale), otherChanges: true })
    }
    const result =
      'products' in of
        ? await markNamed(marks, connectionId, marking, of.products)
        : await lists.run(() =>
            'entry' in of
              ? giveReason(marks, connectionId, marking, of)
              : markList(marks, connectionId, marking, of)
          )
    if (!result.ok) return result
    const { marked, ids, seen } = result.value
    if (marked.changed > 0) {
      await collectDecided(connectionId)
      changed(connectionId, ids)
    }
    if (isDecision && seen !== null) void decide(looks.see(connectionId, seen, marked.entry))
    return ok(marked)
  }

  async function undo({
    connectionId,
    entry
  }: ParsedInput<'reviews:undo'>): Promise<Result<Undone | PreventedUndo | null>> {
    const undone = await files.change('undo', connectionId, { entry, ...who(), alias: alias() })
    if (!undone.ok || undone.value === null) return undone.ok ? ok(null) : undone
    if ('prevented' in undone.value) {
      const { prevented, by } = undone.value
      const [told] = await named(connectionId, [prevented])
      return ok(told === undefined ? null : { prevented: told, by })
    }
    const { restored, kept, products, number } = undone.value
    await looks.takeBack(connectionId, undone.value.entry.number, number)
    await collectDecided(connectionId)
    changed(connectionId, products)
    if (!withoutExceptions.has(undone.value.entry.kind)) tellExceptions(connectionId)
    const [shown] = await named(connectionId, [undone.value.entry])
    return ok(shown === undefined ? null : { entry: shown, redo: number, restored, kept })
  }

  async function afterMerge(
    id: string,
    merging: Promise<Result<MergedReviews | MergedForTeam | null>>
  ): Promise<Result<MergedReviews | MergedForTeam | null>> {
    const merged = await merging
    const value = merged.ok ? merged.value : null
    // What failed may have changed something before; of a team's file it is told as it is merged.
    if (!merged.ok || (value?.of === 'reviews' && value.entry !== null)) changed(id, null)
    return merged
  }

  return {
    of: ({ connectionId, productId }) => read(connectionId, productId),
    mark: (input) => decide(mark(input)),
    async note({ connectionId, productId, note, over }) {
      const writing = { product: productId, note, over, ...who() }
      const wrote = await decide(files.change('note', connectionId, writing))
      if (!wrote.ok) return wrote
      if (wrote.value.number !== null) changed(connectionId, [productId])
      return read(connectionId, productId)
    },
    draft: ({ connectionId, productId, joins = false, ...draft }) =>
      decide(files.change('draft', connectionId, { product: productId, ...draft, joins, at: now() })),
    undo: (input) => decide(undo(input)),
    async log({ connectionId, productId, before, limit }) {
      const entries = await files.ask('log', connectionId, {
        product: productId,
        before,
        limit,
        names: [reviewer(), alias()]
      })
      return entries.ok ? ok(await named(connectionId, entries.value)) : entries
    },
    activity: (id, since) => files.ask('activity', id, { since }),
    pace: (id) => files.ask('pace', id, { now: now() }),
    exceptions: (id) => files.ask('exceptions', id, null),
    onExceptions: (listener) => void exceptionListeners.add(listener),
    async setException({ connectionId, productId, rule, reason }) {
      const wrote = await files.change('setException', connectionId, {
        product: productId,
        rule,
        reason,
        ...who()
      })
      if (!wrote.ok) return wrote
      if (wrote.value.number !== null) changed(connectionId, [productId])
      return ok(null)
    },
    share: (input) => shareReviews(sharing, input, who()),
    merge: (id) => afterMerge(id, mergeReviews(sharing, id, who())),
    mergeFile: (id, file) => afterMerge(id, mergeFile(sharing, id, file, who())),
    stopMerge: (id) => void mergesToStop.add(id),
    ...teamActs,
    backups: listHere,
    async secondBackups(id) {
      const [here, second] = await Promise.all([listHere(id), secondCopies.list(id)])
      if (!second.ok || !here.ok) return second
      const own = new Set(here.value.map(({ name }) => name))
      return ok(second.value.filter(({ name }) => !own.has(name.slice(name.indexOf('/') + 1))))
    },
    backupFolder: () => secondCopies.state(),
    prepareBackupFolder: (folder) => secondCopies.prepare(folder),
    async backupFolderChanged() {
      secondCopies.changed()
      await files.copyBackups()
    },
    restore: ({ connectionId, backup }) => files.restore(connectionId, { backup, ...who() }),
    async takeNotice(id) {
      const notice = await files.ask('takeNotice', id, null)
      if (!notice.ok || notice.value === null) return notice
      const { kind } = notice.value
      if (kind !== 'newer' && kind !== 'read-only') return notice
      if (told.has(`${id} ${kind}`)) return ok(null)
      told.add(`${id} ${kind}`)
      return notice
    },
    follow: (ids, activeId) => files.follow(ids, activeId),
    leave: (id, store) => files.leave(id, store),
    putAwayOwnerless: (folder, owners) => files.putAwayOwnerless(folder, owners),
    async settled() {
      // What comes while these end is waited for as well.
      while (decisions.size > 0) await Promise.all(decisions)
    },
    async close() {
      clearInterval(timer)
      await files.close()
    }
  }
}
