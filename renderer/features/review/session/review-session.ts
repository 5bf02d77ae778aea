import { computed, ref, shallowRef } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewQueue } from '../../../../electron/contract/review'
import type { ReviewMark, ReviewState } from '../../../../electron/contract/review-state'
import { isFiltered } from '../../../../electron/contract/empty-query'
import { call } from '../../../bridge'
import { createDelayedSaves } from '../../../shared/data/save-queue'
import { defineConnectionStore } from '../../../shared/data/open-connection'
import { useOwnTeam } from '../../../shared/data/own-team'
import { isMarkedAs, stateAfter } from '../../../shared/labels/review-labels'
import { pageLength } from './queue-window'
import { leftOf } from './queue-end'
import { queueNumbers, scopeCounts } from './queue-numbers'
import { useErrorsAmong } from '../../quality'
import { useQueueProgress } from './queue-progress'
import { createQueueCursor, type QueueCursor } from './queue-cursor'
import { createQueueSteps, isToDo } from './queue-steps'
import { listOf, listsGone, statesOf, wholeCatalog } from './review-queue'
import { useReviewPace } from './review-pace'
import { createReviewRefresh, isGone } from './review-refresh'
import { createLocalReviewStates } from './local-review-states'

/**
 * The queue that a person goes through, and where they are in it. What is on screen is not swapped under their eyes: what a
 * sync makes of it stands in `newer` until they want to see it.
 */
export const useReviewSession = defineConnectionStore((connectionId) => {
  const progress = useQueueProgress()
  const pace = useReviewPace()
  const errorsAmong = useErrorsAmong()
  const team = useOwnTeam()
  /** For the next start. */
  const saves = createDelayedSaves<ReviewQueue>((wish) =>
    call('reviews:save-queue', { connectionId, queue: wish })
  )
  const queue = shallowRef<ReviewQueue>(wholeCatalog)
  /** What is looked for within the queue; '' for nothing. */
  const find = ref('')
  const states = createLocalReviewStates()
  const steps = createQueueSteps(() => queue.value, states)
  /** Products that changed while their marks are being saved. */
  const changedUnsaved = new Set<string>()
  const whole = shallowRef<QueueCursor>(walkOf(''))
  const found = shallowRef<QueueCursor | null>(null)
  /** The way through the queue, or through what was found in it. */
  const cursor = computed(() => found.value ?? whole.value)
  const renewal = createReviewRefresh({ connectionId, cursor, put, dropGone, onMoved })
  /** How far the queue is; null while that is not known. */
  const numbers = computed(() => {
    if (queue.value.scope === 'errors') return progress.errors
    if (progress.progress === null) return null
    return queueNumbers(progress.progress, queue.value, countedMarks(), whole.value.products.length)
  })
  const isOpening = ref(true)
  /** Grows when a queue begins: what was told of the one before is no news anymore. */
  const sitting = ref(0)
  let openings = 0

  /** Whether it stands in the list of the queue still, which counts it: the store lists it, or the list is of those that have gone. */
  const isCounted = (product: Product): boolean => listsGone(queue.value) || !isGone(product)

  /** Marks of this sitting, but for those of products that have gone. */
  function countedMarks(): ReadonlyMap<string, ReviewState> {
    const others = whole.value.products.filter((product) => !isCounted(product)).map(({ id }) => id)
    if (others.length === 0) return states.decided
    return new Map([...states.decided].filter(([id]) => !others.includes(id)))
  }

  /** What has gone leads a person to it no more, unless they have decided on it. The list has it by what the last sync said, as does this. */
  function dropGone(): void {
    const { decided } = states
    cursor.value.dropAhead(
      (product) => product.change === 'gone' && !isCounted(product) && !decided.has(product.id)
    )
  }

  function walkOf(words: string): QueueCursor {
    const productQuery = listOf(queue.value, words)
    const wanted = statesOf(queue.value)
    return createQueueCursor(
      (page) => call('products:page', { connectionId, page, limit: pageLength, from: 'copy', productQuery }),
      {
        stateOf: states.of,
        includes: (state) => wanted.length === 0 || wanted.includes(state),
        forget: states.forget,
        waitsForSave
      }
    )
  }

  /** Asked of a product that was read as something else than it was marked as. */
  function waitsForSave(id: string): boolean {
    const waits = states.isBeingSaved(id)
    if (waits) changedUnsaved.add(id)
    return waits
  }

  /** Another product is on screen: its place is kept for the next start. */
  function onMoved(): void {
    dropGone()
    renewal.forgetOthers()
    keepPlace()
  }

  function keepPlace(): void {
    const { phase, current } = whole.value
    if (found.value || phase !== 'ready') return
    queue.value = { ...queue.value, productId: current?.id ?? null, place: whole.value.place() }
    saves.keep(queue.value)
  }

  async function startAt(place: number, productId: string | null): Promise<void> {
    sitting.value += 1
    pace.begin()
    find.value = ''
    found.value = null
    states.decideAnew()
    const begun = walkOf('')
    whole.value = begun
    renewal.forgetOthers()
    isOpening.value = false
    progress.follow({
      whole: listOf({ ...queue.value, scope: 'all' }),
      errors: listOf({ ...queue.value, scope: 'errors' })
    })
    await begun.begin(place, productId)
    if (begun !== whole.value) return
    if (queue.value.scope === 'errors' && begun.current && !steps.skipDecided(begun)) {
      const first = begun.products.find((product) => isToDo(states.of(product)))
      if (first) begun.goTo(first.id)
    }
    onMoved()
  }

  /** Some of a list, such as what is to be re-reviewed, of which nothing is left: there is no product of it, though there are some. */
  function isUsedUp(): boolean {
    const { isEmpty, page } = whole.value
    const isOfSome = queue.value.scope !== 'to-do' && queue.value.scope !== 'all'
    return isOfSome && isEmpty && page !== null && page.coverage.here !== 0
  }

  /** Goes on where the person stopped; where nothing is left of that, at what there is to do in its list. */
  async function open(): Promise<void> {
    if (!isOpening.value) {
      await renewal.changed()
      if (steps.skipOthers(cursor.value)) onMoved()
      return
    }
    const mine = ++openings
    const left = await call('reviews:queue', { connectionId })
    if (mine !== openings) return
    queue.value = (left.ok ? left.value : null) ?? wholeCatalog
    await startAt(queue.value.place, queue.value.productId)
    if (mine === openings && isUsedUp()) await start({ ...queue.value, scope: 'to-do' })
  }

  /** Makes a queue and begins it. */
  function start(wish: Pick<ReviewQueue, 'productQuery' | 'name' | 'scope'>): Promise<void> {
    openings += 1
    queue.value = { ...wish, productId: null, place: 1 }
    return startAt(1, null)
  }

  /** Makes a queue of a list that a person came from: of what is to do in it, or of all of it where everything has a mark. */
  async function startList(wish: Pick<ReviewQueue, 'productQuery' | 'name' | 'scope'>): Promise<void> {
    const begun = start(wish)
    const mine = openings
    await begun
    const { isEmpty, page } = whole.value
    const isAllMarked = wish.scope === 'to-do' && isFiltered(wish.productQuery) && isEmpty && page !== null
    if (isAllMarked && mine === openings) await start({ ...wish, scope: 'all' })
  }

  /** Looks for words within the queue; '' goes back to where the person was in it. */
  async function search(words: string): Promise<void> {
    if (words === find.value) return
    find.value = words
    const begun = words === '' ? null : walkOf(words)
    found.value = begun
    renewal.forgetOthers()
    // What changed meanwhile was told to the way through what was found alone.
    await (begun ? begun.begin(1, null) : renewal.changed())
  }

  function moved(isMoved: boolean): boolean {
    if (isMoved) onMoved()
    return isMoved
  }

  /** A person marks it: all on screen says so at once. The answer is called once that is saved (true), or is not (false). */
  function mark(product: Product, wish: ReviewMark): (isSaved: boolean) => void {
    const state = stateAfter(wish, product.review)
    const hasErrors = errorsAmong(connectionId, product.findings).length > 0
    const settles = [
      progress.move({
        before: states.of(product),
        after: state,
        hasErrors,
        of: { catalog: !isGone(product), list: isCounted(product) }
      }),
      states.mark(product.id, state)
    ]
    return (isSaved) => {
      for (const settle of settles) settle(isSaved)
      // The product has left the queue, so that what comes after it has moved.
      keepPlace()
      if (!states.isBeingSaved(product.id) && changedUnsaved.delete(product.id))
        void renewal.changed([product.id])
    }
  }

  /** As `mark` of several; the answer says of each product whether it is saved. */
  function markAll(
    products: readonly Product[],
    wish: ReviewMark
  ): (isSaved: (productId: string) => boolean) => void {
    const settles = products.map((product) => ({ id: product.id, settle: mark(product, wish) }))
    return (isSaved) => settles.toReversed().forEach(({ id, settle }) => settle(isSaved(id)))
  }

  /** Whether a person has set this mark themself already, as far as that is known here. */
  function hasOwn(product: Product, wish: ReviewMark): boolean {
    const state = states.of(product)
    const { review } = product
    const isOwn = team.name === null || review.reviewer === team.name || state !== review.state
    return isOwn && isMarkedAs(state, wish)
  }

  /**
   * Whether it stands in the queue to be decided on, and nobody has in this sitting, whatever was decided on another page meanwhile. In the
   * queue of all products nothing waits.
   */
  function waits(product: Product): boolean {
    return queue.value.scope !== 'all' && !states.decided.has(product.id)
  }

  /** A mark of this sitting was taken back. */
  function undone(productId: string): void {
    states.undecide(productId)
    void progress.recount()
  }

  /** Marks of this sitting that were taken back hold again. */
  function redone(productIds: readonly string[]): void {
    for (const product of cursor.value.products)
      if (productIds.includes(product.id)) states.decide(product.id, states.of(product))
    void progress.recount()
  }

  /** What a product is now takes the place of what it was, where it does not come again for that. */
  function put(product: Product): void {
    const isFound = found.value?.put(product) ?? true
    if (whole.value.put(product) && isFound) states.set(product.id, product.review.state)
    else states.comesAgain(product.id)
  }

  /** On after a mark of the product on screen, which was in this state, and of `others` that were marked with it. */
  function goOn(before: ReviewState, others: readonly Product[] = []): void {
    moved(steps.goOn(cursor.value, before, others))
  }

  function movedBack(isMoved: boolean): boolean {
    if (moved(isMoved)) void renewal.lookAgain()
    return isMoved
  }

  /**
   * Goes to a product of the queue, also where that part of it was not read, or something else is looked for in it. Says whether the queue
   * holds it.
   */
  async function reach(id: string): Promise<boolean> {
    if (movedBack(cursor.value.goTo(id))) return true
    const before = cursor.value
    const productQuery = listOf(queue.value)
    const place = await call('products:place', { connectionId, productQuery, productId: id })
    if (!place.ok || cursor.value !== before) return false
    // It may have been marked for the queue before, and was being saved when this one began.
    states.forget(id)
    if (place.value === null) return false
    const begun = walkOf('')
    await begun.begin(place.value, id)
    if (begun.current?.id !== id || cursor.value !== before) return false
    find.value = ''
    found.value = null
    whole.value = begun
    onMoved()
    return true
  }

  return {
    connectionId,
    queue,
    /** How many products each scope of the queue's list has; null while that is not known. */
    counts: computed(() => scopeCounts(progress.progress, progress.errors, queue.value)),
    find,
    numbers,
    /** Products of the queue that wait for a mark; 0 while that is not known. */
    left: computed(() =>
      leftOf(queue.value.scope === 'errors' ? progress.errors : progress.progress, queue.value)
    ),
    cursor,
    newer: renewal.newer,
    isOpening,
    sitting,
    stateOf: states.of,
    stateBeside: states.beside,
    hasOwn,
    waits,
    isCounted,
    markAll,
    undone,
    redone,
    open,
    start,
    startList,
    /** Goes through the queue again from its first product on. */
    restart: () => startAt(1, null),
    search,
    next: () => moved(cursor.value.next()),
    goOn,
    previous: async () => movedBack(await cursor.value.previous()),
    goTo: (id: string) => movedBack(cursor.value.goTo(id)),
    reach,
    changed: renewal.changed,
    showNewer: renewal.showNewer,
    flush: saves.flush
  }
})
