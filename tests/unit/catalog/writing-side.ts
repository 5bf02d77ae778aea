import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { readAnswer } from '../../../electron/api/parse-answer'
import type { StorePage } from '../../../electron/api/types'
import type { WriteResult, ChangeSet } from '../../../electron/catalog/protocol'
import { createWriter } from '../../../electron/catalog/write/methods'
import type { BatchReport, RawPage, RunEnding, RunStart } from '../../../electron/catalog/types'
import type { Result } from '../../../electron/contract/failure'
import type { SyncSummary } from '../../../electron/contract/sync'

/** An entry of a store's list; null: one that is no product. */
export type Item = {
  id?: unknown
  name?: unknown
  price?: unknown
  description?: unknown
  image?: unknown
} | null

/** A page's answer, cut out of a whole list as a store would. */
export function rawPage(list: Item[], page: number, limit: number, form: 'full' | 'short' = 'full'): RawPage {
  const data = {
    items: list.slice((page - 1) * limit, page * limit),
    currentPage: page,
    totalPages: Math.ceil(list.length / limit),
    totalItems: list.length
  }
  const answer = form === 'full' ? { status: 200, message: 'ok', data } : { status: 200, data }
  return rawAnswer(answer, page, limit)
}

/** Whatever a store answered. */
export function rawAnswer(answer: unknown, page: number, limit: number): RawPage {
  const bytes = new TextEncoder().encode(typeof answer === 'string' ? answer : JSON.stringify(answer))
  const url = `http://store.example/api/public/products?pageNo=${page}&limit=${limit}`
  return { page, limit, url, status: 200, contentType: 'application/json', bytes: new Uint8Array(bytes) }
}

/** All pages of a list. */
export function rawPages(list: Item[], limit: number, form: 'full' | 'short' = 'full'): RawPage[] {
  const count = Math.max(1, Math.ceil(list.length / limit))
  return Array.from({ length: count }, (_, index) => rawPage(list, index + 1, limit, form))
}

/** A page as the main process reads it for a person. */
export function storePage(raw: RawPage): StorePage {
  const headers = { location: undefined, retryAfter: undefined, date: undefined }
  return take(readAnswer({ ...raw, ...headers, url: new URL(raw.url) }, raw.page, raw.limit))
}

export function item(id: string, more: Exclude<Item, null> = {}): Item {
  return {
    id,
    name: `Name of ${id}`,
    price: 1,
    description: `About ${id}`,
    image: `https://i.example/${id}`,
    ...more
  }
}

export function items(...ids: string[]): Item[] {
  return ids.map((id) => item(id))
}

/** The value of an answer that must be good. */
export function take<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.facts.reason ?? ''}`)
  return result.value
}

type Row = Record<string, unknown>

/** The copy's writer over a real file, without its thread. */
export interface WritingSide {
  file: string
  begin(at?: number): RunStart
  commit(run: number, answers: RawPage[], checkpoint?: unknown, at?: number): BatchReport
  save(page: StorePage, at?: number): ChangeSet
  /** Of a list of so many entries; left out: of one that does not end. */
  missing(run: number, entries?: number): { count: number; places: number[] }
  finish(run: number, ending?: Partial<RunEnding>): Promise<SyncSummary>
  /** A whole run over a list that stands still. */
  sync(list: Item[], limit?: number, form?: 'full' | 'short'): Promise<SyncSummary>
  rows(sql: string): Row[]
  /** `id` of each place in order; `id=name` where a place says something else of its product, `!reason` for set-aside items. */
  list(): string[]
  /** As a new process would find it. */
  reopen(): void
  methods: ReturnType<typeof createWriter>['methods']
}

export function openWriter(folder: string): WritingSide {
  const id = 'c'
  let { methods } = createWriter()
  const opened = methods.open(id, { folder, store: null })
  const file = join(folder, 'catalog.sqlite')
  if (opened instanceof Promise) throw new Error('it opens at once')
  take(opened)
  onTestFinished(() => void methods.close(id, null))
  const now = <T>(result: Result<T> | Promise<Result<T>>): T => {
    if (result instanceof Promise) throw new Error('it answers at once')
    return take(result)
  }
  const side: WritingSide = {
    file,
    get methods() {
      return methods
    },
    begin: (at = 1000) => now(methods.begin(id, { at })).value,
    commit: (run, answers, checkpoint = null, at = 2000) =>
      now(methods.commit(id, { run, at, answers, checkpoint })).value,
    save: (page, at = 1500) => written(now(methods.save(id, { page, at }))),
    missing: (run, entries = Number.MAX_SAFE_INTEGER) => now(methods.missing(id, { run, entries })),
    async finish(run, ending = {}) {
      const whole = {
        run,
        at: 3000,
        outcome: 'complete',
        duration: 5,
        total: null,
        because: null,
        partly: null,
        ...ending
      } as const
      return take(await methods.finish(id, whole)).value
    },
    async sync(list, limit = 2, form = 'full') {
      const { run } = side.begin()
      for (const page of rawPages(list, limit, form)) side.commit(run, [page])
      return side.finish(run, { total: list.length })
    },
    rows(sql) {
      const db = new DatabaseSync(file, { readOnly: true })
      const rows = db.prepare(sql).all()
      db.close()
      return rows.map((row) => ({ ...row }))
    },
    list: () => side.rows(listSql).map(textOf),
    reopen() {
      void methods.close(id, null)
      methods = createWriter().methods
      now(methods.open(id, { folder, store: null }))
    }
  }
  return side
}

function written({ written }: WriteResult<null>): ChangeSet {
  if (written === null) throw new Error('it wrote something')
  return written
}

const listSql = `
  SELECT place.position, product.id, product.name, place.duplicate, set_aside.reason FROM place
  LEFT JOIN product ON product.key = place.product LEFT JOIN set_aside ON set_aside.position = place.position
  ORDER BY place.position`

function textOf(row: Row): string {
  const { id, name, duplicate, reason } = row as Record<'id' | 'name' | 'duplicate' | 'reason', string | null>
  if (id === null) return `!${String(reason)}`
  const other = duplicate ? (JSON.parse(duplicate) as { name: string }).name : name
  return other === name ? id : `${id}=${String(other)}`
}
