import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fail, ok, type Result } from '../../../../electron/contract/failure'
import { bookOf, closeBook } from '../../../../electron/reviews/db/open-reviews'
import { openReviews } from '../../../../electron/reviews/db/open-or-mend'
import type { ReviewFiles } from '../../../../electron/reviews/review-files'
import { mergeReviews } from '../../../../electron/reviews/share-reviews'
import { beginMerge } from '../../../../electron/reviews/sharing/merge-file'
import { testFolder } from '../../../support/folder'
import { openDesk, take } from '../review-thread'
import { merge, person, share } from '../colleagues'
import { store, type Side } from '../open-side'

const names = Array.from({ length: 1800 }, (_, n) => `p${String(n).padStart(4, '0')}`)

/** A colleague's file of so many marks. */
function largeFile(): string {
  const ada = person('Ada')
  ada.mark('approved', ...names)
  return share(ada)
}

/** Takes steps of a merge until it is at the part that changes something; the answers so far were null. */
function stepsUntilChanged(side: Side, file: string): void {
  take(side.ask('merge', { file, by: side.by, at: ++side.at }))
  for (let step = 0; side.review('p0000').mark === 0; step++) {
    expect(step).toBeLessThan(20)
    expect(take(side.ask('mergeOn', null))).toBeNull()
  }
}

describe('a large file that is merged', () => {
  it('fault 109: lets marks be made in between, which stay, and is taken back as one', () => {
    const file = largeFile()
    const bo = person('Bo', 10_000)
    stepsUntilChanged(bo, file)
    expect(bo.review('p1799').mark).toBe(0)
    bo.mark('ignored', 'p0000', 'p1799')
    // Nothing of it can be taken back while it goes on.
    const [entry] = take(bo.ask('log', { product: 'p0001', before: null, limit: 1 }))
    expect(bo.ask('undo', { entry: entry?.number ?? 0, by: 'Bo', at: ++bo.at })).toEqual({
      ok: true,
      value: null
    })
    let merged = bo.ask('mergeOn', null)
    while (merged.ok && merged.value === null) merged = bo.ask('mergeOn', null)
    expect(take(merged)).toMatchObject({ products: 1800, number: entry?.number, marks: 1799 })
    expect([bo.review('p0000').mark, bo.review('p0900').mark, bo.review('p1799').mark]).toEqual([3, 1, 3])
    const undone = bo.ask('undo', { entry: entry?.number ?? 0, by: 'Bo', at: ++bo.at })
    expect(take(undone)).toMatchObject({ restored: 1798, kept: 1 })
    expect([bo.review('p0000').mark, bo.review('p0900').mark, bo.review('p1799').mark]).toEqual([3, 0, 3])
  })

  it('fault 109: that was cut off in between keeps whole parts, and takes them back as one', () => {
    const file = largeFile()
    const bo = person('Bo', 10_000)
    stepsUntilChanged(bo, file)
    bo.close()
    bo.open()
    expect(bo.ask('mergeOn', null)).toMatchObject({ ok: false })
    const [entry] = take(bo.ask('log', { product: null, before: null, limit: 1 }))
    expect(entry).toMatchObject({ kind: 'merge', count: 500, from: { by: 'Ada' } })
    expect(take(bo.ask('undo', { entry: entry?.number ?? 0, by: 'Bo', at: ++bo.at }))).toMatchObject({
      restored: 500
    })
    expect(take(merge(bo, file))).toMatchObject({ marks: 1800 })
  })

  it('fault 109: is stopped with whole parts merged, which are taken back as one', () => {
    const file = largeFile()
    const bo = person('Bo', 10_000)
    stepsUntilChanged(bo, file)
    expect(take(bo.ask('mergeProgress', null))).toEqual({ done: 500, total: 1800 })
    const stopped = take(bo.ask('stopMerge', null))
    expect(stopped).toMatchObject({ products: 500, marks: 500, heading: { by: 'Ada' } })
    expect(take(bo.ask('undo', { entry: stopped?.number ?? 0, by: 'Bo', at: ++bo.at }))).toMatchObject({
      restored: 500
    })
    // Before anything is merged nothing is.
    take(bo.ask('merge', { file, by: 'Bo', at: ++bo.at }))
    expect(take(bo.ask('stopMerge', null))).toBeNull()
    expect(bo.review('p0000').mark).toBe(0)
  })

  it('fault 109: changes nothing where its last line is damaged, or a product stands in it twice', () => {
    for (const spoil of [
      (lines: string[]) => lines.with(1800, '{'),
      (lines: string[]) => lines.with(1800, lines[1] ?? '')
    ]) {
      const file = largeFile()
      writeFileSync(file, spoil(readFileSync(file, 'utf8').split('\n')).join('\n'))
      const bo = person('Bo', 10_000)
      expect(merge(bo, file)).toMatchObject({
        failure: { code: 'input-invalid', facts: { reason: 'damaged' } }
      })
      expect(bo.review('p0000').mark).toBe(0)
      expect(take(bo.ask('log', { product: null, before: null, limit: 1 }))).toEqual([])
    }
  })

  it('fault 109: says what is merged where it is cut while it is merged, and takes that back as one', () => {
    const file = largeFile()
    const bo = person('Bo', 10_000)
    stepsUntilChanged(bo, file)
    truncateSync(file, 200_000)
    let answer = bo.ask('mergeOn', null)
    while (answer.ok && answer.value === null) answer = bo.ask('mergeOn', null)
    const cut = take(answer)
    // What had been read before it was cut.
    expect(cut).toMatchObject({
      products: 1500,
      marks: 1500,
      heading: { by: 'Ada' },
      failure: { code: 'input-invalid', facts: { field: 'file', reason: 'changed' } }
    })
    expect([bo.review('p1499').mark, bo.review('p1500').mark]).toEqual([1, 0])
    const undone = bo.ask('undo', { entry: cut?.number ?? 0, by: 'Bo', at: ++bo.at })
    expect(take(undone)).toMatchObject({ restored: 1500 })
  })

  it('fault 109: is refused where somebody writes to it while it is checked', () => {
    const file = largeFile()
    const bo = person('Bo', 10_000)
    expect(take(bo.ask('merge', { file, by: 'Bo', at: ++bo.at }))).toBeNull()
    truncateSync(file, 200_000)
    let merged = bo.ask('mergeOn', null)
    while (merged.ok && merged.value === null) merged = bo.ask('mergeOn', null)
    expect(merged).toMatchObject({ failure: { code: 'input-invalid', facts: { reason: 'changed' } } })
    expect(bo.review('p0000').mark).toBe(0)
  })

  it('fault 109: is read to its end where another file takes its place', () => {
    const file = largeFile()
    const bo = person('Bo', 10_000)
    stepsUntilChanged(bo, file)
    renameSync(file, `${file}.old`)
    writeFileSync(file, 'another')
    let merged = bo.ask('mergeOn', null)
    while (merged.ok && merged.value === null) merged = bo.ask('mergeOn', null)
    expect(take(merged)).toMatchObject({ products: 1800, marks: 1800, failure: null })
  })

  it('fault 109: says what is merged where the disk is full before its end', () => {
    const file = largeFile()
    const folder = testFolder()
    const opened = openReviews(folder)
    if (opened.state !== 'ready') throw new Error(opened.state)
    const book = bookOf(folder, opened)
    onTestFinished(() => closeBook(book))
    const merging = beginMerge(book, { file, by: 'Bo', at: Date.UTC(2026, 10, 4) })
    while (merging.entry === null) expect(merging.step()).toBeNull()
    const pages = Number(book.db.prepare('PRAGMA page_count').get()?.page_count)
    book.db.exec(`PRAGMA max_page_count = ${pages}`)
    expect(merging.step()).toMatchObject({
      ok: true,
      value: { products: 500, number: merging.entry, failure: { code: 'storage-failed' } }
    })
  })

  it('fault 109: that is cut in between shows in the app what is merged of it', async () => {
    const file = largeFile()
    let isCut = false
    const desk = openDesk({
      onMerge({ done }) {
        if (done > 0 && !isCut) truncateSync(file, 200_000)
        isCut ||= done > 0
      }
    })
    desk.who.now += 10_000
    desk.chosen.file = file
    const merged = take(await desk.reviews.merge('shop'))
    expect(merged).toMatchObject({ reviews: 1500, stopped: false, failure: { facts: { reason: 'changed' } } })
    expect(desk.events).toEqual([null])
    expect(
      take(
        await desk.reviews.undo({
          connectionId: 'shop',
          entry: merged?.of === 'reviews' ? merged.entry : null
        })
      )
    ).toMatchObject({
      restored: 1500
    })
  })

  it('fault 109: does not say that nothing is merged where its thread dies', async () => {
    const answers: Partial<Record<string, Result<unknown>>> = {
      merge: ok(null),
      mergeProgress: ok({ done: 500, total: 1800 }),
      mergeOn: fail('internal', { reason: 'the thread ended' })
    }
    const ask = ((method) => Promise.resolve(answers[method] ?? fail('cancelled'))) as ReviewFiles['ask']
    const merged = await mergeReviews(
      {
        files: { ask, change: ask },
        storeOf: () => store,
        askWhereToShare: () => Promise.resolve(null),
        askWhatToMerge: () => Promise.resolve('bo.vitrine-reviews'),
        catalog: { read: () => Promise.resolve(fail('cancelled')) },
        inTurn: (work) => work(),
        onMerge: () => undefined,
        mergesToStop: new Set()
      },
      'shop',
      { by: 'Ada', at: 1 }
    )
    expect(merged).toMatchObject({ failure: { code: 'internal', facts: { isPartly: true } } })
  })

  it('fault 109: holds up no mark in the app', async () => {
    const desk = openDesk({ folder: testFolder() })
    desk.who.name = 'Bo'
    desk.who.now += 10_000
    desk.chosen.file = largeFile()
    const order: string[] = []
    const merging = desk.reviews.merge('shop').then((merged) => {
      order.push('merged')
      return take(merged)
    })
    const marking = desk.mark('ignored', 'a').then((marked) => {
      order.push('marked')
      return take(marked)
    })
    expect(await marking).toMatchObject({ changed: 1 })
    expect(await merging).toMatchObject({ marks: 1800 })
    expect(order).toEqual(['marked', 'merged'])
  })
})
