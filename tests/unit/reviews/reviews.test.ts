import { describe, expect, it } from 'vitest'
import { ok, type Result } from '../../../electron/contract/failure'
import { emptyQuery } from '../../../electron/contract/empty-query'
import type { Review, Undone } from '../../../electron/contract/review'
import { maxNote } from '../../../electron/contract/review-state'
import { openDesk, product, take, type Desk } from './review-thread'

const of = async ({ reviews }: Desk, productId: string): Promise<Review> =>
  take(await reviews.of({ connectionId: 'shop', productId }))
/** Without a team nobody else prevents it. */
const undo = ({ reviews }: Desk, entry: number | null = null) =>
  reviews.undo({ connectionId: 'shop', entry }) as Promise<Result<Undone | null>>
const log = async ({ reviews }: Desk, productId: string | null = null): Promise<unknown[]> =>
  take(await reviews.log({ connectionId: 'shop', productId, before: null, limit: 50 }))

/** Changes of any product that nobody has seen, and what of them was marked as seen, or no longer. */
function changesOf(left: [number, number][]) {
  const marked: unknown[] = []
  const changes = {
    left,
    markSeen: (_: string, sought: unknown, seen: boolean) => {
      marked.push([sought, seen])
      return Promise.resolve(ok({ unseen: 0, ranges: changes.left }))
    },
    unseenOf: () => Promise.resolve(ok(changes.left))
  }
  return { marked, changes }
}

describe('a mark', () => {
  it('is there with who made it and when, and is told of', async () => {
    const desk = openDesk()
    expect(await of(desk, 'a')).toMatchObject({ mark: 'unreviewed', markedBy: '', markedAt: null })
    expect(take(await desk.mark('needs-work', 'a', 'b'))).toEqual({ entry: 1, changed: 2, stale: [] })
    expect(await of(desk, 'a')).toMatchObject({
      mark: 'needs-work',
      state: 'needs-work',
      markedBy: 'Ada',
      markedAt: desk.who.now
    })
    expect(desk.events).toEqual([['a', 'b']])
    expect(desk.copy.told).toEqual(['a,b'])
  })

  it('that a product has already changes nothing, and stands in no log', async () => {
    const desk = openDesk()
    take(await desk.mark('approved', 'a'))
    expect(take(await desk.mark('approved', 'a'))).toEqual({ entry: null, changed: 0, stale: [] })
    expect(take(await desk.mark('unreviewed', 'b'))).toEqual({ entry: null, changed: 0, stale: [] })
    expect(await log(desk)).toHaveLength(1)
  })

  it('that a product needs work has a reason, which another takes the place of, and stands in the log', async () => {
    const desk = openDesk()
    const products = [{ id: 'a', contentFingerprint: '' }]
    const mark = (reason?: string | null): ReturnType<Desk['reviews']['mark']> =>
      desk.reviews.mark({ connectionId: 'shop', mark: 'needs-work', reason, of: { products } })
    take(await mark('price'))
    expect(await of(desk, 'a')).toMatchObject({ state: 'needs-work', reason: 'price' })
    // Nobody has said why this time.
    expect(take(await mark())).toMatchObject({ changed: 0 })
    expect(take(await mark('Too dark'))).toMatchObject({ changed: 1 })
    expect(await log(desk, 'a')).toMatchObject([{ reason: 'Too dark' }, { reason: 'price' }])
    take(await undo(desk))
    expect(await of(desk, 'a')).toMatchObject({ state: 'needs-work', reason: 'price' })
    expect(take(await mark(null))).toMatchObject({ changed: 1 })
    expect(await of(desk, 'a')).toMatchObject({ state: 'needs-work', reason: null })
    take(await mark('price'))
    take(await desk.mark('approved', 'a'))
    expect(await of(desk, 'a')).toMatchObject({ state: 'approved', reason: null })
  })

  it('is a look at what changed of its product, and so is taken back and done again with it', async () => {
    const { marked, changes } = changesOf([[4, 5]])
    const desk = openDesk({ changes })
    take(await desk.mark('needs-work', 'a'))
    await desk.reviews.settled()
    expect(marked).toEqual([[{ products: ['a'] }, true]])
    expect(desk.events).toEqual([['a'], ['a']])
    const seen = { ranges: [[4, 5]] }
    const undone = take(await undo(desk))
    expect(marked[1]).toEqual([seen, false])
    take(await undo(desk, undone?.redo))
    expect(marked[2]).toEqual([seen, true])
    take(await undo(desk))
    expect(marked[3], 'the mark holds again, and can be taken back again').toEqual([seen, false])
  })

  it('is given anew to what was approved, where an error was found since, alone and with a list', async () => {
    const desk = openDesk({ list: [product('a')] })
    take(await desk.mark('approved', 'a'))
    const [one = product('a')] = desk.copy.list
    const review = { ...one.review, state: 'changed' as const }
    desk.copy.list = [{ ...one, review }]
    expect(await of(desk, 'a')).toMatchObject({ state: 'changed', isWorse: true, differences: [] })
    expect(take(await desk.mark('approved', 'a'))).toMatchObject({ changed: 1 })
    const list = { productQuery: emptyQuery, count: 1 }
    expect(take(await desk.reviews.mark({ connectionId: 'shop', mark: 'approved', of: list }))).toMatchObject(
      { changed: 1 }
    )
    desk.copy.list = [one]
    expect(await of(desk, 'a')).toMatchObject({ state: 'approved', isWorse: false })
    expect(take(await desk.mark('approved', 'a'))).toMatchObject({ changed: 0 })
  })

  it('that is cleared is no look: nobody has decided on what changed, which is asked about no more than seen', async () => {
    const { marked, changes } = changesOf([[4, 5]])
    const desk = openDesk({ changes })
    take(await desk.mark('unreviewed', 'a'))
    take(await desk.mark('ignored', 'a'))
    await desk.reviews.settled()
    marked.length = 0
    const products = [{ id: 'a', contentFingerprint: '' }]
    const cleared = { connectionId: 'shop', mark: 'unreviewed' as const, of: { products }, changes: [] }
    expect(take(await desk.reviews.mark(cleared))).toMatchObject({ changed: 1 })
    await desk.reviews.settled()
    expect(marked).toEqual([])
  })

  it('that changes nothing is a look all the same, taken back with the reason that it is given then', async () => {
    const { marked, changes } = changesOf([[4, 5]])
    const desk = openDesk({ changes })
    take(await desk.mark('needs-work', 'a'))
    await desk.reviews.settled()
    marked.length = 0
    expect(take(await desk.mark('needs-work', 'a'))).toMatchObject({ entry: null })
    await desk.reviews.settled()
    changes.left = []
    const products = [{ id: 'a', contentFingerprint: desk.copy.list[0]?.contentFingerprint ?? '' }]
    const given = { connectionId: 'shop', mark: 'needs-work', reason: 'text', of: { products } } as const
    take(await desk.reviews.mark(given))
    await desk.reviews.settled()
    take(await undo(desk))
    expect(marked.at(-1)).toEqual([{ ranges: [[4, 5]] }, false])
  })

  it('has its look taken back also where it is undone before that is done', async () => {
    const { marked, changes } = changesOf([[4, 5]])
    const { markSeen } = changes
    const held = Promise.withResolvers<null>()
    changes.markSeen = async (...asked) => {
      await held.promise
      return markSeen(...asked)
    }
    const desk = openDesk({ changes })
    take(await desk.mark('ignored', 'a'))
    const undone = undo(desk)
    expect(await of(desk, 'a')).toMatchObject({ mark: 'unreviewed' })
    held.resolve(null)
    take(await undone)
    await desk.reviews.settled()
    expect(marked).toEqual([
      [{ products: ['a'] }, true],
      [{ ranges: [[4, 5]] }, false]
    ])
  })

  it('is not set where its product has changes that the person had not before them', async () => {
    const { marked, changes } = changesOf([
      [4, 5],
      [9, 9]
    ])
    const desk = openDesk({ changes })
    const products = [{ id: 'a', contentFingerprint: '' }]
    const mark = (told: number[]): ReturnType<Desk['reviews']['mark']> =>
      desk.reviews.mark({ connectionId: 'shop', mark: 'ignored', of: { products }, changes: told })
    const left = { entry: null, changed: 0, stale: ['a'], otherChanges: true }
    expect(take(await mark([4, 5]))).toEqual(left)
    expect(take(await mark([9, 4]))).toEqual(left)
    expect(await of(desk, 'a')).toMatchObject({ mark: 'unreviewed' })
    expect(marked).toEqual([])
    expect(take(await mark([9, 4, 5]))).toMatchObject({ changed: 1, stale: [] })
  })

  it('of a whole list is a look at what changed of its products, who are named by their keys', async () => {
    const { marked, changes } = changesOf([[4, 5]])
    const list = ['a', 'b'].map((id, at) => ({ ...product(id), key: at + 7 }))
    const desk = openDesk({ list, changes })
    const of = { productQuery: emptyQuery, count: 2 }
    take(await desk.reviews.mark({ connectionId: 'shop', mark: 'ignored', of }))
    await desk.reviews.settled()
    expect(marked).toEqual([[{ keys: [7, 8] }, true]])
    expect(desk.events).toEqual([null, null])
    take(await undo(desk))
    expect(marked[1]).toEqual([{ ranges: [[4, 5]] }, false])
  })

  it('approves only what is as the person saw it; other marks are for whatever it is', async () => {
    const desk = openDesk()
    const products = [
      { id: 'a', contentFingerprint: desk.copy.list[0]?.contentFingerprint ?? '' },
      { id: 'b', contentFingerprint: 'what it was before' }
    ]
    const mark = { connectionId: 'shop', of: { products } }
    expect(take(await desk.reviews.mark({ ...mark, mark: 'approved' }))).toEqual({
      entry: 1,
      changed: 1,
      stale: ['b']
    })
    expect(await of(desk, 'b')).toMatchObject({ mark: 'unreviewed' })
    expect(take(await desk.reviews.mark({ ...mark, mark: 'ignored' }))).toMatchObject({
      changed: 2,
      stale: []
    })
    expect(desk.events, 'told of all that were marked').toEqual([['a'], ['a', 'b']])
    expect(desk.copy.told).toEqual(['a', 'a,b'])
  })

  it('is no look at what changed of a product since it was on screen', async () => {
    const { marked, changes } = changesOf([[4, 5]])
    const desk = openDesk({ changes })
    const products = [
      { id: 'a', contentFingerprint: desk.copy.list[0]?.contentFingerprint ?? '' },
      { id: 'b', contentFingerprint: 'what it was before' }
    ]
    for (const mark of ['needs-work', 'approved'] as const)
      take(await desk.reviews.mark({ connectionId: 'shop', mark, of: { products } }))
    await desk.reviews.settled()
    expect(marked).toEqual([
      [{ products: ['a'] }, true],
      [{ products: ['a'] }, true]
    ])
  })

  it('for what was seen says what has changed since, and can be given anew', async () => {
    const before = { name: 'Lamp', price: 10, description: 'Old', image: 'https://x/1.png' }
    const desk = openDesk({ list: [product('a', before)] })
    take(await desk.mark('approved', 'a'))
    expect(await of(desk, 'a')).toMatchObject({ state: 'approved', differences: [] })
    desk.copy.list = [product('a', { name: 'Lamp', price: 12, description: 'New', image: null })]
    expect(await of(desk, 'a')).toMatchObject({
      mark: 'approved',
      state: 'changed',
      differences: [
        { field: 'price', before: 10, after: 12 },
        { field: 'description', before: 'Old', after: 'New' },
        { field: 'image', before: { token: 'https://x/1.png ' }, after: null }
      ]
    })
    expect(take(await desk.mark('approved', 'a'))).toMatchObject({ changed: 1 })
    expect(await of(desk, 'a')).toMatchObject({ state: 'approved', differences: [] })
    take(await undo(desk))
    expect((await of(desk, 'a')).differences).toHaveLength(3)
  })

  it('is for the photo as well, where it is known: another under the same address is told of', async () => {
    const lamp = { name: 'Lamp', image: 'https://x/1.png' }
    const [before, after] = ['f0f0f0f0aaaa5555', '0f0f0f0f5555aaaa']
    // The page was read before anybody had looked at the picture.
    const desk = openDesk({ list: [product('a', lamp), product('b', lamp)] })
    const products = desk.copy.list.map(({ id, contentFingerprint }) => ({ id, contentFingerprint }))
    desk.copy.list = [product('a', lamp, before), product('b', lamp)]
    const wish = { connectionId: 'shop', mark: 'approved', of: { products } } as const
    expect(take(await desk.reviews.mark(wish))).toMatchObject({ changed: 2, stale: [] })
    desk.copy.list = [product('a', lamp, after), product('b', lamp, after)]
    expect(await of(desk, 'a')).toMatchObject({
      state: 'changed',
      differences: [{ field: 'image' }]
    })
    // Of this one nobody knew how it looked.
    expect(await of(desk, 'b')).toMatchObject({ state: 'approved', differences: [] })
    const contentFingerprint = product('a', lamp, before).contentFingerprint
    const late = { ...wish, of: { products: [{ id: 'a', contentFingerprint }] } }
    expect(take(await desk.reviews.mark(late))).toMatchObject({ changed: 0, stale: ['a'] })
    expect(take(await desk.mark('approved', 'a'))).toMatchObject({ changed: 1 })
    expect(await of(desk, 'a')).toMatchObject({ state: 'approved', differences: [] })
  })

  it('fault 91: and a note stay with a product that the store dropped', async () => {
    const desk = openDesk()
    take(await desk.mark('approved', 'a'))
    take(await desk.note('a', 'Ask the supplier'))
    desk.copy.list = []
    expect(await of(desk, 'a')).toMatchObject({
      mark: 'approved',
      state: 'approved',
      note: 'Ask the supplier'
    })
    expect(await log(desk, 'a')).toMatchObject([{ product: { id: 'a', name: '' } }, {}])
  })

  it('fails as the copy does when it is not known what was seen', async () => {
    const desk = openDesk()
    Object.assign(desk.copy, {
      products: () => Promise.resolve({ ok: false, failure: { code: 'storage-failed', facts: {} } })
    })
    expect(await desk.mark('approved', 'a')).toMatchObject({ failure: { code: 'storage-failed' } })
    expect(take(await desk.mark('ignored', 'a'))).toMatchObject({ changed: 1 })
  })
})

describe('marking a whole list', () => {
  const list = Array.from({ length: 2500 }, (_, n) => product(`p${n}`))
  const mark = (desk: Desk, count: number): ReturnType<Desk['reviews']['mark']> =>
    desk.reviews.mark({ connectionId: 'shop', mark: 'approved', of: { productQuery: emptyQuery, count } })

  it('is one entry, taken back as one', async () => {
    const desk = openDesk({ list })
    take(await desk.mark('ignored', 'p7'))
    expect(take(await mark(desk, 2500))).toEqual({ entry: 2, changed: 2500, stale: [] })
    expect(await of(desk, 'p2499')).toMatchObject({ state: 'approved' })
    expect(desk.events.at(-1)).toBeNull()
    take(await desk.mark('needs-work', 'p8'))
    expect(take(await undo(desk, 2))).toMatchObject({ restored: 2499, kept: 1 })
    expect(await of(desk, 'p7')).toMatchObject({ mark: 'ignored' })
    expect(await of(desk, 'p8')).toMatchObject({ mark: 'needs-work' })
    expect(await of(desk, 'p2499')).toMatchObject({ mark: 'unreviewed', markedAt: null })
  })

  /** Before the part from 1000 on is read, a product of it goes into the part that was read; `times`: how often. */
  function moving(times: number): Desk {
    const desk = openDesk({ list })
    const read = desk.copy.read
    let left = times
    Object.assign(desk.copy, {
      read: (id: string, question: Parameters<typeof read>[1]) => {
        if (question.offset === 2000 && left-- > 0) {
          const moved = desk.copy.list[2200 + left]
          desk.copy.list = [...desk.copy.list.toSpliced(2200 + left, 1)]
          if (moved) desk.copy.list.unshift(moved)
        }
        return read(id, question)
      }
    })
    return desk
  }

  it('fault 133: leaves out no product that moves to a part that was read already, as in a sync', async () => {
    const desk = moving(1)
    expect(take(await mark(desk, 2500))).toMatchObject({ changed: 2500 })
    expect(await of(desk, 'p2200')).toMatchObject({ mark: 'approved' })
  })

  it('fault 133: marks nothing where products move again and again', async () => {
    expect(await mark(moving(100), 2500)).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'count' } }
    })
  })

  it('marks nothing where the list is not what the person was told', async () => {
    const desk = openDesk({ list })
    expect(await mark(desk, 2499)).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'count' } }
    })
    const read = desk.copy.read
    Object.assign(desk.copy, {
      read: (id: string, question: Parameters<typeof read>[1]) => {
        if (question.offset === 2000) desk.copy.list = desk.copy.list.slice(1)
        return read(id, question)
      }
    })
    expect(await mark(desk, 2500)).toMatchObject({ failure: { code: 'input-invalid' } })
    expect(await log(desk)).toEqual([])
  })

  it('is given its reason afterwards, whatever the list holds by now, and not where something else was decided since', async () => {
    const desk = openDesk({ list })
    take(await desk.mark('ignored', 'p7'))
    const whole = { productQuery: emptyQuery, count: 2500 }
    const first = take(await desk.reviews.mark({ connectionId: 'shop', mark: 'needs-work', of: whole }))
    take(await desk.mark('approved', 'p8'))
    desk.copy.list = []
    const why = (entry: number | null): ReturnType<Desk['reviews']['mark']> =>
      desk.reviews.mark({
        connectionId: 'shop',
        mark: 'needs-work',
        reason: 'price',
        of: { entry: entry ?? 0 }
      })
    expect(take(await why(first.entry))).toMatchObject({ changed: 2499 })
    for (const id of ['p7', 'p2499'])
      expect(await of(desk, id)).toMatchObject({ state: 'needs-work', reason: 'price' })
    expect(await of(desk, 'p8')).toMatchObject({ mark: 'approved', reason: null })
    take(await undo(desk))
    expect(await of(desk, 'p7')).toMatchObject({ state: 'needs-work', reason: null })
    expect(take(await why(99))).toEqual({ entry: null, changed: 0, stale: [] })
  })

  it('keeps two lists that are marked at once apart', async () => {
    const desk = openDesk({ list })
    const ignore = desk.reviews.mark({
      connectionId: 'shop',
      mark: 'ignored',
      of: { productQuery: emptyQuery, count: 2500 }
    })
    expect((await Promise.all([mark(desk, 2500), ignore])).map(take)).toMatchObject([
      { changed: 2500 },
      { changed: 2500 }
    ])
    expect(await of(desk, 'p3')).toMatchObject({ mark: 'approved' })
  })
})

describe('a note', () => {
  it.each([
    ['nothing', null, '', 'Half a sen'],
    ['the note', null, 'Crop it', 'Crop it\nHalf a sen'],
    ['the draft', 'Crop it, ple', 'Crop it', 'Crop it, ple\nHalf a sen']
  ])('fault 123: typed before it was read comes after %s', async (_, before, note, joined) => {
    const desk = openDesk()
    const place = { connectionId: 'shop', productId: 'a' }
    if (note !== '') take(await desk.note('a', note))
    if (before !== null) take(await desk.reviews.draft({ ...place, draft: before }))
    take(await desk.reviews.draft({ ...place, draft: 'Half a sen', joins: true }))
    expect(await of(desk, 'a')).toMatchObject({ note, draft: joined })
  })

  it('takes the place of the one before and of its draft', async () => {
    const desk = openDesk()
    const draft = { connectionId: 'shop', productId: 'a', draft: 'What I was ty' }
    take(await desk.reviews.draft(draft))
    expect(await of(desk, 'a')).toMatchObject({ note: '', draft: 'What I was ty' })
    expect(take(await desk.note('a', 'First\nsecond'))).toMatchObject({ note: 'First\nsecond', draft: null })
    expect(take(await desk.note('a', ''))).toMatchObject({ note: '', notedBy: 'Ada' })
    expect(await log(desk)).toMatchObject([
      { kind: 'note', before: 'First\nsecond', after: '' },
      { kind: 'note', before: '', after: 'First\nsecond' }
    ])
  })

  it('on a colleague’s mark leaves it theirs: each is told by the name of who gave it', async () => {
    const desk = openDesk()
    desk.who.name = 'Ben'
    take(await desk.mark('approved', 'a'))
    const { markedAt } = await of(desk, 'a')
    desk.who.now += 60_000
    desk.who.name = 'Kim'
    expect(take(await desk.note('a', 'Too dark'))).toMatchObject({
      markedBy: 'Ben',
      markedAt,
      notedBy: 'Kim'
    })
    take(await desk.note('b', 'Nobody has marked it'))
    expect(await of(desk, 'b')).toMatchObject({ markedBy: '', markedAt: null, notedBy: 'Kim' })
  })

  it('keeps what a colleague has saved since it was read, which stands alone again once it is undone', async () => {
    const desk = openDesk()
    const place = { connectionId: 'shop', productId: 'a' }
    desk.who.name = 'Kim'
    take(await desk.note('a', 'Price is wrong'))
    desk.who.name = 'Ben'
    const both = take(await desk.reviews.note({ ...place, note: 'Crop it', over: '' }))
    expect(both).toMatchObject({ note: 'Price is wrong\nCrop it', notedBy: 'Ben' })
    const own = take(await desk.reviews.note({ ...place, note: 'Crop', over: both.note }))
    expect(own).toMatchObject({ note: 'Crop' })
    take(await undo(desk))
    take(await undo(desk))
    expect(await of(desk, 'a')).toMatchObject({ note: 'Price is wrong', notedBy: 'Kim' })
  })

  it('is refused where it is too long together with what a colleague has saved since', async () => {
    const desk = openDesk()
    take(await desk.note('a', 'Price is wrong'))
    const note = 'x'.repeat(maxNote)
    const answer = await desk.reviews.note({ connectionId: 'shop', productId: 'a', note, over: '' })
    expect(answer).toMatchObject({ ok: false, failure: { code: 'input-invalid' } })
    expect(await of(desk, 'a')).toMatchObject({ note: 'Price is wrong' })
  })

  it('is kept as a draft with the note that it was begun on, also where it was typed before that was read', async () => {
    const desk = openDesk()
    const place = { connectionId: 'shop', productId: 'a' }
    take(await desk.note('a', 'Dark'))
    take(await desk.reviews.draft({ ...place, draft: 'Half a', joins: true }))
    expect(await of(desk, 'a')).toMatchObject({ draft: 'Dark\nHalf a', draftBegunOn: 'Dark' })
    take(await desk.reviews.draft({ ...place, draft: 'Crop it', begunOn: 'Price' }))
    take(await desk.reviews.draft({ ...place, draft: 'please', joins: true }))
    expect(await of(desk, 'a')).toMatchObject({ draft: 'Crop it\nplease', draftBegunOn: 'Price' })
    take(await desk.reviews.draft({ ...place, draft: null }))
    expect(await of(desk, 'a')).toMatchObject({ draft: null, draftBegunOn: null })
  })

  it('and a mark are taken back each on its own', async () => {
    const desk = openDesk()
    take(await desk.mark('ignored', 'a'))
    take(await desk.note('a', 'Why'))
    expect(take(await undo(desk, 1))).toMatchObject({ restored: 1, kept: 0, redo: 3 })
    expect(await of(desk, 'a')).toMatchObject({ mark: 'unreviewed', note: 'Why' })
  })
})

describe('taking back', () => {
  it('goes from one’s last entry to the one before, past what others did', async () => {
    const desk = openDesk()
    take(await desk.mark('approved', 'a'))
    take(await desk.note('b', 'Mine'))
    desk.who.name = 'Bo'
    take(await desk.mark('ignored', 'c'))
    desk.who.name = 'Ada'
    expect(take(await undo(desk))).toMatchObject({ entry: { number: 2, undone: true, canUndo: false } })
    expect(take(await undo(desk))).toMatchObject({ entry: { number: 1 } })
    expect(take(await undo(desk))).toBeNull()
    expect(await of(desk, 'a')).toMatchObject({ mark: 'unreviewed' })
    expect(await of(desk, 'c')).toMatchObject({ mark: 'ignored' })
  })

  it('knows what one did before one said who one is', async () => {
    const desk = openDesk()
    desk.who.name = desk.who.alias
    take(await desk.mark('approved', 'a'))
    desk.who.name = 'Ada'
    expect(take(await undo(desk))).toMatchObject({ entry: { number: 1 }, restored: 1 })
  })

  it('is done again by its own entry, and then taken back once more', async () => {
    const desk = openDesk()
    take(await desk.mark('approved', 'a', 'b'))
    const undone = take(await undo(desk))
    take(await undo(desk, undone?.redo ?? 0))
    expect(await of(desk, 'b')).toMatchObject({ state: 'approved' })
    expect(await log(desk)).toMatchObject([
      { kind: 'redo', undone: false, of: 'mark', before: null, after: 'approved' },
      { kind: 'undo', undone: true, of: 'mark', before: 'approved', after: null },
      { kind: 'mark', undone: false, canUndo: true, after: 'approved', count: 2, product: null }
    ])
    expect(take(await undo(desk))).toMatchObject({ entry: { number: 1 }, restored: 2 })
  })

  it('says what it takes back and what holds again, each with its reason', async () => {
    const desk = openDesk()
    const of = { products: [{ id: 'a', contentFingerprint: '' }] }
    for (const reason of ['picture', 'name'])
      take(await desk.reviews.mark({ connectionId: 'shop', mark: 'needs-work', reason, of }))
    const undone = take(await undo(desk))
    expect(undone?.entry).toMatchObject({ kind: 'mark', reasonBefore: 'picture', reason: 'name' })
    const redone = take(await undo(desk, undone?.redo))
    expect(redone?.entry).toMatchObject({ kind: 'undo', reasonBefore: 'name', reason: 'picture' })
    const again = { kind: 'redo', before: 'needs-work', after: 'needs-work' }
    expect(await log(desk, 'a')).toMatchObject([
      { ...again, reasonBefore: 'picture', reason: 'name' },
      { kind: 'undo', reasonBefore: 'name', reason: 'picture' },
      { kind: 'mark', reason: 'name' },
      { kind: 'mark', reason: 'picture' }
    ])
  })

  it('leaves alone what was changed again later', async () => {
    const desk = openDesk()
    take(await desk.mark('approved', 'a'))
    take(await desk.mark('needs-work', 'a'))
    expect(take(await undo(desk, 1))).toBeNull()
    expect(await log(desk)).toMatchObject([{ canUndo: true }, { canUndo: false, undone: false }])
    take(await undo(desk, 2))
    expect(take(await undo(desk, 1))).toMatchObject({ restored: 1 })
  })

  it('fault 93: works by the order of what was done, whatever the clock said', async () => {
    const desk = openDesk()
    take(await desk.mark('approved', 'a'))
    desk.who.now -= 86_400_000
    take(await desk.mark('ignored', 'a'))
    take(await desk.note('a', 'Earlier, says the clock'))
    expect(await log(desk)).toMatchObject([{ number: 3 }, { number: 2, after: 'ignored' }, { number: 1 }])
    const { markedAt } = await of(desk, 'a')
    expect(markedAt).toBeGreaterThan(desk.who.now + 86_400_000)
    take(await undo(desk))
    take(await undo(desk))
    expect(await of(desk, 'a')).toMatchObject({ mark: 'approved', note: '' })
  })
})

describe('an exception', () => {
  const exception = (desk: Desk, reason: string | null): ReturnType<Desk['reviews']['setException']> =>
    desk.reviews.setException({ connectionId: 'shop', productId: 'a', rule: 'price-missing', reason })

  it('stands in the log, and is taken back as marks are', async () => {
    const desk = openDesk()
    take(await exception(desk, 'On request'))
    const [saved] = take(await desk.reviews.exceptions('shop'))
    expect(saved).toEqual({
      productId: 'a',
      rule: 'price-missing',
      reason: 'On request',
      by: 'Ada',
      at: desk.who.now
    })
    take(await exception(desk, null))
    expect(take(await desk.reviews.exceptions('shop'))).toEqual([])
    take(await undo(desk))
    expect(take(await desk.reviews.exceptions('shop'))).toEqual([saved])
    expect(await log(desk, 'a')).toMatchObject([
      { kind: 'undo', of: 'exception', before: null, after: 'On request' },
      { kind: 'excuse', before: 'On request', after: null, undone: true },
      { kind: 'excuse', before: null, after: 'On request' }
    ])
  })
})

describe('the log', () => {
  it('is read page by page, newest first, with names as the copy has them', async () => {
    const desk = openDesk()
    for (const id of ['a', 'b', 'c']) take(await desk.mark('ignored', id))
    const page = { connectionId: 'shop', productId: null, before: 3, limit: 1 }
    expect(take(await desk.reviews.log(page))).toMatchObject([
      {
        number: 2,
        by: 'Ada',
        product: { id: 'b', name: 'Name of b' },
        before: 'unreviewed',
        after: 'ignored'
      }
    ])
  })
})

describe('what was reviewed lately', () => {
  const day = 86_400_000
  const hour = 3_600_000

  it('is counted by days and marks, without what was undone', async () => {
    const desk = openDesk()
    const noon = new Date(2026, 10, 20, 12).getTime()
    desk.who.now = noon
    await desk.mark('approved', 'a', 'b')
    desk.who.now = noon + day
    await desk.mark('needs-work', 'a')
    await desk.mark('ignored', 'b')
    take(await undo(desk))
    const since = noon - day
    const days = take(await desk.reviews.activity('shop', since))
    expect(days).toEqual([
      { day: '2026-11-20', approved: 2, needsWork: 0, ignored: 0 },
      { day: '2026-11-21', approved: 0, needsWork: 1, ignored: 0 }
    ])
    expect(take(await desk.reviews.activity('shop', noon + hour))).toHaveLength(1)
  })

  it('counts a product once on a day, with what holds at its end', async () => {
    const desk = openDesk()
    desk.who.now = new Date(2026, 10, 20, 12).getTime()
    await desk.mark('needs-work', 'a')
    const of = { products: [{ id: 'a', contentFingerprint: '' }] }
    take(await desk.reviews.mark({ connectionId: 'shop', mark: 'needs-work', reason: 'price', of }))
    await desk.mark('approved', 'b', 'c')
    await desk.mark('ignored', 'b')
    await desk.mark('unreviewed', 'c')
    desk.who.now += day
    await desk.mark('approved', 'a')
    expect(take(await desk.reviews.activity('shop', desk.who.now - 2 * day))).toEqual([
      { day: '2026-11-20', approved: 0, needsWork: 1, ignored: 1 },
      { day: '2026-11-21', approved: 1, needsWork: 0, ignored: 0 }
    ])
  })

  it('tells how many were reviewed on this day as the days do: each once, and none whose mark was taken back or is the same', async () => {
    const desk = openDesk()
    const today = async (): Promise<number> => take(await desk.reviews.pace('shop')).today
    desk.who.now = new Date(2026, 10, 20, 12).getTime()
    await desk.mark('approved', 'y')
    desk.who.now += day
    expect(await today()).toBe(0)
    await desk.mark('approved', 'a', 'b')
    await desk.mark('approved', 'a')
    await desk.mark('ignored', 'a')
    await desk.mark('needs-work', 'c')
    expect(await today()).toBe(3)
    take(await undo(desk))
    expect(await today()).toBe(2)
  })

  it('has a pace once there are 20 marks to tell it by: half of the looks are shorter, and breaks do not count', async () => {
    const desk = openDesk()
    const pace = async (): Promise<number | null> => take(await desk.reviews.pace('shop')).perHour
    let made = 0
    const mark = async (times: number, look: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) {
        const id = `${made % 2}`
        await desk.mark('approved', id)
        // Decided anew at once, and no look of its own.
        desk.who.now += 1
        await desk.mark('needs-work', id)
        made += 1
        desk.who.now += look - 1
      }
    }
    desk.who.now = new Date(2026, 10, 20, 12).getTime()
    await mark(10, 10_000)
    desk.who.now += 2 * hour
    await mark(6, 100)
    await mark(3, 60_000)
    expect(await pace(), 'too few').toBe(null)
    await mark(1, 10_000)
    expect(await pace()).toBe(360)
    desk.who.now += 15 * day
    expect(await pace(), 'long ago').toBe(null)
  })
})
