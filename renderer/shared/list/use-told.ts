import { onScopeDispose } from 'vue'

/** Whoever keeps a scroll position needs to know it this often, ms; a list that scrolls moves with every frame. */
const every = 120

/** Tells of something that goes on: at once, and then now and again, up to where it ends. */
export function useTold(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let more = false

  function later(): void {
    timer = undefined
    if (!more) return
    more = false
    now()
  }

  function now(): void {
    tell()
    timer = setTimeout(later, every)
  }

  onScopeDispose(() => clearTimeout(timer))
  return () => {
    if (timer === undefined) now()
    else more = true
  }
}
