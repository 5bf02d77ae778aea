import { refAutoReset } from '@vueuse/core'
import type { Ref } from 'vue'

/** How long "Copied" stays, ms. */
const shownFor = 1600

/** Copies texts to the clipboard; `copied` holds the text for a moment afterwards, or stays null where it could not be written. */
export function useCopy(): { copied: Readonly<Ref<string | null>>; copy: (text: string) => Promise<void> } {
  const copied = refAutoReset<string | null>(null, shownFor)

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return
    }
    copied.value = text
  }

  return { copied, copy }
}
