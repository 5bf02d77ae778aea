/** From the start of an element's line, the part of its width at which it is looked at: words begin there, and what floats is centered. */
const lookedAt = 0.35

/**
 * Whether an element is on screen from its top to its bottom, with nothing over its words: not cut by what scrolls, and not under something
 * that floats. What is not laid out yet hides nothing.
 */
export function isUncovered(element: Element): boolean {
  const { left, right, width, top, bottom, height } = element.getBoundingClientRect()
  if (height === 0) return true
  const isRightToLeft = getComputedStyle(element).direction === 'rtl'
  const x = isRightToLeft ? right - lookedAt * width : left + lookedAt * width
  const isSeenAt = (y: number): boolean => element.contains(document.elementFromPoint(x, y))
  return isSeenAt(top + 2) && isSeenAt((top + bottom) / 2) && isSeenAt(bottom - 2)
}
