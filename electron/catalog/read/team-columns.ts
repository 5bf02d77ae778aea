import type { DatabaseSync } from 'node:sqlite'
import type { Cached } from './cached'
import type { IdLookup } from './find-products'
import { createSidecarColumns } from './sidecar-columns'
import { standingsAtOnce, type Standing, type StandingStatements, type TeamFile } from './sidecars'
import { createValueIndex } from './value-index'

/** What the team says of every product, by the product's key. 3 bytes a product. */
export interface TeamColumns {
  /** Index in `people`; 0: nobody. */
  assignedTo: Uint16Array<ArrayBuffer>
  /** 1: its reviewers' marks differ. */
  disputed: Uint8Array<ArrayBuffer>
  /** Names by their index; the first is nobody's. */
  people: string[]
  opening: number
  version: number
}

function putInto(columns: TeamColumns): (key: number, row: Standing) => void {
  const indexOf = createValueIndex(columns.people)
  return (key, [, isDisputed, assignedTo]) => {
    makeRoom(columns, key)
    columns.assignedTo[key] = assignedTo === null ? 0 : indexOf(assignedTo)
    columns.disputed[key] = isDisputed
  }
}

function makeRoom(columns: TeamColumns, highest: number): void {
  const { assignedTo, disputed } = columns
  if (highest < disputed.length) return
  const length = Math.max(1024, highest + 1, Math.ceil(disputed.length * 1.2))
  columns.assignedTo = new Uint16Array(length)
  columns.assignedTo.set(assignedTo)
  columns.disputed = new Uint8Array(length)
  columns.disputed.set(disputed)
}

/** Keeps the team's columns current while they are used. */
export function createTeamCache(
  db: DatabaseSync,
  file: TeamFile,
  ids: IdLookup
): Cached<TeamColumns, number | string> {
  return createSidecarColumns<TeamColumns, Standing, StandingStatements>({
    ...{ db, file, ids, putInto },
    empty: (highest) => ({
      assignedTo: new Uint16Array(highest + 1),
      disputed: new Uint8Array(highest + 1),
      people: ['']
    }),
    some: ({ some }, after) => some.all(after),
    one: ({ one }, id) => one.get(id),
    atOnce: standingsAtOnce,
    none: (id) => [id, 0, null]
  })
}
