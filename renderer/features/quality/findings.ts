import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import type { AuditState, Finding, RuleId } from '../../../electron/contract/audit'
import type { Failure, Result } from '../../../electron/contract/failure'
import { call, on } from '../../bridge'

/** A product of a connection. */
export interface ProductKey {
  connectionId: string
  productId: string
}

/** So many products' findings are kept at hand: those of a queue that somebody goes to and fro in. */
const most = 50

const keyOf = ({ connectionId, productId }: ProductKey): string => `${connectionId}\n${productId}`

/** What the quality rules found of single products, and what these are excepted from. */
export const useFindings = defineStore('findings', () => {
  const known = shallowReactive(new Map<string, readonly Finding[]>())
  /** Why they could not be read, or what was asked for was not done, by product. */
  const refused = shallowReactive(new Map<string, Failure>())
  /** Grows when what is known of a connection's products may be another by now: it is to be loaded again. */
  const versions = shallowReactive(new Map<string, number>())
  const seen = new Map<string, AuditState['at']>()
  /** The last question about each product: the answers of earlier ones are dropped. */
  const latest = new Map<string, number>()
  let questions = 0

  function take(key: string, findings: readonly Finding[]): void {
    known.delete(key)
    known.set(key, findings)
    for (const oldest of [...known.keys()].slice(0, -most)) known.delete(oldest)
  }

  async function ask(product: ProductKey, question: Promise<Result<Finding[]>>): Promise<boolean> {
    const key = keyOf(product)
    const mine = ++questions
    latest.set(key, mine)
    const answer = await question
    if (latest.get(key) !== mine) return answer.ok
    latest.delete(key)
    if (answer.ok) {
      refused.delete(key)
      take(key, answer.value)
    } else refused.set(key, answer.failure)
    return answer.ok
  }

  function age(connectionId: string): void {
    versions.set(connectionId, (versions.get(connectionId) ?? 0) + 1)
  }

  onScopeDispose(
    on('audit:changed', ({ connectionId, at, phase }) => {
      if (phase === 'running' || seen.get(connectionId) === at) return
      seen.set(connectionId, at)
      age(connectionId)
    })
  )
  onScopeDispose(on('reviews:changed', ({ connectionId }) => age(connectionId)))

  return {
    of: (product: ProductKey): readonly Finding[] | null => known.get(keyOf(product)) ?? null,
    refusedOf: (product: ProductKey): Failure | null => refused.get(keyOf(product)) ?? null,
    versionOf: (connectionId: string): number => versions.get(connectionId) ?? 0,
    load: (product: ProductKey) => ask(product, call('audit:of', product)),
    /** Exceptions it from a rule; `reason` null takes that back. Says whether it was done. */
    setException: (product: ProductKey, rule: RuleId, reason: string | null) =>
      ask(product, call('audit:excuse', { ...product, rule, reason })),
    /** The person has read what was refused. */
    close: (product: ProductKey): void => void refused.delete(keyOf(product))
  }
})
