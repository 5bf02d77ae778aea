import { createMutex } from '../async/locks'
import type { CatalogHistory, Range } from '../catalog/history-types'
import type { MarkedProducts } from './mark-products'

export interface LooksDeps {
  /** What is known of the changes of products; left out: nothing. */
  changes?: Pick<CatalogHistory, 'markSeen' | 'unseenOf'> | undefined
  /** Told where something counts as seen now; null: any product may be concerned. */
  onChange: (connectionId: string, productIds: string[] | null) => void
}

/** Whoever decides on a product has seen what changed of it: nobody has to say so twice. It is taken back with the decision. */
export interface Looks {
  /** Whether changes that nobody has seen yet are not among those that a person had before them, by their numbers. */
  hasOthers(connectionId: string, products: string[], changes: readonly number[]): Promise<boolean>
  /** @param entry of the decision; null: it changed nothing, and what is done to the same products next takes this look along */
  see(connectionId: string, products: MarkedProducts, entry: number | null): Promise<void>
  /** @param undoing the entry that took `entry` back: undone in turn, it is seen again */
  takeBack(connectionId: string, entry: number, undoing: number): Promise<void>
}

/** Of the decisions of this run. */
export function createLooks({ changes, onChange }: LooksDeps): Looks {
  /** What was seen by a mark, or no longer by its undo, by connection and entry. */
  const seenWith = new Map<string, { ranges: Range[]; isSeen: boolean }>()
  /** What was seen by the last mark, which changed nothing, and of what. */
  let before: { of: string; ranges: Range[] } | null = null
  /** Undo, however soon it is pressed, takes back what the decision before it has seen. */
  const turns = createMutex()

  async function see(id: string, products: MarkedProducts, entry: number | null): Promise<void> {
    const sought = 'ids' in products ? { products: products.ids } : products
    const seen = await changes?.markSeen(id, sought, true)
    const of = JSON.stringify([id, sought])
    const earlier = before?.of === of ? before.ranges : []
    before = null
    if (!seen?.ok) return
    const { ranges } = seen.value
    const all = ranges === null ? null : [...earlier, ...ranges]
    if (all?.length === 0) return
    if (entry === null) before = all === null ? null : { of, ranges: all }
    else if (all !== null) seenWith.set(`${id} ${entry}`, { ranges: all, isSeen: true })
    if (ranges?.length !== 0) onChange(id, 'ids' in products ? products.ids : null)
  }

  async function takeBack(id: string, entry: number, undoing: number): Promise<void> {
    const look = seenWith.get(`${id} ${entry}`)
    if (look === undefined) return
    const { ranges } = look
    const isSeen = !look.isSeen
    seenWith.set(`${id} ${undoing}`, { ranges, isSeen })
    await changes?.markSeen(id, { ranges }, isSeen)
  }

  return {
    async hasOthers(id, products, told) {
      const unseen = await changes?.unseenOf(id, products)
      // Of what the catalog cannot tell nobody is asked.
      if (!unseen?.ok) return false
      const shown = new Set(told)
      return unseen.value.some(([first, last]) => {
        for (let number = first; number <= last; number += 1) if (!shown.has(number)) return true
        return false
      })
    },
    see: (id, products, entry) => turns.run(() => see(id, products, entry)),
    takeBack: (id, entry, undoing) => turns.run(() => takeBack(id, entry, undoing))
  }
}
