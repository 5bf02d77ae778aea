import { compareClocks, mostAhead } from '../../team/clock'
import { lineOf, type Act, type Operation } from '../../team/operation'
import { fitsLine } from '../sharing/file-format'
import { isSameMark, mergeReviews } from '../sharing/merge'
import { compareDecided, decidedBy, type Decided } from './newest'
import { saidMark } from './standing'
import { latestIn } from './take-segment'

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
  const isNewest = (operation: Operation): boolean =>
    decidedBy(operation).some((decision) => {
      const last = newest.get(keyOf(operation.product, decision.kind, decision.part))
      return last !== undefined && compareDecided(decision, last) === 0
    })
  // Whoever said it again may not know what was approved.
  const tellsContent = ({ product, act }: Operation): boolean => {
    if (!('mark' in act) || act.mark.content === null) return false
    const last = newest.get(keyOf(product, 'mark', act.mark.by))
    return last !== undefined && isSameMark(saidMark(last), act.mark)
  }
  const kept = operations.filter(
    (operation) => !('note' in operation.act) && (isNewest(operation) || tellsContent(operation))
  )
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
