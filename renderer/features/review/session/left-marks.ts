import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { Failure } from '../../../../electron/contract/failure'
import type { Product } from '../../../../electron/contract/product'
import type { Done } from '../../../shared/data/undo-order'
import type { ReviewMark } from '../../../../electron/contract/review-state'

/** What is saved: a mark, that one is taken back, or that it holds again. */
export type RequestedMark = ReviewMark | 'undo' | 'redo'

/** A wish that was not saved. */
export interface Unsaved {
  failure: Failure
  wish: RequestedMark
  /** Whose mark it is; null: what was to be taken back was the last one, of whichever product. */
  productId: string | null
  press: PressedMark | null
}

/** A mark, with the products as they were on screen when its key was pressed. */
export interface PressedMark {
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
export const nowhere = (): boolean => false

export type Press = PressedMark | { wish: 'undo' | 'redo' }

export function isMark(press: Press): press is PressedMark {
  return press.wish !== 'undo' && press.wish !== 'redo'
}

/** Marks that were saved as one: by their numbers in the log, that of a reason after its mark's. */
export interface SavedMarks {
  entries: readonly number[]
  productIds: readonly [string, ...string[]]
}

/** What is left of the marks of this start of the app, also while another store is open. */
interface Left {
  /** What was not saved. */
  refused: Unsaved | null
  /** The last mark last. */
  done: SavedMarks[]
  /** The product that had its last mark already: a reason that follows is a step of its own. */
  unchanged: string | null
  /** What was taken back, the last last: done again only where that is next in the order of all pages. `redos`: the entries that say so, in the order of `entries`. */
  undone: (SavedMarks & { redos: readonly number[] })[]
}

/** Keeps a mark to be taken back: a reason together with its mark. */
export function keepSaved(left: Left, entry: number, { products, isReason = false }: PressedMark): void {
  const [product, ...others] = products
  const productIds: [string, ...string[]] = [product.id, ...others.map(({ id }) => id)]
  const isOfMark = isReason && left.unchanged !== product.id
  const before = isOfMark ? left.done.findLast((each) => each.productIds[0] === product.id) : undefined
  if (before === undefined) left.done.push({ entries: [entry], productIds })
  else
    left.done = left.done.map((each) =>
      each === before ? { ...each, entries: [...each.entries, entry] } : each
    )
}

/** The marks of this page with what was done last; undefined: it is none of them. */
export function savedAs({ done }: Left, latest: Done): SavedMarks | undefined {
  if (!('entry' in latest)) return undefined
  return done.findLast(({ entries }) => entries.some((number) => number === latest.entry))
}

export const useLeftMarks = defineStore('left-marks', () => {
  const known = new Map<string, Left>()
  return {
    of(connectionId: string): Left {
      const left =
        known.get(connectionId) ?? shallowReactive({ refused: null, done: [], unchanged: null, undone: [] })
      known.set(connectionId, left)
      return left
    }
  }
})
