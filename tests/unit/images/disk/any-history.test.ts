import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type PictureSize, pictureSizes } from '../../../../electron/contract/picture-values'
import type { CacheUsage } from '../../../../electron/images/disk/protocol'
import { tries } from '../../../support/property-tries'
import { arrival, openSide, status, tokenOf, valueOf, type OpenSide } from './open-side'

/** Sizes of which a content's rasters have these bytes. */
const bytesOf = (content: string, size: PictureSize): string =>
  `${content} ${size} `.padEnd(100 + content.charCodeAt(0) * (1 + pictureSizes.indexOf(size)))

type Step =
  | { do: 'save'; at: string; content: string; sizes: PictureSize[]; connection: string }
  | { do: 'fail'; at: string; isGone: boolean }
  | { do: 'read' | 'damage'; at: string }
  | { do: 'limit'; bytes: number }
  | { do: 'forget'; connection: string }
  | { do: 'clear' | 'idle' | 'reopen' }

const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const connection = fc.constantFrom('shop', 'other')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      at: letter,
      content: letter,
      sizes: fc.subarray([...pictureSizes]),
      connection
    })
  },
  fc.record({ do: fc.constant('fail' as const), at: letter, isGone: fc.boolean() }),
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('read' as const, 'damage' as const), at: letter })
  },
  fc.record({ do: fc.constant('limit' as const), bytes: fc.integer({ min: 0, max: 6000 }) }),
  fc.record({ do: fc.constant('forget' as const), connection }),
  fc.record({ do: fc.constantFrom('clear' as const, 'idle' as const, 'reopen' as const) })
)

/** Takes a step; what the thread says it holds, where it says so. */
function take(side: OpenSide, next: Step): CacheUsage | null {
  side.clock += 61_000
  const none = { connectionId: 'shop', token: tokenOf('at' in next ? next.at : '') }
  switch (next.do) {
    case 'save': {
      const rasters = Object.fromEntries(next.sizes.map((size) => [size, bytesOf(next.content, size)]))
      return side.save(arrival(next.at, next.content, rasters, next.connection))
    }
    case 'fail':
      return valueOf(
        side.methods.note('', { notes: [{ ...none, status: status({ tries: 1 }), isGone: next.isGone }] })
      )
    case 'read':
      side.read(next.at, 'tile')
      return null
    case 'damage':
      side.look('UPDATE raster SET crc = crc + 1 WHERE key = (SELECT min(key) FROM raster)')
      return null
    case 'limit':
      return valueOf(side.methods.setLimit('', { limit: next.bytes }))
    case 'forget':
      return valueOf(side.methods.forget('', { connectionId: next.connection }))
    case 'clear':
      return valueOf(side.methods.clear('', null))
    case 'idle':
      side.idle()
      return null
    case 'reopen':
      return null
  }
}

it('whatever happens, what is counted is the sum of the blobs, within the limit, each led to and none lost', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
      let limit = 4000
      let side = openSide(folder, limit)
      for (const next of steps) {
        if (next.do === 'limit') limit = next.bytes
        if (next.do === 'reopen') {
          valueOf(side.methods.close('', null))
          const { clock } = side
          side = openSide(folder, limit)
          side.clock = clock
        }
        const usage = take(side, next)
        const [counts] = side.look<Record<string, number>>(`
          SELECT (SELECT total(length(bytes)) FROM raster) AS used,
            (SELECT total(size) FROM content) AS sizes,
            (SELECT count(*) FROM content) AS pictures,
            (SELECT count(*) FROM raster WHERE key / 16 NOT IN (SELECT key FROM content)) AS stray,
            (SELECT count(*) FROM content WHERE key NOT IN
              (SELECT content FROM address WHERE content IS NOT NULL)) AS unled,
            (SELECT count(*) FROM address WHERE content IS NOT NULL
              AND content NOT IN (SELECT key FROM content)) AS dangling`)
        expect(counts).toMatchObject({ sizes: counts?.used, stray: 0, unled: 0, dangling: 0 })
        expect(counts?.used).toBeLessThanOrEqual(limit)
        if (usage !== null) expect(usage).toMatchObject({ used: counts?.used, pictures: counts?.pictures })
        for (const at of 'abcdef') {
          const read = side.read(at, 'thumbnail')
          if (read?.raster) expect(Buffer.from(read.raster.bytes).toString()).toMatch(/^[a-f] [\w-]+ +$/)
        }
      }
      valueOf(side.methods.close('', null))
      rmSync(folder, { recursive: true })
    }),
    { numRuns: tries(60) }
  )
}, 180_000)
