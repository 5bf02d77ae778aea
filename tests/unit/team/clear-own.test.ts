import { expect, it } from 'vitest'
import { take } from '../reviews/review-thread'
import { FoundedTeam } from './founded-team'
import { openTeamDesk } from './team-desk'
import { testFolder } from '../../support/folder'

/** What each device says that a product is, and everybody’s mark on it. */
function shown({ all }: FoundedTeam, product = 'lamp'): string[] {
  return all.map((device) => {
    const { mark, markedBy } = device.review(product)
    const marks = device.standing(product).marks.map(({ by, mark: said }) => `${by} ${said}`)
    return `${mark} ${markedBy}: ${marks.toSorted().join(', ')}`
  })
}

const three = (text: string): string[] => [text, text, text]

it('whoever clears their mark leaves a colleague’s, which the product has then, whichever came last', async () => {
  for (const isFirst of [true, false]) {
    const team = new FoundedTeam()
    const { kim, ana } = team
    const mark = {
      kim: () => kim.mark('lamp', 'approved'),
      ana: () => ana.mark('lamp', 'needs-work', 'price')
    }
    mark[isFirst ? 'kim' : 'ana']()
    await team.exchange()
    mark[isFirst ? 'ana' : 'kim']()
    await team.exchange()
    const said = ana.review('lamp').markedBy === 'Ana' ? ana.review('lamp').markedAt : null
    kim.mark('lamp', 'unreviewed')
    expect(kim.review('lamp')).toMatchObject({ mark: 2, markedBy: 'Ana', markReason: 'price' })
    if (isFirst) expect(kim.review('lamp').markedAt, 'it is as old as it was').toBe(said)
    await team.exchange()
    expect(shown(team)).toEqual(three('2 Ana: Ana needs-work'))
    for (const each of team.all) expect(each.disputed()).toEqual([])
    expect(ana.contents()).toEqual(kim.contents())
    // Undone, both are there again; and done again, it is hers alone.
    team.time += 1000
    kim.undo()
    await team.exchange()
    const both = 'Ana needs-work, Kim approved'
    expect(shown(team)).toEqual(three(isFirst ? `2 Ana: ${both}` : `1 Kim: ${both}`))
    team.time += 1000
    kim.redo()
    await team.exchange()
    expect(shown(team)).toEqual(three('2 Ana: Ana needs-work'))
    expect(ana.contents()).toEqual(kim.contents())
  }
})

it('a mark that was cleared is not what its reviewer said before a later one that is taken back', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  ana.mark('lamp', 'needs-work')
  await team.exchange()
  kim.mark('lamp', 'approved')
  await team.exchange()
  kim.mark('lamp', 'unreviewed')
  team.time += 1000
  kim.mark('lamp', 'ignored')
  await team.exchange()
  expect(shown(team)).toEqual(three('3 Kim: Ana needs-work, Kim ignored'))
  kim.undo()
  await team.exchange()
  expect(shown(team)).toEqual(three('2 Ana: Ana needs-work'))
})

it('the undo and redo of a cleared mark are told as that, whatever a colleague has made of the product in between', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  kim.markAll(['lamp', 'chair'], 'approved')
  team.time += 1000
  kim.markAll(['lamp', 'chair'], 'unreviewed')
  await team.exchange()
  await team.inTurn(() => ana.mark('lamp', 'ignored'))
  await team.inTurn(() => kim.undo())
  expect(kim.toldOf('lamp')[0]).toBe('undo approved, unreviewed before: Kim')
  expect(kim.toldOf(null)[0]).toBe('undo null, unreviewed before: Kim')
  await team.inTurn(() => kim.redo())
  expect(kim.toldOf('lamp')[0]).toBe('redo unreviewed, null before: Kim')
  expect(kim.toldOf(null)[0]).toBe('redo unreviewed, null before: Kim')
  expect(team.shown()).toEqual(Array(3).fill('3 Ana: Ana ignored'))
})

it('the log says that somebody cleared their mark, and not that they made the colleague’s that holds', async () => {
  for (const isFirst of [true, false]) {
    const team = new FoundedTeam()
    const { kim, ana } = team
    if (isFirst) kim.mark('lamp', 'approved')
    team.time += 1000
    ana.mark('lamp', 'needs-work')
    await team.exchange()
    if (!isFirst) kim.mark('lamp', 'approved')
    team.time += 1000
    kim.mark('lamp', 'unreviewed')
    const expectNewest = async (told: string): Promise<void> => {
      await team.exchange()
      for (const device of team.all) {
        expect(device.toldOf('lamp')[0]).toBe(told)
        expect(device.toldAt('lamp')).toBe(kim.toldAt('lamp'))
      }
    }
    await expectNewest('mark unreviewed, null before: Kim')
    team.time += 1000
    kim.undo()
    await expectNewest(`undo ${isFirst ? 'needs-work (Ana)' : 'approved'}, unreviewed before: Kim`)
    team.time += 1000
    kim.redo()
    await expectNewest('redo unreviewed, null before: Kim')
  }
})

it('what crossed a newer mark is in every log, and stays there: a mark as well as a clear', async () => {
  const team = new FoundedTeam()
  const { kim, ana, lee } = team
  ana.mark('lamp', 'approved')
  await team.exchange()
  team.time += 1000
  // Nobody knows of the others' yet.
  ana.mark('lamp', 'unreviewed')
  team.time += 1000
  lee.mark('lamp', 'needs-work')
  team.time += 1000
  kim.mark('lamp', 'ignored')
  await team.exchange()
  const acts = ['mark unreviewed, null before: Ana', 'mark needs-work, null before: Lee']
  expect(kim.toldOf('lamp')).toEqual(expect.arrayContaining(acts))
  expect(team.shown()).toEqual(Array(3).fill('3 Kim: Kim ignored, Lee needs-work'))
  team.time += 1000
  lee.mark('lamp', 'unreviewed')
  await team.exchange()
  for (const device of [ana, lee]) device.publishAgain()
  await team.exchange()
  expect(kim.toldOf('lamp').toSorted()).toEqual(
    [
      ...acts,
      'mark unreviewed, null before: Lee',
      'mark ignored, approved (Ana) before: Kim',
      'mark approved, unreviewed before: Ana'
    ].toSorted()
  )
  expect(ana.toldOf('lamp').filter((told) => told.includes('unreviewed, '))).toHaveLength(2)
})

it('whoever has no mark clears nobody’s', async () => {
  const team = new FoundedTeam()
  const { kim, ana, lee } = team
  kim.mark('lamp', 'approved')
  ana.mark('chair', 'ignored')
  await team.exchange()
  const before = kim.contents()
  ana.mark('lamp', 'unreviewed')
  lee.mark('lamp', 'unreviewed')
  kim.mark('chair', 'unreviewed')
  await team.exchange()
  expect(shown(team)).toEqual(three('1 Kim: Kim approved'))
  for (const each of team.all) expect(each.contents()).toEqual(before)
  expect(lee.logOf('lamp')).toHaveLength(1)
})

it('the newest of several colleagues’ marks holds, and none once all are cleared', async () => {
  const team = new FoundedTeam()
  for (const [device, mark] of [
    [team.ana, 'approved'],
    [team.lee, 'ignored'],
    [team.kim, 'needs-work']
  ] as const) {
    device.mark('lamp', mark)
    await team.exchange()
  }
  const after = ['3 Lee: Ana approved, Lee ignored', '1 Ana: Ana approved', '0 Ana: ']
  for (const [index, device] of [team.kim, team.lee, team.ana].entries()) {
    device.mark('lamp', 'unreviewed')
    await team.exchange()
    expect(shown(team)).toEqual(three(after[index] ?? ''))
  }
})

it('of two approvals one is left, of a list cleared at once too, and a colleague’s mark alone is no change', async () => {
  const [kim, ben, place] = [openTeamDesk('Kim'), openTeamDesk('Ben'), testFolder()]
  await kim.create(place)
  await ben.join(place)
  const exchange = async (): Promise<void> => {
    for (const each of [kim, ben, kim, ben]) {
      kim.who.now = ben.who.now += 1000
      await each.exchange()
    }
  }
  take(await kim.mark('approved', 'a', 'b', 'c'))
  await exchange()
  take(await ben.mark('approved', 'a', 'b'))
  await exchange()
  expect(take(await ben.mark('unreviewed', 'c'))).toMatchObject({ changed: 0, entry: null })
  expect(take(await ben.mark('unreviewed', 'a', 'b', 'c', 'd')).changed).toBe(2)
  await exchange()
  for (const each of [kim, ben]) {
    expect(await each.marks('a', 'b', 'c')).toEqual(['approved Kim', 'approved Kim', 'approved Kim'])
    for (const id of ['a', 'b', 'c'])
      expect(take(await each.reviews.standing('shop', id))?.marks.map(({ by }) => by)).toEqual(['Kim'])
  }
  kim.who.now = ben.who.now += 1000
  expect(take(await ben.reviews.undo({ connectionId: 'shop', entry: null }))).toMatchObject({ restored: 2 })
  await exchange()
  for (const each of [kim, ben])
    expect(
      take(await each.reviews.standing('shop', 'b'))
        ?.marks.map(({ by }) => by)
        .toSorted()
    ).toEqual(['Ben', 'Kim'])
})
