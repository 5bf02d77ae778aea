import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'

/** Work in the background that some pages tell of at length: how far it is, and how it is stopped. */
type ToldWork = 'sync' | 'export' | 'audit'

/** What the page on screen tells of at length, so that the status bar does not say it a second time. */
export const useToldHere = defineStore('told-here', () => {
  const told = shallowRef<readonly { work: ToldWork }[]>([])

  /** Until the scope that calls it has gone. */
  function tell(work: ToldWork): void {
    const entry = { work }
    told.value = [...told.value, entry]
    onScopeDispose(() => (told.value = told.value.filter((each) => each !== entry)))
  }

  return { tell, has: (work: ToldWork): boolean => told.value.some((each) => each.work === work) }
})
