import { describe, expect, it } from 'vitest'
import { summarizeBlocks } from '../../../../electron/catalog/search/block-summary'
import { eachIdWith, keysWithId } from '../../../../electron/catalog/search/ids'
import type { SearchedSegment } from '../../../../electron/catalog/search/index'
import { seeded } from '../../../../scripts/demo-store/random'

/** A segment of these folded ids alone, with the keys 1, 2, … */
function segmentOf(all: readonly string[]): SearchedSegment {
  const ids = Buffer.from(`\n${all.join('\n')}\n`)
  const idStarts = [1]
  for (let at = 1; at < ids.length; at++) if (ids[at] === 0x0a) idStarts.push(at + 1)
  const none = new Uint32Array(0)
  return {
    number: 1,
    keys: Uint32Array.from(all, (_, at) => at + 1),
    ids,
    idSummary: summarizeBlocks(ids),
    idStarts: Uint32Array.from(idStarts),
    words: Buffer.alloc(0),
    wordSummary: summarizeBlocks(Buffer.alloc(0)),
    wordStarts: none,
    spans: none,
    lists: () => new Uint8Array(0)
  }
}

function found(segment: SearchedSegment, term: string): number[] {
  const keys: number[] = []
  eachIdWith(segment, term, false, (key) => keys.push(key))
  return keys
}

describe('ids of some hundred kilobytes, which are searched in blocks', () => {
  const random = seeded(11)
  const idOf = (at: number): string =>
    `${at % 3 === 0 ? 'sku-' : 'v'}${Math.floor(random() * 2 ** 31).toString(36)}-ä${at}`
  const all = Array.from({ length: 20_000 }, (_, at) => idOf(at))
  const segment = segmentOf(all)
  const keysOf = (has: (id: string) => boolean): number[] =>
    all.flatMap((id, at) => (has(id) ? [at + 1] : []))

  it('are found by any part, wherever it lies', () => {
    const parts = all
      .filter((_, at) => at % 97 === 0)
      .map((id, at) => id.slice(at % 5, (at % 5) + 2 + (at % 7)))
    for (const part of [...parts, 'sku-', '-ä1', '-ä19999', 'v', 'none of them', 'x'.repeat(9000)]) {
      expect(found(segment, part), part).toEqual(keysOf((id) => id.includes(part)))
    }
  })

  it('are each found as a whole, also where they lie across two blocks', () => {
    for (const [at, id] of all.entries()) expect(keysWithId(segment, id)).toEqual([at + 1])
    expect(keysWithId(segment, all[0]?.slice(1) ?? '')).toEqual([])
  })

  it('are found by a text that is longer than what is known of a block', () => {
    const long = segmentOf([...all, 'a'.repeat(3000) + 'b'.repeat(3000), ...all])
    expect(found(long, 'a'.repeat(2000) + 'b'.repeat(2999))).toEqual([all.length + 1])
  })
})
