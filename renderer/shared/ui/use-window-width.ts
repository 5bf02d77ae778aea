import { onScopeDispose, readonly, ref, type Ref } from 'vue'

/** The width of the window, CSS pixels, kept current until the scope ends. */
export function useWindowWidth(): Readonly<Ref<number>> {
  const width = ref(window.innerWidth)
  const update = (): void => {
    width.value = window.innerWidth
  }
  window.addEventListener('resize', update)
  onScopeDispose(() => window.removeEventListener('resize', update))
  return readonly(width)
}
