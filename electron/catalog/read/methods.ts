import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../../contract/failure'
import { orClose } from '../../database/open-database'
import type { Serving } from '../../database/thread-protocol'
import { openForReading } from '../db/open'
import { readStore } from '../db/facts'
import { soundCatalogIn } from '../db/open'
import type { HistoryMethodName, ReaderMethods } from '../protocol'
import { createCatalogReader, type CatalogReader } from './catalog-reader'
import type { Findings, ReviewsFile, TeamFile } from './sidecars'

/** How the databases beside a catalog are opened: other features write them. */
export interface SidecarOpeners {
  /** @param folder the connection's */
  openReviews: (folder: string) => ReviewsFile
  /** @param folder the catalog's, which is elsewhere where it lasts for one run only */
  openFindings: (folder: string) => Findings
  /** @param folder the connection's */
  openStandings: (folder: string) => TeamFile
}

/** A catalog that is open for reading. */
export interface OpenReader {
  db: DatabaseSync
  reader: CatalogReader
}

/** Works on open catalogs. Fails with `cancelled` when one of them is closed meanwhile; throws where one is not open. */
export interface OpenCatalogs {
  withOne<T>(id: string, work: (catalog: OpenReader) => T | Promise<T>): Promise<Result<T>>
  withTwo<T>(
    id: string,
    other: string,
    work: (catalog: OpenReader, other: OpenReader) => T | Promise<T>
  ): Promise<Result<T>>
}

export interface Reader {
  /** What the thread answers, but for the history. */
  methods: Omit<Serving<ReaderMethods>, HistoryMethodName>
  catalogs: OpenCatalogs
  idle: () => boolean
}

/** The reading side of all catalogs. */
export function createReader({ openReviews, openFindings, openStandings }: SidecarOpeners): Reader {
  const catalogs = new Map<string, OpenReader>()
  /** Connections whose file of reviews is being replaced. */
  const released = new Set<string>()

  function open(connectionId: string, file: string, folder: string): void {
    if (catalogs.has(connectionId)) return
    const db = openForReading(file)
    // Findings go by the keys of a catalog and stand beside it, reviews by ids and in the connection's folder.
    const sidecars = {
      reviews: openReviews(folder),
      findings: openFindings(dirname(file)),
      team: openStandings(folder)
    }
    const reader = orClose(db, () => createCatalogReader(db, sidecars))
    if (released.has(connectionId)) reader.releaseReviews()
    catalogs.set(connectionId, { db, reader })
  }

  function close(connectionId: string): void {
    const catalog = catalogs.get(connectionId)
    catalog?.reader.release()
    catalog?.db.close()
    catalogs.delete(connectionId)
  }

  function opened(connectionId: string): OpenReader {
    const catalog = catalogs.get(connectionId)
    if (catalog === undefined) throw new Error('the catalog is not open')
    return catalog
  }

  async function orCancelled<T>(used: OpenReader[], work: () => T | Promise<T>): Promise<Result<T>> {
    try {
      return ok(await work())
    } catch (error) {
      if (used.some(({ db }) => !db.isOpen)) return fail('cancelled')
      throw error
    }
  }

  const openCatalogs: OpenCatalogs = {
    async withOne(id, work) {
      const catalog = opened(id)
      return orCancelled([catalog], () => work(catalog))
    },
    async withTwo(id, otherId, work) {
      const [catalog, other] = [opened(id), opened(otherId)]
      return orCancelled([catalog, other], () => work(catalog, other))
    }
  }

  const withReader = <T>(id: string, work: (reader: CatalogReader) => T | Promise<T>): Promise<Result<T>> =>
    openCatalogs.withOne(id, ({ reader }) => work(reader))

  return {
    catalogs: openCatalogs,
    idle: () => [...catalogs.values()].some(({ reader }) => reader.prepare()),
    methods: {
      open(connectionId, { file, folder }) {
        open(connectionId, file, folder)
        return ok(null)
      },
      openSound(connectionId, { folder, store }) {
        const file = soundCatalogIn(folder)
        if (file === null) return ok(null)
        open(connectionId, file, folder)
        const opened = catalogs.get(connectionId)
        // Only the writer may say whose products these are, where nobody has said so yet.
        if (opened === undefined || store === null || readStore(opened.db) === store) return ok({ file })
        close(connectionId)
        return ok(null)
      },
      close(connectionId) {
        close(connectionId)
        return ok(null)
      },
      changed(connectionId, written) {
        catalogs.get(connectionId)?.reader.changed(written)
        return ok(null)
      },
      reviewed(connectionId, { ids }) {
        released.delete(connectionId)
        catalogs.get(connectionId)?.reader.reviewed(ids)
        return ok(null)
      },
      releaseReviews(connectionId) {
        released.add(connectionId)
        catalogs.get(connectionId)?.reader.releaseReviews()
        return ok(null)
      },
      audited(connectionId) {
        catalogs.get(connectionId)?.reader.audited()
        return ok(null)
      },
      read: (connectionId, request) => withReader(connectionId, (reader) => reader.read(request)),
      products: (connectionId, { ids }) => withReader(connectionId, (reader) => reader.products(ids)),
      progress: (connectionId, { productQuery }) =>
        withReader(connectionId, (reader) => reader.progress(productQuery)),
      sizes: (connectionId, { productQueries }) =>
        withReader(connectionId, (reader) => reader.sizes(productQueries)),
      viewNews: (connectionId, { views, moment }) =>
        withReader(connectionId, (reader) => reader.viewNews(views, moment)),
      facets: (connectionId, { productQuery, facets }) =>
        withReader(connectionId, (reader) => reader.facets(productQuery, facets)),
      listed: (connectionId, { productQuery, ids }) =>
        withReader(connectionId, (reader) => reader.listed(productQuery, ids)),
      place: (connectionId, { productQuery, id }) =>
        withReader(connectionId, (reader) => reader.place(productQuery, id)),
      unchecked: (connectionId, request) => withReader(connectionId, (reader) => reader.unchecked(request)),
      counts: (connectionId, { since }) => withReader(connectionId, (reader) => reader.counts(since))
    }
  }
}
