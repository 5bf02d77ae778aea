import { onScopeDispose } from 'vue'
import { useReviews } from '../stores/reviews'
import { isInOverlay, isTyping } from './key-targets'

/** Ctrl or Cmd with Z takes back what was done to reviews last; in a text field it is the text's. */
export function useUndoKey(connectionId: () => string): void {
  const reviews = useReviews()

  function onKeydown(event: KeyboardEvent): void {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isUndo || event.key.toLowerCase() !== 'z' || event.defaultPrevented) return
    if (isTyping(event.target) || isInOverlay(event.target)) return
    event.preventDefault()
    // One press, one thing: what was asked for before comes first.
    if (!event.repeat && reviews.underWay === 0) void reviews.undo(connectionId())
  }

  window.addEventListener('keydown', onKeydown)
  onScopeDispose(() => window.removeEventListener('keydown', onKeydown))
}
