import { useEventListener } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { isForPage } from '../../../shared/ui/keyboard-context'
import { useLeftLook, type Look } from './left-look'
import { useReviewSession } from './review-session'

/** How a person looks at the queue, and what they have selected in its grid. */
interface DeskLook {
  shownAs: Readonly<Ref<Look>>
  hasStrip: Readonly<Ref<boolean>>
  selected: ShallowRef<readonly Product[]>
  /** The keys go on with what is shown now. */
  look: (at: Look) => void
  /** To the product with all that is known of it; returns what leads back, with what was selected, unless the person has gone on meanwhile. */
  toDesk: () => () => void
  /** To the picture alone or the grid, and back; shows or hides the strip. */
  show: (what: 'stage' | 'grid' | 'strip') => void
}

/** Escape leaves the grid or the picture alone, and then what was searched for. */
export function useDeskLook(): DeskLook {
  const session = useReviewSession()
  const place = useLeftLook()
  const left = place.left?.sitting === session.sitting ? place.left : null
  const shownAs = ref<Look>(left?.shownAs ?? 'desk')
  const hasStrip = ref(left?.hasStrip ?? true)
  const selected = shallowRef<readonly Product[]>([])

  function look(at: Look): void {
    shownAs.value = at
    selected.value = []
    document.getElementById('main')?.focus()
  }

  function toDesk(): () => void {
    const [before, these, product] = [shownAs.value, selected.value, session.cursor.current?.id]
    if (before === 'desk') return () => undefined
    look('desk')
    return () => {
      if (shownAs.value !== 'desk' || session.cursor.current?.id !== product) return
      look(before)
      selected.value = these
    }
  }

  function show(what: 'stage' | 'grid' | 'strip'): void {
    if (what === 'strip') hasStrip.value = !hasStrip.value
    else look(shownAs.value === what ? 'desk' : what)
  }

  useEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (!isForPage(event.target)) return
    if (shownAs.value === 'desk' && session.find === '') return
    event.preventDefault()
    if (shownAs.value === 'desk') void session.search('')
    else look('desk')
  })

  onScopeDispose(() => {
    place.left = { sitting: session.sitting, shownAs: shownAs.value, hasStrip: hasStrip.value }
  })

  return { shownAs, hasStrip, selected, look, toDesk, show }
}
