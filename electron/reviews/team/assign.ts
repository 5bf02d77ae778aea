import { hash } from 'node:crypto'
import { inTransaction } from '../../database/transaction'
import { addOperation, type TeamBooks } from './tell'
import { assigneeOf } from './standing'
import type { TeamFile } from './team-file'

/** Who is to review products, who says so, and when (ms since 1970). */
export interface Assigning {
  /** Several share the products evenly; none: the products are nobody's in particular. */
  to: readonly string[]
  by: string
  at: number
}

/** What an assignment did. */
export interface Assignment {
  /** By which it can be undone until there is another one, or the file is closed. */
  number: number
  /** Products that are another's now. */
  assigned: number
}

/** Assigns the products that were put together (`stage`), as one transaction. */
export function assignStaged({ book, team }: TeamBooks, { to, by, at }: Assigning): Assignment {
  const people = [...to].sort()
  const rows = book.db.prepare('SELECT product FROM staged ORDER BY rowid').all() as unknown as {
    product: string
  }[]
  const products = rows.map(({ product }) => product)
  const shares = sharesOf(products, people, (product) => assigneeOf(team, product))
  const assignment = reassign(team, { by, at }, (put) => {
    for (const [product, person] of shares) put(product, person)
  })
  book.db.exec('DELETE FROM staged')
  return assignment
}

/**
 * Gives the products of the last assignment back to whom each was assigned to before, as an assignment that can be undone in turn. What
 * somebody has assigned otherwise since stays; nothing happens where `number` is not the last.
 */
export function undoAssignment(team: TeamFile, number: number, said: Said): Assignment {
  if (number !== team.assignment) return { number: team.assignment, assigned: 0 }
  const rows = team.db.prepare('SELECT product, was, now FROM reassigned').all() as unknown as {
    product: string
    was: string | null
    now: string | null
  }[]
  return reassign(team, said, (put) => {
    for (const { product, was, now } of rows) if (assigneeOf(team, product) === now) put(product, was)
  })
}

type Said = Pick<Assigning, 'by' | 'at'>

/** Assigns as `work` puts each product, and keeps whom they were assigned to before, in place of those of the assignment before. */
function reassign(
  team: TeamFile,
  { by, at }: Said,
  work: (put: (product: string, to: string | null) => void) => void
): Assignment {
  const { db } = team
  db.exec(
    'CREATE TEMP TABLE IF NOT EXISTS reassigned (product TEXT PRIMARY KEY, was TEXT, now TEXT) STRICT, WITHOUT ROWID'
  )
  const keep = db.prepare('INSERT OR REPLACE INTO reassigned VALUES (?, ?, ?)')
  let assigned = 0
  inTransaction(db, () => {
    db.exec('DELETE FROM reassigned')
    work((product, to) => {
      const was = assigneeOf(team, product)
      if (to === was) return
      addOperation(team, { by, product, act: { assignment: { to } } }, at)
      keep.run(product, was, to)
      assigned += 1
    })
  })
  team.assignment += 1
  return { number: team.assignment, assigned }
}

/**
 * Whose each product is to be: everybody gets as many, or one more. Who has one of them already keeps it as far as that allows, and the others
 * are dealt in the order of hashes of their ids: the same comes of the same products on every computer, in whichever order they are listed.
 */
function sharesOf(
  products: readonly string[],
  people: readonly string[],
  holderOf: (product: string) => string | null
): [product: string, person: string | null][] {
  const [only = null] = people
  if (people.length < 2) return products.map((product) => [product, only])
  const held = new Map(people.map((person) => [person, 0]))
  const least = Math.floor(products.length / people.length)
  let oneMore = products.length % people.length
  const shares: [string, string][] = []
  const give = (product: string, person: string, count: number): void => {
    held.set(person, count + 1)
    shares.push([product, person])
  }
  const dealt = inOrderOfHashes(products).filter((product) => {
    const holder = holderOf(product)
    const count = holder === null ? undefined : held.get(holder)
    if (holder === null || count === undefined) return true
    if (count > least || (count === least && oneMore === 0)) return true
    if (count === least) oneMore -= 1
    give(product, holder, count)
    return false
  })
  for (const product of dealt) {
    const [person, count] = [...held].reduce((fewest, each) => (each[1] < fewest[1] ? each : fewest))
    give(product, person, count)
  }
  return shares
}

function inOrderOfHashes(products: readonly string[]): string[] {
  const hashed = products.map((product): [string, number] => [
    product,
    Number.parseInt(hash('sha256', product, 'hex').slice(0, 12), 16)
  ])
  return hashed.sort(([, one], [, other]) => one - other).map(([product]) => product)
}
