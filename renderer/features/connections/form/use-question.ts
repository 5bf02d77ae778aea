import { ref, type Ref } from 'vue'

export interface Question {
  /** Whether the dialog with the question stands open. */
  open: Readonly<Ref<boolean>>
  /** Opens it; resolves with what the person answers. */
  ask: () => Promise<boolean>
  answer: (yes: boolean) => void
}

/** A yes-or-no question in the middle of a function: it waits for the dialog. */
export function useQuestion(): Question {
  const open = ref(false)
  let settle: ((yes: boolean) => void) | null = null

  function answer(yes: boolean): void {
    open.value = false
    settle?.(yes)
    settle = null
  }

  function ask(): Promise<boolean> {
    answer(false)
    open.value = true
    return new Promise((resolve) => {
      settle = resolve
    })
  }

  return { open, ask, answer }
}
