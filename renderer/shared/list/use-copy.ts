import { onScopeDispose, ref, type Ref } from 'vue'

/** How long "Copied" stays, ms. */
const toldFor = 1600

/** Copies texts to the clipboard; `copied` holds the text for a moment afterwards. Where it cannot be written nothing is told. */
export function useCopy(): { copied: Readonly<Ref<string | null>>; copy: (text: string) => Promise<void> } {
  const copied = ref<string | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return
    }
    copied.value = text
    clearTimeout(timer)
    timer = setTimeout(() => (copied.value = null), toldFor)
  }

  onScopeDispose(() => clearTimeout(timer))
  return { copied, copy }
}
