import { computed, ref, shallowRef } from 'vue'
import { isUnfiltered } from '../../../../electron/contract/empty-query'
import type { Product, ProductPage } from '../../../../electron/contract/product'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import { mostNamed } from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import { latestOnly } from '../../../shared/data/latest-only-queue'
import { defineConnectionStore, onConnectionEvent } from '../../../shared/data/open-connection'
import { isSameQuery } from '../filters'

/** Products that were chosen one by one in a list. */
interface ChosenInList {
  productQuery: ProductQuery
  ids: string[]
}

/**
 * Tells, whenever the catalog, its findings or its reviews change, which of the chosen products their list does not hold anymore: a sync took
 * them out of the catalog, or what they are now does not match. `now` null: none are chosen; `isBySync`: the catalog changed, and not their
 * reviews alone. Until its scope ends.
 */
function watchMembership(
  connectionId: string,
  now: () => ChosenInList | null,
  take: (ids: readonly string[], of: ProductQuery, isBySync: boolean) => void
): void {
  const inTurn = latestOnly()
  let hasSynced = false

  async function ask(): Promise<void> {
    const [asked, isBySync] = [now(), hasSynced]
    hasSynced = false
    if (asked === null) return
    const answer = await call('products:listed', { connectionId, ...asked })
    // Of what the catalog cannot tell nothing is taken away.
    if (!answer.ok) return
    const listed = new Set(answer.value)
    const missing = asked.ids.filter((id) => !listed.has(id))
    if (missing.length > 0) take(missing, asked.productQuery, isBySync)
  }

  function look(isBySync: boolean): void {
    if (now() === null) return
    hasSynced ||= isBySync
    void inTurn(ask)
  }
  onConnectionEvent(connectionId, ['catalog:changed'], () => look(true))
  onConnectionEvent(connectionId, ['reviews:changed'], () => look(false))
  // What a sync made of products, a list of findings hears of only by the checks after it.
  onConnectionEvent(connectionId, ['audit:changed'], ({ phase }) => {
    if (phase !== 'running') look(true)
  })
}

/** What a mark needs to know of a chosen product. */
type Chosen = Pick<Product, 'id' | 'contentFingerprint'>

/** All products that a list holds, however many of them were seen. */
interface WholeList {
  productQuery: ProductQuery
  /** How many the person is told of. */
  count: number
}

/** Whether two narrowings list the same products, in whatever order. */
function holdsTheSame(a: ProductQuery, b: ProductQuery): boolean {
  return isSameQuery({ ...a, sort: null }, { ...b, sort: null })
}

/** How many products a list holds, of which this is a page: as the catalog has them, whatever the store says of its own list. */
export function heldBy({ totalItems, coverage }: ProductPage, productQuery: ProductQuery): number {
  return isUnfiltered(productQuery) ? coverage.products : (totalItems ?? 0)
}

/**
 * The products that are chosen in a list, to do something with all of them: one by one, or the whole list. They stay
 * while pages are turned; in another list those stay that it has too, and what the list holds no more is let go.
 */
function selectionOf(connectionId: string) {
  const productQuery = shallowRef<ProductQuery | null>(null)
  const chosen = shallowRef<ReadonlyMap<string, Chosen>>(new Map())
  const whole = shallowRef<WholeList | null>(null)
  /** There was no room for all that was wished for. */
  const wasFull = ref(false)
  /** Where a range begins: the place of the product that was chosen last, from 0; null: none. */
  const anchor = ref<number | null>(null)
  /** What the range added that is being made: it takes it with it when it becomes shorter. */
  let ranged: readonly string[] = []
  /** What a mark has left chosen, since it had changed or was not meant: once it is in sight it counts as it is there. */
  const leftOver = shallowRef<ReadonlySet<string>>(new Set())
  /** Those that were chosen one by one and decided on together last; null: none yet. */
  const decided = shallowRef<{ has: (id: string) => boolean } | null>(null)
  /** Products of the list that a person sees just now. */
  let sight: () => readonly Product[] = () => []
  /** Grows with all that a person does to the selection, and when it goes with its list. */
  let version = 0

  const count = computed(() => whole.value?.count ?? chosen.value.size)
  const isEmpty = computed(() => count.value === 0)

  function clear(): void {
    version += 1
    chosen.value = new Map()
    whole.value = null
    wasFull.value = false
    leftOver.value = new Set()
    forgetRange()
  }

  /** The rows have other places now: the next range begins anew. */
  function forgetRange(): void {
    anchor.value = null
    ranged = []
  }

  /** The next range begins at this place. */
  function startAt(place: number): void {
    forgetRange()
    anchor.value = place
  }

  /** Whether this is the list that the products were chosen in, in whatever order. */
  function isOfList(list: ProductQuery): boolean {
    return productQuery.value !== null && holdsTheSame(productQuery.value, list)
  }

  /** Chosen in the list before, while it is not known yet which of them this one has. */
  let undecided: Chosen[] = []
  /** How many products other lists, as while a search is typed, or a sync have taken out of the selection; null: none, or the person has read it or chosen others. */
  const dropped = shallowRef<{ count: number } | null>(null)

  function drop(count: number): void {
    if (count > 0) dropped.value = { count: count + (dropped.value?.count ?? 0) }
  }

  /** Follows the list: of another one those stay chosen that it has too, once that is known. How many do not is told. */
  function follow(now: ProductQuery): void {
    const isSame = isOfList(now)
    productQuery.value = now
    if (isSame) return
    const before = undecided.length > 0 ? [...undecided] : [...chosen.value.values()]
    const { value: all } = whole
    clear()
    drop(all?.count ?? 0)
    if (before.length > 0) void keepListed(before, now)
  }

  async function keepListed(before: Chosen[], list: ProductQuery): Promise<void> {
    undecided = before
    const asked = version
    const ids = before.map(({ id }) => id)
    const answer = await call('products:listed', { connectionId, productQuery: list, ids })
    if (undecided !== before) return
    undecided = []
    const listed = new Set(answer.ok ? answer.value : [])
    // Not beside what was chosen meanwhile.
    const kept = version === asked ? before.filter(({ id }) => listed.has(id)) : []
    if (kept.length > 0) {
      version += 1
      chosen.value = new Map(kept.map((each) => [each.id, each]))
    }
    drop(before.length - kept.length)
  }

  const has = (id: string): boolean => whole.value !== null || chosen.value.has(id)

  /** Chooses these products besides those that are, as far as there is room. */
  function add(products: readonly Product[]): void {
    version += 1
    dropped.value = null
    if (whole.value) return
    const next = new Map(chosen.value)
    wasFull.value = false
    for (const { id, contentFingerprint } of products) {
      if (next.size < mostNamed || next.has(id)) next.set(id, { id, contentFingerprint })
      else wasFull.value = true
    }
    chosen.value = next
  }

  function remove(ids: readonly string[]): void {
    version += 1
    letGo(ids)
  }

  function letGo(ids: readonly string[]): void {
    wasFull.value = false
    const next = new Map(chosen.value)
    for (const id of ids) next.delete(id)
    chosen.value = next
  }

  /**
   * Chooses a product, or no longer; `at` is its place in the list. Of a whole list nothing is taken out: it is let go, and
   * of those on screen (`beside`) all others stay.
   */
  function toggle(product: Product, at: number, beside: readonly Product[]): void {
    if (whole.value) {
      clear()
      add(beside)
      remove([product.id])
    } else if (has(product.id)) remove([product.id])
    else add([product])
    startAt(at)
  }

  /** Chooses a range in place of the one before from the same anchor. */
  function extend(products: readonly Product[]): void {
    if (whole.value) return
    remove(ranged)
    ranged = products.map(({ id }) => id).filter((id) => !has(id))
    add(products)
  }

  /** Chooses all that the list holds; `told` is how many the person was told that this is. */
  function addWhole(told: number): void {
    if (productQuery.value === null || told === 0) return
    version += 1
    chosen.value = new Map()
    wasFull.value = false
    whole.value = { productQuery: productQuery.value, count: told }
  }

  /** The list holds so many by now: of a whole list the number follows, and a mark is for as many as it tells. */
  function recount(list: ProductQuery, held: number): void {
    if (whole.value === null || !holdsTheSame(whole.value.productQuery, list)) return
    if (held === 0) clear()
    else if (held !== whole.value.count) whole.value = { ...whole.value, count: held }
  }

  /**
   * Products as they were when they were chosen: what a sync made of them since, nobody may have seen. Those that a mark has left over for
   * that reason are as they are in sight now.
   */
  function asSeen(): Chosen[] {
    const all = [...chosen.value.values()]
    if (leftOver.value.size === 0) return all
    const inSight = new Map(sight().map((product) => [product.id, product]))
    return all.map(({ id, contentFingerprint }) => {
      const seen = leftOver.value.has(id) ? inSight.get(id) : undefined
      return { id, contentFingerprint: seen?.contentFingerprint ?? contentFingerprint }
    })
  }

  watchMembership(
    connectionId,
    () => {
      const list = productQuery.value
      return list && chosen.value.size > 0 ? { productQuery: list, ids: [...chosen.value.keys()] } : null
    },
    (ids, of, isBySync) => {
      if (!isOfList(of)) return
      // Of those that a mark takes out of the list it is told what was done.
      if (isBySync) drop(ids.filter((id) => chosen.value.has(id)).length)
      letGo(ids)
    }
  )

  return {
    connectionId,
    count,
    isEmpty,
    whole,
    wasFull,
    anchor,
    follow,
    has,
    add,
    remove,
    toggle,
    extend,
    forgetRange,
    startAt,
    addWhole,
    recount,
    clear,
    dropped,
    /** The person has read how many were taken out. */
    dismissDropped: (): void => void (dropped.value = null),
    /** Says which products of the list are in sight. */
    look: (inSight: () => readonly Product[]): void => void (sight = inSight),
    /** Those that are chosen one by one, in the order in which they were. */
    ids: (): string[] => [...chosen.value.keys()],
    /** What a mark is for; null when nothing is chosen. */
    asMarked: (): { products: Chosen[] } | WholeList | null => {
      if (whole.value) return whole.value
      return chosen.value.size === 0 ? null : { products: asSeen() }
    },
    decided,
    /**
     * Returns what lets go of all that is chosen now but these, once something was done with it; `isDecision`: it was decided on. It does
     * nothing where a person has chosen something else by then (fault 136).
     */
    lend: (): ((ids: readonly string[], isDecision: boolean) => void) => {
      const lent = version
      return (ids, isDecision) => {
        if (version !== lent) return
        const before = chosen.value
        const kept = ids.flatMap((id) => before.get(id) ?? [])
        clear()
        chosen.value = new Map(kept.map((each) => [each.id, each]))
        leftOver.value = new Set(ids)
        if (isDecision) decided.value = { has: (id) => before.has(id) && !ids.includes(id) }
      }
    }
  }
}

/** What is selected in the list of products. */
export const useSelection = defineConnectionStore(selectionOf)

/** What is selected in the products of a quality rule: coming back to the list of products, one finds there what one selected there. */
export const useFindingSelection = defineConnectionStore(selectionOf)

export type ListSelection = ReturnType<typeof useSelection>
