import { nextTick } from 'vue'
import type { Product } from '../../electron/contract/product'
import { useProductDetails } from '../stores/product-details'
import { placeOf } from './use-selecting'

/** What the element around the list hears. */
export interface DetailsListeners {
  click: (event: MouseEvent) => void
  keydown: (event: KeyboardEvent) => void
  focusin: (event: FocusEvent) => void
}

/**
 * The pane of details follows the row or tile that is pressed or has the focus. It opens by the button of a row
 * (`data-details`), with the focus in it, and opens and closes by the key D in the list.
 */
export function useDetails(
  connectionId: () => string,
  productAt: (index: number) => Product | null,
  focusPane: () => void
): DetailsListeners {
  const details = useProductDetails()

  function follow(target: EventTarget | null): boolean {
    const index = placeOf(target)
    const product = index === null ? null : productAt(index)
    if (index === null || product === null) return false
    details.follow(connectionId(), product, index)
    return true
  }

  function open(): void {
    details.isOpen = true
    void nextTick(focusPane)
  }

  function click(event: MouseEvent): void {
    const isButton = event.target instanceof Element && event.target.closest('[data-details]') !== null
    if (follow(event.target) && isButton) open()
  }

  function keydown(event: KeyboardEvent): void {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (hasModifier || event.key.toLowerCase() !== 'd' || event.repeat) return
    if (!follow(event.target)) return
    event.preventDefault()
    details.isOpen = !details.isOpen
  }

  return { click, keydown, focusin: (event) => void follow(event.target) }
}
