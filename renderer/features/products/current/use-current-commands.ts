import { computed } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { useCommands } from '../../../shared/commands/registry'
import { useOwnCommands } from '../../../shared/commands/use-own-commands'
import { useOwnKeys } from '../../../shared/commands/use-own-keys'
import { useProductDetails, useSelection } from '../../catalog'
import { usePicturePreview } from '../../pictures'
import { useMarkCommands, useMarking, type MarkSubject } from '../../review'
import { selectedSubject } from '../selection/mark-selection'
import { useComparing } from '../compare/use-comparing'

interface Surroundings {
  connectionId: () => string
  /** Where the current product stands among the rows or tiles on screen, from 0; null: it is none of them. */
  place: () => number | null
  productAt: (index: number) => Product | null
  /** Puts the keyboard on a row or tile. */
  goTo: (index: number) => void
  preview: (index: number) => void
}

/**
 * What the keys of a product do: to all that are selected, or to the current product, which is the one in large, or else the
 * row or tile that was pressed or that the keyboard is on. After a mark the current one is the next, as in Review.
 */
export function useCurrentCommands({ connectionId, place, productAt, goTo, preview }: Surroundings): {
  mark: (wish: ReviewMark) => void
} {
  const details = useProductDetails()
  const selection = useSelection()
  const inLarge = usePicturePreview()
  const comparing = useComparing(connectionId)
  const { subjectOf } = useMarking(connectionId)

  /** What is not in the list is not marked by a key, unless the keyboard is in its details. */
  const current = computed<Product | null>(() => {
    if (inLarge.product !== null) return inLarge.product
    return place() !== null || details.isAtHand ? (details.shown?.product ?? null) : null
  })
  const isOfSelection = (): boolean => inLarge.product === null && !selection.isEmpty

  function subject(): MarkSubject | null {
    if (isOfSelection()) return selectedSubject()
    return current.value === null ? null : subjectOf(current.value)
  }

  function moveOn(): void {
    if (inLarge.product !== null) {
      if (inLarge.hasNext) inLarge.step(1)
      return
    }
    const index = place()
    if (index !== null && productAt(index + 1)) goTo(index + 1)
  }

  function writeNote(): void {
    const [product, index] = [current.value, place()]
    if (!product) return
    inLarge.close()
    details.follow(product, index ?? -1)
    details.openAt('note')
  }

  function showPicture(): void {
    const index = place()
    if (index !== null) preview(index)
    else if (details.shown) inLarge.openAlone(details.shown.product)
  }

  const isThere = (): boolean => current.value !== null
  const canCompare = (): boolean => comparing.can(current.value)
  const compare = (): void => void comparing.compare(current.value)

  useOwnCommands({ compare: { can: canCompare, run: compare } })
  useCommands({ 'show-picture': { can: isThere, run: showPicture } })
  useOwnKeys({
    'show-picture'() {
      // The one in large is shown already.
      if (!isThere() || inLarge.product !== null) return false
      showPicture()
      return true
    }
  })

  return useMarkCommands({ connectionId, subject, moveOn, isNotable: isThere, writeNote })
}
