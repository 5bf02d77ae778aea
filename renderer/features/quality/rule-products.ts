import { onScopeDispose, ref, shallowReactive, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Failure } from '../../../electron/contract/failure'
import type { ProductPage } from '../../../electron/contract/product'
import type { ProductQuery } from '../../../electron/contract/product-query'
import { useUndoOrder } from '../../shared/data/undo-order'
import { call } from '../../bridge'
import { slotsOf, type Slot } from '../../shared/data/block-cache'
import { onConnectionEvent } from '../../shared/data/open-connection'

/** Rows that are read at a time. */
const blockSize = 50
/** Blocks that are kept: some 2,000 products. */
const mostBlocks = 40
/** Rows on either side of those looked at that are read with them: a product that others came before is found again so far from its place. */
const margin = 50
/** What a sync, a mark or an audit changes is read again no more often than this, ms. */
const pace = 500

export interface RuleProducts {
  /** How many there are; null until that is known. */
  total: Readonly<Ref<number | null>>
  failure: Readonly<ShallowRef<Failure | null>>
  /** What stands at a place, from 0; undefined while it is not read. */
  at: (index: number) => Slot | undefined
  /** Says which rows are looked at, `end` not among them; they are read if they are not here. */
  look: (first: number, end: number) => void
  /** Reads again what is looked at; the rows stay meanwhile. */
  reload: () => void
  /** Excepts a product from a rule. Answers why that was not done; null: it was. */
  except: (productId: string, rule: RuleId, reason: string) => Promise<Failure | null>
}

/** The products of a list, with what was found of them, of which only those looked at are here. Until the scope that calls it ends. */
export function useRuleProducts(connectionId: string, query: () => ProductQuery): RuleProducts {
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
    const [oldest] = blocks.keys()
    if (blocks.size > mostBlocks && oldest !== undefined) {
      blocks.delete(oldest)
      fresh.delete(oldest)
    }
  }

  /** All of them take their places at once: a product that went from one to the other is never in neither. */
  async function read(numbers: readonly number[]): Promise<void> {
    const asked = state
    for (const block of numbers) underWay.add(block)
    const answers = await Promise.all(
      numbers.map((block) =>
        call('products:page', {
          connectionId,
          page: block + 1,
          limit: blockSize,
          productQuery: query(),
          from: 'copy',
          withFacts: true
        })
      )
    )
    if (asked !== state) return
    for (const block of numbers) underWay.delete(block)
    const [refused] = answers.filter((answer) => !answer.ok)
    failure.value = refused?.failure ?? null
    for (const [n, answer] of answers.entries()) {
      const block = numbers[n]
      if (answer.ok && block !== undefined) keep(block, answer.value)
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
    look(first, end) {
      if (end <= first) return
      const from = Math.floor(Math.max(0, first - margin) / blockSize)
      // The first block tells how many there are: until then it is all that is asked for.
      const last = Math.max(0, Math.min(end - 1 + margin, (total.value ?? 1) - 1))
      const to = Math.max(from, Math.floor(last / blockSize))
      wanted = Array.from({ length: to - from + 1 }, (_, n) => from + n)
      pump()
    },
    reload,
    async except(productId, rule, reason) {
      const answer = await call('audit:set-exception', { connectionId, productId, rule, reason })
      if (answer.ok) order.did(connectionId, { entry: null })
      return answer.ok ? null : answer.failure
    }
  }
}
