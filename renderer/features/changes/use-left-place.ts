import { nextTick, onBeforeUnmount, onMounted } from 'vue'
import type { Change, ChangeGroup } from '../../../electron/contract/history'
import { isOnPage, releaseFocus } from '../../shared/ui/keyboard-context'
import { startOf, type LeftPlace, type PlacedChange } from './paged-changes'

/** So far from where it stood in its run is a change looked for that moved. */
export const farthest = 100
/** Changes of which the first that stays is gone by. */
const most = 40

/** The changes that are listed, of which not all are read. */
export interface ListedChanges {
  /** undefined while it is not read. */
  at: (index: number) => Change | undefined
  /** Whether a place was read as the list is now. */
  isRead: (index: number) => boolean
  /** Reads what is not read of a part, `end` not among it; settles when it is here. */
  look: (first: number, end: number) => Promise<void>
  /** Of the runs that the changes are from, in order; none where they are of no run. */
  groups: () => readonly ChangeGroup[]
  /** Where a person was in the list when they left it; null: at its beginning. */
  left: () => LeftPlace | null
  leave: (place: LeftPlace | null) => void
}

/** The list on screen. Changes are counted from 0. */
export interface ScrollingList {
  focus: (index: number) => void
  /** The keyboard is in the rows. */
  hasKeyboard: () => boolean
  isInSight: (index: number) => boolean
  /** The first change in sight, and by how many rows it stands below the upper edge. */
  top: () => { index: number; below: number }
  isScrolled: () => boolean
  scrollTo: (index: number, below: number) => void
}

/** The current change, as the list is left and found again. */
interface LeftCurrent {
  /** Where it was; null: nobody has come to one. */
  placed: () => PlacedChange | null
  /** Where it stands now; null: it has left the list. */
  place: () => number | null
  isOpen: () => boolean
  /** It has left the list, and this is what comes after it. */
  goOnAt: (index: number) => void
}

/**
 * Whoever comes back to a list of changes finds it as they left it: what stood on top, what is current, and its product beside the list. What
 * has left the list meanwhile is gone by, and what came before it moves nothing.
 */
export function useLeftPlace(
  { at, isRead, look, groups, left: leftPlace, leave }: ListedChanges,
  list: () => ScrollingList | null,
  current: LeftCurrent
): void {
  function from(first: number): PlacedChange[] {
    return Array.from({ length: most }, (_, by) => first + by).flatMap((index) => {
      const change = at(index)
      return change ? [{ change, index, within: index - startOf(change.run, groups()) }] : []
    })
  }

  /** Where the first of these stands that is still listed; null: none of them is, or it could not be read. */
  async function find(changes: readonly PlacedChange[]): Promise<number | null> {
    const [first] = changes
    // What was read before may not hold anymore, the runs neither: they come with it.
    if (first) await look(first.index, first.index + 1)
    for (const { change, within } of changes) {
      const expected = startOf(change.run, groups()) + within
      const before = Math.max(0, expected - farthest)
      await look(before, expected + farthest)
      const near = Array.from({ length: 2 * farthest + 1 }, (_, by) => before + by)
      const now = near.find((index) => isRead(index) && at(index)?.number === change.number)
      if (now !== undefined) return now
    }
    return null
  }

  async function restore({ top, below, current: changes }: LeftPlace): Promise<void> {
    // A key led here, as from the help: the keyboard goes on in the row.
    const isComing = isOnPage(document.activeElement)
    const [before] = top
    if (before) list()?.scrollTo(before.index, below)
    const now = await find(top)
    // The keyboard has come to a row meanwhile: the list stays with that.
    if (now !== null && list()?.hasKeyboard() === false) list()?.scrollTo(now, below)
    const next = await find(changes)
    const isGone = next !== null && at(next)?.number !== changes[0]?.change.number
    if (isGone && list()?.hasKeyboard() === false) current.goOnAt(next)
    await nextTick()
    const place = current.place()
    const isWanted = isComing && isOnPage(document.activeElement)
    if (!isWanted || place === null || list()?.isInSight(place) !== true) return
    releaseFocus()
    list()?.focus(place)
  }

  /** What was the first change in the list as it was read before may have left, or others came before it. */
  async function begin(): Promise<void> {
    if (list() === null) return
    await look(0, 1)
    if (list()?.hasKeyboard() === false && !current.isOpen()) current.goOnAt(0)
  }

  const left = leftPlace()
  onMounted(() => void (left === null ? begin() : restore(left)))
  onBeforeUnmount(() => {
    const shown = list()
    if (shown === null) return
    const { index, below } = shown.top()
    const placed = current.placed()
    const hasGoneOn = shown.isScrolled() || (placed?.index ?? 0) > 0 || current.isOpen()
    // Whoever went nowhere finds what is new.
    if (!hasGoneOn) leave(null)
    else
      leave({
        ...{ top: from(index), below, isOpen: current.isOpen() },
        current: placed === null ? [] : [placed, ...from(placed.index + 1)]
      })
  })
}
