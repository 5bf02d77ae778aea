import { onMounted, onScopeDispose, ref, type Ref } from 'vue'

/** The width inside of an element's padding, CSS pixels, kept current; 0 before it is mounted. */
export function useWidth(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const width = ref(0)

  function measure(): void {
    if (!element.value) return
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element.value)
    const padding = (Number.parseFloat(paddingInlineStart) || 0) + (Number.parseFloat(paddingInlineEnd) || 0)
    width.value = Math.max(0, element.value.clientWidth - padding)
  }

  const observer = new ResizeObserver(measure)
  onMounted(() => {
    measure()
    if (element.value) observer.observe(element.value)
  })
  onScopeDispose(() => observer.disconnect())
  return width
}
