/** Whether the window shows something: what comes a frame later comes at once in one that does not. */
export function showWindow(isShown: boolean): void {
  Object.defineProperty(document, 'hidden', { value: !isShown, configurable: true })
}
