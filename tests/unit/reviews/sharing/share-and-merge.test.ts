import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reviewMarks } from '../../../../electron/contract/review-state'
import { tries } from '../../../support/property-tries'
import { take } from '../review-thread'
import { fingerprintOf } from '../../../../electron/catalog/content-fingerprint'
import { contents, merge, person, share } from '../colleagues'
import { store, type Side } from '../open-side'

const day = 24 * 60 * 60 * 1000

function rewriteFile(file: string, rewrite: (text: string) => string): void {
  writeFileSync(file, rewrite(readFileSync(file, 'utf8')))
}

/** So many texts of a note, as they stand in a file. */
function texts(count: number, at = 5, from = 0): string {
  const one = (n: number): object => ({
    id: String(from + n).padStart(16, '0'),
    at,
    by: 'Cy',
    note: `n${from + n}`
  })
  return Array.from({ length: count }, (_, n) => JSON.stringify(one(n))).join()
}

/** What this process has open, where that can be told: elsewhere nothing. */
function openFiles(): string[] {
  const folder = '/proc/self/fd'
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const place = join(folder, name)
    // The folder itself was open while it was read.
    return existsSync(place) ? [readlinkSync(place)] : []
  })
}

/** A file whose only product has no mark, and this note. */
function noteFile(side: Side, note: { texts: object[]; replaced: string[] }): string {
  const file = share(side)
  const [heading = ''] = readFileSync(file, 'utf8').split('\n')
  const line = JSON.stringify({ product: 'a', mark: null, note })
  writeFileSync(file, [heading, line, JSON.stringify({ end: 1 }), ''].join('\n'))
  return file
}

describe('a file that only takes texts away', () => {
  const id = 'beefbeefbeefbeef'

  it('fault 108: is an entry of the log, told, and taken back like any other', () => {
    const [mallory, ada] = [person('Mallory'), person('Ada', 1000)]
    const before = ada.review('a')
    const merged = take(merge(ada, noteFile(mallory, { texts: [], replaced: [id] })))
    expect(merged).toMatchObject({
      changed: 1,
      marks: 0,
      notes: 0,
      takenBack: 1,
      number: expect.any(Number) as number
    })
    const log = ada.ask('log', { product: 'a', before: null, limit: 5 })
    expect(log).toMatchObject({ value: [{ kind: 'merge', canUndo: true, count: 1 }] })
    expect(take(ada.ask('undo', { entry: merged.number, by: 'Ada', at: ++ada.at }))).toMatchObject({
      restored: 1
    })
    expect(ada.review('a')).toEqual(before)
    const honest = noteFile(person('Bob', 2000), {
      texts: [{ id, at: 5, by: 'Bob', note: 'Honest' }],
      replaced: []
    })
    expect(take(merge(ada, honest))).toMatchObject({ notes: 1, hidden: 0 })
    expect(ada.review('a').note).toBe('Honest')
  })

  it('fault 108: and hides a note that comes later does so in nobody’s back', () => {
    const [mallory, ada] = [person('Mallory'), person('Ada', 1000)]
    take(merge(ada, noteFile(mallory, { texts: [], replaced: [id] })))
    const honest = noteFile(person('Bob', 2000), {
      texts: [{ id, at: 5, by: 'Bob', note: 'Honest' }],
      replaced: []
    })
    expect(take(merge(ada, honest))).toMatchObject({ notes: 0, hidden: 1 })
  })

  it('fault 108: in a note of two texts with the same words is taken back as well', () => {
    const [bob, ada] = [person('Bob'), person('Ada', 1000)]
    const text = (own: string, by: string): object => ({ id: own, at: 5, by, note: 'The same' })
    take(merge(ada, noteFile(bob, { texts: [text('1'.repeat(16), 'Bob'), text(id, 'Cy')], replaced: [] })))
    const both = ada.review('a')
    const merged = take(merge(ada, noteFile(bob, { texts: [], replaced: [id] })))
    expect(merged).toMatchObject({ notes: 0, takenBack: 1 })
    take(ada.ask('undo', { entry: merged.number, by: 'Ada', at: ++ada.at }))
    expect(ada.review('a')).toEqual(both)
  })
})

describe('a file of reviews', () => {
  it('gives another person the marks with what was seen, and the notes', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    ada.mark('approved', 'a')
    ada.note('a', 'Fine\nnow')
    bo.note('a', 'Mine')
    expect(take(merge(bo, share(ada)))).toMatchObject({
      products: 1,
      marks: 1,
      notes: 1,
      heading: { by: 'Ada' }
    })
    expect(bo.review('a')).toMatchObject({
      mark: 1,
      markedBy: 'Ada',
      note: 'Fine\nnow\n\nMine',
      content: { name: 'Lamp' }
    })
  })

  it('is one entry of the log, taken back as one; merged again it is there again', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    ada.mark('approved', 'a', 'b')
    ada.note('c', 'See')
    bo.note('c', 'Mine')
    const before = contents(bo)
    const file = share(ada)
    take(merge(bo, file))
    const after = contents(bo)
    expect(take(bo.ask('log', { product: null, before: null, limit: 1 }))).toMatchObject([
      { kind: 'merge', count: 3, by: 'Bo', from: { file: basename(file), by: 'Ada' }, canUndo: true }
    ])
    take(bo.ask('undo', { entry: null, by: 'Bo', at: ++bo.at }))
    expect(contents(bo)).toEqual(before)
    take(merge(bo, file))
    expect(contents(bo)).toEqual(after)
    expect(take(merge(bo, file))).toMatchObject({ number: null, marks: 0, notes: 0 })
  })

  it('that was edited by a colleague comes back without the texts that were replaced', () => {
    const [ada, bo] = [person('Ada'), person('Bo', 1000)]
    ada.note('a', 'Too dark')
    take(merge(bo, share(ada)))
    bo.note('a', 'Too dark, and too small')
    take(merge(ada, share(bo)))
    expect(ada.review('a').note).toBe('Too dark, and too small')
    ada.note('a', '')
    take(merge(bo, share(ada)))
    expect(bo.review('a').note).toBe('')
  })

  it('may hold some of the reviews alone', () => {
    const [ada, bo] = [person('Ada'), person('Bo')]
    ada.mark('ignored', 'a', 'b', 'c')
    const staged = take(
      ada.ask('stage', { first: true, products: [{ id: 'b', contentFingerprint: null, content: null }] })
    )
    expect(take(merge(bo, share(ada, true, staged)))).toMatchObject({ products: 1 })
    expect(bo.review('a').mark).toBe(0)
    expect(bo.review('b').mark).toBe(3)
  })

  const spoilt: [string, string, (file: string) => void][] = [
    ['that is something else', 'not-reviews', (file) => writeFileSync(file, '{"a":1}\n')],
    ['that is empty', 'not-reviews', (file) => writeFileSync(file, '')],
    [
      'of a newer Vitrine',
      'newer',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"version":1', '"version":2'))
    ],
    [
      'that was cut off between lines',
      'cut-off',
      (file) => truncateSync(file, readFileSync(file, 'utf8').lastIndexOf('{'))
    ],
    ['that was cut off in a line', 'damaged', (file) => truncateSync(file, readFileSync(file).length - 60)],
    ['with something behind its end', 'damaged', (file) => appendFileSync(file, '{"end":2}\n')],
    [
      'that tells of a product twice',
      'damaged',
      (file) => {
        const [heading, first, second] = readFileSync(file, 'utf8').split('\n')
        const newer = first
          ?.replace('"ignored"', '"needs-work"')
          .replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) + 1}`)
        writeFileSync(file, [heading, first, newer, second, '{"end":3}', ''].join('\n'))
      }
    ],
    [
      'with a mark of the end of time',
      'ahead',
      (file) => rewriteFile(file, (text) => text.replace(/("ignored","at":)\d+/, '$18640000000000000'))
    ],
    [
      'that was saved years from now',
      'ahead',
      (file) => rewriteFile(file, (text) => text.replace(/"at":1/, '"at":2'))
    ],
    [
      'with a note of a time that has not come',
      'ahead',
      (file) => rewriteFile(file, (text) => text.replace('"texts":[]', `"texts":[${texts(1, 4e12)}]`))
    ],
    [
      'with a note of more texts than anybody wrote',
      'long-note',
      (file) => rewriteFile(file, (text) => text.replace('"texts":[]', `"texts":[${texts(201)}]`))
    ],
    ['with a line without end', 'too-large', (file) => appendFileSync(file, 'x'.repeat(5_000_000))]
  ]
  it.each(spoilt)('%s is refused with the reason, and changes nothing', (_, reason, spoil) => {
    const [ada, bo] = [person('Ada'), person('Bo')]
    ada.mark('ignored', 'a')
    ada.mark('approved', 'b')
    const file = share(ada)
    spoil(file)
    bo.mark('needs-work', 'c')
    const before = contents(bo)
    expect(merge(bo, file)).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'file', reason } }
    })
    expect(contents(bo)).toEqual(before)
    expect(take(bo.ask('log', { product: null, before: null, limit: 9 }))).toHaveLength(1)
    expect(openFiles()).not.toContain(file)
  })

  it('is refused where a note would be put together of more texts than can be shared again', () => {
    const [ada, bo] = [person('Ada'), person('Bo')]
    ada.mark('ignored', 'a')
    const files = [0, 120].map((from) => {
      const file = share(ada)
      rewriteFile(file, (text) => text.replace('"texts":[]', `"texts":[${texts(120, 5, from)}]`))
      return file
    })
    take(merge(bo, files[0] ?? ''))
    const before = contents(bo)
    expect(merge(bo, files[1] ?? '')).toMatchObject({
      failure: { facts: { field: 'file', reason: 'long-note', place: 2 } }
    })
    expect(contents(bo)).toEqual(before)
    expect(take(merge(ada, share(bo)))).toMatchObject({ notes: 1 })
  })

  it('fault 93: has no times of a clock that was years ahead, and can be merged', () => {
    const [ada, bo] = [person('Ada', 9 * 365 * day), person('Bo')]
    ada.mark('ignored', 'a')
    ada.note('a', 'From the future')
    ada.at = bo.at
    const file = share(ada)
    take(merge(bo, file))
    expect(bo.review('a')).toMatchObject({ mark: 3, markedAt: ada.at, notedAt: ada.at })
    bo.at += day
    bo.mark('needs-work', 'a')
    take(merge(bo, file))
    expect(bo.review('a').mark).toBe(2)
  })

  it('may tell of an approval of more than a line holds: what was seen is known by its hash alone', () => {
    const [ada, bo] = [person('Ada'), person('Bo')]
    const content = { name: 'Lamp', price: 1, description: 'x'.repeat(5_000_000), image: null }
    const products = [{ id: 'a', contentFingerprint: fingerprintOf(content), content }]
    take(ada.ask('mark', { mark: 'approved', by: 'Ada', at: ++ada.at, products }))
    expect(take(merge(bo, share(ada)))).toMatchObject({ marks: 1 })
    expect(bo.review('a')).toMatchObject({ mark: 1, seen: fingerprintOf(content), content: null })
  })

  it('does not come about where it cannot be written', () => {
    const ada = person('Ada')
    ada.mark('ignored', 'a')
    const file = join(ada.folder, 'taken')
    const heading = { store, at: 1, by: 'Ada' }
    const nowhere = join(ada.folder, 'no', 'folder')
    expect(() => ada.ask('share', { file: nowhere, onlyStaged: false, staged: 0, heading })).toThrow('ENOENT')
    expect(existsSync(nowhere)).toBe(false)
    mkdirSync(join(file, 'folder'), { recursive: true })
    const before = readdirSync(ada.folder)
    expect(() => ada.ask('share', { file, onlyStaged: false, staged: 0, heading })).toThrow()
    expect(readdirSync(ada.folder)).toEqual(before)
    expect(openFiles().filter((open) => open.endsWith('.part'))).toEqual([])
  })

  it('leaves alone what the person has beside it', () => {
    const ada = person('Ada')
    ada.mark('ignored', 'a')
    const file = join(ada.folder, 'shared')
    writeFileSync(`${file}.part`, 'Their own')
    const heading = { store, at: 1, by: 'Ada' }
    take(ada.ask('share', { file, onlyStaged: false, staged: 0, heading }))
    expect(readFileSync(`${file}.part`, 'utf8')).toBe('Their own')
    expect(readdirSync(ada.folder).sort()).toEqual(['shared', 'shared.part', 'shop'])
  })
})

const names = ['a', 'b']
const deed = fc.oneof(
  fc.record({ mark: fc.constantFrom(...reviewMarks), product: fc.constantFrom(...names) }),
  fc.record({ note: fc.constantFrom('', 'one', 'two'), product: fc.constantFrom(...names) }),
  fc.constant('undo' as const)
)

it(
  'files of three people, merged in any order and any number of times, give the same',
  { timeout: 180_000 },
  () => {
    fc.assert(
      fc.property(
        fc.tuple(...['Ada', 'Bo', 'Cy'].map(() => fc.array(deed, { maxLength: 6 }))),
        fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6 }),
        (deeds, order) => {
          const files = deeds.map((list, n) => {
            const side = person(['Ada', 'Bo', 'Cy'][n] ?? '', n % 2)
            for (const next of list) {
              if (next === 'undo') side.ask('undo', { entry: null, by: side.by, at: ++side.at })
              else if ('mark' in next) side.mark(next.mark, next.product)
              else side.note(next.product, next.note)
            }
            return share(side)
          })
          const merged = [[0, 1, 2], order].map((turns) => {
            const side = person('Di')
            for (const turn of turns) take(merge(side, files[turn] ?? ''))
            return side
          })
          const [one, other] = merged.map((side) => contents(side, names))
          expect(other).toEqual(one)
          // What each of them then shares says the same as well.
          const [first, second] = merged.map((side) => readFileSync(share(side), 'utf8').split('\n').slice(1))
          expect(second).toEqual(first)
        }
      ),
      { numRuns: tries(15) }
    )
  }
)
