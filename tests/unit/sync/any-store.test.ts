import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { play, type Tally } from './any-store'
import { longStory, story } from './stories'

/** More with `SYNC_STORES=20000 SYNC_SEED=7`. */
const numRuns = Number(process.env.SYNC_STORES ?? 1000)
const seed = Number(process.env.SYNC_SEED ?? 1)

describe('a sync with any store', () => {
  it(
    'a run that claims to be complete leaves the copy as the store was during it; others mark nothing as gone',
    { timeout: 3_600_000 },
    async () => {
      const tally: Tally = {}
      await fc.assert(
        fc.asyncProperty(story, (one) => play(one, tally)),
        { numRuns, seed, endOnFailure: process.env.SYNC_STORES !== undefined && !process.env.SYNC_SHRINK }
      )
      // The property is about something: runs end in each way.
      expect(Object.keys(tally).sort()).toEqual(['complete', 'declined', 'failed', 'partial', 'stopped'])
      if (process.env.SYNC_STORES) process.stderr.write(`${JSON.stringify(tally)}\n`)
    }
  )

  it(
    'a product of a long list that moves is not gone as long as the store lists it, and no mark of a person is lost',
    { timeout: 3_600_000 },
    async () => {
      const tally: Tally = {}
      await fc.assert(
        fc.asyncProperty(longStory, (one) => play(one, tally)),
        {
          numRuns: Math.ceil(numRuns / 2),
          seed,
          endOnFailure: process.env.SYNC_STORES !== undefined && !process.env.SYNC_SHRINK
        }
      )
      // Or nothing would be said: a list that moves a few times is followed.
      expect(tally.complete).toBeGreaterThan(0.9 * numRuns)
      if (process.env.SYNC_STORES) process.stderr.write(`${JSON.stringify(tally)}\n`)
    }
  )
})
