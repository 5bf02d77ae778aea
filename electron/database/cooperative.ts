import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that pauses at `yield`, every millisecond or so, and returns its result. */
export type Task<T> = Generator<undefined, T>

/** ms of work between which other calls are answered: a page of the list never waits for longer. */
const sliceLength = 5

/** Does the work in slices, with room for other calls in between. */
export async function runCooperatively<T>(work: Task<T>): Promise<T> {
  let begun = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - begun < sliceLength) continue
    await nextTurn()
    begun = performance.now()
  }
}

/** Does one slice of the work; whether it is at its end. */
export function runOneSlice(work: Task<unknown>): boolean {
  const begun = performance.now()
  while (performance.now() - begun < sliceLength) if (work.next().done === true) return true
  return false
}

/** Does the work in one go. */
export function runAtOnce<T>(work: Task<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
