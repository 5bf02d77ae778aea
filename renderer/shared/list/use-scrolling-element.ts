import { useResizeObserver } from '@vueuse/core'
import { onMounted, shallowRef, type Ref } from 'vue'

function scrolls(element: HTMLElement): boolean {
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
}

/** What scrolls an element, by the styles: itself, or the nearest one around it that scrolls; null before it is mounted. */
export function useScrollingElement(
  element: Readonly<Ref<HTMLElement | null>>
): Readonly<Ref<HTMLElement | null>> {
  const scrolling = shallowRef<HTMLElement | null>(null)

  function find(): void {
    let { value: at } = element
    while (at && !scrolls(at)) at = at.parentElement
    scrolling.value = at ?? element.value
  }
  onMounted(find)
  // Where the styles say otherwise it has another size.
  useResizeObserver(element, find)
  return scrolling
}
