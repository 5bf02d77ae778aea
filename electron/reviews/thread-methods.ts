import { readActivity, readPace } from './read/activity'
import { fail, ok, type Result } from '../contract/failure'
import { maxNote } from '../contract/review-state'
import type { Serving } from '../database/thread-protocol'
import { backupFile, isGoodBackup, listBackups, makeBackup } from './recovery/backups'
import { stampOf } from './db/database'
import { migrations } from './db/schema'
import type { Written } from './write/entry'
import { markProducts, markStaged, stagedGone, stageOfEntry, stageProducts, type Marking } from './write/mark'
import { keepDraft, noteToWrite, writeException, writeNote } from './write/note'
import { bookOf, closeBook, takeNotice, tellBack, type OpenReviews } from './db/open-reviews'
import type { OpenedReviews, ReviewMethods, WroteReviews } from './protocol'
import { isOwnEntry, readEntry, readLog } from './read/log'
import { countStaged, isEmpty, readExceptions, readReview } from './read/reviews'
import {
  dropEmpty,
  hasReviews,
  putAway,
  putAwayOwnerless,
  takeBack,
  tellStore
} from './recovery/removed-stores'
import { buildRestored } from './recovery/restore'
import { mendReviews, openReviews, recoverReviews, replaceReviews, type OpenedFile } from './db/open-or-mend'
import { beginMerge, type MergedFile, type MergeStep, type Merging } from './sharing/merge-file'
import { shareReviews } from './sharing/share'
import { createTeamSide } from './team/team-methods'
import type { TeamMarks } from './write/team-marks'
import { preventedUndo } from './write/prevented-undo'
import { lastUndoable, undoEntry } from './write/undo'

/** The thread's side of `ReviewMethods`. */
export function createReviewSide(): Serving<ReviewMethods> {
  const all = new Map<string, OpenReviews>()
  const merges = new Map<string, Merging>()
  /** Entries that a person was told cannot be taken back: that is told once. */
  const prevented = new Map<string, Set<number>>()

  const current = (id: string): OpenReviews => {
    const open = all.get(id)
    if (open === undefined) throw new Error('the reviews are not open')
    return open
  }
  const team = createTeamSide(current)
  const shut = (id: string): void => {
    const open = all.get(id)
    all.delete(id)
    prevented.delete(id)
    team.shut(id)
    endMerge(id)
    if (open !== undefined) closeBook(open)
  }
  const endMerge = (id: string): void => {
    merges.get(id)?.end()
    merges.delete(id)
  }
  const goOn = (id: string): Result<MergedFile | null> => {
    let step: MergeStep | undefined
    try {
      step = merges.get(id)?.step()
    } finally {
      // What fails is not gone on with.
      if (step !== null) endMerge(id)
    }
    return step ?? ok(null)
  }
  const take = (id: string, folder: string, opened: OpenedFile): Result<OpenedReviews> => {
    if (opened.state === 'broken') return ok({ state: 'broken', because: null })
    const open = bookOf(folder, opened)
    all.set(id, open)
    return ok({ state: open.state, because: open.because })
  }
  const change = <T>(id: string, work: (open: OpenReviews) => T): Result<T> => {
    const open = current(id)
    return open.because === null ? ok(work(open)) : { ok: false, failure: open.because }
  }
  const write = (id: string, work: (open: OpenReviews) => Written<void>): Result<WroteReviews> =>
    change(id, (open) => {
      const { number, count } = work(open)
      return { number, count }
    })

  // Only who clears a mark is asked what stands.
  const marksBefore = (id: string, { mark, at }: Pick<Marking, 'mark' | 'at'>): TeamMarks | undefined =>
    team.marksIn(id, mark === 'unreviewed' ? at : undefined)

  return {
    ...team.methods,
    open(id, place) {
      shut(id)
      const isBack = place.store !== null && takeBack(place.folder, place.removedFolder, place.store)
      const opened = take(id, place.folder, openReviews(place.folder))
      if (isBack) tellBack(all.get(id))
      return opened
    },
    mend(id, place) {
      shut(id)
      return take(id, place.folder, mendReviews(place.folder, place.at))
    },
    recover(id, place) {
      shut(id)
      return take(id, place.folder, recoverReviews(place.folder, place.at))
    },
    tellStore(_, { folder, store }) {
      tellStore(folder, store)
      return ok(null)
    },
    takeNotice: (id) => ok(takeNotice(current(id))),
    of: (id, { productId }) => ok(readReview(current(id), productId)),
    mark: (id, { products, ...marking }) =>
      write(id, (open) => markProducts(open, marking, products, marksBefore(id, marking))),
    // Also where nothing can be written: what is read only can be shared.
    stage: (id, { first, products }) => ok(stageProducts(current(id), first, products)),
    markStaged(id, { count, ...marking }) {
      if (countStaged(current(id)) !== count) return stagedGone
      return write(id, (open) => markStaged(open, marking, marksBefore(id, marking)))
    },
    markOfEntry: (id, { entry, ...marking }) =>
      write(id, (open) => {
        stageOfEntry(open, entry)
        return markStaged(open, marking, marksBefore(id, marking))
      }),
    note(id, { note, over, ...writing }) {
      const text = noteToWrite(current(id), writing.product, note, over)
      if (over !== undefined && text.length > maxNote) return fail('input-invalid', { field: 'note' })
      return write(id, (open) => writeNote(open, writing, text))
    },
    draft: (id, draft) =>
      change(id, ({ sql }) => {
        keepDraft(sql, draft)
        return null
      }),
    undo: (id, { entry, by, at, alias = by }) =>
      change(id, (open) => {
        const standing = team.marksIn(id)
        const told = prevented.get(id) ?? new Set()
        const since = entry === null ? preventedUndo(open, [by, alias], standing, told) : null
        const kept = since && readEntry(open, since.entry)
        if (since !== null && kept !== null) {
          prevented.set(id, told.add(since.entry))
          return { prevented: kept, by: since.by }
        }
        const number = entry ?? lastUndoable(open, by, alias, standing)
        if (number === null) return null
        // Half of a merge is not taken back while the other half comes.
        if (merges.get(id)?.entry === number) return null
        const isOthers = !isOwnEntry(open, number, [by, alias])
        if (isOthers && !team.mayUndoOthers(id)) return null
        // What gives way to a colleague's mark may be this person's, who has cleared it a moment ago.
        const undone = undoEntry(open, number, { by, at }, team.marksIn(id, isOthers ? at : undefined))
        const taken = undone === null ? null : readEntry(open, undone.undone)
        return undone === null || taken === null ? null : { ...undone, entry: taken }
      }),
    log: (id, { names = [], ...question }) =>
      ok(
        readLog(
          current(id),
          { ...question, undoes: team.mayUndoOthers(id) ? null : names },
          team.marksIn(id),
          question.product === null ? [] : team.marksOn(id, question.product)
        )
      ),
    exceptions: (id) => ok(readExceptions(current(id))),
    activity: (id, { since }) => ok(readActivity(current(id), since)),
    pace: (id, at) => ok(readPace(current(id), at.now)),
    setException: (id, { rule, reason, ...writing }) =>
      write(id, (open) => writeException(open, writing, rule, reason)),
    share(id, { staged, ...input }) {
      const open = current(id)
      if (input.onlyStaged && countStaged(open) !== staged) return stagedGone
      return ok(shareReviews(open, input))
    },
    merge(id, input) {
      const open = current(id)
      if (open.because !== null) return { ok: false, failure: open.because }
      endMerge(id)
      merges.set(id, beginMerge(open, input))
      return goOn(id)
    },
    mergeOn: (id) => (merges.has(id) ? goOn(id) : mergeGone),
    mergeProgress: (id) => ok(merges.get(id)?.progress() ?? { done: 0, total: null }),
    stopMerge(id) {
      const merged = merges.get(id)?.soFar() ?? null
      endMerge(id)
      return ok(merged)
    },
    backUp: (id, { at }) => change(id, ({ db, folder }) => makeBackup(db, folder, 'daily', at)),
    backups: (_, { folder }) => ok(listBackups(folder)),
    isGoodBackup: (_, { folder, name }) => ok(isGoodBackup(backupFile(folder, name), migrations)),
    restore(id, input) {
      const open = current(id)
      if (open.because !== null) return { ok: false, failure: open.because }
      const built = buildRestored(open.db, open.folder, input)
      if (!built.ok) return built
      shut(id)
      replaceReviews(open.folder, built.value, 'restored', stampOf(input.at))
      take(id, open.folder, openReviews(open.folder))
      return ok(null)
    },
    putAway(id, place) {
      shut(id)
      const { folder, removedFolder, store, at } = place
      if (!hasReviews(folder)) return ok(null)
      // What is not known to be empty, nor of which store it is, stays where it is.
      if (isEmpty(folder)) dropEmpty(folder)
      else if (store !== null) putAway(folder, removedFolder, store, at)
      return ok(null)
    },
    putAwayOwnerless: (_, { connectionsFolder, removedFolder, owners, at }) =>
      ok(putAwayOwnerless(connectionsFolder, removedFolder, owners, at)),
    close(id, { at }) {
      const open = all.get(id)
      try {
        if (open?.state === 'ready') makeBackup(open.db, open.folder, 'close', at)
      } finally {
        shut(id)
      }
      return ok(null)
    }
  }
}

const mergeGone = fail('internal', { reason: 'the merge is gone' })
