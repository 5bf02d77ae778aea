import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { enrichRows } from '../../../electron/catalog/read/enrich-rows'
import type { Sidecars } from '../../../electron/catalog/read/sidecars'
import type { CatalogProduct } from '../../../electron/catalog/types'
import { migrate } from '../../../electron/database/open-database'
import { openStandings } from '../../../electron/reviews/read/attached-standings'
import { teamFileName } from '../../../electron/reviews/team/team-file'
import { migrations } from '../../../electron/reviews/team/team-schema'
import { testFolder } from '../../support/folder'

const review = {
  ...{ state: 'ignored', approvals: null, reason: null },
  ...{ note: '', reviewer: 'Kim', reviewedAt: 2 }
} as const
const row = (id: string): CatalogProduct =>
  ({ id, key: 1, contentFingerprint: 'content', review }) as unknown as CatalogProduct

it('a row has whom its product is assigned to, what each says of it where people disagree, and what one says oneself', () => {
  const folder = testFolder()
  const db = new DatabaseSync(join(folder, teamFileName))
  migrate(db, migrations)
  const put = db.prepare("INSERT INTO newest VALUES (?, 'mark', ?, 1, 0, 'd', ?)")
  for (const [product, by, mark, seen = null] of [
    ['lamp', 'Ana', 'approved'],
    ['lamp', 'Kim', 'ignored'],
    ['chair', 'Ana', 'ignored'],
    ['chair', 'Kim', 'ignored'],
    ['table', 'Ana', 'ignored'],
    ['vase', 'Kim', 'approved', 'other content'],
    ['vase', 'Ana', 'approved']
  ] as const)
    put.run(product, by, JSON.stringify({ mark, by, at: 1, seen }))
  db.exec("INSERT INTO fact VALUES ('self', '\"Kim\"')")
  db.exec(
    "INSERT INTO standing (product, is_disputed, assigned_to) VALUES ('lamp', 1, 'Ana'), ('chair', 0, NULL), ('table', 0, 'Kim')"
  )
  db.close()
  const team = openStandings(folder)
  onTestFinished(() => team.release())
  const nothing = { read: () => null }
  const findings = { late: () => new Map(), of: () => [] }
  const rows = [row('lamp'), row('chair'), row('sofa'), row('table'), row('vase')]
  enrichRows(rows, { reviews: nothing, findings, team } as unknown as Sidecars, () => null)
  expect(rows.map(({ review: { disagreeing } }) => disagreeing)).toEqual([
    [
      { by: 'Ana', mark: 'approved' },
      { by: 'Kim', mark: 'ignored' }
    ],
    undefined,
    undefined,
    undefined,
    undefined
  ])
  expect(rows.map(({ review: { assignedTo } }) => assignedTo)).toEqual([
    ...['Ana', undefined, undefined, 'Kim'],
    undefined
  ])
  const reviewers = [undefined, ['Ana', 'Kim'], undefined, undefined, undefined]
  expect(rows.map(({ review }) => review.reviewers)).toEqual(reviewers)
  // What a person approved that has changed since is not what they say of it now.
  const own = ['ignored', 'ignored', undefined, 'unreviewed', 'unreviewed']
  expect(rows.map(({ review }) => review.own)).toEqual(own)
})
