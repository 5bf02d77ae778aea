import { useEventListener } from '@vueuse/core'
import { nextTick, onMounted, onScopeDispose, ref, type Ref } from 'vue'
import { keyOnPage } from '../../shared/list/use-keys-on-page'
import { isAtPage, isOnPage } from '../../shared/ui/keyboard-context'

/** ms that keys wait at most: then they begin at what is in sight. */
const longestWait = 2000

/**
 * A key led to the page, as from the help, and the list is not yet as it was left (`is`): keys of the list that are pressed by then would
 * begin at rows that are about to go, and wait for its `end`. To be called before whatever listens to the same keys.
 */
export function useComing(hasRows: () => boolean): { is: Readonly<Ref<boolean>>; end: () => Promise<void> } {
  const is = ref(false)
  const early: KeyboardEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  onMounted(() => (is.value = isOnPage(document.activeElement)))

  useEventListener(window, 'keydown', (event) => {
    const { activeElement } = document
    const isForList = keyOnPage(event) !== undefined && (activeElement === null || isAtPage(activeElement))
    if (!is.value || !hasRows() || event.defaultPrevented || !isForList) return
    event.preventDefault()
    early.push(event)
    timer ??= setTimeout(() => void end(), longestWait)
  })

  async function end(): Promise<void> {
    is.value = false
    clearTimeout(timer)
    for (const event of early.splice(0)) {
      await nextTick()
      const at = document.activeElement ?? document.body
      at.dispatchEvent(new KeyboardEvent('keydown', event))
    }
  }

  onScopeDispose(() => clearTimeout(timer))

  return { is, end }
}
