import { onScopeDispose, ref, type Ref } from 'vue'

/** How long "Copied" stays, ms. */
const toldFor = 1600

/** The way without the clipboard permission, which the app denies to every page, its own included. */
function copyBySelection(text: string): boolean {
  let done = false
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    done = true
  }
  document.addEventListener('copy', put, { once: true, capture: true })
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor asks for the permission
  document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return done
}

/** Copies texts to the clipboard; `copied` holds the text for a moment afterwards. */
export function useCopy(): { copied: Readonly<Ref<string | null>>; copy: (text: string) => void } {
  const copied = ref<string | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  function copy(text: string): void {
    if (!copyBySelection(text)) return
    copied.value = text
    clearTimeout(timer)
    timer = setTimeout(() => (copied.value = null), toldFor)
  }

  onScopeDispose(() => clearTimeout(timer))
  return { copied, copy }
}
