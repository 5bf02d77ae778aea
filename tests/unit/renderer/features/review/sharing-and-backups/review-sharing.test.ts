import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { useReviewSharing } from '../../../../../../renderer/features/review/sharing-and-backups/review-sharing'
import { useReviews } from '../../../../../../renderer/features/review/reviews'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { logEntry } from '../panel/builders'
import { mergedReviews } from './builders'
import { startStores } from '../../../support/stores'

let main: MainProcess
let sharing: ReturnType<typeof useReviewSharing>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  sharing = useReviewSharing()
})

async function mergeOfSam(): Promise<void> {
  main.always('reviews:merge', () => ok(mergedReviews()))
  await sharing.merge('shop')
}

function undoing(number: number): void {
  main.always('reviews:undo', () => ok({ entry: logEntry({ number }), redo: 9, restored: 2, kept: 0 }))
}

describe('reviews as files', () => {
  it('are saved, of which products was asked, and it is told what came of it', async () => {
    const saved = sharing.share('shop', { products: ['p-1'] })
    expect(sharing.working).toBe('save')
    expect(main.last('reviews:share').input).toEqual({ connectionId: 'shop', of: { products: ['p-1'] } })
    await main.last('reviews:share').answer(ok({ fileName: 'a.vitrine-reviews', reviews: 1 }))
    await saved
    expect(sharing.working).toBeNull()
    expect(sharing.outcome).toMatchObject({ kind: 'saved', connectionId: 'shop', reviews: 1 })
  })

  it('are asked for one at a time: the system shows one dialog', async () => {
    const first = sharing.merge('shop')
    await sharing.share('shop', null)
    await sharing.merge('shop')
    expect(main.asked('reviews:share')).toHaveLength(0)
    expect(main.asked('reviews:merge')).toHaveLength(1)
    await main.last('reviews:merge').answer(ok(null))
    await first
    expect(sharing.working).toBeNull()
  })

  it('are nothing to tell of where no file was chosen', async () => {
    await mergeOfSam()
    main.always('reviews:merge', () => ok(null))
    await sharing.merge('shop')
    expect(sharing.outcome).toBeNull()
  })

  it('are told of as not merged, or not saved, with why', async () => {
    main.always('reviews:merge', () => fail('input-invalid', { field: 'file', reason: 'cut-off' }))
    await sharing.merge('shop')
    expect(sharing.outcome).toMatchObject({ kind: 'not-merged', failure: { facts: { reason: 'cut-off' } } })
    main.always('reviews:share', () => fail('storage-failed'))
    await sharing.share('shop', null)
    expect(sharing.outcome).toMatchObject({ kind: 'not-saved', failure: { code: 'storage-failed' } })
  })

  it('are not merged anymore once that was undone, from wherever', async () => {
    const reviews = useReviews()
    await mergeOfSam()
    undoing(6)
    await reviews.undo('shop', 6)
    expect(sharing.outcome?.kind).toBe('merged')
    undoing(7)
    await reviews.undo('other', 7)
    expect(sharing.outcome?.kind).toBe('merged')
    await reviews.undo('shop', 7)
    expect(sharing.outcome).toBeNull()
  })
})
