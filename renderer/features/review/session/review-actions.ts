import { computed, onScopeDispose } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { useReviews } from '../reviews'
import { useLeaving } from '../../../shared/ui/use-leaving'
import { createSaveQueue } from '../../../shared/data/save-queue'
import { defineConnectionStore } from '../../../shared/data/open-connection'
import {
  isMark,
  keepSaved,
  nowhere,
  savedAs,
  useLeftMarks,
  type Press,
  type PressedMark,
  type RequestedMark,
  type Unsaved
} from './left-marks'
import { useUndoOrder } from '../../../shared/data/undo-order'
import { markedAction, turnedProduct } from './queue-labels'
import { useReviewPace } from './review-pace'
import { useReviewSession } from './review-session'
import { useTakenTo } from './taken-to'
import { useToldAction } from './told-action'

/**
 * Marks of the product that is looked at in the queue, and the way back. A mark holds at once and is saved while the person goes on, in
 * order: each is for the product that was on screen when its key was pressed. One that cannot be saved leads back to its product, and
 * those that wait behind it are taken back (fault 134).
 */
export const useReviewActions = defineConnectionStore((connectionId) => {
  const session = useReviewSession()
  const reviews = useReviews()
  const order = useUndoOrder()
  const pace = useReviewPace()
  const queue = createSaveQueue<Press>((press) => {
    if (isMark(press)) return save(press)
    return press.wish === 'undo' ? takeBack() : doAgain()
  })
  /** What is being saved. */
  const saving = computed<RequestedMark | null>(() => queue.saving.value?.wish ?? null)
  const { wasTaken, holds, takeTo, backTo } = useTakenTo(session)
  const left = useLeftMarks().of(connectionId)
  const { action, tell, forget } = useToldAction(session)

  /** Of the product on screen: tried again, it must not become the mark of another one. */
  const unsaved = computed(() => {
    const { refused } = left
    return refused?.productId === null || refused?.productId === session.cursor.current?.id ? refused : null
  })

  /** The failure leads away from where later keys were pressed: what they wished for is not done behind the person's back. */
  function refuse(unsaved: Unsaved): void {
    left.refused = unsaved
    for (const each of queue.takeWaiting().reverse()) if (isMark(each)) each.settle(nowhere)
  }

  async function save(press: PressedMark): Promise<void> {
    const { products, wish, reason } = press
    const [product] = products
    const of = { products: products.map(({ id, contentFingerprint }) => ({ id, contentFingerprint })) }
    const answer = await reviews.mark(connectionId, wish, of, { reason })
    if (!answer.ok) {
      refuse({ failure: answer.failure, wish, productId: product.id, press })
      press.settle(nowhere)
      takeTo(press)
      tell({ kind: 'not-marked', product })
      return
    }
    const { entry, stale } = answer.value
    left.refused = null
    if (entry !== null) keepSaved(left, entry, press)
    if (stale.length === 0) tellSaved(press, entry)
    const refused = products.find(({ id }) => stale.includes(id))
    press.settle((id) => !stale.includes(id))
    if (refused === undefined) return
    takeTo({ ...press, products: [refused] })
    const isShown = (): boolean => session.cursor.current?.id === refused.id
    if (isShown()) await session.showNewer()
    const differences = isShown() ? (session.newer?.differences ?? []) : []
    tell({ kind: 'stale', product: refused, fields: differences.map(({ field }) => field) })
  }

  /** Where its products had the mark already, nothing was done that counts, or could be taken back. */
  function tellSaved(press: PressedMark, entry: number | null): void {
    const { wish, products, reason = null, isReason = false } = press
    const [product] = products
    const told = action.value
    const isAbout = told !== null && 'product' in told && told.product === product
    // Also a reason that was given before it was known that the mark was there already, with it.
    if (isAbout && told.kind === 'marked' && entry === null) tell({ kind: 'unchanged', product, mark: wish })
    if (isReason) return
    left.unchanged = entry === null ? product.id : null
    if (wish === 'unreviewed') return
    if (entry === null) pace.add(-products.length)
    if (told?.kind === 'many-marked' && entry === null && reviews.last)
      tell({ kind: 'turned', what: reviews.last })
    else if (isAbout && told.kind === 'unchanged' && entry !== null)
      tell({ kind: 'marked', product, mark: wish, reason })
  }

  /** Whether these products have the mark already, as far as is known. */
  function isKept({ wish, reason, products }: Pick<PressedMark, 'wish' | 'reason' | 'products'>): boolean {
    return reason === undefined && products.length === 1 && session.hasOwn(products[0], wish)
  }

  /**
   * Marks the product on screen as it is seen there, and goes on to the next one; stays where that changes nothing, unless the product waits
   * in the queue with that mark, which is confirmed. The promise ends once that is saved.
   */
  async function mark(wish: ReviewMark, reason?: string | null): Promise<void> {
    const { current } = session.cursor
    if (wasTaken.value || !current) return
    const before = session.stateOf(current)
    // A mark that is taken away decides nothing: the person stays to decide.
    const isStaying =
      wish === 'unreviewed' || (isKept({ wish, reason, products: [current] }) && !session.waits(current))
    const saved = press(wish, reason, [current])
    if (!isStaying) session.goOn(before)
    await saved
  }

  /** Marks some products of the queue as one, and goes on to what comes after them. */
  async function markMany(
    wish: ReviewMark,
    products: readonly [Product, ...Product[]],
    reason?: string | null
  ): Promise<void> {
    if (wasTaken.value) return
    const { current } = session.cursor
    const isAtThem = products.some(({ id }) => id === current?.id)
    const before = current && isAtThem && wish !== 'unreviewed' ? session.stateOf(current) : null
    const saved = press(wish, reason, products)
    if (before !== null) session.goOn(before, products)
    await saved
  }

  /** Says why products need work that were marked so a moment ago; they may not be on screen anymore. */
  async function giveReason(products: PressedMark['products'], reason: string | null): Promise<void> {
    const wish = 'needs-work'
    const settle = session.markAll(products, wish)
    tell(markedAction(products, wish, reason))
    await queue.add({ wish, reason, products, isReason: true, at: performance.now(), settle })
  }

  function press(
    wish: ReviewMark,
    reason: string | null | undefined,
    products: PressedMark['products']
  ): Promise<void> {
    if (wish !== 'unreviewed') pace.add(products.length)
    const isSame = isKept({ wish, reason, products })
    const settleMarks = session.markAll(products, wish)
    const settle: PressedMark['settle'] = (isSaved) => {
      settleMarks(isSaved)
      if (wish !== 'unreviewed') pace.add(-products.filter(({ id }) => !isSaved(id)).length)
    }
    const isNews = action.value?.kind !== 'stale' || action.value.product.id === session.cursor.current?.id
    const [product] = products
    // What stands on screen because its approval was refused is told until a key is pressed for it.
    if (isNews && isSame) tell({ kind: 'unchanged', product, mark: wish })
    else if (products.length > 1 || isNews) tell(markedAction(products, wish, reason ?? null))
    return queue.add({ wish, reason, products, at: performance.now(), settle })
  }

  /** What was done last on any page: a mark of this one in its own way, anything else, such as a note, as there. */
  async function takeBack(): Promise<void> {
    const latest = order.last(connectionId)
    if (latest === null) {
      tell({ kind: 'nothing-to-undo' })
      return
    }
    const mine = savedAs(left, latest)
    if (!mine) {
      await reviews.undoLast(connectionId)
      await tellTurned('undone')
      return
    }
    const undone = await undoAll(mine.entries.toReversed(), 'undo')
    if (undone === null) return
    order.dropEntries(connectionId, mine.entries)
    left.done = left.done.filter((each) => each !== mine)
    // Its reason may have been changed since.
    if (undone.at(-1)?.entry !== mine.entries[0]) {
      const { product } = await backTo(mine.productIds)
      tell({ kind: 'kept', product: mine.productIds.length > 1 ? null : product })
      return
    }
    left.undone = [...left.undone, { ...mine, redos: undone.toReversed().map(({ redo }) => redo) }]
    pace.add(-mine.productIds.length)
    for (const id of mine.productIds) session.undone(id)
    await tellTurned('undone', mine.productIds)
  }

  /** What was taken back last holds again; the next product comes, as after the mark. */
  async function doAgain(): Promise<void> {
    const mine = left.undone.at(-1)
    if (!reviews.canRedo(connectionId)) {
      tell({ kind: 'nothing-to-redo' })
      return
    }
    const taken = order.takenBy(connectionId, mine?.redos[0])
    if (!mine || taken !== order.next(connectionId)) {
      await reviews.redo(connectionId)
      await tellTurned('redone')
      return
    }
    const again = await undoAll(mine.redos, 'redo')
    if (again === null) return
    left.undone = left.undone.filter((each) => each !== mine)
    if (again.length === 0) {
      tell({ kind: 'turned', what: { kind: 'not-redone', connectionId, product: taken?.product ?? null } })
      return
    }
    const { entries, productIds } = mine
    left.done = [...left.done, { entries, productIds }]
    pace.add(productIds.length)
    await tellTurned('redone', productIds)
  }

  /**
   * Goes to the product of what was taken back, or done again, where the queue has it, and names it with its mark as it is now; of several
   * it says how many they are. `ids`: of this page's marks; left out, it is what the log says.
   */
  async function tellTurned(kind: 'undone' | 'redone', ids?: readonly string[]): Promise<void> {
    const what = reviews.last
    if (what === null) return
    if ('failure' in what) {
      refuse({
        failure: what.failure,
        wish: kind === 'undone' ? 'undo' : 'redo',
        productId: null,
        press: null
      })
      return
    }
    left.refused = null
    const turned = ids ?? [turnedProduct({ kind: 'turned', what })].filter((id) => id !== null)
    const { product, isElsewhere } = await backTo(turned)
    const isMark = ids !== undefined || (what.kind === 'undone' && what.entry.of === 'mark')
    const isOneMark = isMark && turned.length === 1
    tell(product && isOneMark ? { kind, product, isElsewhere } : { kind: 'turned', what, isElsewhere })
    if (kind === 'undone' || ids === undefined) return
    session.redone(ids)
    const { current } = session.cursor
    if (current !== null && current.id === turned[0] && session.stateOf(current) !== 'unreviewed')
      session.goOn('unreviewed')
  }

  /** Takes entries back; which of them came to anything, and the entries that say so. null: one could not be, which is told. */
  async function undoAll(
    entries: readonly number[],
    wish: 'undo' | 'redo'
  ): Promise<{ entry: number; redo: number }[] | null> {
    const done: { entry: number; redo: number }[] = []
    for (const entry of entries) {
      const answer = await reviews.undo(connectionId, entry)
      if (!answer.ok) {
        refuse({ failure: answer.failure, wish, productId: null, press: null })
        return null
      }
      if (answer.value && answer.value.restored > 0) done.push({ entry, redo: answer.value.redo })
    }
    left.refused = null
    return done
  }

  /** Takes back what was done last, and goes back to its product. */
  const undo = (): Promise<void> => queue.add({ wish: 'undo' })
  /** The mark that was taken back last holds again. */
  const redo = (): Promise<void> => queue.add({ wish: 'redo' })

  /**
   * The page or the connection goes, and with it the queue: all that waits is asked for at once, since the main process does it in
   * order and ends after it. What an undo takes back that was not asked for yet is not asked for at all.
   */
  function sendWaiting(): void {
    const marks: PressedMark[] = []
    // Its number is not known before it is answered: it cannot be taken back anymore.
    const { value: first } = queue.saving
    let isSent = first !== null && isMark(first) ? first : null
    for (const each of queue.takeWaiting()) {
      if (isMark(each)) marks.push(each)
      // It is for what was taken back before, which may not be known yet.
      else if (each.wish === 'redo') continue
      else if (marks.length > 0) marks.pop()?.settle(nowhere)
      else if (isSent) isSent = null
      else void takeBack()
    }
    for (const each of marks) void save(each)
  }
  onScopeDispose(sendWaiting)
  useLeaving((isLast) => {
    if (isLast) sendWaiting()
  })

  /** Saves once more what was not saved. */
  async function retry(): Promise<void> {
    const again = saving.value === null ? unsaved.value : null
    if (again?.wish === 'undo') await undo()
    else if (again?.wish === 'redo') await redo()
    else if (again?.press?.isReason) await giveReason(again.press.products, again.press.reason ?? null)
    else if (again?.press && again.press.products.length > 1)
      await markMany(again.press.wish, again.press.products, again.press.reason)
    else if (again?.press && session.cursor.current) await mark(again.press.wish, again.press.reason)
  }

  /** One product on; at the end it says so. */
  function next(): void {
    left.refused = null
    if (!session.next()) tell({ kind: 'end' })
  }

  async function previous(): Promise<void> {
    left.refused = null
    if (!(await session.previous())) tell({ kind: 'first' })
  }

  /** The note of the product on screen was saved, and the keys are for its mark again. */
  function noted(): void {
    const { current } = session.cursor
    if (current) tell({ kind: 'noted', product: current })
  }

  return {
    /** The page has gone: what a key did there is no news anymore. */
    leave: forget,
    saving,
    wasTaken,
    holds,
    unsaved,
    action,
    noted,
    tell,
    mark,
    markMany,
    giveReason,
    undo,
    redo,
    retry,
    next,
    previous
  }
})
