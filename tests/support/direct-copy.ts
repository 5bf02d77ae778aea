import { openForReading } from '../../electron/catalog/db/open'
import type { WriteResult } from '../../electron/catalog/protocol'
import { createWriter, type Writer } from '../../electron/catalog/write/methods'
import type { CatalogDb } from '../../electron/catalog/types'
import type { Failure, Result } from '../../electron/contract/failure'

type Database = ReturnType<typeof openForReading>
type Copy = Pick<CatalogDb, 'runs' | 'facts' | 'save'>

/** The copy's writer without its thread, over a real file, with a way to look at what is in it and to kill it. */
export interface DirectCopy extends Copy {
  /** What stands at each place, in order: `id|content`, or `!reason` of what was set aside. */
  contents(): string[]
  /** Ids of products that are marked as gone. */
  gone(): string[]
  /** Ids of products that are not. */
  listed(): string[]
  /** A person marks all changes so far as seen. */
  markSeen(): Promise<void>
  /** The changes that are marked as seen. */
  seen(): string[]
  /** The process dies: nothing that is asked from now on is done, or answered. */
  kill(): void
  /** Commits fail like that from now on; null: they do not. */
  failWith(failure: Failure | null): void
  commits(): number
  close(): void
}

/** Opens a folder's copy, as a new process would. */
export function openDirectCopy(folder: string, id = 'c'): DirectCopy {
  const { methods }: Writer = createWriter()
  const state: { isDead: boolean; failure: Failure | null; commits: number } = {
    isDead: false,
    failure: null,
    commits: 0
  }
  const opened = methods.open(id, { folder, store: null })
  if (opened instanceof Promise || !opened.ok) throw new Error('the copy does not open')
  const { file } = opened.value
  let reader: Database | null = null
  const db = (): Database => (reader ??= openForReading(file))

  /** The dead do nothing and answer nothing. */
  const gone = (): Promise<never> | null => (state.isDead ? new Promise(() => undefined) : null)

  async function ask<T>(work: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
    // An answer never comes in the same turn, as from a thread.
    await Promise.resolve()
    await gone()
    const result = await work()
    await gone()
    return result
  }
  async function wrote<T>(
    work: () => Result<WriteResult<T>> | Promise<Result<WriteResult<T>>>
  ): Promise<Result<T>> {
    const result = await ask(work)
    return result.ok ? { ok: true, value: result.value.value } : result
  }

  return {
    save: (_, page, at) => wrote(() => methods.save(id, { page, at })),
    runs: {
      begin: (_, at) => wrote(() => methods.begin(id, { at })),
      commit(_, batch) {
        state.commits++
        // The bytes go to the thread: nobody can use them afterwards.
        const answers = batch.answers.map((answer) => ({ ...answer, bytes: structuredClone(answer.bytes) }))
        for (const { bytes } of batch.answers) structuredClone(bytes.buffer, { transfer: [bytes.buffer] })
        const { failure } = state
        if (failure) return Promise.resolve({ ok: false, failure })
        return wrote(() => methods.commit(id, { ...batch, answers }))
      },
      missing: (_, run, entries) => ask(() => methods.missing(id, { run, entries })),
      finish: (_, ending) => wrote(() => methods.finish(id, ending)),
      repeat: (_, repeating) => wrote(() => methods.repeat(id, repeating)),
      list: () => ask(() => methods.list(id, null)),
      last: () => ask(() => methods.last(id, null)),
      pause: (_, pausing) => ask(() => methods.pause(id, pausing)),
      cutOff: () => ask(() => methods.cutOff(id, null))
    },
    facts: () => ask(() => methods.facts(id, null)),
    contents: () => contentsOf(db()),
    gone: () => idsOf(db(), 'gone IS NOT NULL'),
    listed: () => idsOf(db(), 'gone IS NULL'),
    async markSeen() {
      const all = { ranges: [[1, Number.MAX_SAFE_INTEGER] as [number, number]], seen: true }
      const marked = await ask(() => methods.markSeen(id, all))
      if (!marked.ok) throw new Error(`not marked: ${marked.failure.code}`)
    },
    seen: () => fingerprintOf(db()),
    kill: () => (state.isDead = true),
    failWith: (failure) => (state.failure = failure),
    commits: () => state.commits,
    close() {
      reader?.close()
      state.isDead = true
      void methods.close(id, null)
    }
  }
}

interface Row {
  position: number
  id: string | null
  name: string
  price: number | null
  duplicate: string | null
  reason: string | null
}

function contentsOf(db: Database): string[] {
  const rows = db
    .prepare(
      `SELECT place.position, product.id, product.name, product.price, place.duplicate, set_aside.reason
       FROM place LEFT JOIN product ON product.key = place.product
       LEFT JOIN set_aside ON set_aside.position = place.position ORDER BY place.position`
    )
    .all() as unknown as Row[]
  return rows.map(({ position, id, name, price, duplicate, reason }, index) => {
    const hole = position === index + 1 ? '' : `(place ${position}) `
    if (id === null) return `${hole}!${reason ?? 'nothing'}`
    const other = duplicate ? (JSON.parse(duplicate) as Pick<Row, 'name' | 'price'>) : { name, price }
    return `${hole}${id}|${other.name}|${other.price}`
  })
}

function fingerprintOf(db: Database): string[] {
  const rows = db
    .prepare(
      `SELECT change.number, change.kind, product.id FROM change JOIN product ON product.key = change.product
       JOIN seen ON change.number BETWEEN seen.first AND seen.last ORDER BY change.number`
    )
    .all() as { number: number; kind: string; id: string }[]
  return rows.map(({ number, kind, id: product }) => `${number} ${kind} ${product}`)
}

function idsOf(db: Database, condition: string): string[] {
  const rows = db.prepare(`SELECT id FROM product WHERE ${condition} ORDER BY id`).all() as { id: string }[]
  return rows.map(({ id }) => id)
}
