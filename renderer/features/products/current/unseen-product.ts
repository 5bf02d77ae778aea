import type { Product } from '../../../../electron/contract/product'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import { useOwnTeam } from '../../../shared/data/own-team'
import { isSameQuery, placeOf, useProductDetails } from '../../catalog'
import { dropHeldMark, useReviews, type HeldMark, type UnseenProduct } from '../../review'

/** Who took a product out of a list, by a mark. */
interface Taker {
  by: string
  mark: ReviewMark
}

interface ShownList {
  connectionId: () => string
  listed: () => ProductQuery
  productAt: (index: number) => Product | null
  /** The current product; null: there is none. */
  current: () => Product | null
  /** Where it stands among the rows or tiles, from 0; null: it is none of them. */
  place: () => number | null
  isInSight: (index: number) => boolean
  /** Where the list begins for keys while no product is current; null: the list is not on screen. */
  first: () => number | null
  /** Puts the keyboard on a row or tile, and that into sight. */
  goTo: (index: number) => void
  /** As `goTo`, for a product that stands in none of them: `found` is called when the keyboard is on it, `missing` if the list does not hold it. */
  seek: (sought: { id: string; found: () => void; missing: () => void }) => void
  /** Keys are for something else, which is seen: the large picture, or what is selected. */
  isElsewhere: () => boolean
}

/**
 * A product that a key would mark though nobody has seen it: the current one, scrolled out of sight, or the one that the keyboard was put on
 * when a colleague took the current one out of the list. The first press brings it before the person, and says so; the next one marks it.
 * Where no product is current, it makes the one so that is where the last one stood, or the first one in sight. One that is far away since the list was sorted anew is looked for there.
 */
export function useUnseenProduct(list: ShownList): UnseenProduct {
  const details = useProductDetails()
  const [reviews, team] = [useReviews(), useOwnTeam()]

  /** Where it stands; null: what a key would mark is seen. */
  function unseen(): number | null {
    if (list.isElsewhere()) return null
    if (list.current() === null) {
      const index = placeOf(document.activeElement)
      return index !== null && list.productAt(index) !== null ? index : null
    }
    const index = list.place()
    // The details beside the list show it as well.
    if (index === null || details.isOpen) return null
    return list.isInSight(index) ? null : index
  }

  /** Who took a product out of the list by which mark; null: nobody else, or that is not known. */
  async function takerOf({ id }: Product): Promise<Taker | null> {
    if (!team.isIn) return null
    const answer = await call('reviews:of', { connectionId: list.connectionId(), productId: id })
    if (!answer.ok || answer.value.markedBy === '' || answer.value.markedBy === team.name) return null
    const { state, markedBy: by } = answer.value
    if (state === 'needs-work' || state === 'ignored' || state === 'unreviewed') return { by, mark: state }
    return state === 'changed' ? null : { by, mark: 'approved' }
  }

  /** The product that was current last and has left the list, where that is the one on screen still; null: none did. */
  function leftThisList(): Product | null {
    const { left } = details
    const isOfList = left?.wasListed === true && isSameQuery(left.productQuery, list.listed())
    return isOfList ? left.detailed.product : null
  }

  /** The same before it is let go of: it stands in no row anymore, and has left, or is far away. */
  async function leftUnknown(product: Product | null): Promise<Product | null> {
    if (product === null) return null
    const asked = { connectionId: list.connectionId(), productQuery: list.listed() }
    const answer = await call('products:listed', { ...asked, ids: [product.id] })
    return answer.ok && answer.value.length === 0 ? product : null
  }

  /** Whether it has the mark of this person already; why it needs work can be said anew. */
  const hasMark = (product: Product, wish: ReviewMark): boolean =>
    wish !== 'needs-work' && team.pressedStateOf(product) === wish

  /** The product to begin at, where none is current; null: one is, be it that the list, which is read again, has it in no row just now. */
  function first(): number | null {
    if (list.isElsewhere() || details.shown !== null) return null
    const index = list.first()
    return index !== null && list.productAt(index) !== null ? index : null
  }

  /** The product that was current last, where it stands in none of the rows or tiles, and the keyboard is not in its details; null: it does. */
  function away(): Product | null {
    return list.isElsewhere() || list.current() !== null ? null : (details.shown?.product ?? null)
  }

  /** Only once it is in sight a person is told so: a list that is read again may have it in no row for a moment. */
  function bringBack(wish: ReviewMark, product: Product): void {
    const hold = (why: 'out-of-sight' | null): void =>
      reviews.holdMark(list.connectionId(), { mark: wish, product, why, isSet: hasMark(product, wish) })
    list.seek({
      id: product.id,
      found: () => hold('out-of-sight'),
      missing() {
        if (details.isOpen) {
          details.openAt('pane')
          hold(null)
        } else {
          details.letGo(list.listed(), true)
          void show(wish)
        }
      }
    })
  }

  async function show(wish: ReviewMark): Promise<void> {
    const index = unseen() ?? first()
    const next = index === null ? null : list.productAt(index)
    const gone = away()
    if (index === null && gone !== null) bringBack(wish, gone)
    if (index === null || next === null) return
    const wasCurrent = list.current() !== null
    const [known, before] = wasCurrent ? [null, null] : [leftThisList(), details.shown?.product ?? null]
    details.follow(next, index)
    list.goTo(index)
    const isSet = hasMark(next, wish)
    const hold = (why: HeldMark['why']): void =>
      reviews.holdMark(list.connectionId(), { mark: wish, product: next, why, isSet })
    const hasLeft = (left: Product, taker: Taker | null): HeldMark['why'] => {
      return { left: left.name.trim() || left.id, taker }
    }
    // At once: the next press answers it.
    hold(wasCurrent ? 'out-of-sight' : known && hasLeft(known, null))
    const told = reviews.last
    const left = known ?? (await leftUnknown(before))
    const taker = left && (await takerOf(left))
    const isTold = known !== null && taker === null
    // Something else was done meanwhile.
    if (left === null || isTold || reviews.last !== told || details.shown?.product.id !== next.id) return
    hold(hasLeft(left, taker))
  }

  dropHeldMark(() => details.shown?.product.id ?? '')

  return {
    is: () => unseen() !== null,
    canBegin: () => first() !== null || away() !== null,
    show: (wish) => void show(wish)
  }
}
