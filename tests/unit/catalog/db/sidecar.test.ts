import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openReviews } from '../../../../electron/reviews/read/attached-reviews'
import { auditName } from '../../../../electron/catalog/db/findings-schema'
import type { LateErrors } from '../../../../electron/catalog/read/sidecars'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { emptyQuery } from '../../../../electron/contract/empty-query'
import { reviewsName } from '../../../../electron/reviews/db/schema'
import { fingerprintOf } from '../../../../electron/catalog/content-fingerprint'
import { testFolder } from '../../../support/folder'
import { openIn } from '../../../support/open-files'
import { writeFindings, writeReviews, writeStandings } from '../support/sidecar-files'
import { fillCopy, idsOf, plain, type FilledCopy } from '../support/filled-copy'

const approved = { mark: 'approved', note: 'Fine', seen: null } as const

/** A copy of two products beside files in which the first is approved, and too long a name was found in the second. */
function besideWritten(): { folder: string; copy: () => FilledCopy } {
  const folder = testFolder()
  const reviews = writeReviews(folder)
  reviews.write('p1', approved)
  reviews.close()
  const findings = writeFindings(folder)
  findings.write(2, ['name-long'])
  findings.close()
  return { folder, copy: () => fillCopy([{}, {}], folder) }
}

/** What lists say of the two products, by all ways in which they say it. */
async function told(copy: FilledCopy): Promise<unknown> {
  const { items } = await copy.read()
  const { approved: count, total } = await copy.reader.progress(emptyQuery)
  return {
    rows: items.map(({ review, findings }) => [review.state, review.note, findings.join()]),
    approved: idsOf(await copy.read({ filters: { review: ['approved'] } })),
    found: idsOf(await copy.read({ filters: { finding: 'any' } })),
    last: idsOf(await copy.read({ sort: { by: 'review', descending: true } })),
    progress: [count, total]
  }
}

const all = {
  rows: [
    ['approved', 'Fine', ''],
    ['unreviewed', '', 'name-long']
  ],
  approved: ['p1'],
  found: ['p2'],
  last: ['p1', 'p2'],
  progress: [1, 2]
}
const nothing = {
  rows: [
    ['unreviewed', '', ''],
    ['unreviewed', '', '']
  ],
  approved: [],
  found: [],
  last: ['p1', 'p2'],
  progress: [0, 2]
}

function withVersion(file: string, version: number): void {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${version}`)
  db.close()
}

function damageInside(file: string): void {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = DELETE')
  db.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4000, 0xa5), 0, undefined, 100)
  closeSync(handle)
}

const foundAt = (at: number): LateErrors => ({ at, lookedAt: null, knownSince: null })

it('waits for a person again where an error was found after an approval, until it is approved anew', async () => {
  const folder = testFolder()
  const reviews = writeReviews(folder)
  const findings = writeFindings(folder)
  onTestFinished(() => {
    reviews.close()
    findings.close()
  })
  const copy = fillCopy([{}, {}, {}], folder)
  const { items } = await copy.read()
  for (const [at, { id, contentFingerprint: seen }] of items.entries())
    reviews.write(id, { mark: 'approved', note: '', seen, at: 1000 * (at + 1) })
  findings.writeLate(1, foundAt(1500))
  findings.writeLate(2, foundAt(1500))
  copy.reader.reviewed(null)
  copy.reader.audited()
  const states = async (): Promise<unknown> => ({
    rows: (await copy.read()).items.map(({ review }) => review.state),
    changed: idsOf(await copy.read({ filters: { review: ['changed'] } })),
    progress: (await copy.reader.progress(emptyQuery)).changed
  })
  const first = { rows: ['changed', 'approved', 'approved'], changed: ['p1'], progress: 1 }
  expect(await states()).toEqual(first)

  findings.writeLate(3, foundAt(9000))
  copy.reader.audited()
  const both = { rows: ['changed', 'approved', 'changed'], changed: ['p1', 'p3'], progress: 2 }
  expect(await states()).toEqual(both)

  const [one] = items
  reviews.write('p1', { mark: 'approved', note: '', seen: one?.contentFingerprint ?? null, at: 9500 })
  copy.reader.reviewed(['p1'])
  expect(await states()).toEqual({ rows: ['approved', 'approved', 'changed'], changed: ['p3'], progress: 1 })
})

it('holds an approval by who may have known of an error that stood in a picture before it was looked at here', async () => {
  const folder = testFolder()
  const [reviews, findings, standings] = [writeReviews(folder), writeFindings(folder), writeStandings(folder)]
  onTestFinished(() => {
    for (const written of [reviews, findings, standings]) written.close()
  })
  const copy = fillCopy([{}, {}, {}], folder)
  const { items } = await copy.read()
  // Kim's own from before this computer knew the store, Kim's own since, and Ana's.
  const approvals = [
    { by: 'Kim', at: 900 },
    { by: 'Kim', at: 1100 },
    { by: 'Ana', at: 1200 }
  ]
  const stateOf = async (): Promise<string[]> => (await copy.read()).items.map(({ review }) => review.state)
  for (const [at, { id, key, contentFingerprint: seen }] of items.entries()) {
    const { by, at: time } = approvals[at] ?? { by: '', at: 0 }
    reviews.write(id, { mark: 'approved', note: '', seen, by, at: time })
    const marks = [{ by, mark: 'approved' as const, seen, at: time }]
    standings.write(id, { assignedTo: null, isDisputed: false, marks })
    findings.writeLate(key, { at: 0, lookedAt: 1500, knownSince: 1000 })
  }
  standings.decide(1)
  copy.reader.reviewed(null)
  copy.reader.audited()
  expect(await stateOf()).toEqual(['approved', 'changed', 'approved'])
  expect(idsOf(await copy.read({ filters: { review: ['changed'] } }))).toEqual(['p2'])
  standings.decide(2)
  copy.reader.reviewed(null)
  expect(await stateOf()).toEqual(['awaiting-others', 'changed', 'awaiting-you'])
  for (const { key } of items) findings.writeLate(key, { at: 1600, lookedAt: 1500, knownSince: 1000 })
  copy.reader.audited()
  expect(await stateOf(), 'the picture was fine before').toEqual(['changed', 'changed', 'changed'])
})

const troubles: Record<string, (file: string) => void> = {
  'fault 83: damaged from the start': (file) => writeFileSync(file, 'no database, for sure'.repeat(100)),
  'fault 83: damaged inside': damageInside,
  'fault 84: empty': (file) => truncateSync(file),
  'fault 85: from a newer version': (file) => withVersion(file, 99),
  'from an older version that is being migrated': (file) => withVersion(file, 0),
  missing: (file) => rmSync(file),
  'a folder': (file) => {
    rmSync(file)
    mkdirSync(file)
  },
  'a database of something else': (file) => {
    rmSync(file)
    const db = new DatabaseSync(file)
    db.exec('CREATE TABLE other (a); PRAGMA user_version = 1')
    db.close()
  },
  locked(file) {
    const db = new DatabaseSync(file)
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    onTestFinished(() => db.close())
  }
}

describe('a list beside files of reviews and findings', () => {
  it('tells what stands in them', async () => {
    expect(await told(besideWritten().copy())).toEqual(all)
  })

  it.each(Object.keys(troubles))('is there at once, without them, where they are %s', async (kind) => {
    const { folder, copy } = besideWritten()
    const files = [join(folder, reviewsName), join(folder, auditName)]
    for (const file of files) troubles[kind]?.(file)
    const before = files.map(bytesOf)
    const filled = copy()
    // To wait for each lock, as whoever writes does, would take longer than a test may.
    expect(await told(filled)).toEqual(nothing)
    // Whoever they belong to sees to them.
    expect(files.map(bytesOf)).toEqual(before)
  })

  // Root may write everywhere, and no mode keeps anybody from writing into a folder of Windows.
  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'fault 81: tells what stands in them where nobody can write',
    () => {
      const { folder } = besideWritten()
      chmodSync(folder, 0o555)
      onTestFinished(() => chmodSync(folder, 0o755))
      const file = openReviews(folder)
      onTestFinished(() => file.release())
      expect(file.read(({ one }) => one.get('p1'))).toContain('Fine')
    }
  )

  it('tells what stands in files that were put right', async () => {
    const { folder, copy } = besideWritten()
    const [reviews, findings] = [join(folder, reviewsName), join(folder, auditName)]
    for (const file of [reviews, findings]) {
      copyFileSync(file, `${file}.kept`)
      writeFileSync(file, 'no database')
    }
    const filled = copy()
    expect(await told(filled)).toEqual(nothing)
    for (const file of [reviews, findings]) copyFileSync(`${file}.kept`, file)
    filled.reader.reviewed(null)
    filled.reader.audited()
    expect(await told(filled)).toEqual(all)
  })

  it('reads no reviews while their file is being replaced, and then those of the new one', async () => {
    const { folder, copy } = besideWritten()
    const filled = copy()
    expect(await told(filled)).toEqual(all)
    filled.reader.releaseReviews()
    const rows = async (): Promise<string[]> => (await filled.read()).items.map(({ review }) => review.state)
    expect(await rows()).toEqual(['unreviewed', 'unreviewed'])
    rmSync(join(folder, reviewsName))
    const others = writeReviews(folder)
    others.write('p2', { mark: 'ignored', note: '', seen: null })
    others.close()
    expect(await rows()).toEqual(['unreviewed', 'unreviewed'])
    filled.reader.reviewed(null)
    expect(await rows()).toEqual(['unreviewed', 'ignored'])
    expect(idsOf(await filled.read({ filters: { review: ['ignored'] } }))).toEqual(['p2'])
    expect(idsOf(await filled.read({ filters: { review: ['approved'] } }))).toEqual([])
  })
})

describe('a list by reviews', () => {
  const inState = async (copy: FilledCopy, state: ReviewState): Promise<string[]> =>
    idsOf(await copy.read({ filters: { review: [state] } }))

  it('has an approved product among the changed as soon as the store changes it, until it is as it was', async () => {
    const copy = fillCopy([{}, {}])
    for (const id of ['p1', 'p2']) copy.review(id, { mark: 'approved', note: '', seen: fingerprintOf(plain) })
    expect(await inState(copy, 'approved')).toEqual(['p1', 'p2'])
    copy.change(2, { price: 3 })
    expect(await inState(copy, 'approved')).toEqual(['p1'])
    expect(await inState(copy, 'changed')).toEqual(['p2'])
    expect(await copy.reader.progress(emptyQuery)).toMatchObject({ approved: 1, changed: 1 })
    copy.change(2, { price: plain.price })
    expect(await inState(copy, 'changed')).toEqual([])
  })

  it('knows a product that comes after it was decided of', async () => {
    const copy = fillCopy([{}])
    copy.review('late', { mark: 'ignored', note: '', seen: null })
    expect(await inState(copy, 'ignored')).toEqual([])
    copy.setPlaces([1, copy.add({ id: 'late' })])
    expect(await inState(copy, 'ignored')).toEqual(['late'])
  })

  it('goes by each mark at once, of one product or of any', async () => {
    const copy = fillCopy([{}, {}])
    expect(await inState(copy, 'needs-work')).toEqual([])
    copy.review('p2', { mark: 'needs-work', note: '', seen: null })
    expect(await inState(copy, 'needs-work')).toEqual(['p2'])
    copy.reviews.write('p1', { mark: 'needs-work', note: '', seen: null })
    copy.reader.reviewed(null)
    expect(await inState(copy, 'needs-work')).toEqual(['p1', 'p2'])
  })

  it('goes by findings as soon as they are written', async () => {
    const copy = fillCopy([{}, {}])
    const found = async (): Promise<string[]> => idsOf(await copy.read({ filters: { finding: 'name-long' } }))
    copy.audit(1, ['name-long'])
    expect(await found()).toEqual(['p1'])
    copy.audit(1, [])
    copy.audit(2, ['name-long', 'set-aside'])
    expect(await found()).toEqual(['p2'])
  })

  it('has the gravest findings of a row first, and of one severity what harms most', async () => {
    const copy = fillCopy([{}])
    copy.audit(1, ['picture-small', 'picture-same', 'name-spaces', 'price-missing', 'price-outlier'])
    const { items } = await copy.read()
    expect(items[0]?.findings).toEqual([
      'price-missing',
      'price-outlier',
      'picture-same',
      'picture-small',
      'name-spaces'
    ])
  })
})

describe('a row’s review', () => {
  it('is that of the product, at whatever place and with whatever content it is listed', async () => {
    const copy = fillCopy([{ id: 'a', name: 'Lamp' }])
    copy.review('a', { mark: 'approved', note: '', seen: fingerprintOf({ ...plain, name: 'Lamp' }) })
    copy.setPlaces([1, 1])
    const other = { id: 'a', name: 'Shade', price: 2, description: null, image: null, flags: [] }
    copy.db.prepare('UPDATE place SET duplicate = ? WHERE position = 2').run(JSON.stringify(other))
    const states = async (): Promise<string[]> => (await copy.read()).items.map(({ review }) => review.state)
    expect(await states()).toEqual(['approved', 'approved'])
    copy.change(1, { name: 'Lantern' })
    expect(await states()).toEqual(['changed', 'changed'])
    expect(await copy.reader.products(['a'])).toMatchObject([{ review: { state: 'changed' } }])
  })

  it('has the beginning of a long note, and no half of a sign', async () => {
    const copy = fillCopy([{ id: 'a' }])
    copy.review('a', { mark: 'unreviewed', note: `${'x'.repeat(199)}🏺 and more`, seen: null })
    expect((await copy.read()).items[0]?.review).toMatchObject({ state: 'unreviewed', note: 'x'.repeat(199) })
    copy.review('a', { mark: 'unreviewed', note: '🏺'.repeat(150), seen: null })
    expect((await copy.read()).items[0]?.review.note).toBe('🏺'.repeat(100))
  })
})

function bytesOf(file: string): string {
  try {
    return readFileSync(file).toString('base64')
  } catch (error) {
    return String(error)
  }
}

it('fault 111: reviews that are about to be replaced are let go of, and read as they were', () => {
  const { folder } = besideWritten()
  const file = openReviews(folder, true)
  const noteOf = (id: string): unknown => file.read(({ one }) => one.get(id))
  const before = [noteOf('p1'), noteOf('p2')]
  const opening = file.opening()
  file.detach('review')
  expect(openIn(folder)).toEqual([])
  rmSync(join(folder, reviewsName))
  expect([noteOf('p1'), noteOf('p2')]).toEqual(before)
  expect(file.opening()).toBe(opening)
  file.release()
  expect(noteOf('p1')).toBeNull()
})

it('fault 111: reviews that were never read are let go of for good', () => {
  const { folder } = besideWritten()
  const file = openReviews(folder, true)
  file.detach('review')
  expect(file.read(({ one }) => one.get('p1'))).toBeNull()
  expect(openIn(folder)).toEqual([])
})
