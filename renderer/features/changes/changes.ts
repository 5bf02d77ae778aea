import { useQueryCache } from '@pinia/colada'
import { computed, ref, shallowRef, watch, type WritableComputedRef } from 'vue'
import type { Failure, Result } from '../../../electron/contract/failure'
import type { ChangesFilter, ChangesPage, MarkedSeen } from '../../../electron/contract/history'
import type { HistoryKind } from '../../../electron/contract/history-kinds'
import { call } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { queryKey } from '../../shared/data/queries'
import { useUndoOrder, type UndoableAct } from '../../shared/data/undo-order'
import type { OnlyChanges } from '../../shared/navigation'
import { pagedChanges } from './paged-changes'

/** What a person looks for when the inbox is opened: what nobody has seen yet. */
const unseenChanges: ChangesFilter = {
  fromRun: null,
  toRun: null,
  kinds: [],
  leastPercent: null,
  unseen: true
}

/** What was marked last. */
interface LastMarked {
  count: number
  seen: boolean
  /** That was what had been marked before, and was taken back. */
  isTakenBack: boolean
  /** Its way back, and forth; null: too many to take back, or none. */
  act: UndoableAct | null
}

/** The inbox of a connection: what its syncs brought. */
export const useChanges = defineConnectionStore((connectionId) => {
  const cache = useQueryCache()
  const order = useUndoOrder()
  let isOpen = false
  /** What the last visit was for; null: for nothing that a link promised. */
  let visited: OnlyChanges | null = null
  const view = ref<'inbox' | 'compare'>('inbox')
  const filter = shallowRef<ChangesFilter>(unseenChanges)
  const marked = shallowRef<LastMarked | null>(null)
  /** Why something could not be marked. */
  const refused = shallowRef<Failure | null>(null)

  const list = pagedChanges<ChangesPage>((paging) =>
    call('history:changes', { connectionId, ...filter.value, ...paging })
  )

  // The sidebar and the list tell one number.
  watch(list.latest, (latest) => {
    if (latest !== null) cache.setQueryData(queryKey('history:unseen', { connectionId }), latest.unseen)
  })

  /** Opens the inbox, and follows the catalog until the scope that calls this ends; one that was opened before stays as it was narrowed. */
  function open(): void {
    onConnectionEvent(connectionId, ['catalog:changed', 'reviews:changed'], () => void list.reload())
    if (isOpen && !list.isNew.value) void list.reload()
    else list.open(true)
    isOpen = true
  }

  /**
   * A link promises `only`; null: none led here. What it narrowed the inbox to is for one visit, to which a person comes back as from the help:
   * the next one begins with all that nobody has seen.
   */
  function visit(only: OnlyChanges | null): void {
    if (only === visited) return
    visited = only
    view.value = 'inbox'
    narrow({ ...unseenChanges, ...only })
  }

  function narrow(changes: Partial<ChangesFilter>): void {
    filter.value = { ...filter.value, ...changes }
    list.open()
  }

  async function mark(changes: Marking, seen: boolean): Promise<MarkedSeen | null> {
    const answer: Result<MarkedSeen> = await call('history:mark-seen', { connectionId, changes, seen })
    refused.value = answer.ok ? null : answer.failure
    if (!answer.ok) return null
    cache.setQueryData(queryKey('history:unseen', { connectionId }), answer.value.unseen)
    // What stands beside the list tells what nobody has seen of its product. The query itself reports a failure.
    cache.invalidateQueries({ key: [connectionId, 'history:of'] }).catch(() => undefined)
    await list.reload()
    return answer.value
  }

  /** Marks changes as seen, or as not seen; how many is told, and kept for `undo`. Says whether it was done. */
  async function markSeen(changes: Marking, seen = true): Promise<boolean> {
    const before = list.latest.value?.unseen ?? 0
    const done = await mark(changes, seen)
    if (done === null) return false
    const count = done.ranges?.reduce((sum, [first, last]) => sum + last - first + 1, 0)
    const act = done.ranges?.length ? actOf(done.ranges, seen) : null
    if (count !== 0) order.did(connectionId, act)
    marked.value = { count: count ?? Math.abs(before - done.unseen), seen, isTakenBack: false, act }
    return true
  }

  /** That these were marked can be taken back and done again, for as long as the page is open. */
  function actOf(ranges: [number, number][], seen: boolean): UndoableAct {
    const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
    const act: UndoableAct = {
      isOfPage: true,
      async undo() {
        const done = await mark({ ranges }, !seen)
        if (done !== null) marked.value = { count, seen: !seen, isTakenBack: true, act }
        return done !== null
      },
      async redo() {
        const done = await mark({ ranges }, seen)
        if (done !== null) marked.value = { count, seen, isTakenBack: false, act }
        return done !== null
      }
    }
    return act
  }

  /** All that the list holds, also what is not looked at; of one run alone where it is given. */
  function markListed(run: number | null = null): Promise<boolean> {
    const upTo = list.latest.value?.newest ?? 0
    if (upTo === 0) return Promise.resolve(false)
    const matching = run === null ? filter.value : { ...filter.value, fromRun: run, toRun: run }
    return markSeen({ matching, upTo })
  }

  return {
    filter,
    marked,
    refused,
    latest: list.latest,
    failed: list.failed,
    isNew: list.isNew,
    total: computed(() => list.latest.value?.total ?? 0),
    at: list.at,
    isRead: list.isRead,
    look: list.look,
    reload: list.reload,
    left: list.left,
    /** The inbox alone, or what a comparison tells apart. */
    view,
    open,
    narrow,
    visit,
    markSeen,
    markListed,
    /** The person has read what was said of marking. */
    close(): void {
      marked.value = null
      refused.value = null
    }
  }
})

type Marking = { ranges: [number, number][] } | { matching: ChangesFilter; upTo: number }

interface ChangeFilter {
  kinds: HistoryKind[]
  leastPercent: number | null
}

/** A list of changes that can be narrowed. */
interface Narrowed {
  readonly filter: ChangeFilter
  narrow: (changes: Partial<ChangeFilter>) => void
}

/** The kinds of changes that a list has, and the least size of a change of price, each to be set. */
export function useChangeFilter(list: Narrowed): {
  kinds: WritableComputedRef<HistoryKind[]>
  least: WritableComputedRef<number | null>
} {
  return {
    kinds: computed({ get: () => list.filter.kinds, set: (kinds) => list.narrow({ kinds }) }),
    least: computed({
      get: () => list.filter.leastPercent,
      set: (leastPercent) => list.narrow({ leastPercent })
    })
  }
}
