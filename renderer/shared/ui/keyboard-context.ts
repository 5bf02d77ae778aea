function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Whether it is the page as a whole, and no control of it. */
export function isOnPage(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.id === 'main')
}

/** Whether it is the page as a whole, or the entry of the sidebar that led to it: arrows are for the list of the page. */
export function isAtPage(target: EventTarget | null): boolean {
  return isOnPage(target) || isIn(target, 'nav [aria-current="page"]')
}

/** Whether a key is pressed without Ctrl, Cmd or Alt. */
export const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey

/** The attribute of a choice that was pressed, and not gone to by keyboard (`usePointedChoices`). */
export const pointed = 'data-pointed'

/** Whether it is such a choice: letters there are the page's. */
export const isPointed = (target: EventTarget | null): boolean => isIn(target, `[${pointed}]`)

/** Whether it is a list box in which a letter chooses a value. */
export function isChoosing(target: EventTarget | null): boolean {
  return isIn(target, `select:not([${pointed}])`)
}

/** Whether letters go into a text or a value there, and are not meant for the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    isChoosing(target) ||
    isIn(target, 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]')
  )
}

/** Whether there is a text that is edited, with an undo and a selection of its own. */
export function isInText(target: EventTarget | null): boolean {
  return isIn(target, 'input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]')
}

/**
 * Escape in a pane: leaves the text that is edited for the pane around it, and anywhere else closes the pane. An input method takes it first,
 * for what is being composed.
 */
export function leaveByEscape(event: KeyboardEvent, pane: HTMLElement | null, close: () => void): void {
  if (event.isComposing) return
  if (isInText(event.target)) pane?.focus()
  else close()
}

/** Whether it is in a dialog or a menu, which have keys of their own. */
export function isInOverlay(target: EventTarget | null): boolean {
  return isIn(target, '[role$="dialog"], [role="menu"]')
}

/** Whether keys there are for the page: nobody writes, and no dialog or menu is open. */
export function isForPage(target: EventTarget | null): boolean {
  return !isTyping(target) && !isInOverlay(target)
}

/** Whether it is in a dialog that lies over the page, which is not to change meanwhile. */
export function isInModal(target: EventTarget | null): boolean {
  return isIn(target, '[data-modal]')
}

/** Whether it is in a dialog in which products are looked at in large (`LargeDialog`). */
export function isInLarge(target: EventTarget | null): boolean {
  return isIn(target, '[data-large]')
}

/** Takes the focus from where a person is: a list puts it into a row only where it is nowhere else. */
export function releaseFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Keys by which a person goes to another product. */
export const goingKeys: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  'Tab',
  'Enter'
])
