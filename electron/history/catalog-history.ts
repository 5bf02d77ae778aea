import type { ReaderMethods, WriterMethods } from '../catalog/protocol'
import type { Result } from '../contract/failure'
import type { InputOf, MethodName, OutputOf } from '../database/thread-protocol'
import type { CatalogHistory, Range } from './types'

/** A call of a thread, for a copy that is open. */
type Calling<Methods> = <Name extends MethodName<Methods>>(
  method: Name,
  connectionId: string,
  input: InputOf<Methods, Name>
) => Promise<Result<OutputOf<Methods, Name>>>

export interface CatalogHistoryDeps {
  look: Calling<ReaderMethods>
  ask: Calling<WriterMethods>
  /** Opens both copies first. */
  compareCopies: (
    before: string,
    input: InputOf<ReaderMethods, 'compareCopies'>
  ) => Promise<Result<OutputOf<ReaderMethods, 'compareCopies'>>>
}

/** The history of the copies, read by one thread; what is seen is written by the other. */
export function createCatalogHistory({ look, ask, compareCopies }: CatalogHistoryDeps): CatalogHistory {
  async function mark(
    connectionId: string,
    ranges: Range[],
    seen: boolean
  ): ReturnType<CatalogHistory['markSeen']> {
    return ask('markSeen', connectionId, { ranges, seen })
  }

  return {
    changes: (connectionId, question) => look('changes', connectionId, question),
    unseen: (connectionId) => look('unseen', connectionId, null),
    async markSeen(connectionId, changes, seen) {
      if ('ranges' in changes) return mark(connectionId, changes.ranges, seen)
      const found = await look('changeRanges', connectionId, changes)
      return found.ok ? mark(connectionId, found.value, seen) : found
    },
    timeline: (connectionId, productId) => look('timeline', connectionId, { productId }),
    compareRuns: (connectionId, question) => look('compareRuns', connectionId, question),
    compareCopies: (before, after, question) => compareCopies(before, { after, question })
  }
}
