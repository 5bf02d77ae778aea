import { hash } from 'node:crypto'
import { inTransaction } from '../../database/transaction'
import { addOperation, type TeamBooks } from './collect'
import { assigneeOf } from './standing'

/** Who is to review products, who says so, and when (ms since 1970). */
export interface Assigning {
  /** Several share the products evenly; none: the products are nobody's in particular. */
  to: readonly string[]
  by: string
  at: number
}

/** Assigns the products that were put together (`stage`), as one transaction. */
export function assignStaged({ book, team }: TeamBooks, { to, by, at }: Assigning): void {
  const people = [...to].sort()
  const rows = book.db.prepare('SELECT product FROM staged ORDER BY rowid').all() as unknown as {
    product: string
  }[]
  inTransaction(team.db, () => {
    for (const { product } of rows) {
      const person = people[shareOf(product, people.length)] ?? null
      if (person === assigneeOf(team, product)) continue
      addOperation(team, { by, product, act: { assignment: { to: person } } }, at)
    }
  })
  book.db.exec('DELETE FROM staged')
}

/** Which of several people has a product: the same everywhere, and however often it is shared out among the same people. */
function shareOf(product: string, people: number): number {
  return people === 0 ? 0 : Number.parseInt(hash('sha256', product, 'hex').slice(0, 8), 16) % people
}
