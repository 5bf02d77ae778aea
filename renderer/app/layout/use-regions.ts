import { useEventListener } from '@vueuse/core'
import { useCommands } from '../../shared/commands/registry'

const tabbable = 'a[href], button, input, select, textarea, [tabindex="0"]'

/** Not what lies under a page that has all the window. */
const isInSight = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'

/** A status bar that says nothing has no height. */
const hasRoom = (region: HTMLElement): boolean => region.getBoundingClientRect().height > 0

/** The parts of the window (`data-region`) in reading order; of those that stand in each other the inner ones. */
function regions(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => isInSight(region) && hasRoom(region) && region.querySelector('[data-region]') === null
  )
}

/** What comes before all else in a region: the row of a list, not the box above it, and the first decision on a product. */
const startSelectors = [
  '[role=grid] [tabindex="0"]',
  '[data-index] [tabindex="0"]',
  '[data-first-stop] button'
]

/** Where the keyboard begins in a region; without a start of its own where the Tab key would. */
function firstStop(region: HTMLElement): HTMLElement {
  const row = region.querySelector<HTMLElement>(startSelectors.join())
  const stops = [...region.querySelectorAll<HTMLElement>(tabbable)]
  const isStop = (each: HTMLElement): boolean =>
    each.tabIndex >= 0 && !each.matches(':disabled, [role=separator]') && isInSight(each)
  return row ?? stops.find(isStop) ?? region
}

/**
 * F6 and Shift+F6 go from one part of the window to the next: sidebar, toolbar, filters, list, details, status; in
 * Review its queues, picture, product and decisions. The keyboard goes on where it was in that part.
 */
export function useRegions(): void {
  const left = new WeakMap<HTMLElement, HTMLElement>()
  useEventListener(document, 'focusin', ({ target }) => {
    const region = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-region]') : null
    if (region && target instanceof HTMLElement) left.set(region, target)
  })

  function go(by: 1 | -1): void {
    const all = regions()
    const now = all.findIndex((region) => region.contains(document.activeElement))
    const next = all[now < 0 && by < 0 ? all.length - 1 : (now + by + all.length) % all.length]
    if (!next) return
    const before = left.get(next)
    const stop = before && next.contains(before) && isInSight(before) ? before : firstStop(next)
    if (stop === next) next.tabIndex = -1
    stop.focus()
  }

  useCommands({ 'next-region': { run: () => go(1) }, 'previous-region': { run: () => go(-1) } })
}
