/** From the start of an element's line, the part of its width at which it is looked at: words begin there, and what floats is centered. */
const lookedAt = 0.35
/** The parts of a picture's height at which it is looked at. */
const pictureParts = [0.15, 0.4, 0.6, 0.85]

/** Whether something is part of what is closing over an element, and gone in a moment. */
function isClosingOver(element: Element, each: Element): boolean {
  const closing = each.closest('[data-state="closed"]')
  return closing !== null && !closing.contains(element)
}

/** What lies over a point of an element, or is there in its place where it is cut; null: nothing. */
function coverAt(element: Element, x: number, y: number): Element | null {
  const [over = null] = document.elementsFromPoint(x, y).filter((each) => !isClosingOver(element, each))
  if (over === null) return document.documentElement
  // While a menu is open nothing else can be pressed, so that the point is of nothing: it covers what it lies over alone.
  const isOfNothing = over === document.documentElement
  return isOfNothing || element.contains(over) ? null : over
}

/** The first thing that lies over the words of an element, or cuts them; null: it is on screen from its top to its bottom. */
function coverOf(element: Element): Element | null {
  const { left, right, width, top, bottom, height } = element.getBoundingClientRect()
  // What is not laid out yet hides nothing.
  if (height === 0) return null
  const isRightToLeft = getComputedStyle(element).direction === 'rtl'
  const x = isRightToLeft ? right - lookedAt * width : left + lookedAt * width
  for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
    const cover = coverAt(element, x, y)
    if (cover !== null) return cover
  }
  return null
}

/** What lies over the middle of a picture at half of where one looks, or is there in its place; null: more than half of it is on screen. */
function coverOfPicture(picture: Element): Element | null {
  const { left, width, top, height } = picture.getBoundingClientRect()
  if (height === 0) return null
  const covers = pictureParts.flatMap((part) => coverAt(picture, left + width / 2, top + part * height) ?? [])
  return covers.length * 2 >= pictureParts.length ? (covers[0] ?? null) : null
}

/**
 * Whether an element is on screen from its top to its bottom, with nothing over its words: not cut by what scrolls, and not under something
 * that floats. What is not laid out yet hides nothing.
 */
export function isUncovered(element: Element): boolean {
  return coverOf(element) === null
}

/**
 * Whether a person has an element before them, or has had it: one that they scrolled up under the edge of what scrolls, or under what sticks
 * there, they have come by. It holds where what scrolls begins at its top with each product. Of a picture more than half is enough.
 */
export function wasInSight(element: Element, isPicture = false): boolean {
  const cover = isPicture ? coverOfPicture(element) : coverOf(element)
  if (cover === null) return true
  const { top } = element.getBoundingClientRect()
  for (let each = element.parentElement; each !== null; each = each.parentElement) {
    if (each.scrollTop === 0) continue
    const upper = each.getBoundingClientRect().top
    const isAtEdge = top < upper || (each.contains(cover) && top < upper + each.clientHeight / 2)
    if (isAtEdge) return true
  }
  return false
}
