import { onScopeDispose, ref, shallowReactive, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Failure, Result } from '../../../electron/contract/failure'
import type { Product, ProductPage } from '../../../electron/contract/product'
import type { ProductQuery } from '../../../electron/contract/product-query'
import { useUndoOrder } from '../../shared/data/undo-order'
import { call } from '../../bridge'
import { firstListed, placeOf } from '../../shared/data/asked-places'
import { isProduct, slotsOf, type Slot } from '../../shared/data/block-cache'
import { onConnectionEvent } from '../../shared/data/open-connection'
import type { RowPlace } from './quality-place'

/** Rows that are read at a time. */
const blockSize = 50
/** Blocks that are kept: some 2,000 products. */
const mostBlocks = 40
/** Rows on either side of those looked at that are read with them: they are there when somebody scrolls on. */
const margin = 50
/** What a sync, a mark or an audit changes is read again no more often than this, ms. */
const pace = 500

export interface RuleProducts {
  /** How many there are; null until that is known. */
  total: Readonly<Ref<number | null>>
  failure: Readonly<ShallowRef<Failure | null>>
  /** What stands at a place, from 0; undefined while it is not read. */
  at: (index: number) => Slot | undefined
  /** Where an item stands among those read, from 0: of several with its ID, the one nearest to `near`; null: it does not. */
  placeOf: (id: string, near: number) => number | null
  /** The products from a place to before another, also where they are not read; null where not all of them can be, or others came meanwhile. */
  between: (first: number, end: number) => Promise<Product[] | null>
  /** Says which rows are looked at, `end` not among them; they are read if they are not here. */
  look: (first: number, end: number) => void
  /** Reads again what is looked at; the rows stay meanwhile. */
  reload: () => void
  /** Excepts a product from a rule. Answers why that was not done; null: it was. */
  except: (productId: string, rule: RuleId, reason: string) => Promise<Failure | null>
}

/**
 * The products of a list, with what was found of them, of which only those looked at are here, and those around the one that the `keyboard` is
 * at, or the next one that stayed where that has left the list, however far it went: what is here of the list without it is shown only once the
 * list does not have it. Until the scope that calls it ends.
 */
export function useRuleProducts(
  connectionId: string,
  query: () => ProductQuery,
  keyboard: () => RowPlace
): RuleProducts {
  const order = useUndoOrder()
  const total = ref<number | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const blocks = shallowReactive(new Map<number, readonly Slot[]>())
  const fresh = new Set<number>()
  const underWay = new Set<number>()
  let wanted: number[] = [0]
  /** Another list, or another state of it: answers for an earlier one are left alone. */
  let state = 0

  function keep(block: number, page: ProductPage): void {
    total.value = page.totalItems ?? 0
    fresh.add(block)
    blocks.delete(block)
    blocks.set(block, slotsOf(page, false))
    const { id } = keyboard()
    const oldest = [...blocks].find(([, slots]) => id === null || !holds(slots, id))?.[0]
    if (blocks.size > mostBlocks && oldest !== undefined) {
      blocks.delete(oldest)
      fresh.delete(oldest)
    }
  }

  type Answer = readonly [block: number, page: Result<ProductPage>]

  async function answerOf(block: number): Promise<Answer> {
    const wish = { connectionId, page: block + 1, limit: blockSize, productQuery: query() }
    return [block, await call('products:page', { ...wish, from: 'copy', withFacts: true })]
  }

  const holds = (slots: readonly Slot[], id: string): boolean => slots.some((slot) => slot?.id === id)

  /**
   * The block that the current product is in by now, or the next one that stayed, where that is in none of those that are read: others came
   * or went before it.
   */
  async function blockOfCurrent(answers: readonly Answer[]): Promise<Answer[]> {
    const { row, around } = keyboard()
    const inOrder = [
      ...around.filter(({ index }) => index >= row),
      ...around.filter(({ index }) => index < row).reverse()
    ]
    const read = [
      ...answers.map(([, page]) => (page.ok ? slotsOf(page.value, false) : [])),
      ...[...fresh].map((block) => blocks.get(block) ?? [])
    ]
    const here = inOrder.findIndex(({ id }) => read.some((slots) => holds(slots, id)))
    const [product, ...others] = here < 0 ? inOrder : inOrder.slice(0, here)
    if (product === undefined) return []
    const list = { connectionId, shown: query() }
    const own = await placeOf(list, product.id)
    const next = own === null ? await firstListed(list, others) : null
    const place = own ?? (next && (await placeOf(list, next.id)))
    return place === null ? [] : [await answerOf(Math.floor(place / blockSize))]
  }

  /** What is not here is not kept either: nobody looks at it. */
  async function between(first: number, end: number): Promise<Product[] | null> {
    const asked = state
    const from = Math.floor(first / blockSize)
    const numbers = Array.from({ length: Math.ceil(end / blockSize) - from }, (_, n) => from + n)
    const parts = await Promise.all(
      numbers.map(async (block) => {
        const here = blocks.get(block)
        if (here) return here
        const [, page] = await answerOf(block)
        return page.ok ? slotsOf(page.value, false) : null
      })
    )
    if (asked !== state || parts.includes(null)) return null
    const slots = parts.flatMap((part) => part ?? [])
    return slots.slice(first - from * blockSize, end - from * blockSize).filter((slot) => isProduct(slot))
  }

  /** All of them take their places at once: a product that went from one to the other is never in neither. */
  async function read(numbers: readonly number[]): Promise<void> {
    const asked = state
    for (const block of numbers) underWay.add(block)
    const wished = await Promise.all(numbers.map(answerOf))
    if (asked !== state) return
    const answers = [...wished, ...(await blockOfCurrent(wished))]
    if (asked !== state) return
    for (const block of numbers) underWay.delete(block)
    failure.value = answers.flatMap(([, page]) => (page.ok ? [] : [page.failure]))[0] ?? null
    for (const [block, page] of answers) if (page.ok) keep(block, page.value)
    // What was read before the others moved is not where it stands.
    if (failure.value === null) forgetStale()
  }

  function forgetStale(): void {
    for (const block of [...blocks.keys()]) {
      if (!fresh.has(block) && !wanted.includes(block)) blocks.delete(block)
    }
  }

  function pump(): void {
    const lacking = wanted.filter((block) => !fresh.has(block) && !underWay.has(block))
    if (lacking.length > 0) void read(lacking)
  }

  function reload(): void {
    state += 1
    fresh.clear()
    underWay.clear()
    pump()
  }

  watch(
    () => JSON.stringify(query()),
    () => {
      blocks.clear()
      total.value = null
      failure.value = null
      wanted = [0]
      reload()
    },
    { immediate: true }
  )

  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      reload()
    }, pace)
  }
  onConnectionEvent(connectionId, ['catalog:changed', 'reviews:changed'], later)
  onConnectionEvent(connectionId, ['audit:changed'], ({ phase }) => {
    if (phase !== 'running') later()
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    total,
    failure,
    at: (index) => blocks.get(Math.floor(index / blockSize))?.[index % blockSize],
    placeOf(id, near) {
      const places = [...blocks].flatMap(([block, slots]) =>
        slots.flatMap((slot, at) => (slot?.id === id ? [block * blockSize + at] : []))
      )
      return places.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null
    },
    look(first, end) {
      if (end <= first) return
      const from = Math.floor(Math.max(0, first - margin) / blockSize)
      // The first block tells how many there are: until then it is all that is asked for.
      const last = Math.max(0, Math.min(end - 1 + margin, (total.value ?? 1) - 1))
      const to = Math.max(from, Math.floor(last / blockSize))
      wanted = Array.from({ length: to - from + 1 }, (_, n) => from + n)
      pump()
    },
    between,
    reload,
    async except(productId, rule, reason) {
      const answer = await call('audit:set-exception', { connectionId, productId, rule, reason })
      if (answer.ok) order.did(connectionId, { entry: null })
      return answer.ok ? null : answer.failure
    }
  }
}
