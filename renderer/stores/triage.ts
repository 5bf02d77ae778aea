import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Product } from '../../electron/contract/product'
import type { ReviewQueue } from '../../electron/contract/review'
import type { ReviewState } from '../../electron/contract/review-state'
import { call } from '../bridge'
import { createKeptQueue } from './kept-queue'
import { createNewer } from './newer'
import { pageLength } from './queue-line'
import { useQueueProgress } from './queue-progress'
import { createQueueWalk, type QueueWalk } from './queue-walk'
import { listOf, statesOf, wholeCatalog } from './review-queue'
import { createTriageStates } from './triage-states'

/** Products around the one on screen that are read again when the copy changes: as many as are shown beside it. */
const near = { before: 3, after: 11 }
/** As many can be asked for at once; the contract says the same. */
const mostAsked = 100

/**
 * The queue that a person goes through, and where they are in it. What is on screen is not swapped under their eyes: what a
 * sync makes of it stands in `newer` until they want to see it.
 */
export const useTriage = defineStore('triage', () => {
  const progress = useQueueProgress()
  const kept = createKeptQueue()
  const connectionId = ref<string | null>(null)
  const queue = shallowRef<ReviewQueue>(wholeCatalog)
  /** What is looked for within the queue; '' for nothing. */
  const find = ref('')
  const states = createTriageStates()
  const { newer, meet: meetNewer, shows, forget: forgetNewer } = createNewer()
  const whole = shallowRef<QueueWalk>(walkOf(''))
  const found = shallowRef<QueueWalk | null>(null)
  /** The way through the queue, or through what was found in it. */
  const walk = computed(() => found.value ?? whole.value)
  const isOpening = ref(true)
  let openings = 0

  function walkOf(words: string): QueueWalk {
    const narrowing = listOf(queue.value, words)
    const wanted = statesOf(queue.value)
    const id = connectionId.value ?? ''
    return createQueueWalk(
      (page) => call('products:page', { connectionId: id, page, limit: pageLength, from: 'copy', narrowing }),
      {
        stateOf: states.of,
        includes: (state) => wanted.length === 0 || wanted.includes(state),
        forget: states.forget
      }
    )
  }

  /** Another product is on screen: its place is kept for the next start. */
  function onMoved(): void {
    forgetNewer()
    const id = connectionId.value
    const { phase, current } = whole.value
    if (id === null || found.value || phase !== 'ready') return
    queue.value = { ...queue.value, productId: current?.id ?? null, place: whole.value.place() }
    kept.keep(id, queue.value)
  }

  async function startAt(place: number, productId: string | null): Promise<void> {
    find.value = ''
    found.value = null
    const begun = walkOf('')
    whole.value = begun
    isOpening.value = false
    const id = connectionId.value
    if (id !== null) progress.follow(id, listOf({ ...queue.value, scope: 'all' }))
    await begun.begin(place, productId)
    if (begun === whole.value) onMoved()
  }

  /** Goes on where the person stopped in this connection. */
  async function open(id: string): Promise<void> {
    if (id === connectionId.value && !isOpening.value) return changed()
    const mine = ++openings
    states.forgetAll()
    connectionId.value = id
    isOpening.value = true
    const left = await kept.read(id)
    if (mine !== openings) return
    queue.value = left ?? wholeCatalog
    await startAt(queue.value.place, queue.value.productId)
  }

  /** Makes a queue of a connection's products and begins it. */
  function start(id: string, wish: Pick<ReviewQueue, 'narrowing' | 'name' | 'scope'>): Promise<void> {
    openings += 1
    if (id !== connectionId.value) states.forgetAll()
    connectionId.value = id
    queue.value = { ...wish, productId: null, place: 1 }
    return startAt(1, null)
  }

  /** Looks for words within the queue; '' goes back to where the person was in it. */
  async function search(words: string): Promise<void> {
    if (words === find.value) return
    find.value = words
    const begun = words === '' ? null : walkOf(words)
    found.value = begun
    forgetNewer()
    await begun?.begin(1, null)
  }

  function moved(isMoved: boolean): boolean {
    if (isMoved) onMoved()
    return isMoved
  }

  /** A mark was saved. */
  function setState(product: Product, state: ReviewState): void {
    progress.move(states.of(product), state)
    states.set(product.id, state)
  }

  /** What a product is now takes the place of what it was, where it does not come again for that. */
  function put(product: Product): void {
    const isFound = found.value?.put(product) ?? true
    if (whole.value.put(product) && isFound) states.set(product.id, product.review.state)
    else states.comesAgain(product.id)
  }

  function isOnScreen({ id }: Product): boolean {
    return walk.value.current?.id === id
  }

  /** The product on screen, read again: it stays as it is looked at. */
  function meet(shown: Product, now: Product | null): void {
    if (now) states.set(now.id, now.review.state)
    meetNewer(shown, now)
  }

  /**
   * The copy, or the reviews of these products, changed: what is seen now or soon is read again, and the end may be none any
   * more.
   */
  async function changed(reviewed: readonly string[] = []): Promise<void> {
    const { index, products, current } = walk.value
    const id = connectionId.value
    if (id === null) return
    const around = products.slice(Math.max(0, index - near.before), index + near.after)
    const others = reviewed.length > 0 ? products.filter((product) => reviewed.includes(product.id)) : []
    const ids = [...new Set([...around, ...others].map((product) => product.id))].slice(0, mostAsked)
    if (ids.length > 0) {
      const answer = await call('products:of', { connectionId: id, ids })
      if (!answer.ok || id !== connectionId.value) return
      for (const product of answer.value) if (!isOnScreen(product)) put(product)
      if (current && isOnScreen(current))
        meet(current, answer.value.find((product) => product.id === current.id) ?? null)
    }
    await walk.value.reopen()
    if (walk.value.current?.id !== current?.id) onMoved()
  }

  /** What the product on screen is now; null where that is not known, or another one is on screen by then. */
  async function readShown(): Promise<{ shown: Product; now: Product | null } | null> {
    const { current: shown } = walk.value
    const id = connectionId.value
    if (!shown || id === null) return null
    const answer = await call('products:of', { connectionId: id, ids: [shown.id] })
    if (!answer.ok || id !== connectionId.value || !isOnScreen(shown)) return null
    return { shown, now: answer.value[0] ?? null }
  }

  /** Back at a product: what became of it is told here, since it comes again for that only at the end of what was read. */
  async function lookAgain(): Promise<void> {
    const read = await readShown()
    if (read) meet(read.shown, read.now)
  }

  function movedBack(isMoved: boolean): boolean {
    if (moved(isMoved)) void lookAgain()
    return isMoved
  }

  /** Shows the product on screen as it is now, with what it was before. */
  async function showNewer(): Promise<void> {
    const read = await readShown()
    if (!read) return
    shows(read.shown, read.now)
    if (read.now) put(read.now)
  }

  return {
    connectionId,
    queue,
    find,
    walk,
    newer,
    isOpening,
    stateOf: states.of,
    stateBeside: states.beside,
    setState,
    open,
    start,
    /** Goes through the queue again from its first product on. */
    restart: () => startAt(1, null),
    search,
    next: () => moved(walk.value.next()),
    previous: async () => movedBack(await walk.value.previous()),
    goTo: (id: string) => movedBack(walk.value.goTo(id)),
    changed,
    showNewer,
    flush: kept.flush
  }
})
