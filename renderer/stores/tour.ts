import { defineStore } from 'pinia'
import { ref } from 'vue'

const doneKey = 'vitrine.tour'

/** The tour of the window: whether it is under way, and whether this person has taken, or skipped, it once. */
export const useTour = defineStore('tour', () => {
  const isOpen = ref(false)
  const isOver = ref(localStorage.getItem(doneKey) === 'over')

  function end(): void {
    isOpen.value = false
    isOver.value = true
    localStorage.setItem(doneKey, 'over')
  }

  return { isOpen, isOver, begin: (): void => void (isOpen.value = true), end }
})
