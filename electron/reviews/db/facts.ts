import type { DatabaseSync } from 'node:sqlite'

/** `notice`: what is still to be told, a `ReviewNotice` in JSON. */
type FactName = 'notice'

export function readFact(db: DatabaseSync, name: FactName): string | null {
  const row = db.prepare('SELECT value FROM fact WHERE name = ?').get(name)
  return typeof row?.value === 'string' ? row.value : null
}

/** null takes it away. */
export function writeFact(db: DatabaseSync, name: FactName, value: string | null): void {
  if (value === null) db.prepare('DELETE FROM fact WHERE name = ?').run(name)
  else db.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
}
