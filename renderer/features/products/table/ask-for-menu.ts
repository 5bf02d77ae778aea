/** Opens the menu that the right mouse button opens on an element, at a point of the window in CSS pixels. */
export function askForMenu(on: HTMLElement, at: { clientX: number; clientY: number }): void {
  on.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }))
}
