import { ref, watch, type Ref } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { useOwnTeam } from '../../../shared/data/own-team'
import { sentences } from '../../../shared/format/sentences'
import { shownState } from '../../../shared/labels/review-labels'
import { productMessage, sessionMessage } from './queue-labels'
import { useReviewActions } from './review-actions'
import { useReviewSession } from './review-session'

/**
 * What a screen reader is told (`said`): what a key did, and which product is on screen since, with its state. While a mark is being saved
 * it waits for what comes of that, so that both are one sentence.
 */
export function useReviewAnnouncements(): {
  said: Readonly<Ref<string>>
  /** What the person themself says of a product, where colleagues say something else; of the one on screen as it is known by now. */
  ownStateOf: (product: Product) => ReviewState
} {
  const session = useReviewSession()
  const marks = useReviewActions()
  const team = useOwnTeam()
  const said = ref('')

  function ownStateOf(product: Product): ReviewState {
    const { current } = session.cursor
    return team.ownStateOf(current?.id === product.id ? current : product, session.stateOf(product))
  }

  const currentId = (): string | undefined => session.cursor.current?.id
  let saidId = currentId()
  watch([() => marks.action, currentId, () => marks.saving], ([action, id, saving], [actionBefore]) => {
    const isDone = action !== null && action !== actionBefore
    if (!isDone && saving !== null) return
    const { current } = session.cursor
    const done = isDone ? [sessionMessage(action, ownStateOf)] : []
    const isOther = id !== saidId && action?.kind !== 'undone'
    const isSaid = isOther && current !== null
    const now = isSaid ? [productMessage(current, shownState(current.review, session.stateOf(current)))] : []
    saidId = id
    if (done.length + now.length > 0) said.value = sentences([...done, ...now])
  })
  return { said, ownStateOf }
}
