import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { Failure, Result } from '../../../electron/contract/failure'
import type { Change, ChangeGroup } from '../../../electron/contract/history'

/** Changes that are read at a time. */
const pageSize = 100
/** Pages that are kept, about 1 kB a change. */
const mostPages = 40

/** A change where it stands: among all that are listed, and among those of its run, which others that come before it leave as it is. */
export interface PlacedChange {
  change: Change
  index: number
  within: number
}

/** Where a person was in a list when they left it. */
export interface LeftPlace {
  /** The changes that stood there, from the one on top on, and by how many rows the first stood below the upper edge; below 0: it was cut. */
  top: readonly PlacedChange[]
  below: number
  /** The current one, then those after it; none: nobody had come to one. */
  current: readonly PlacedChange[]
  /** Its product was shown beside the list. */
  isOpen: boolean
}

interface Page {
  changes: readonly Change[]
  total: number
}

interface Kept {
  changes: readonly Change[]
  /** Something is not as it was when it was read: it is shown until it is read again. */
  stale: boolean
}

/** A list of changes of any length, of which only what is looked at is here. */
interface PagedChanges<P extends Page> {
  /** The answer that came last; null: none yet. */
  latest: Readonly<ShallowRef<P | null>>
  failed: Readonly<ShallowRef<Failure | null>>
  /** The first answer of another list is awaited, while that of before stays on screen. */
  isNew: ComputedRef<boolean>
  /** The change at a place, 0-based; undefined while it is not read. */
  at: (index: number) => Change | undefined
  /** Whether a place was read as the list is now, also one that holds no change. */
  isRead: (index: number) => boolean
  /** Says which changes are looked at, `end` not among them; they are read if they are not here. Settles when they are. */
  look: (first: number, end: number) => Promise<void>
  /** Begins another list. With `forget` nothing of the one before stays on screen. */
  open: (forget?: boolean) => void
  /** Reads again what is looked at; settles when it is here. */
  reload: () => Promise<void>
  /** null: at its beginning, as another list is begun. */
  left: ShallowRef<LeftPlace | null>
}

/** `ask` reads a part of the list as it is asked for now. Pages that come late, for a list of before, are left alone. */
export function pagedChanges<P extends Page>(
  ask: (paging: { offset: number; limit: number }) => Promise<Result<P>>
): PagedChanges<P> {
  const latest: ShallowRef<P | null> = shallowRef(null)
  const failed = shallowRef<Failure | null>(null)
  const pages = new Map<number, Kept>()
  const left: ShallowRef<LeftPlace | null> = shallowRef(null)
  const version = ref(0)
  const list = ref(0)
  const shownList: Ref<number> = ref(0)
  let wanted: readonly number[] = [0]
  /** Grows when what was read does not hold anymore. */
  let state = 0
  let underWay = new Map<number, Promise<void>>()

  const isNew = computed(() => list.value !== shownList.value)

  function keep(number: number, kept: Kept): void {
    pages.delete(number)
    pages.set(number, kept)
    const [oldest] = pages.keys()
    if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
  }

  async function read(number: number): Promise<void> {
    const [ofList, ofState] = [list.value, state]
    const answer = await ask({ offset: number * pageSize, limit: pageSize })
    if (ofList !== list.value) return
    underWay.delete(number)
    if (!answer.ok) {
      failed.value = answer.failure
      return
    }
    if (isNew.value) pages.clear()
    shownList.value = ofList
    failed.value = null
    latest.value = answer.value
    keep(number, { changes: answer.value.changes, stale: ofState !== state })
    version.value += 1
    if (ofState !== state) await pump()
  }

  function pump(): Promise<unknown> {
    for (const number of wanted) {
      const isHere = !isNew.value && pages.get(number)?.stale === false
      if (!isHere && !underWay.has(number)) underWay.set(number, read(number))
    }
    return Promise.all(underWay.values())
  }

  return {
    latest,
    failed,
    isNew,
    at(index) {
      // Read here, so that whoever shows it sees it come.
      if (version.value < 0) return undefined
      return pages.get(Math.floor(index / pageSize))?.changes[index % pageSize]
    },
    isRead: (index) => version.value >= 0 && pages.get(Math.floor(index / pageSize))?.stale === false,
    left,
    async look(first, end) {
      if (isNew.value || end <= first) return
      const from = Math.floor(first / pageSize)
      const to = Math.floor((end - 1) / pageSize)
      wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      await pump()
    },
    open(forget = false) {
      list.value += 1
      underWay = new Map()
      wanted = [0]
      failed.value = null
      left.value = null
      if (forget) {
        pages.clear()
        latest.value = null
        version.value += 1
      }
      void pump()
    },
    async reload() {
      state += 1
      for (const page of pages.values()) page.stale = true
      await pump()
    }
  }
}

/** A row of a list of changes: the heading of a sync, or the change at a place among all. */
type ListRow = { kind: 'group'; group: ChangeGroup } | { kind: 'change'; at: number }

/** The rows of a list of changes, whether or not they are read yet. */
interface ListRows {
  count: number
  /** The row at a place; null behind the end. */
  at: (index: number) => ListRow | null
  /** Where the row of a change is. */
  indexOf: (change: number) => number
  /** The change that a row is of; of a heading that of the row after it. */
  changeAt: (index: number) => number
}

/** The place of the first change of each group. */
export function groupStarts(groups: readonly ChangeGroup[]): number[] {
  let before = 0
  return groups.map(({ total }) => (before += total) - total)
}

/** Where the changes of a run begin; of one that has left the list, those of the next; 0 where they are of no run. */
export function startOf(run: number | null, groups: readonly ChangeGroup[]): number {
  const next = groups.findIndex((group) => group.run <= (run ?? Infinity))
  return groupStarts(groups)[next] ?? groups.reduce((sum, { total }) => sum + total, 0)
}

/** Puts headings between changes. Without groups there are none. */
export function listRows(groups: readonly ChangeGroup[], total: number): ListRows {
  const starts = groupStarts(groups)

  /** The group that holds a change, by the greatest start that is not behind it. */
  function groupOf(fits: (group: number) => boolean): number {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (fits(middle)) low = middle
      else high = middle
    }
    return low
  }

  function at(index: number): ListRow | null {
    if (index < 0 || index >= groups.length + total) return null
    if (groups.length === 0) return { kind: 'change', at: index }
    const number = groupOf((group) => (starts[group] ?? 0) + group <= index)
    const heading = (starts[number] ?? 0) + number
    const group = groups[number]
    if (index === heading && group) return { kind: 'group', group }
    return { kind: 'change', at: index - number - 1 }
  }

  return {
    count: groups.length + total,
    at,
    indexOf: (change) =>
      groups.length === 0 ? change : change + groupOf((group) => (starts[group] ?? 0) <= change) + 1,
    changeAt(index) {
      const row = at(index)
      if (row?.kind === 'change') return row.at
      const next = at(index + 1)
      return next?.kind === 'change' ? next.at : 0
    }
  }
}
