import { until } from '@vueuse/core'
import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowReactive, shallowRef, watch } from 'vue'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Input } from '../../../electron/contract/channels'
import { ok, type Failure, type Result } from '../../../electron/contract/failure'
import type { Marked, Review, Undone } from '../../../electron/contract/review'
import type { Product } from '../../../electron/contract/product'
import type { ReviewMark } from '../../../electron/contract/review-state'
import { call, on } from '../../bridge'
import { alreadyMarked, type HeldMark, type LastAction } from './last-action'
import { useNotices } from '../../shared/data/connection-states'
import { useUndoOrder, type TakenEntries, type UndoableAct } from '../../shared/data/undo-order'
import { useUndosUnderWay } from './undos-under-way'

/** Whose review it is. */
export interface ReviewKey {
  connectionId: string
  productId: string
}

/** The products that a mark is for: named, or all of a list. */
export type MarkedProducts = Input<'reviews:mark'>['of']

/** How a mark is set. */
interface MarkOptions {
  /** Why they need work; null: no reason, left out: nobody was asked. */
  reason?: string | null | undefined
  /** What the product is called, where the mark is for one. */
  name?: string | undefined
  /** The numbers of its changes that are on screen: where there are others that nobody has seen, nothing is marked. */
  changes?: number[] | undefined
  /** Hears of it once it is saved, also where a person had to try again. */
  onMarked?: (marked: Marked) => void
}

/** One text for a place, to find it by. */
export function reviewKey({ connectionId, productId }: ReviewKey): string {
  return JSON.stringify([connectionId, productId])
}

/** What is known of single products' reviews, and what a person does to reviews. Nothing is shown as done before it is saved. */
export const useReviews = defineStore('reviews', () => {
  const [order, undos] = [useUndoOrder(), useUndosUnderWay()]
  const known = shallowReactive(new Map<string, Review>())
  /** Why a review could not be read. */
  const failures = shallowReactive(new Map<string, Failure>())
  const last = shallowRef<LastAction | null>(null)
  /** `last`, where it undid something of a product that the list on screen does not have: that one cannot be gone to. */
  const elsewhere = shallowRef<LastAction | null>(null)
  /** Marks and undos whose answer is awaited. */
  const underWay = ref(0)
  const looked = new Map<string, { place: ReviewKey; times: number; newest: number }>()

  /** A failure is news still. */
  function dismissDone(): void {
    if (last.value && !('failure' in last.value)) last.value = null
  }
  // Something newer was done, also what is told elsewhere, such as a note: Undo is for that.
  watch(() => order.acts, dismissDone, { flush: 'sync' })

  async function read(key: string): Promise<void> {
    const entry = looked.get(key)
    if (!entry) return
    const number = ++entry.newest
    const answer = await call('reviews:of', entry.place)
    // It is not looked at anymore, or was asked for again since.
    if (looked.get(key) !== entry || number !== entry.newest) return
    if (answer.ok) {
      failures.delete(key)
      known.set(key, answer.value)
    } else failures.set(key, answer.failure)
  }

  /** Reads a product's review and keeps it current, until the returned function is called. */
  function look(place: ReviewKey): () => void {
    const key = reviewKey(place)
    const entry = looked.get(key) ?? { place, times: 0, newest: 0 }
    entry.times += 1
    looked.set(key, entry)
    void read(key)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      entry.times -= 1
      if (entry.times > 0) return
      looked.delete(key)
      known.delete(key)
      failures.delete(key)
    }
  }

  function rereadOf(connectionId: string, productIds: readonly string[] | null): void {
    for (const [key, { place }] of looked) {
      const isMeant = productIds === null || productIds.includes(place.productId)
      if (place.connectionId === connectionId && isMeant) void read(key)
    }
  }
  onScopeDispose(on('reviews:changed', (event) => rereadOf(event.connectionId, event.productIds)))
  // What was approved may be something else by now.
  onScopeDispose(on('catalog:changed', ({ connectionId }) => rereadOf(connectionId, null)))

  async function asked<T>(question: Promise<Result<T>>): Promise<Result<T>> {
    underWay.value += 1
    try {
      return await question
    } finally {
      underWay.value -= 1
    }
  }

  /** Marks products, all or none of them; `last` tells what came of it. */
  async function mark(
    connectionId: string,
    wish: ReviewMark,
    of: MarkedProducts,
    { reason, name, changes, onMarked = () => undefined }: MarkOptions = {}
  ): Promise<Result<Marked>> {
    const answer = await asked(call('reviews:mark', { connectionId, mark: wish, reason, of, changes }))
    const again = (): void => void mark(connectionId, wish, of, { reason, name, changes, onMarked })
    if (!answer.ok) {
      last.value = { kind: 'not-marked', connectionId, failure: answer.failure, again }
      return answer
    }
    // Where nothing changed there is nothing to take back.
    if (answer.value.entry !== null) order.did(connectionId, { entry: answer.value.entry })
    const already = alreadyMarked(of, answer.value)
    last.value = { kind: 'marked', connectionId, mark: wish, name: name ?? null, already, ...answer.value }
    onMarked(answer.value)
    return answer
  }

  /** As `mark`, after the marks and undos under way: a mark of many products is still being written, and would go over this one. */
  async function markWhenIdle(
    connectionId: string,
    wish: ReviewMark,
    of: MarkedProducts,
    options: MarkOptions = {}
  ): Promise<Result<Marked>> {
    while (underWay.value > 0) await until(underWay).toBe(0)
    return mark(connectionId, wish, of, options)
  }

  /** Marks that only give a reason to the mark before, by their entries: they are taken back together. */
  const reasons = new Map<string, number>()

  /**
   * Says why products need work that were just marked so; `of` null: whichever those were. `before` is the reason that they had, undefined is
   * no answer.
   */
  async function giveReason(
    connectionId: string,
    of: MarkedProducts | null,
    reason: string | null | undefined,
    before: string | null,
    marked: Promise<Result<Marked>>,
    name?: string
  ): Promise<void> {
    const first = await marked
    if (!first.ok || reason === undefined || reason === before) return
    const { entry, otherChanges } = first.value
    // It was not marked: its reason alone would do that.
    if (otherChanges === true) return
    const products = of ?? (entry === null ? null : { entry })
    if (products === null) return
    const given = await markWhenIdle(connectionId, 'needs-work', products, { reason, name })
    if (!given.ok || given.value.entry === null || entry === null) return
    reasons.set(`${connectionId} ${given.value.entry}`, entry)
  }

  /** Takes back an entry of the log; without one, the last that this person made and that holds. */
  async function takeBack(connectionId: string, entry: number | null): Promise<Result<Undone | null>> {
    const answer = await asked(call('reviews:undo', { connectionId, entry }))
    if (!answer.ok) {
      const again = (): void => void undo(connectionId, entry)
      last.value = { kind: 'not-undone', connectionId, failure: answer.failure, again }
      return answer
    }
    const { value } = answer
    if (value !== null && 'prevented' in value) {
      last.value = { kind: 'prevented', connectionId, ...value }
      return ok(null)
    }
    if (value !== null) last.value = { kind: 'undone', connectionId, ...value }
    else last.value = { kind: 'nothing-to-undo', connectionId }
    return ok(value)
  }

  /**
   * Takes back an entry of the log, a reason together with its mark; without one, the last that this person made and that holds. `redo`
   * does it again.
   */
  async function undoEntry(connectionId: string, entry: number | null): Promise<Result<Undone | null>> {
    const answer = await takeBack(connectionId, entry)
    if (!answer.ok || answer.value === null) return answer
    const { number, product } = answer.value.entry
    const entries = [{ number, redo: answer.value.redo }]
    const first = reasons.get(`${connectionId} ${number}`)
    reasons.delete(`${connectionId} ${number}`)
    const ofMark = first === undefined ? answer : await takeBack(connectionId, first)
    if (first !== undefined && ofMark.ok) {
      if (ofMark.value) entries.unshift({ number: first, redo: ofMark.value.redo })
      // Only the entry of the reason says of both what they were.
      const { entry } = answer.value
      last.value = { kind: 'undone', connectionId, ...(ofMark.value ?? answer.value), entry }
    }
    const again = order.takenBy(connectionId, number)
    if (again !== null) order.doneAgain(connectionId, again)
    else if (answer.value.entry.kind !== 'undo') order.entriesTaken(connectionId, { entries, product })
    return ofMark
  }

  const undo = (connectionId: string, entry: number | null = null): ReturnType<typeof undoEntry> =>
    undos.run(() => undoEntry(connectionId, entry))

  /** Takes an assignment back, or does it again; answers with the number of what does the contrary. null: it could not be. */
  async function turnAssignment(
    connectionId: string,
    assignment: number,
    to: readonly string[] | null
  ): Promise<number | null> {
    const answer = await asked(call('reviews:undo-assignment', { connectionId, assignment }))
    const again = (): void => void turnAssignment(connectionId, assignment, to)
    last.value = answer.ok
      ? { kind: 'assigned', connectionId, count: answer.value.assigned, to }
      : { kind: 'not-undone', connectionId, failure: answer.failure, again }
    return answer.ok ? answer.value.assignment : null
  }

  /**
   * Takes back what was done last, on whichever page, also where that is still being saved: an entry of the log, an assignment, or that
   * changes were seen.
   */
  async function undoLast(connectionId: string): Promise<void> {
    const act = await undos.run(async () => {
      while (underWay.value > 0) await until(underWay).toBe(0)
      const last = order.last(connectionId)
      if (last !== null && 'undo' in last) return last
      const answer = await undoEntry(connectionId, null)
      // Whatever came of it: its number may not be known, or it was written over since.
      if (answer.ok && last !== null) order.drop(connectionId, last)
      return null
    })
    if (act !== null) await undoAct(connectionId, act)
  }

  /** Takes back what is in no log. */
  async function undoAct(connectionId: string, act: UndoableAct): Promise<void> {
    if (await act.undo()) order.actTaken(connectionId, act)
  }

  /** Does again what was taken back last. */
  async function redo(connectionId: string): Promise<void> {
    while (underWay.value > 0) await until(underWay).toBe(0)
    const wish = order.next(connectionId)
    if (wish === null) return
    if ('entries' in wish) await undos.run(() => redoEntries(connectionId, wish))
    else if (await wish.redo()) order.doneAgain(connectionId, wish)
  }

  async function redoEntries(connectionId: string, wish: TakenEntries): Promise<void> {
    order.doneAgain(connectionId, wish)
    let told: LastAction = { kind: 'not-redone', connectionId, product: wish.product }
    for (const { redo: entry } of wish.entries) {
      const answer = await takeBack(connectionId, entry)
      if (!answer.ok) return
      if (answer.value && last.value) told = last.value
    }
    last.value = told
    const [first, reason] = wish.entries
    if (first && reason) reasons.set(`${connectionId} ${reason.number}`, first.number)
  }

  /** Assigns products to people of the team: evenly to several, [] to nobody. Says whether that was done. */
  async function assign(
    connectionId: string,
    to: readonly string[],
    of: Input<'reviews:assign'>['of']
  ): Promise<boolean> {
    const answer = await asked(call('reviews:assign', { connectionId, to: [...to], of }))
    if (answer.ok) {
      let { assignment } = answer.value
      const turn = async (people: readonly string[] | null): Promise<boolean> => {
        const turned = await turnAssignment(connectionId, assignment, people)
        assignment = turned ?? assignment
        return turned !== null
      }
      order.did(connectionId, { undo: () => turn(null), redo: () => turn(to) })
      last.value = { kind: 'assigned', connectionId, count: answer.value.assigned, to }
    } else {
      const again = (): void => void assign(connectionId, to, of)
      last.value = { kind: 'not-assigned', connectionId, failure: answer.failure, again }
    }
    return answer.ok
  }

  return {
    last,
    elsewhere,
    underWay,
    look,
    /** null until it is read. */
    of: (place: ReviewKey): Review | null => known.get(reviewKey(place)) ?? null,
    /** Why it could not be read, the last time. */
    failureOf: (place: ReviewKey): Failure | null => failures.get(reviewKey(place)) ?? null,
    /** Takes what a call answered with, so that it need not be asked for again. */
    take: (connectionId: string, review: Review): void => {
      const key = reviewKey({ connectionId, productId: review.productId })
      if (looked.has(key)) known.set(key, review)
    },
    mark,
    /** A mark could not even be asked for. */
    refuse: (connectionId: string, failure: Failure, again: () => void): void =>
      void (last.value = { kind: 'not-marked', connectionId, failure, again }),
    holdMark: (connectionId: string, held: HeldMark): void =>
      void (last.value = { kind: 'unseen', connectionId, ...held }),
    /** A product was excepted from a rule, and that is saved. */
    tellExcepted: (connectionId: string, product: Pick<Product, 'id' | 'name'>, rule: RuleId): void =>
      void (last.value = { kind: 'excepted', connectionId, product, rule }),
    markWhenIdle,
    giveReason,
    undo,
    undoLast,
    undoAct,
    /** Something was taken back, and nothing was done since. */
    canRedo: (connectionId: string): boolean => order.next(connectionId) !== null,
    redo,
    assign,
    /** The person has read what was done last. */
    dismiss: (): void => void (last.value = null),
    /** The page on which it was done has gone: on another one only a failure is news still. Undo goes on to take it back. */
    leave: (): void => {
      order.leave()
      dismissDone()
    }
  }
})

/** What there is to tell of the connections' reviews. */
export const useReviewNotice = defineStore('review-notice', () => {
  const notices = useNotices((connectionId) => call('reviews:notice', { connectionId }))
  // Reviews can turn out to be damaged, and be restored, while they are looked at: then any of them may be another.
  onScopeDispose(
    on('reviews:changed', ({ connectionId, productIds }) => {
      if (productIds === null) void notices.open(connectionId)
    })
  )
  return notices
})
