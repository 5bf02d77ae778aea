/** Whether keys go into a text or a value there, and are not meant for the page. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** Whether it is in a dialog or a menu, which have keys of their own. */
export function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role$="dialog"], [role="menu"]') !== null
}
