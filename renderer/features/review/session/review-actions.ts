import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowReactive, shallowRef } from 'vue'
import type { Failure } from '../../../../electron/contract/failure'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { useReviews } from '../reviews'
import { useLeaving } from '../../../shared/ui/use-leaving'
import { createSaveQueue } from '../../../shared/data/save-queue'
import { defineConnectionStore } from '../../../shared/data/open-connection'
import { useReviewSession } from './review-session'

/** What came of the last key, for the person to hear. */
export type SessionAction =
  | { kind: 'marked'; product: Product; mark: ReviewMark }
  | { kind: 'undone'; product: Product | null }
  | { kind: 'stale' | 'not-marked'; product: Product }
  | { kind: 'nothing-to-undo' | 'kept' | 'first' | 'end' }

/** What is saved: a mark, or that one is taken back. */
export type RequestedMark = ReviewMark | 'undo'

/** A wish that was not saved. */
export interface Unsaved {
  failure: Failure
  wish: RequestedMark
  /** Whose mark it is; null: what was to be taken back was the last one, of whichever product. */
  productId: string | null
}

/** A mark, with the product as it was on screen when its key was pressed. */
interface PressedMark {
  wish: ReviewMark
  product: Product
  /** When its key was pressed, by `performance.now()`. */
  at: number
}

type Press = PressedMark | { wish: 'undo' }

/** What is left of the marks of this start of the app, also while another store is open. */
interface Left {
  /** What was not saved. */
  refused: Unsaved | null
  /** Saved marks by their numbers in the log, the last one last. */
  done: { entry: number; productId: string }[]
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
 * Marks of the product that is looked at in the queue, and the way back. A mark is saved while the person goes on: each is for the
 * product that was on screen when its key was pressed, and one that cannot be saved leads back to its product (fault 134).
 */
export const useReviewActions = defineConnectionStore((connectionId) => {
  const session = useReviewSession()
  const reviews = useReviews()
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

  /** What stands on screen because its approval was refused is told until a key is pressed for it. */
  function isRefusalOnScreen(): boolean {
    return action.value?.kind === 'stale' && action.value.product.id === session.cursor.current?.id
  }

  /** The failure leads away from where later keys were pressed: what they wished for is not done behind the person's back. */
  function refuse(unsaved: Unsaved): void {
    left.refused = unsaved
    queue.takeWaiting()
  }

  /** Back to a product whose mark was not taken. */
  function takeTo({ product, at }: PressedMark): void {
    if (session.cursor.current?.id === product.id || !session.goTo(product.id)) return
    if (performance.now() - at < glance) return
    wasTaken.value = true
    clearTimeout(timer)
    timer = setTimeout(() => (wasTaken.value = false), reaction)
  }

  async function save(press: PressedMark): Promise<void> {
    const { product, wish } = press
    const of = { products: [{ id: product.id, contentFingerprint: product.contentFingerprint }] }
    const answer = await reviews.mark(connectionId, wish, of)
    const entry = answer.ok ? answer.value.entry : null
    if (entry !== null) left.done.push({ entry, productId: product.id })
    if (answer.ok) left.refused = null
    else refuse({ failure: answer.failure, wish, productId: product.id })
    if (!answer.ok) {
      takeTo(press)
      tell({ kind: 'not-marked', product })
    } else if (answer.value.stale.includes(product.id)) {
      takeTo(press)
      tell({ kind: 'stale', product })
      if (session.cursor.current?.id === product.id) await session.showNewer()
    } else {
      const isNews = !isRefusalOnScreen() || session.cursor.current?.id === product.id
      session.setState(product, wish)
      if (isNews) tell({ kind: 'marked', product, mark: wish })
    }
  }

  /** Marks the product on screen as it is seen there, and goes on to the next one. The promise ends once that is saved. */
  function mark(wish: ReviewMark): Promise<void> {
    return wasTaken.value ? Promise.resolve() : press(wish)
  }

  async function press(wish: ReviewMark): Promise<void> {
    const { current: product } = session.cursor
    if (!product) return
    const saved = queue.add({ wish, product, at: performance.now() })
    // A mark that is taken away decides nothing: the person stays to decide.
    if (wish !== 'unreviewed') session.next()
    await saved
  }

  async function takeBack(): Promise<void> {
    const mine = left.done.at(-1)
    if (!mine) {
      tell({ kind: 'nothing-to-undo' })
      return
    }
    const answer = await reviews.undo(connectionId, mine.entry)
    if (!answer.ok) {
      refuse({ failure: answer.failure, wish: 'undo', productId: null })
      return
    }
    left.refused = null
    left.done = left.done.filter((each) => each !== mine)
    if (answer.value === null || answer.value.restored === 0) tell({ kind: 'kept' })
    else {
      session.undone(mine.productId)
      session.goTo(mine.productId)
      await session.changed()
      const { current } = session.cursor
      tell({ kind: 'undone', product: current?.id === mine.productId ? current : null })
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
    // Its number is not known before it is answered: it cannot be taken back any more.
    let isSent = queue.saving.value?.wish !== 'undo' ? queue.saving.value : null
    for (const each of queue.takeWaiting()) {
      if (each.wish !== 'undo') marks.push(each)
      else if (marks.length > 0) marks.pop()
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
    const { wish } = saving.value === null ? (unsaved.value ?? {}) : {}
    if (wish === 'undo') await undo()
    else if (wish) await press(wish)
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

  return { saving, wasTaken, unsaved, action, mark, undo, retry, next, previous }
})
