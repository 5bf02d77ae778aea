import { basename } from 'node:path'
import { fail } from '../contract/failure'
import type { Reviews } from '../reviews/types'
import type { CommandOf, Outcome, Report } from './command'
import { done, ended, failedBy, sentenceOf } from './outcome'

/** Merges files of shared reviews or of a team's segments, one after another; one that cannot be merged costs no other. */
export async function mergeFiles(
  { mergeFile }: Pick<Reviews, 'mergeFile'>,
  connectionId: string,
  { files }: CommandOf<'merge'>,
  report: Report,
  signal: AbortSignal
): Promise<Outcome> {
  const merged: Record<string, unknown>[] = []
  const failed: { file: string; code: string; message: string }[] = []
  for (const [index, file] of files.entries()) {
    if (signal.aborted) break
    report({ phase: 'merging', done: index, total: files.length })
    const result = await mergeFile(connectionId, file)
    if (!result.ok && result.failure.code === 'connection-unknown') return failedBy(result.failure)
    const stopped = fail('cancelled').failure
    const value = result.ok ? result.value : null
    if (value?.of === 'team') {
      const { segments, products, ignored, ahead, unreadable } = value
      merged.push({ file, segments, products, ignored, ahead, unreadable })
      continue
    }
    const failure = result.ok ? (value === null ? stopped : value.failure) : result.failure
    if (value !== null) {
      const { reviews, marks, notes, takenBack, from } = value
      merged.push({ file, reviews, marks, notes, takenBack, isOtherStore: from.isOtherStore })
    }
    if (failure !== null) failed.push({ file, code: failure.code, message: sentenceOf(failure) })
  }
  const facts = { merged, failed }
  if (signal.aborted)
    return ended(merged.length > 0 ? 'partial' : 'failed', 'cancelled', 'it was ended', facts)
  const [first] = failed
  if (first === undefined) return done(facts)
  const why = failed.map(({ file, message }) => `${basename(file)}: ${message}`).join('; ')
  return ended(merged.length > 0 ? 'partial' : 'failed', first.code, why, facts)
}
