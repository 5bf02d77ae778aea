import { computed, nextTick, onScopeDispose, watch } from 'vue'
import type { Change } from '../../../electron/contract/history'
import { useArrowsOnPage } from '../../shared/list/use-arrows-on-page'
import { releaseFocus } from '../../shared/ui/keyboard-context'
import { useTwinCommand } from '../quality'
import { reasonOfChange, useMarkCommands, useMarking, useOutOfSight, useReviews } from '../review'
import type { CurrentChange } from './use-current-change'

/** A list of changes on whose products a person decides. */
interface DecidedList extends Pick<CurrentChange, 'current' | 'place' | 'choose' | 'comeBack'> {
  connectionId: () => string
  /** The change at a place, from 0; undefined while it is not read. */
  at: (index: number) => Change | undefined
  /** Whether a person sees a change: in the list, or beside it. */
  isSeen: (index: number) => boolean
  /** Puts the keyboard into the row of a change. */
  focus: (index: number) => void
  /** Puts the keyboard into the note of the product that is shown beside the list. */
  writeNote: () => void
}

/**
 * What the keys of a product do in a list of changes: they are for the product of the current one. A decision leads on to the next product,
 * and Undo back to its own. A product that is not known as it is now cannot be marked.
 */
export function useChangeMarks({
  connectionId,
  at,
  current,
  place,
  choose,
  comeBack,
  isSeen,
  focus,
  writeNote
}: DecidedList): void {
  const { subjectOf } = useMarking(connectionId)
  const reviews = useReviews()
  const product = computed(() => {
    const known = current.value?.product
    return known?.now ? { id: known.id, name: known.name, ...known.now } : null
  })

  /** On to the next product: the other changes of this one are decided on with it. */
  function moveOn(): void {
    let next = place.value
    if (next === null) return
    const id = current.value?.product.id
    while (at(next)?.product.id === id) next += 1
    if (at(next)) focus(next)
  }

  async function openNote(): Promise<void> {
    if (place.value !== null) choose(place.value)
    await nextTick()
    writeNote()
  }

  const unseen = useOutOfSight(connectionId, () => {
    const [known, index] = [product.value, place.value]
    if (known === null || index === null) return null
    return { product: known, isInSight: () => isSeen(index), bring: () => focus(index) }
  })
  useMarkCommands({
    connectionId,
    unseen,
    subject: () => {
      const [known, change] = [product.value, current.value]
      return known && change && subjectOf(known, reasonOfChange(change.kind))
    },
    moveOn,
    isNotable: () => product.value !== null,
    writeNote: () => void openNote()
  })
  useTwinCommand(connectionId, () => product.value)
  useArrowsOnPage((by) => {
    if (place.value === null) return false
    releaseFocus()
    focus(place.value + by)
    return true
  })
  onScopeDispose(reviews.leave)
  watch(
    () => reviews.last,
    (last) => {
      if (last?.kind === 'undone' && last.entry.product !== null) comeBack(last.entry.product.id)
    }
  )
}
