import { defineStore } from 'pinia'
import { ref } from 'vue'

/** In the window's own storage: `offered` once the first run has offered it, `over` once it was taken or declined. */
const progressKey = 'vitrine.tour'

/** The tour of the window: whether it is under way, and whether this person has taken, or skipped, it once. */
export const useTour = defineStore('tour', () => {
  const isOpen = ref(false)
  const isOver = ref(localStorage.getItem(progressKey) === 'over')
  /** Whether this run is the one that offers it. */
  const isOffered = ref(localStorage.getItem(progressKey) === null)

  function end(): void {
    isOpen.value = false
    isOver.value = true
    isOffered.value = false
    localStorage.setItem(progressKey, 'over')
  }

  function begin(): void {
    isOpen.value = true
    isOffered.value = false
  }

  return {
    isOpen,
    isOver,
    isOffered,
    /** The person has it before them: no later run offers it again. */
    offered: (): void => localStorage.setItem(progressKey, 'offered'),
    begin,
    end
  }
})
