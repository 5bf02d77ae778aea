/** Runs what it is given one at a time, in order; a failure does not hold up the next. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

export function createLine(): Line {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
}
