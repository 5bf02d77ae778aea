import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordIndexSchema } from '../../../../electron/catalog/search/word-index'
import type { Segment } from '../../../../electron/catalog/search/segment'
import { addSegment, createListReader, loadPostings } from '../../../../electron/catalog/search/segment-store'

const postings = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) >>> 5)
const none = { keys: new Uint32Array([1]), ids: Buffer.of(), words: Buffer.of(), spans: new Uint32Array(0) }

function opened(segment: Segment): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(wordIndexSchema)
  addSegment(db, segment)
  return db
}

/** As versions before the fourth of the file wrote them. */
function withLongBlocks(segment: Segment): DatabaseSync {
  const db = opened({ ...segment, postings: new Uint8Array(0) })
  const insert = db.prepare('INSERT INTO word_block (number, postings) VALUES (?, ?)')
  for (let block = 0; block * 65_536 < segment.postings.length; block++) {
    insert.run(65_536 + block, segment.postings.subarray(block * 65_536, (block + 1) * 65_536))
  }
  return db
}

describe('the lists of the word index', () => {
  it.each([
    ['as they are written now', opened],
    ['as earlier versions wrote them', withLongBlocks]
  ])('are read from any place to any other, %s', (_, open) => {
    const db = open({ ...none, postings })
    const read = createListReader(db, 1)
    const span = fc.tuple(fc.nat(postings.length - 1), fc.integer({ min: 1, max: 70_000 }))
    fc.assert(
      fc.property(span, ([from, length]) => {
        const to = Math.min(postings.length, from + length)
        expect(Buffer.from(postings.subarray(from, to)).equals(read(from, to))).toBe(true)
      })
    )
    expect(Buffer.from(postings).equals(loadPostings(db, 1))).toBe(true)
    db.close()
  })

  it('are all in one block where they are short', () => {
    const db = opened({ ...none, postings: postings.subarray(0, 10) })
    expect([...createListReader(db, 1)(3, 10)]).toEqual([...postings.subarray(3, 10)])
    db.close()
  })
})
