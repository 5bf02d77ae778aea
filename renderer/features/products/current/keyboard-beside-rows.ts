import { nextTick } from 'vue'
import { isForPage } from '../../../shared/ui/keyboard-context'

/**
 * Whether keys for the rows are pressed elsewhere: in the details, which show the next product then, on the page, which a person has just
 * come back to, or in the sidebar. A list does not take the focus from there by itself.
 */
export function isBesideRows(target: Element | null): boolean {
  return isForPage(target) && target?.closest('[data-scroller]') === null
}

/** Puts the keyboard on a row, unless a person is in a text or a menu. */
export async function takeFocusTo(index: number, goTo: (index: number) => void): Promise<void> {
  const { activeElement } = document
  if (!isForPage(activeElement)) return
  // The list puts the keyboard first where the row has gone that it was in.
  await nextTick()
  // A list does not take the focus from where a person is.
  if (activeElement instanceof HTMLElement) activeElement.blur()
  goTo(index)
}
