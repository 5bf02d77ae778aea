import { join } from 'node:path'
import { ok, type Result } from '../../../electron/contract/failure'
import type { MergedFile } from '../../../electron/reviews/sharing/merge-file'
import { testFolder } from '../../support/folder'
import { take } from './review-thread'
import { Side, store } from './open-side'

/** Somebody with reviews of their own. Their clocks are apart. */
export function person(by: string, offset = 0): Side {
  const side = new Side(testFolder())
  side.by = by
  side.at += offset
  side.open()
  return side
}

/** Saves all reviews, or those that were put together, to a file. */
export function share(side: Side, onlyStaged = false, staged = 0): string {
  const file = join(side.folder, `${side.by}-${side.at}.vitrine-reviews`)
  const heading = { store, at: ++side.at, by: side.by }
  take(side.ask('share', { file, onlyStaged, staged, heading }))
  return file
}

export function merge(side: Side, file: string): Result<MergedFile> {
  let merged = side.ask('merge', { file, by: side.by, at: ++side.at })
  while (merged.ok && merged.value === null) merged = side.ask('mergeOn', null)
  return merged.ok && merged.value !== null ? ok(merged.value) : (merged as Result<never>)
}

/** What stands in the reviews, without what only this computer knows of. */
export function contents(side: Side, names = ['a', 'b', 'c']): unknown[] {
  return names.map((name) => {
    const { mark, markReason, markedAt, markedBy, seen, note, notedAt, notedBy, content } = side.review(name)
    return { mark, markReason, markedAt, markedBy, seen, note, notedAt, notedBy, content }
  })
}
