import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrate } from '../../../electron/database/open-database'
import { selectSomeMarks } from '../../../electron/reviews/read/attached-standings'
import { readAgreement } from '../../../electron/reviews/team/agreement'
import { keepNewest, markedByReviewer } from '../../../electron/reviews/team/newest'
import {
  inRepeatableTransaction,
  openTeamAt,
  readFact,
  writeFact,
  type TeamFile
} from '../../../electron/reviews/team/team-file'
import { migrations } from '../../../electron/reviews/team/team-schema'
import { bookOf, closeBook } from '../../../electron/reviews/db/open-reviews'
import { openEmpty } from '../../../electron/reviews/db/database'
import { ownSegment, seal } from '../../../electron/reviews/team/own-segments'
import type { Act } from '../../../electron/team/operation'
import { removedDevices } from '../../../electron/reviews/team/policy'
import { removedToTell } from '../../../electron/reviews/team/removed'
import { survey } from '../../../electron/reviews/team/survey'
import { newDeviceKey, readSegment, teamIdOf } from '../../../electron/team/segment'
import { testFolder } from '../../support/folder'

/** A file as the version before left it: of two products that two people have marked, and one that one has. */
function formerFile(): string {
  const file = join(testFolder(), 'team.sqlite')
  const db = new DatabaseSync(file)
  migrate(db, migrations.slice(0, 3))
  const put = db.prepare("INSERT INTO newest VALUES (?, 'mark', ?, 1, 0, 'd', ?)")
  const marks: [product: string, by: string, mark: string | null][] = [
    ['lamp', 'Kim', 'approved'],
    ['lamp', 'Ana', 'needs-work'],
    ['chair', 'Kim', 'approved'],
    ['chair', 'Ana', 'approved'],
    ['table', 'Kim', 'ignored'],
    ['table', 'Ana', null],
    ['sofa', 'Ana', 'unreviewed']
  ]
  for (const [product, by, mark] of marks)
    put.run(product, by, mark === null ? null : JSON.stringify({ mark, by, at: 1, seen: null }))
  db.exec("INSERT INTO standing VALUES ('lamp', 1, NULL), ('table', 0, 'Lee')")
  db.close()
  return file
}

const standings = ({ db }: TeamFile): unknown[] =>
  db.prepare('SELECT product, is_disputed, assigned_to, shared FROM standing ORDER BY product').all()

it('a file of the version before is carried over with what it says, and counts on from there', () => {
  const team = openTeamAt(formerFile())
  try {
    expect(standings(team)).toEqual([
      { product: 'chair', is_disputed: 0, assigned_to: null, shared: 'approved,approved' },
      { product: 'lamp', is_disputed: 1, assigned_to: null, shared: 'approved,needs-work' },
      { product: 'table', is_disputed: 0, assigned_to: 'Lee', shared: null }
    ])
    expect(Object.fromEntries(markedByReviewer(team))).toEqual({ Kim: 3, Ana: 2 })
    expect(readAgreement(team)).toMatchObject({ shared: 2, agreed: 1 })
    const mark = {
      mark: 'approved',
      at: 2,
      by: 'Ana',
      seen: null,
      content: null,
      putBackAt: null,
      reason: null
    } as const
    for (const product of ['lamp', 'sofa'])
      keepNewest(team, { by: 'Ana', product, act: { mark }, clock: { wall: 2, counter: 0, device: 'd' } })
    expect(Object.fromEntries(markedByReviewer(team))).toEqual({ Kim: 3, Ana: 3 })
    expect(readAgreement(team)).toMatchObject({ shared: 2, agreed: 2 })
  } finally {
    team.db.close()
  }
})

it('operations that wait in a file of the version before are sealed as they were', () => {
  const file = join(testFolder(), 'team.sqlite')
  const db = new DatabaseSync(file)
  migrate(db, migrations.slice(0, 5))
  const key = newDeviceKey()
  const act: Act = { exception: { rule: 'price-missing', by: 'Ada', reason: 'it is “free”' } }
  const waiting = { by: 'Ada', product: 'lämp 1', act, clock: { wall: 7, counter: 2, device: key.device } }
  db.prepare('INSERT INTO waiting (operation) VALUES (?)').run(JSON.stringify(waiting))
  db.close()
  const team = openTeamAt(file)
  const book = bookOf('', { state: 'ready', db: openEmpty() })
  try {
    const store = { baseUrl: 'https://shop.example', apiPath: '/api' }
    const place = { kind: 'folder' as const, path: '/' }
    writeFact(team, 'membership', { team: 'c'.repeat(32), device: key.device, place, store })
    const name = seal({ book, team }, { key, by: 'Ada', at: 8 })
    if (name === null) throw new Error('nothing was sealed')
    expect(readSegment(name, ownSegment(team, name))).toMatchObject({
      operations: [{ ...waiting, sequence: 1 }]
    })
  } finally {
    closeBook({ db: book.db, temporary: null })
    team.db.close()
  }
})

it('waits for the disk again after what is done again where it is lost, also where that failed', () => {
  const team = openTeamAt(formerFile())
  const waits = (): unknown => team.db.prepare('PRAGMA synchronous').get()?.synchronous
  try {
    const full = waits()
    expect(inRepeatableTransaction(team, waits)).not.toBe(full)
    expect(waits()).toBe(full)
    const fails = (): void => {
      writeFact(team, 'merges', 7)
      throw new Error('it ends')
    }
    expect(() => inRepeatableTransaction(team, fails)).toThrow('it ends')
    expect([waits(), readFact(team, 'merges')]).toEqual([full, null])
  } finally {
    team.db.close()
  }
})

it('the marks of all products are read part by part in the order of the key: nothing is sorted', () => {
  const team = openTeamAt(formerFile())
  try {
    const plan = team.db.prepare(`EXPLAIN QUERY PLAN ${selectSomeMarks}`).all('', '')
    const steps = plan.map(({ detail }) => String(detail)).join()
    expect(steps).toContain('USING PRIMARY KEY')
    expect(steps).not.toContain('TEMP B-TREE')
  } finally {
    team.db.close()
  }
})

it('who was removed by the version before stays removed, and a segment of theirs is looked at once more', () => {
  const file = join(testFolder(), 'team.sqlite')
  const db = new DatabaseSync(file)
  migrate(db, migrations.slice(0, 6))
  const [one, other] = ['a'.repeat(32), 'b'.repeat(32)]
  db.exec(`INSERT INTO removed VALUES ('${one}', 3, 1), ('${other}', 0, 0);
    INSERT INTO segment (device, sequence, merged, problem) VALUES ('${one}', 3, 1, NULL), ('${one}', 4, 0, 'removed')`)
  db.close()
  const team = openTeamAt(file)
  try {
    const device = '0'.repeat(32)
    const store = { baseUrl: 'https://shop.example', apiPath: '/api' }
    writeFact(team, 'membership', {
      team: teamIdOf(device),
      device,
      place: { kind: 'folder', path: '/' },
      store
    })
    expect([...removedDevices(team)]).toEqual([
      [one, 3],
      [other, 0]
    ])
    expect(removedToTell(team)).toEqual([{ device: other, through: 0 }])
    const names = [3, 4].map((sequence) => ({ device: one, sequence }))
    const read = (): unknown => survey(team, { names, after: null, through: null, at: 1 }).read
    expect(read()).toEqual([{ device: one, sequence: 4 }])
  } finally {
    team.db.close()
  }
})
