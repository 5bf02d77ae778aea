import type { Content, ProductRow, Writing } from './state'

/** The fields whose changes are told; flags follow from them. */
const fields = ['name', 'price', 'description', 'image'] as const
const columnOf = { name: 2, price: 3, description: 4, image: 5 } as const

/** Which fields of a product are not what its row says. */
export function changedFields(row: ProductRow, content: Content): (typeof fields)[number][] {
  return fields.filter((field) => row[columnOf[field]] !== content[field])
}

/**
 * Writes down what happened to a product that was known, in the transaction that changes it. `true` when it counts as
 * changed. Nothing is told while the copy is filled for the first time: until then there is no "before".
 */
export function recordChanges(writing: Writing, row: ProductRow, content: Content): boolean {
  if (row[7] !== null) record(writing, row[0], 'back')
  if (writing.memory.facts.baseline) return false
  const changed = changedFields(row, content)
  for (const field of changed) {
    record(writing, row[0], 'changed', field, textOf(row[columnOf[field]]), textOf(content[field]))
  }
  return changed.length > 0
}

/** Writes down that a product is listed for the first time. */
export function recordNew(writing: Writing, key: number): void {
  if (!writing.memory.facts.baseline) record(writing, key, 'new')
}

/** Writes down that a product is not listed any more. */
export function recordGone(writing: Writing, key: number): void {
  record(writing, key, 'gone')
}

function record(
  { copy, memory, at }: Writing,
  key: number,
  kind: 'new' | 'changed' | 'gone' | 'back',
  field: string | null = null,
  before: string | null = null,
  after: string | null = null
): void {
  copy.sql.insertChange.run(memory.countsFor, at, key, kind, field, before, after)
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value)
}
