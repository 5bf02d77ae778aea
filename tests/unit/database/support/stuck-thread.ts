/** Entry of a thread that writes, and on the way gets into a loop without an end. */
import { getPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { ok } from '../../../../electron/contract/failure'
import type { Method, Serving } from '../../../../electron/database/thread-protocol'
import { serve } from '../../../../electron/database/thread-serve'

export interface StuckMethods {
  /** Writes a row and commits it. */
  write: Method<{ file: string }, null>
  /** Writes a row, and never comes to the end. */
  hang: Method<{ file: string }, null>
  count: Method<{ file: string }, number>
  /** Of the thread itself, on Linux: 0 is usual, and more gives way. */
  niceness: Method<null, number>
}

function openRows(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('CREATE TABLE IF NOT EXISTS rows (name TEXT)')
  return db
}

const methods: Serving<StuckMethods> = {
  write(_, { file }) {
    openRows(file).exec("INSERT INTO rows VALUES ('whole')")
    return ok(null)
  },
  hang(_, { file }) {
    const db = openRows(file)
    db.exec("BEGIN IMMEDIATE; INSERT INTO rows VALUES ('half')")
    for (;;) db.prepare('SELECT count(*) FROM rows').get()
  },
  count(_, { file }) {
    return ok(Number(openRows(file).prepare('SELECT count(*) AS n FROM rows').get()?.n))
  },
  niceness: () => ok(getPriority())
}
serve(methods, { background: true })
