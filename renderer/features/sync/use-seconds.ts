import { onScopeDispose, ref, watch, type Ref } from 'vue'

/** The time, ms since 1970, renewed every second while something is counted down. */
export function useSeconds(isCounting: () => boolean): Readonly<Ref<number>> {
  const now = ref(Date.now())
  let timer: ReturnType<typeof setInterval> | undefined

  watch(
    isCounting,
    (counting) => {
      clearInterval(timer)
      now.value = Date.now()
      if (counting) timer = setInterval(() => (now.value = Date.now()), 1000)
    },
    { immediate: true }
  )
  onScopeDispose(() => clearInterval(timer))
  return now
}
