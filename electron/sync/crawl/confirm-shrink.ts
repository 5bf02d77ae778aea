import { isDrop } from '../../catalog/shrink'
import type { MissingProducts } from '../../catalog/types'
import { fail, ok, type Result } from '../../contract/failure'
import type { SyncDrop } from '../../contract/sync'
import { readerOf, type RunContext } from '../run-context'

/**
 * What there is to ask about a list of so many entries: whether it lost more than half of what the copy has (fault 41), or of what it had
 * at its longest (fault 113); null: nothing.
 */
export function dropTo({ start }: RunContext, now: number): SyncDrop | null {
  const { before, longest } = start
  const missing = Math.max(0, before - now)
  if (isDrop(before, now)) return { kind: 'shorter', before, now, missing }
  return isDrop(longest, now) ? { kind: 'shrinking', before: longest, now, missing } : null
}

/** What there is to ask about a list that was read, in which products are missing: whether most of them are (fault 112). */
export function dropOf({ count, known, knownMissing }: MissingProducts): SyncDrop | null {
  const now = known - knownMissing
  return isDrop(known, now) ? { kind: 'others', before: known, now, missing: count } : null
}

/**
 * Asks the person, at most once a run, whether they believe a drop; true when they do. Before the first page is committed nothing is
 * touched yet. What shows at the end alone is asked when the list was written as it came: a person who does not believe it then keeps all
 * products, but some places are those of the new list.
 *
 * That they are asked is kept, so that a run that is cut off here asks again instead of going on. Fails with `cancelled` when the run ends.
 */
export async function isBelieved(run: RunContext, drop: SyncDrop): Promise<Result<boolean>> {
  const { checkpoint, control, permit } = run
  if (checkpoint.drop === 'accepted') return ok(true)
  checkpoint.drop = 'asked'
  const kept = await readerOf({ ...run }).commit([])
  if (!kept.ok) return kept
  const { stage } = run
  Object.assign(run, { stage: 'asking', drop })
  permit.release()
  control.takeAnswer()
  let answer: boolean | null = null
  while (answer === null && !control.signal.aborted) {
    const heard = control.notifier.next()
    run.changed()
    await heard
    answer = control.takeAnswer()
  }
  Object.assign(run, { stage, drop: null })
  if (control.signal.aborted) return fail('cancelled')
  if (answer !== true) return ok(false)
  checkpoint.drop = 'accepted'
  // Also takes in what the person looked at meanwhile.
  const believed = await readerOf({ ...run }).commit([])
  return believed.ok ? ok(true) : believed
}
