import { isDrop } from '../catalog/drop'
import { ok, fail, type Result } from '../contract/failure'
import { readerOf, type RunContext } from './context'

/**
 * Before the first page is committed nothing is touched yet. Without a total the drop shows at the end alone, when the list was
 * written as it came: a person who does not believe it then keeps all products, but some places are those of the shorter list.
 *
 * Asks the person, at most once a run, whether they believe that so few entries are left; true when they do. That they are
 * asked is kept, so that a run that is cut off here asks again instead of going on. Fails with `cancelled` when the run ends.
 */
export async function mayShrinkTo(run: RunContext, now: number): Promise<Result<boolean>> {
  const { course, control, turn } = run
  const { before } = run.start
  if (course.drop === 'accepted' || !isDrop(before, now)) return ok(true)
  course.drop = 'asked'
  const kept = await readerOf({ ...run }).commit([])
  if (!kept.ok) return kept
  const { stage } = run
  Object.assign(run, { stage: 'asking', drop: { before, now } })
  turn.leave()
  control.takeAnswer()
  let answer: boolean | null = null
  while (answer === null && !control.signal.aborted) {
    const heard = control.bell.heard()
    run.changed()
    await heard
    answer = control.takeAnswer()
  }
  Object.assign(run, { stage, drop: null })
  if (control.signal.aborted) return fail('cancelled')
  if (answer === true) course.drop = 'accepted'
  return ok(answer === true)
}
