import type { DatabaseSync } from 'node:sqlite'
import type { HistoryMethodName, ReaderMethods } from '../../catalog/protocol'
import type { OpenCatalogs, OpenReader } from '../../catalog/read/methods'
import type { Result } from '../../contract/failure'
import type { Serving } from '../../database/thread-protocol'
import type { ComparedCatalog } from './compare-catalogs'
import { createCatalogComparison } from './compare-catalogs'
import { createHistoryReader, type HistoryReader } from './history-reader'

/** What the catalogs' reading thread answers of their history. */
export function createHistoryMethods(
  catalogs: OpenCatalogs
): Pick<Serving<ReaderMethods>, HistoryMethodName> {
  const readers = new WeakMap<DatabaseSync, HistoryReader>()
  const compare = createCatalogComparison()

  function readerOf({ db, reader }: OpenReader): HistoryReader {
    const known = readers.get(db) ?? createHistoryReader(db, reader.ids)
    readers.set(db, known)
    return known
  }

  const read = <T>(id: string, work: (history: HistoryReader) => T | Promise<T>): Promise<Result<T>> =>
    catalogs.withOne(id, (catalog) => work(readerOf(catalog)))

  return {
    changes: (connectionId, request) => read(connectionId, (history) => history.changes(request)),
    unseen: (connectionId) => read(connectionId, (history) => history.unseen()),
    happenedTo: (connectionId, what) => read(connectionId, (history) => history.happenedTo(what)),
    changeRanges: (connectionId, sought) =>
      read(connectionId, (history) => {
        if ('matching' in sought) return history.ranges(sought.matching, sought.upTo)
        return history.unseenOf('keys' in sought ? sought.keys : sought.products)
      }),
    timeline: (connectionId, { productId }) => read(connectionId, (history) => history.timeline(productId)),
    compareRuns: (connectionId, request) => read(connectionId, (history) => history.compareRuns(request)),
    compareCatalogs: (before, { after, request }) =>
      catalogs.withTwo(before, after, (one, other) => compare(comparedOf(one), comparedOf(other), request))
  }
}

const comparedOf = ({ db, reader }: OpenReader): ComparedCatalog => ({ db, ids: reader.ids })
