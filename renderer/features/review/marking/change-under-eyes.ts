import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { isSameFingerprint } from '../../../../electron/contract/content-fingerprint'
import type { Product } from '../../../../electron/contract/product'

/** What of a product on screen a decision is about: its content, and whether the store lists it (`position` null: not anymore). */
export type SeenProduct = Pick<Product, 'id' | 'contentFingerprint'> & Partial<Pick<Product, 'position'>>

function isSame(one: SeenProduct, other: SeenProduct): boolean {
  const isEitherGone = (one.position === null) !== (other.position === null)
  return (
    one.id === other.id &&
    !isEitherGone &&
    isSameFingerprint(one.contentFingerprint, other.contentFingerprint)
  )
}

/** The product that a person was told of last that it has changed: a pane and the list beside it ask once. */
const useToldChange = defineStore('told-change', () => ({ product: shallowRef<SeenProduct | null>(null) }))

/**
 * Whether a product became something else under the eyes of the person, who may have decided on what it was before: a pane or a row that is
 * other than a moment ago is easily overlooked. It is asked once of each change, however long ago: the next press is for what is seen by then.
 *
 * @param product as it is on screen; null: there is none, or none just now
 */
export function useChangeUnderEyes(product: () => SeenProduct | null): { isNew: () => boolean } {
  const told = useToldChange()
  let seen: SeenProduct | null = null
  let hasChanged = false
  watch(
    product,
    (now) => {
      // A list that is read again may have it nowhere for a moment.
      if (now === null) return
      if (now.id !== seen?.id) hasChanged = false
      else if (!isSame(now, seen)) hasChanged = true
      seen = now
    },
    { immediate: true }
  )
  return {
    isNew() {
      const isTold = seen !== null && told.product !== null && isSame(seen, told.product)
      const isNew = hasChanged && !isTold
      hasChanged = false
      if (isNew) told.product = seen
      return isNew
    }
  }
}
