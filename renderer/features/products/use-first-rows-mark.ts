import { watch } from 'vue'
import { endStartup } from '../../bridge/startup'

/** Their names on the page's timeline. `first-rows` is that of begin.ts, where a snapshot has shown them before. */
const [firstRows, rowsInUse] = ['first-rows', 'rows-in-use']

/**
 * Marks on the page's timeline when the first rows are painted, and when they can be used: what a person waits for after the app's
 * start. Developer tools show it, and the bench reads it.
 */
export function useFirstRowsMark(areThere: () => boolean): void {
  watch(areThere, () => requestAnimationFrame(() => setTimeout(mark, 0)), { once: true, flush: 'post' })
}

function mark(): void {
  for (const name of [firstRows, rowsInUse]) {
    if (performance.getEntriesByName(name).length === 0) performance.mark(name)
  }
  endStartup()
}
