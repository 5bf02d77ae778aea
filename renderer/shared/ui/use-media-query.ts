import { onScopeDispose, readonly, ref, type Ref } from 'vue'

/** Whether a CSS media query holds, kept current until the scope ends. */
export function useMediaQuery(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query)
  const matches = ref(list.matches)
  const update = (): void => {
    matches.value = list.matches
  }
  list.addEventListener('change', update)
  onScopeDispose(() => list.removeEventListener('change', update))
  return readonly(matches)
}
