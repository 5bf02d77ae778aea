import { overlap, rangeOf, type PlaceRange } from './remote/ranges'

/** What a person looks at: a page of a connection's own list. */
interface Looked {
  connectionId: string
  page: number
  limit: number
}

/** A question for which the store may be asked, until it is left. */
interface Open {
  connectionId: string
  range: PlaceRange
  controller: AbortController
}

/** Who is waiting for the stores. A later question ends the earlier ones that have nothing to do with it. */
export interface Questions {
  /** Runs with a signal that is aborted when the question is left. */
  ask<T>(looked: Looked, run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Leaves every question but those for pages beside this one: a scrolling list asks for neighbours at once. */
  leaveAllBut(looked: Looked): void
  /** Leaves the questions of the connections that `which` names. */
  leave(which: (connectionId: string) => boolean): void
}

export function createQuestions(): Questions {
  const open = new Set<Open>()

  function leave(which: (question: Open) => boolean): void {
    for (const question of open) {
      if (!which(question)) continue
      open.delete(question)
      question.controller.abort()
    }
  }

  return {
    async ask({ connectionId, ...page }, run) {
      const question = { connectionId, range: rangeOf(page), controller: new AbortController() }
      open.add(question)
      try {
        return await run(question.controller.signal)
      } finally {
        open.delete(question)
      }
    },
    leaveAllBut({ connectionId, page, limit }) {
      const neighbors = { first: (page - 2) * limit + 1, last: (page + 1) * limit }
      leave(
        (question) => question.connectionId !== connectionId || overlap(question.range, neighbors) === null
      )
    },
    leave: (which) => leave(({ connectionId }) => which(connectionId))
  }
}
