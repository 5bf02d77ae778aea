import { watch } from 'vue'

/** Its name on the page's timeline. */
const firstRows = 'first-rows'

/**
 * Marks on the page's timeline when the first rows are painted: what a person waits for after the app's start. Developer tools
 * show it, and the bench reads it.
 */
export function useFirstRowsMark(areThere: () => boolean): void {
  watch(areThere, () => requestAnimationFrame(() => setTimeout(mark, 0)), { once: true, flush: 'post' })
}

function mark(): void {
  if (performance.getEntriesByName(firstRows).length === 0) performance.mark(firstRows)
}
