import { useEventListener } from '@vueuse/core'

/** What a click can be meant for. Within one of them it does not matter where. */
const targets = [
  ...['a', 'button', 'input', 'label', 'option', 'select', 'summary', 'textarea', 'tr'],
  ...['checkbox', 'link', 'menuitem', 'option', 'radio', 'row', 'switch', 'tab'].map(
    (role) => `[role^="${role}"]`
  )
].join()

function targetOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(targets) : null
}

/** What a button acts on where that changes under it: the product on screen, say (`data-subject` on it or around it). */
const subjectOf = (target: Element | null): string | null =>
  target?.closest('[data-subject]')?.getAttribute('data-subject') ?? null

/** Whether it is a later press of a double click, which is no wish of its own. */
export const isSecondPress = ({ detail }: MouseEvent): boolean => detail > 1

/** A label passes its click on to its field. */
const isFieldOf = (label: Element | null, field: Element): boolean =>
  label instanceof HTMLLabelElement && label.control === field

/** Within them a double click selects a word, as in a text. */
const texts = 'input, textarea, label, tr, [role="row"]'

/**
 * Lets the second click of a double click act only on what the first one was on: whatever has come under the pointer since then, since
 * something went or moved, nobody has aimed at (fault 135). What acts on a subject hears the first click alone: it may act on another one by
 * then, or has said why it did not act. A double click that begins on a button selects no text, neither beside it nor what has come under the
 * pointer. For the whole window, until the scope ends. The system says what a double click is (`detail`); clicks by keyboard and by other
 * software are none.
 */
export function useSteadyClicks(): void {
  let first: Element | null = null
  let firstSubject: string | null = null
  const heed = (event: MouseEvent): void => {
    const target = targetOf(event)
    if (event.type === 'mousedown' && !isSecondPress(event)) {
      first = target
      firstSubject = subjectOf(target)
    }
    if (!isSecondPress(event)) return
    if (event.type === 'mousedown' && first?.matches(texts) === false) event.preventDefault()
    if (target === null) return
    const isSame = target === first || isFieldOf(first, target)
    // What acts on a subject has its answer to read, or another subject, by the second press of a double click.
    if (isSame && subjectOf(target) === null && firstSubject === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // Before anybody else hears of it.
  useEventListener(['mousedown', 'click', 'dblclick'], heed, { capture: true })
}
