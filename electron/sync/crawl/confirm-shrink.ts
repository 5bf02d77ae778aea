import { isSuddenShrink } from '../../catalog'
import type { MissingProducts } from '../../catalog/types'
import { fail, ok, type Result } from '../../contract/failure'
import type { SyncDrop } from '../../contract/sync'
import { readerOf, type RunContext } from '../run-context'

/**
 * The shrink to ask about when the list has so many entries: it lost more than half of what the catalog has (fault 41), or of what the
 * list had at its longest (fault 113). null: none.
 */
export function shrinkTo({ start }: RunContext, now: number): SyncDrop | null {
  const { before, longest } = start
  const missing = Math.max(0, before - now)
  if (isSuddenShrink(before, now)) return { kind: 'shorter', before, now, missing }
  return isSuddenShrink(longest, now) ? { kind: 'shrinking', before: longest, now, missing } : null
}

/**
 * The shrink to ask about when most of the known products are missing from a list that was read (fault 112), or most of those that were listed
 * within the last week (fault 113). null: none.
 */
export function shrinkByMissing({ count: missing, last, agreed }: MissingProducts): SyncDrop | null {
  if (isSuddenShrink(last.before, last.now)) return { kind: 'others', ...last, missing }
  if (agreed === null || !isSuddenShrink(agreed.before, agreed.now)) return null
  return { kind: 'renewed', ...agreed, missing }
}

/**
 * Asks the person, at most once a run, whether a shrink is right. Nothing is changed before the first page is committed. A shrink that
 * only shows at the end is asked about after the list was written: a person who declines keeps all products, some in new places.
 *
 * That they are being asked is saved, so that a run that is cut off here asks again. Fails with `cancelled` when the run ends.
 */
export async function confirmShrink(run: RunContext, drop: SyncDrop): Promise<Result<boolean>> {
  const { checkpoint, control, permit } = run
  if (checkpoint.drop === 'accepted') return ok(true)
  checkpoint.drop = 'asked'
  const saved = await readerOf({ ...run }).commit([])
  if (!saved.ok) return saved
  const { stage } = run
  Object.assign(run, { stage: 'asking', drop })
  permit.release()
  control.takeAnswer()
  let answer: boolean | null = null
  while (answer === null && !control.signal.aborted) {
    const notified = control.notifier.next()
    run.changed()
    await notified
    answer = control.takeAnswer()
  }
  Object.assign(run, { stage, drop: null })
  if (control.signal.aborted) return fail('cancelled')
  if (answer !== true) return ok(false)
  checkpoint.drop = 'accepted'
  // Also applies what pages showed that the person opened meanwhile.
  const accepted = await readerOf({ ...run }).commit([])
  return accepted.ok ? ok(true) : accepted
}
