import type { Failure } from '../../contract/failure'
import type { ReviewNotice } from '../../contract/review'
import { removeFolder } from '../../database/file-operations'
import { orClose } from '../../database/close-on-error'
import type { Book } from '../write/entry'
import { readFact, writeFact } from './facts'
import type { OpenedFile } from './reviews-file'
import { prepareStatements, type Statements } from './statements'

/** Reviews that are open. */
export interface OpenReviews extends Book {
  folder: string
  state: 'ready' | 'read-only' | 'newer'
  /** Why nothing can be written; null: it can. */
  because: Failure | null
  /** Told once, of a file that nothing can be written into. */
  notice: ReviewNotice | null
  /** A folder that goes away with it. */
  temporary: string | null
}

type Readable = Exclude<OpenedFile, { state: 'broken' }>

/** Makes what was opened ready to be asked; where that fails it is closed. */
export function bookOf(folder: string, opened: Readable): OpenReviews {
  const { db, state } = opened
  const book = { folder, db, sql: statementsOf(opened) }
  if (state === 'ready') return { ...book, state, because: null, notice: null, temporary: null }
  const { because, temporary } = opened
  const notice: ReviewNotice = state === 'newer' ? { kind: 'newer' } : { kind: 'read-only', because }
  return { ...book, state, because, notice, temporary }
}

function statementsOf(opened: Readable): Statements {
  const { db } = opened
  const temporary = opened.state === 'ready' ? null : opened.temporary
  return orClose({ close: () => closeBook({ db, temporary }) }, () => {
    // Beside the file, in a place that SQLite clears by itself: what is to be marked together is gathered there.
    db.exec('CREATE TEMP TABLE staged (product TEXT PRIMARY KEY, seen TEXT, content TEXT)')
    return prepareStatements(db)
  })
}

/** Closes it; what lasted for this run alone goes. */
export function closeBook({ db, temporary }: Pick<OpenReviews, 'db' | 'temporary'>): void {
  db.close()
  if (temporary !== null) removeFolder(temporary)
}

/** What there is to tell of it, once: taken out of the file. Where nothing can be written it may be told again. */
export function takeNotice(open: OpenReviews): ReviewNotice | null {
  const told = open.notice ?? savedNotice(open)
  open.notice = null
  return told
}

function savedNotice({ db, because }: OpenReviews): ReviewNotice | null {
  const text = readFact(db, 'notice')
  if (text === null) return null
  if (because === null) writeFact(db, 'notice', null)
  return JSON.parse(text) as ReviewNotice
}

/** Reviews that were put away with a removed connection are back: that is to be told. */
export function tellBack(open: OpenReviews | undefined): void {
  if (open?.state !== 'ready') return
  const count = open.db.prepare("SELECT count(*) AS count FROM review WHERE mark > 0 OR note <> ''").get()
  const notice: ReviewNotice = { kind: 'back', reviews: Number(count?.count) }
  writeFact(open.db, 'notice', JSON.stringify(notice))
}
