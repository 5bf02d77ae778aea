import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyQuery } from '../../../../electron/contract/empty-query'
import { testFolder } from '../../../support/folder'
import { openDesk, product, take } from '../review-thread'

const list = Array.from({ length: 1500 }, (_, n) => product(`p${n}`))
const merge = { connectionId: 'shop', of: null }

describe('reviews that are shared', () => {
  it('are those of a list, and reach a colleague, whose lists are read anew', async () => {
    const file = join(testFolder(), 'ours.vitrine-reviews')
    const [ada, bo] = [openDesk({ list }), openDesk({ list })]
    take(await ada.mark('needs-work', 'p1', 'p1400'))
    take(await ada.note('gone', 'Not in the list anymore'))
    ada.chosen.file = bo.chosen.file = file
    const of = { productQuery: emptyQuery, count: 1500 }
    expect(take(await ada.reviews.share({ ...merge, of }))).toEqual({
      fileName: 'ours.vitrine-reviews',
      reviews: 2
    })
    expect(take(await bo.reviews.merge('shop'))).toEqual({
      of: 'reviews',
      entry: 1,
      failure: null,
      reviews: 2,
      changed: 2,
      marks: 2,
      notes: 0,
      takenBack: 0,
      hidden: 0,
      stopped: false,
      from: { by: 'Ada', at: ada.who.now, isOtherStore: false }
    })
    expect(bo.events).toEqual([null])
    expect(take(await bo.reviews.merge('shop'))).toMatchObject({ entry: null, marks: 0 })
    expect(take(await ada.reviews.share({ ...merge, of: { products: ['gone', 'p1'] } }))).toMatchObject({
      reviews: 2
    })
    expect(take(await ada.reviews.share(merge))).toMatchObject({ reviews: 3 })
  })

  it('of another store are merged, and it is said', async () => {
    const file = join(testFolder(), 'theirs.vitrine-reviews')
    const [ada, bo] = [openDesk({ list }), openDesk({ list, store: () => 'https://test.example' })]
    take(await ada.mark('ignored', 'p1'))
    ada.chosen.file = bo.chosen.file = file
    take(await ada.reviews.share(merge))
    expect(take(await bo.reviews.merge('shop'))).toMatchObject({ marks: 1, from: { isOtherStore: true } })
  })

  it('are none where no file is chosen, and say so where it cannot be read', async () => {
    const ada = openDesk({ list })
    expect(take(await ada.reviews.share(merge))).toBeNull()
    expect(take(await ada.reviews.merge('shop'))).toBeNull()
    ada.chosen.file = join(testFolder(), 'nothing here')
    expect(await ada.reviews.merge('shop')).toMatchObject({ failure: { code: 'storage-failed' } })
  })

  it('are neither written nor merged where their connection went while the person was asked for the file', async () => {
    let store: string | null = 'https://shop.example'
    const desk = openDesk({ store: () => store })
    desk.reviews.follow(['shop'], 'shop')
    take(await desk.mark('ignored', 'a'))
    desk.chosen.file = join(desk.folder, 'shared')
    take(await desk.reviews.share(merge))
    store = null
    await desk.reviews.leave('shop')
    const left = { ok: false, failure: { code: 'connection-unknown' } }
    expect(await desk.reviews.merge('shop')).toMatchObject(left)
    expect(await desk.reviews.share(merge)).toMatchObject(left)
    expect(existsSync(join(desk.folder, 'shop'))).toBe(false)
  })
})
