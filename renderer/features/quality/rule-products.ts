import { onScopeDispose, ref, shallowReactive, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Failure } from '../../../electron/contract/failure'
import type { ProductQuery } from '../../../electron/contract/product-query'
import { useUndoOrder } from '../../shared/data/undo-order'
import { call } from '../../bridge'
import { slotsOf, type Slot } from '../../shared/data/block-cache'
import { onConnectionEvent } from '../../shared/data/open-connection'

/** Rows that are read at a time. */
const blockSize = 50
/** Blocks that are kept: some 2,000 products. */
const mostBlocks = 40
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

  async function read(block: number): Promise<void> {
    const asked = state
    underWay.add(block)
    const answer = await call('products:page', {
      connectionId,
      page: block + 1,
      limit: blockSize,
      productQuery: query(),
      from: 'copy',
      withFacts: true
    })
    if (asked !== state) return
    underWay.delete(block)
    failure.value = answer.ok ? null : answer.failure
    if (!answer.ok) return
    total.value = answer.value.totalItems ?? 0
    fresh.add(block)
    blocks.delete(block)
    blocks.set(block, slotsOf(answer.value, false))
    const [oldest] = blocks.keys()
    if (blocks.size > mostBlocks && oldest !== undefined) {
      blocks.delete(oldest)
      fresh.delete(oldest)
    }
  }

  function pump(): void {
    for (const block of wanted) if (!fresh.has(block) && !underWay.has(block)) void read(block)
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
      const from = Math.floor(first / blockSize)
      wanted = Array.from({ length: Math.floor((end - 1) / blockSize) - from + 1 }, (_, n) => from + n)
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
