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
  const people = [...new Set(to)].sort()
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
  const shares = new Map(people.map((person): [string, string[]] => [person, []]))
  const least = Math.floor(products.length / people.length)
  let oneMore = products.length % people.length
  /** Adds a product to a share where that has room for it; whether it had. */
  function tryAdd(share: string[], product: string): boolean {
    if (share.length > least || (share.length === least && oneMore === 0)) return false
    if (share.length === least) oneMore -= 1
    share.push(product)
    return true
  }
  const dealt = inOrderOfHashes(products).filter((product) => {
    const share = shares.get(holderOf(product) ?? '')
    return share === undefined || !tryAdd(share, product)
  })
  const all = [...shares.values()]
  // There is as much room as there are products.
  for (const product of dealt) all.some((share) => tryAdd(share, product))
  return [...shares].flatMap(([person, share]) => share.map((product): [string, string] => [product, person]))
}

function inOrderOfHashes(products: readonly string[]): string[] {
  const hashed = products.map((product): [string, number] => [
    product,
    Number.parseInt(hash('sha256', product, 'hex').slice(0, 12), 16)
  ])
  return hashed.sort(([, one], [, other]) => one - other).map(([product]) => product)
}
