function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Whether keys go into a text or a value there, and are not meant for the page. */
export function isTyping(target: EventTarget | null): boolean {
  return isIn(target, 'input, textarea, select, [contenteditable]')
}

/** Whether there is a text that is edited, with an undo and a selection of its own. */
export function isInText(target: EventTarget | null): boolean {
  return isIn(target, 'input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]')
}

/** Whether it is in a dialog or a menu, which have keys of their own. */
export function isInOverlay(target: EventTarget | null): boolean {
  return isIn(target, '[role$="dialog"], [role="menu"]')
}

/** Whether it is in a dialog that lies over the page, which is not to change meanwhile. */
export function isInModal(target: EventTarget | null): boolean {
  return isIn(target, '[data-modal]')
}
