import { existsSync, readFileSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mergeFiles } from '../../../electron/headless/merge-files'
import { createSegmentFile, openSegmentFile } from '../../../electron/team/carriers/segment-file'
import { testFolder } from '../../support/folder'
import { openDesk, take } from '../reviews/review-thread'
import { openTeamDesk, type TeamDesk } from './team-desk'

const minute = 60_000

/** Ada and Ben in one team, each with a mark that the other knows. */
async function twoInATeam(): Promise<{ ada: TeamDesk; ben: TeamDesk; place: string; file: string }> {
  const [ada, ben, place] = [openTeamDesk('Ada'), openTeamDesk('Ben'), testFolder()]
  await ada.create(place)
  await ben.join(place)
  take(await ada.mark('approved', 'a'))
  await ada.exchange()
  await ben.exchange()
  return { ada, ben, place, file: join(testFolder(), 'for-the-team.vitrine-reviews') }
}

/** As where the share is not connected. */
function takeAway(place: string): () => void {
  renameSync(place, `${place}-away`)
  return () => renameSync(`${place}-away`, place)
}

describe('a file for a team', () => {
  it('carries what was done without the place to a colleague, who has it under its author’s name', async () => {
    const { ada, ben, place, file } = await twoInATeam()
    const bringBack = takeAway(place)
    ada.who.now += minute
    take(await ada.mark('needs-work', 'a', 'b'))
    take(await ada.note('b', 'Crop the picture'))
    expect(take(await ada.share(file))).toMatchObject({ devices: 1, problem: 'unreachable' })
    expect(take(await ben.merge(file))).toMatchObject({
      ...{ of: 'team', products: 2, ignored: 0, ahead: 0, unreadable: 0, isStopped: false },
      from: { by: 'Ada', at: ada.who.now }
    })
    expect(await ben.marks('a', 'b')).toEqual(['needs-work Ada', 'needs-work Ada'])
    expect(await ben.review('b')).toMatchObject({ note: 'Crop the picture' })
    const log = take(await ben.reviews.log({ connectionId: 'shop', productId: 'b', before: null, limit: 9 }))
    expect(log).toMatchObject([{ kind: 'team', by: 'Ada' }])

    // Nor does what Ada has told wait again because it is not in the file of a colleague.
    const back = `${file}-back`
    take(await ben.share(back))
    const { waiting } = await ada.state()
    expect(take(await ada.merge(back))).toMatchObject({ of: 'team', products: 0 })
    expect(await ada.state()).toMatchObject({ waiting })

    // With the place back, all of it is exchanged once more, and nothing changes by that.
    bringBack()
    await ada.exchange()
    expect(await ada.state()).toMatchObject({ waiting: 0, problem: null })
    await ben.exchange()
    expect(
      take(await ben.reviews.log({ connectionId: 'shop', productId: 'b', before: null, limit: 9 }))
    ).toEqual(log)
  })

  it('has what the place has of others, and changes nothing when it is merged again', async () => {
    const { ada, ben, place, file } = await twoInATeam()
    const cy = openTeamDesk('Cy')
    await cy.join(place)
    take(await cy.mark('ignored', 'c'))
    await cy.exchange()
    // Ben was away meanwhile: Ada has not even read what Cy did.
    expect(take(await ada.share(file))).toMatchObject({ devices: 3, problem: null })
    takeAway(place)
    expect(take(await ben.merge(file))).toMatchObject({ of: 'team', products: 1 })
    expect(await ben.marks('a', 'c')).toEqual(['approved Ada', 'ignored Cy'])
    expect(take(await ben.merge(file))).toMatchObject({ of: 'team', segments: 0, products: 0 })
    expect(take(await ada.merge(file))).toMatchObject({ of: 'team', products: 1 })
    expect(await ada.marks('c')).toEqual(['ignored Cy'])
  })

  it('reaches those who merge no file by way of whoever merges it where the place is', async () => {
    const { ada, ben, place, file } = await twoInATeam()
    const cy = openTeamDesk('Cy')
    await cy.join(place)
    const device = await ada.device()
    const segments = (): string[] => readdirSync(join(place, 'team', device)).sort()
    const before = segments()
    const bringBack = takeAway(place)
    take(await ada.mark('needs-work', 'b'))
    await ada.share(file)
    bringBack()
    take(await ben.merge(file))
    const passedOn = segments()
    expect(passedOn).toHaveLength(before.length + 1)
    await cy.exchange()
    expect(await cy.marks('b')).toEqual(['needs-work Ada'])

    // Ada finds her own at the place, as she would have written it.
    await ada.exchange()
    expect(await ada.device()).toBe(device)
    expect(await ada.state()).toMatchObject({ waiting: 0, problem: null })
    expect(segments()).toEqual(passedOn)
  })

  it('that is cut short or altered anywhere is refused as a whole, and the right one is merged after it', async () => {
    const { ada, ben, place, file } = await twoInATeam()
    takeAway(place)
    take(await ada.mark('needs-work', 'b'))
    await ada.share(file)
    const whole = readFileSync(file)
    const heading = whole.indexOf('\n') + 1
    for (const length of [heading, heading + 20, heading + 400, whole.length - 90, whole.length - 1]) {
      writeFileSync(file, whole)
      truncateSync(file, length)
      const merged = await ben.merge(file)
      expect(merged, `cut off at ${length}`).toMatchObject({
        failure: { code: 'input-invalid', facts: { field: 'file', reason: 'cut-off' } }
      })
    }
    for (let at = 0; at < whole.length; at += 7) {
      const altered = Buffer.from(whole)
      altered.writeUInt8((altered.readUInt8(at) + 1) % 256, at)
      writeFileSync(file, altered)
      expect(await ben.merge(file), `altered at ${at}`).toMatchObject({
        failure: { code: 'input-invalid', facts: { field: 'file' } }
      })
    }
    expect(await ben.marks('b')).toEqual(['unreviewed'])
    writeFileSync(file, whole)
    expect(take(await ben.merge(file))).toMatchObject({ of: 'team', products: 1 })
    expect(await ben.marks('b')).toEqual(['needs-work Ada'])
  })

  it('with a part that is not by whom it says, among good ones, is refused as a whole', async () => {
    const { ada, ben, place, file } = await twoInATeam()
    takeAway(place)
    take(await ada.mark('needs-work', 'b'))
    await ada.share(file)
    const [signal, forgery] = [new AbortController().signal, `${file}-forged`]
    const good = await openSegmentFile(file)
    if (good === null) throw new Error('it is a file for a team')
    const forged = await createSegmentFile(forgery, good.heading)
    const names = await good.list(signal)
    for (const name of names) await forged.append(name, await good.read(name, signal))
    const [first = { device: '', sequence: 0 }] = names
    const bens = { device: await ben.device(), sequence: 77 }
    await forged.append(bens, await good.read(first, signal))
    await forged.commit()
    await good.close()
    expect(await ben.merge(forgery)).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'file', reason: 'forged' } }
    })
    expect(await ben.marks('b')).toEqual(['unreviewed'])
    expect(await ben.state()).toMatchObject({ unreadable: 0 })
  })

  it('of another team, or where there is none, is told to be, and changes nothing', async () => {
    const { ada, file } = await twoInATeam()
    await ada.share(file)
    const other = openTeamDesk('Dee')
    expect(await other.merge(file)).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'file', reason: 'no-team' } }
    })
    await other.create(testFolder())
    expect(await other.merge(file)).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'file', reason: 'another-team' } }
    })
    expect(await other.marks('a')).toEqual(['unreviewed'])
    // A version that knows no team's file says that it is newer, since the first line is that of a file of reviews.
    const before = openDesk()
    expect(await before.reviews.mergeFile('shop', file)).toMatchObject({
      failure: { code: 'input-invalid', facts: { field: 'file', reason: 'newer' } }
    })
  })

  it('with what a removed computer did since says how much of it does not count', async () => {
    const { ada, ben, place, file } = await twoInATeam()
    take(await ada.teams.removeDevice('shop', await ben.device()))
    takeAway(place)
    take(await ben.mark('ignored', 'b'))
    expect(take(await ben.share(file))).toMatchObject({ devices: 1 })
    expect(take(await ada.merge(file))).toMatchObject({ of: 'team', products: 0, ignored: 1 })
    expect(await ada.marks('b')).toEqual(['unreviewed'])
  })

  it('of a time that has not come is told to be, and is merged once it has', async () => {
    const { ada, ben, place, file } = await twoInATeam()
    takeAway(place)
    ada.who.now += 3 * 24 * 60 * minute
    take(await ada.mark('ignored', 'b'))
    await ada.share(file)
    expect(take(await ben.merge(file))).toMatchObject({ of: 'team', segments: 0, ahead: 1 })
    ben.who.now = ada.who.now
    expect(take(await ben.merge(file))).toMatchObject({ of: 'team', segments: 1, ahead: 0 })
    expect(await ben.marks('b')).toEqual(['ignored Ada'])
  })

  it('shows how far it is while it is merged, and can be stopped', async () => {
    const { ada, ben, place, file } = await twoInATeam()
    takeAway(place)
    for (const id of ['b', 'c', 'd']) {
      ada.who.now += minute
      take(await ada.mark('ignored', id))
      await ada.share(file)
    }
    ben.onStep = () => ben.reviews.stopMerge('shop')
    expect(take(await ben.merge(file))).toMatchObject({ of: 'team', segments: 1, isStopped: true })
    expect(ben.progress).toEqual([{ connectionId: 'shop', of: 'team', done: 1, total: 3 }])
    ben.onStep = () => undefined
    expect(take(await ben.merge(file))).toMatchObject({ of: 'team', segments: 2, isStopped: false })
    expect(await ben.marks('b', 'c', 'd')).toEqual(['ignored Ada', 'ignored Ada', 'ignored Ada'])
  })

  it('is merged while the team is exchanged with, and both come to their end', async () => {
    const [ada, ben, cy] = ['Ada', 'Ben', 'Cy'].map((name) => openTeamDesk(name, 5000)) as [
      TeamDesk,
      TeamDesk,
      TeamDesk
    ]
    const [place, file] = [testFolder(), join(testFolder(), 'file')]
    await ada.create(place)
    for (const each of [ben, cy]) await each.join(place)
    const ids = ada.copy.list.map(({ id }) => id)
    take(await ada.mark('approved', ...ids.slice(0, 2500)))
    take(await ada.share(file))
    take(await cy.mark('ignored', ...ids.slice(2500)))
    await cy.exchange()
    await Promise.all([ben.exchange(), ben.merge(file)])
    const marked = await ben.marks(...ids)
    expect(marked.filter((mark) => mark === 'approved Ada')).toHaveLength(2500)
    expect(marked.filter((mark) => mark === 'ignored Cy')).toHaveLength(2500)
  })

  it('is merged without a window as well', async () => {
    const { ada, ben, file } = await twoInATeam()
    take(await ada.mark('ignored', 'd'))
    await ada.share(file)
    const files = [file, file, `${file}-gone`]
    const outcome = await mergeFiles(
      ben.reviews,
      'shop',
      { name: 'merge', store: 'shop', files },
      () => undefined,
      new AbortController().signal
    )
    expect(outcome).toMatchObject({
      status: 'partial',
      facts: {
        merged: [
          { file, segments: 1, products: 1, ignored: 0 },
          { file, segments: 0, products: 0, ignored: 0 }
        ],
        failed: [{ file: `${file}-gone`, code: 'storage-failed' }]
      }
    })
    expect(await ben.marks('d')).toEqual(['ignored Ada'])
  })

  it('replaces an earlier one only once it is whole, and leaves nothing beside it', async () => {
    const { ada, file } = await twoInATeam()
    await ada.share(file)
    await ada.share(file)
    expect(readdirSync(join(file, '..'))).toEqual(['for-the-team.vitrine-reviews'])
    expect(await ada.share(join(file, '..', 'gone', 'file'))).toMatchObject({
      failure: { code: 'storage-failed', facts: { disk: 'gone' } }
    })
    expect(existsSync(file)).toBe(true)
  })
})
