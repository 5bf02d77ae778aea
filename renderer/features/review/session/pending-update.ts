import { shallowRef, type Ref } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import type { Difference } from '../../../../electron/contract/review'
import { isSameFingerprint } from '../../../../electron/contract/content-fingerprint'
import { differencesOf } from '../../catalog'

/** What a product that is looked at has become meanwhile. */
export interface PendingUpdate {
  /** As the catalog has it now; null when the catalog does not have it any more. */
  product: Product | null
  /** Between what was looked at and what it is now. */
  differences: Difference[]
  /** It is on screen as it is now. */
  isShown: boolean
}

/** What the product on screen has become, while it stays there as it is looked at. */
export interface NewerThanShown {
  readonly newer: Readonly<Ref<PendingUpdate | null>>
  /** The product on screen was read again. `now` null: the catalog does not have it any more. */
  meet: (shown: Product, now: Product | null) => void
  /** It is on screen as it is now. */
  shows: (shown: Product, now: Product | null) => void
  /** Another product is on screen. */
  forget: () => void
}

const isListed = ({ position }: Product): boolean => position !== null

export function createPendingUpdate(): NewerThanShown {
  const newer = shallowRef<PendingUpdate | null>(null)

  function tell(shown: Product, now: Product | null, isShown: boolean): void {
    newer.value = { product: now, differences: now ? differencesOf(shown, now) : [], isShown }
  }

  return {
    newer,
    meet(shown, now) {
      const isSame =
        now !== null &&
        isSameFingerprint(now.contentFingerprint, shown.contentFingerprint) &&
        isListed(now) === isListed(shown)
      if (!isSame) tell(shown, now, false)
      else if (newer.value?.isShown !== true) newer.value = null
    },
    shows: (shown, now) => tell(shown, now, now !== null),
    forget: () => (newer.value = null)
  }
}
