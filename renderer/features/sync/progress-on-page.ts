import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'

/**
 * Work in the background whose progress some pages show in detail, with a way to stop it; `network`: why the store cannot be reached, with
 * what to do.
 */
type DetailedWork = 'sync' | 'export' | 'audit' | 'network'

/** The work whose progress the page on screen shows in detail, so that the status bar does not show it a second time. */
export const useProgressOnPage = defineStore('progress-on-page', () => {
  const shown = shallowRef<readonly { work: DetailedWork }[]>([])

  /** Keeps the progress of this work out of the status bar until the scope of the caller ends. */
  function show(work: DetailedWork): void {
    const entry = { work }
    shown.value = [...shown.value, entry]
    onScopeDispose(() => (shown.value = shown.value.filter((each) => each !== entry)))
  }

  return { show, has: (work: DetailedWork): boolean => shown.value.some((each) => each.work === work) }
})
