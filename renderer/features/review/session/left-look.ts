import { shallowRef } from 'vue'
import { defineConnectionStore } from '../../../shared/data/open-connection'

/** What of Review is shown: all of it, the picture alone, or the queue as a grid. */
export type Look = 'desk' | 'stage' | 'grid'

/** How Review was looked at when it was left, and in which sitting; null before that. */
interface LeftLook {
  sitting: number
  shownAs: Look
  hasStrip: boolean
}

/** Where the grid was scrolled to when it was left, in which sitting, and what was current. */
interface LeftGrid {
  sitting: number
  current: string
  /** The first product of the row on top, and how much of that row was cut: from 0 to 1. */
  top: string
  cut: number
}

/** For whoever comes back to the same queue: they find it as they left it. */
export const useLeftLook = defineConnectionStore(() => ({
  left: shallowRef<LeftLook | null>(null),
  /** null: it was not shown yet. */
  grid: shallowRef<LeftGrid | null>(null)
}))
