import { onScopeDispose, readonly, ref, type Ref } from 'vue'

/** The time, ms since 1970, renewed every half minute: as often as an age in minutes must be put right. */
export function useNow(): Readonly<Ref<number>> {
  const now = ref(Date.now())
  const timer = setInterval(() => (now.value = Date.now()), 30_000)
  onScopeDispose(() => clearInterval(timer))
  return readonly(now)
}
