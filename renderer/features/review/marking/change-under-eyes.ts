import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { isSameFingerprint } from '../../../../electron/contract/content-fingerprint'
import type { Product } from '../../../../electron/contract/product'
import type { Difference } from '../../../../electron/contract/review'
import { differencesOf } from '../../catalog'
import type { HeldMark } from '../last-action'

/** Why a mark is held of what became something else under the eyes. */
type ChangeNews = Extract<HeldMark['why'], 'gone' | { changed: unknown }>

type Content = Pick<Product, 'name' | 'price' | 'description' | 'picture'>

/**
 * What of a product on screen a decision is about: its content, by its fingerprint and as far as the page knows it, and whether the store
 * lists it (`position` null: not anymore).
 */
export type SeenProduct = Pick<Product, 'id' | 'contentFingerprint'> &
  Partial<Content & Pick<Product, 'position'>>

function isKnown(product: SeenProduct): product is SeenProduct & Content {
  const { name, price, description, picture } = product
  return [name, price, description, picture].every((each) => each !== undefined)
}

/** Why a mark of what it is now waits: that the store took it out, or else in what it changed; [] : that is not known. */
function newsOf(before: SeenProduct, now: SeenProduct): ChangeNews {
  const isGone = now.position === null && before.position !== null
  return isGone ? 'gone' : { changed: changedFields(before, now) }
}

/** In what two states of a product differ; [] : that is not known, or it is something else. */
function changedFields(before: SeenProduct, now: SeenProduct): Difference['field'][] {
  return isKnown(before) && isKnown(now) ? differencesOf(before, now).map(({ field }) => field) : []
}

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

/** A product on screen, and what it was when it was decided on, or came; null: the same as now. */
interface SeenState {
  now: SeenProduct
  before: SeenProduct | null
}

/**
 * Whether a product became something else under the eyes of the person, who may have decided on what it was before: a pane or a row that is
 * other than a moment ago is easily overlooked. It is asked once of each change, however long ago: the next press is for what is seen by then.
 *
 * @param product the current one, as it is on screen; null: there is none, or none just now
 * @param beside others that a person has before them with it, any of which may be current next
 * @returns `news`: what it is not anymore, or in what it changed; null: it is as it was, or that was asked before
 */
export function useChangeUnderEyes(
  product: () => SeenProduct | null,
  beside: () => readonly SeenProduct[] = () => []
): {
  news: () => ChangeNews | null
} {
  const told = useToldChange()
  const seen = new Map<string, SeenState>()
  let current: string | null = null

  function see(now: SeenProduct): void {
    const state = seen.get(now.id)
    const isOther = state !== undefined && !isSame(now, state.now)
    seen.set(now.id, { now, before: state?.before ?? (isOther ? state.now : null) })
  }

  watch(
    () => [product(), beside()] as const,
    ([now, others]) => {
      // A list that is read again may have it nowhere for a moment.
      if (now === null) return
      current = now.id
      const shown = [now, ...others]
      for (const id of [...seen.keys()]) if (!shown.some((each) => each.id === id)) seen.delete(id)
      for (const each of shown) see(each)
    },
    { immediate: true }
  )
  return {
    news() {
      const state = current === null ? undefined : seen.get(current)
      if (state === undefined) return null
      const { now, before } = state
      const isTold = told.product !== null && isSame(now, told.product)
      const news = before && !isTold ? newsOf(before, now) : null
      state.before = null
      if (news !== null) told.product = now
      return news
    }
  }
}
