import { useEventListener } from '@vueuse/core'
import { watch, type Ref } from 'vue'

/** Lets what scrolls begin at its top again with each `subject`, as a pane does with each product. To be called in a setup. */
export function useBeginsAtTop(element: Readonly<Ref<HTMLElement | null>>, subject: () => unknown): void {
  let isScrolled = false
  useEventListener(element, 'scroll', () => (isScrolled = true), { passive: true })
  watch(
    subject,
    () => {
      // Asked of what was not scrolled, it would only cost a layout.
      if (isScrolled && element.value) element.value.scrollTop = 0
      isScrolled = false
    },
    { flush: 'post' }
  )
}
