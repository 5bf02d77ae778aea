import { compareClocks, mostAhead } from '../../team/clock'
import { lineOf, type Act, type Operation } from '../../team/operation'
import { fitsLine } from '../sharing/file-format'
import { isSameMark, mergeReviews, type SharedMark } from '../sharing/merge'
import { compareDecided, decidedBy, type Decided } from './newest'
import { latestIn } from './take-segment'

const noNote = { texts: [], replaced: [] }

/**
 * The operations of a device, in their order, without those of which nothing is left once all are merged: whoever merges what comes
 * back has what whoever merged all of them has.
 *
 * @param at ms since 1970; what is told of a time further ahead was told again since (fault 142)
 */
export function compact(all: readonly Operation[], at: number): Operation[] {
  const timely = all.filter((operation) => latestIn(operation) <= at + mostAhead)
  // What takes back a colleague's mark counts for those alone who know its device for an owner's.
  const undoing = timely.filter(isUndoing)
  const operations = timely.filter((operation) => !isUndoing(operation))
  const newest = newestDecided(operations)
  const marks = newestMarks(operations)
  const isNewest = (operation: Operation): boolean => {
    const decisions = decidedBy(operation)
    const isLast = (decision: Decided): boolean => {
      const last = newest.get(keyOf(operation.product, decision.kind, decision.part))
      return last !== undefined && compareDecided(decision, last) === 0
    }
    return decisions.length === 0 || decisions.some(isLast)
  }
  const kept = operations.filter((operation) => {
    const { act, product } = operation
    if ('note' in act) return false
    const holds = marks.get(product)
    // All that is said of the decision that holds: one may know what was approved, and another may not.
    const isOfHolding = 'mark' in act && holds !== undefined && isSameMark(act.mark, holds)
    return isOfHolding || isNewest(operation)
  })
  return [...withoutRepeats([...kept, ...undoing]), ...joinedNotes(operations)]
}

function isUndoing({ act }: Operation): boolean {
  return 'mark' in act && act.undoes !== undefined
}

function newestDecided(operations: readonly Operation[]): Map<string, Decided> {
  const newest = new Map<string, Decided>()
  for (const operation of operations) {
    for (const decision of decidedBy(operation)) {
      const key = keyOf(operation.product, decision.kind, decision.part)
      const known = newest.get(key)
      if (known === undefined || compareDecided(decision, known) > 0) newest.set(key, decision)
    }
  }
  return newest
}

/** The mark that holds of each product: by when it was decided, and not by the clocks of operations. */
function newestMarks(operations: readonly Operation[]): Map<string, SharedMark> {
  const marks = new Map<string, SharedMark>()
  for (const { product, act } of operations) {
    if (!('mark' in act)) continue
    const one = { mark: marks.get(product) ?? null, note: noNote }
    const { mark } = mergeReviews(one, { mark: act.mark, note: noNote })
    if (mark !== null) marks.set(product, mark)
  }
  return marks
}

function withoutRepeats(operations: readonly Operation[]): Operation[] {
  return [...new Map(operations.map((operation) => [lineOf(operation), operation])).values()]
}

type NoteAct = Extract<Act, { note: object }>

/** What each person wrote of a product, as one operation; as they were where that would be too much for one. */
function joinedNotes(operations: readonly Operation[]): Operation[] {
  const joined = new Map<string, Operation & { act: NoteAct }>()
  const others: Operation[] = []
  for (const operation of operations) {
    const { act, product, by } = operation
    if (!('note' in act)) continue
    const key = JSON.stringify([product, by])
    const known = joined.get(key)
    if (known === undefined) {
      joined.set(key, { ...operation, act })
      continue
    }
    const { note } = mergeReviews({ mark: null, note: known.act.note }, { mark: null, note: act.note })
    const clock = compareClocks(known.clock, operation.clock) >= 0 ? known.clock : operation.clock
    if (fitsLine(note)) joined.set(key, { ...operation, clock, act: { note } })
    else others.push(operation)
  }
  return [...joined.values(), ...others]
}

function keyOf(...parts: string[]): string {
  return JSON.stringify(parts)
}
