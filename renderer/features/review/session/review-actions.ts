import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowReactive, shallowRef } from 'vue'
import type { Failure } from '../../../../electron/contract/failure'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { useReviews } from '../reviews'
import { useLeaving } from '../../../shared/ui/use-leaving'
import { createSaveQueue } from '../../../shared/data/save-queue'
import { defineConnectionStore } from '../../../shared/data/open-connection'
import { useReviewPace } from './review-pace'
import { useReviewSession } from './review-session'

/** What came of the last key, for the person to hear. */
export type SessionAction =
  | { kind: 'marked'; product: Product; mark: ReviewMark; reason: string | null }
  | { kind: 'many-marked'; count: number; mark: ReviewMark }
  | { kind: 'undone'; product: Product | null }
  | { kind: 'stale' | 'not-marked' | 'noted'; product: Product }
  | { kind: 'nothing-to-undo' | 'kept' | 'first' | 'end' }

/** What is saved: a mark, or that one is taken back. */
export type RequestedMark = ReviewMark | 'undo'

/** A wish that was not saved. */
export interface Unsaved {
  failure: Failure
  wish: RequestedMark
  /** Whose mark it is; null: what was to be taken back was the last one, of whichever product. */
  productId: string | null
  press: PressedMark | null
}

/** A mark, with the products as they were on screen when its key was pressed. */
interface PressedMark {
  wish: ReviewMark
  /** Why they need work; null: no reason, left out: nobody was asked. */
  reason?: string | null | undefined
  /** The first is the one that was looked at. */
  products: readonly [Product, ...Product[]]
  /** It only says why they need work, which they were marked as before. */
  isReason?: boolean
  /** When its key was pressed, by `performance.now()`. */
  at: number
  /** All on screen says already that it holds: called once it is known of which products it was saved. */
  settle: (isSaved: (productId: string) => boolean) => void
}

/** It was saved of none of its products. */
const nowhere = (): boolean => false

type Press = PressedMark | { wish: 'undo' }

/** What is left of the marks of this start of the app, also while another store is open. */
interface Left {
  /** What was not saved. */
  refused: Unsaved | null
  /** Saved marks by their numbers in the log, that of a reason after its mark's, the last mark last. */
  done: { entries: readonly number[]; productIds: readonly [string, ...string[]] }[]
}

const useLeftMarks = defineStore('left-marks', () => {
  const known = new Map<string, Left>()
  return {
    of(connectionId: string): Left {
      const left = known.get(connectionId) ?? shallowReactive({ refused: null, done: [] })
      known.set(connectionId, left)
      return left
    }
  }
})

/** A product that was on screen for less than this, ms, nobody has decided on. */
const glance = 100
/** A key that comes sooner than this, ms, after another product came on screen by itself was meant for the one before. */
const reaction = 500

/**
 * Marks of the product that is looked at in the queue, and the way back. A mark holds at once and is saved while the person goes on, in
 * order: each is for the product that was on screen when its key was pressed. One that cannot be saved leads back to its product, and
 * those that wait behind it are taken back (fault 134).
 */
export const useReviewActions = defineConnectionStore((connectionId) => {
  const session = useReviewSession()
  const reviews = useReviews()
  const pace = useReviewPace()
  const queue = createSaveQueue<Press>((press) => (press.wish === 'undo' ? takeBack() : save(press)))
  /** What is being saved. */
  const saving = computed<RequestedMark | null>(() => queue.saving.value?.wish ?? null)
  /** Another product has just come on screen by itself: no key can be for that one yet. */
  const wasTaken = ref(false)
  const left = useLeftMarks().of(connectionId)
  const last = shallowRef<{ sitting: number; action: SessionAction } | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  /** Of the product on screen: tried again, it must not become the mark of another one. */
  const unsaved = computed(() => {
    const { refused } = left
    return refused?.productId === null || refused?.productId === session.cursor.current?.id ? refused : null
  })
  const action = computed(() => (last.value?.sitting === session.sitting ? last.value.action : null))

  function tell(what: SessionAction): void {
    last.value = { sitting: session.sitting, action: what }
  }

  /** The failure leads away from where later keys were pressed: what they wished for is not done behind the person's back. */
  function refuse(unsaved: Unsaved): void {
    left.refused = unsaved
    for (const each of queue.takeWaiting().reverse()) if (each.wish !== 'undo') each.settle(nowhere)
  }

  /** Back to a product whose mark was not taken. */
  function takeTo({ products: [product], at }: PressedMark): void {
    if (session.cursor.current?.id === product.id || !session.goTo(product.id)) return
    if (performance.now() - at < glance) return
    wasTaken.value = true
    clearTimeout(timer)
    timer = setTimeout(() => (wasTaken.value = false), reaction)
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
    if (entry !== null) keep(entry, press)
    const refused = products.find(({ id }) => stale.includes(id))
    press.settle((id) => !stale.includes(id))
    if (refused === undefined) return
    takeTo({ ...press, products: [refused] })
    tell({ kind: 'stale', product: refused })
    if (session.cursor.current?.id === refused.id) await session.showNewer()
  }

  /** To be taken back: a reason together with its mark. */
  function keep(entry: number, { products: [product, ...others], isReason = false }: PressedMark): void {
    const productIds: [string, ...string[]] = [product.id, ...others.map(({ id }) => id)]
    const before = isReason ? left.done.findLast((each) => each.productIds[0] === product.id) : undefined
    if (before === undefined) left.done.push({ entries: [entry], productIds })
    else
      left.done = left.done.map((each) =>
        each === before ? { ...each, entries: [...each.entries, entry] } : each
      )
  }

  /** Marks the product on screen as it is seen there, and goes on to the next one. The promise ends once that is saved. */
  async function mark(wish: ReviewMark, reason?: string | null): Promise<void> {
    const { current } = session.cursor
    if (wasTaken.value || !current) return
    const before = session.stateOf(current)
    const saved = press(wish, reason, [current])
    // A mark that is taken away decides nothing: the person stays to decide.
    if (wish !== 'unreviewed') session.goOn(before)
    await saved
  }

  /** Marks some products of the queue as one. */
  async function markMany(
    wish: ReviewMark,
    products: readonly [Product, ...Product[]],
    reason?: string | null
  ): Promise<void> {
    if (!wasTaken.value) await press(wish, reason, products)
  }

  /** Says why products need work that were marked so a moment ago; they may not be on screen anymore. */
  async function giveReason(products: PressedMark['products'], reason: string | null): Promise<void> {
    const settles = products.map((product) => ({
      id: product.id,
      settle: session.mark(product, 'needs-work')
    }))
    const [product] = products
    if (products.length === 1) tell({ kind: 'marked', product, mark: 'needs-work', reason })
    await queue.add({
      wish: 'needs-work',
      reason,
      products,
      isReason: true,
      at: performance.now(),
      settle: (isSaved) => settles.toReversed().forEach(({ id, settle }) => settle(isSaved(id)))
    })
  }

  function press(
    wish: ReviewMark,
    reason: string | null | undefined,
    products: PressedMark['products']
  ): Promise<void> {
    if (wish !== 'unreviewed') pace.add(products.length)
    const settles = products.map((product) => ({ id: product.id, settle: session.mark(product, wish) }))
    const settle: PressedMark['settle'] = (isSaved) => {
      for (const { id, settle: end } of settles.toReversed()) {
        end(isSaved(id))
        if (wish !== 'unreviewed' && !isSaved(id)) pace.add(-1)
      }
    }
    const isNews = action.value?.kind !== 'stale' || action.value.product.id === session.cursor.current?.id
    const [product] = products
    if (products.length > 1) tell({ kind: 'many-marked', count: products.length, mark: wish })
    // What stands on screen because its approval was refused is told until a key is pressed for it.
    else if (isNews) tell({ kind: 'marked', product, mark: wish, reason: reason ?? null })
    return queue.add({ wish, reason, products, at: performance.now(), settle })
  }

  async function takeBack(): Promise<void> {
    const mine = left.done.at(-1)
    if (!mine) {
      tell({ kind: 'nothing-to-undo' })
      return
    }
    const [first = null, ...later] = mine.entries
    for (const entry of later.toReversed()) await reviews.undo(connectionId, entry)
    const answer = await reviews.undo(connectionId, first)
    if (!answer.ok) {
      refuse({ failure: answer.failure, wish: 'undo', productId: null, press: null })
      return
    }
    left.refused = null
    left.done = left.done.filter((each) => each !== mine)
    if (answer.value === null || answer.value.restored === 0) tell({ kind: 'kept' })
    else {
      const [productId] = mine.productIds
      pace.add(-mine.productIds.length)
      for (const id of mine.productIds) session.undone(id)
      session.goTo(productId)
      await session.changed(mine.productIds)
      const { current } = session.cursor
      tell({ kind: 'undone', product: current?.id === productId ? current : null })
    }
  }

  /** Takes the last mark of this sitting back, and goes back to its product. */
  const undo = (): Promise<void> => queue.add({ wish: 'undo' })

  /**
   * The page or the connection goes, and with it the queue: all that waits is asked for at once, since the main process does it in
   * order and ends after it. What an undo takes back that was not asked for yet is not asked for at all.
   */
  function sendWaiting(): void {
    const marks: PressedMark[] = []
    // Its number is not known before it is answered: it cannot be taken back anymore.
    let isSent = queue.saving.value?.wish !== 'undo' ? queue.saving.value : null
    for (const each of queue.takeWaiting()) {
      if (each.wish !== 'undo') marks.push(each)
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

  return { saving, wasTaken, unsaved, action, noted, mark, markMany, giveReason, undo, retry, next, previous }
})
