import { expect, it } from 'vitest'
import { FoundedTeam } from './founded-team'

const three = (text: string): string[] => [text, text, text]

it('a mark that holds again since a colleague cleared theirs is taken back, by its author or an owner', async () => {
  for (const isOwner of [false, true]) {
    const team = new FoundedTeam()
    const { kim, ana, lee } = team
    await team.inTurn(
      () => ana.mark('lamp', 'needs-work'),
      () => lee.mark('lamp', 'approved'),
      () => lee.mark('lamp', 'unreviewed')
    )
    expect(team.shown()).toEqual(three('2 Ana: Ana needs-work'))
    const undoing = isOwner ? kim : ana
    await team.inTurn(() => undoing.undoOf('lamp', 'Ana'))
    expect(team.shown()).toEqual(three('0: '))
    team.expectAlike()
    await team.inTurn(() => undoing.redo())
    expect(team.shown()).toEqual(three('2 Ana: Ana needs-work'))
    team.expectAlike()
  }
})

it('what its author said before holds once they take back a mark that a colleague’s clearing had brought back', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await team.inTurn(
    () => ana.mark('lamp', 'approved'),
    () => ana.mark('lamp', 'needs-work'),
    () => lee.mark('lamp', 'ignored'),
    () => lee.mark('lamp', 'unreviewed'),
    () => ana.undo()
  )
  expect(team.shown()).toEqual(three('1 Ana: Ana approved'))
  team.expectAlike()
})

it('a mark that its author gave up does not hold again where the one on top of it is taken back', async () => {
  for (const isOwner of [false, true]) {
    const team = new FoundedTeam()
    const { kim, ana, lee } = team
    await team.inTurn(
      () => ana.mark('lamp', 'needs-work'),
      () => lee.mark('lamp', 'approved'),
      () => ana.undoOf('lamp', 'Ana')
    )
    expect(team.shown()).toEqual(three('1 Lee: Lee approved'))
    await team.inTurn(() => (isOwner ? kim : lee).undoOf('lamp', 'Lee'))
    expect(team.shown()).toEqual(three('0: '))
    team.expectAlike()
  }
})

it('what a colleague says by now holds, and not what they said when one’s mark came on top of it', async () => {
  const team = new FoundedTeam()
  const { kim, ana, lee } = team
  await team.inTurn(
    () => kim.mark('lamp', 'ignored'),
    () => ana.mark('lamp', 'needs-work'),
    () => lee.mark('lamp', 'approved'),
    () => ana.undoOf('lamp', 'Ana'),
    () => lee.undo()
  )
  expect(team.shown()).toEqual(three('3 Kim: Kim ignored'))
  team.expectAlike()
})

it('a colleague’s mark that came late holds once the newer one is taken back', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  ana.mark('lamp', 'needs-work')
  team.time += 1000
  lee.mark('lamp', 'approved')
  await team.exchange()
  expect(team.shown()).toEqual(three('1 Lee: Ana needs-work, Lee approved'))
  await team.inTurn(() => lee.undo())
  expect(team.shown()).toEqual(three('2 Ana: Ana needs-work'))
  team.expectAlike()
  await team.inTurn(() => lee.redo())
  expect(team.shown()).toEqual(three('1 Lee: Ana needs-work, Lee approved'))
  team.expectAlike()
})

it('an owner who has just cleared their own mark does not get it back with what they undo of a colleague', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  await team.inTurn(
    () => kim.mark('lamp', 'ignored'),
    () => ana.mark('lamp', 'needs-work')
  )
  team.time += 1000
  kim.mark('lamp', 'unreviewed')
  team.time += 1000
  kim.undoOf('lamp', 'Ana')
  await team.exchange()
  expect(team.shown()).toEqual(three('0: '))
  team.expectAlike()
})

it('a colleague’s mark that came late holds also where one had cleared one’s own before', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await team.inTurn(
    () => lee.mark('lamp', 'ignored'),
    () => lee.mark('lamp', 'unreviewed')
  )
  ana.mark('lamp', 'needs-work')
  team.time += 1000
  lee.mark('lamp', 'approved')
  await team.exchange()
  await team.inTurn(() => lee.undo())
  expect(team.shown()).toEqual(three('2 Ana: Ana needs-work'))
  team.expectAlike()
})

it('a note that cannot be taken back, since somebody has written on, takes no mark with it', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await team.inTurn(
    () => ana.mark('lamp', 'needs-work'),
    () => ana.mark('chair', 'ignored'),
    () => ana.note('lamp', 'Crop it'),
    () => lee.note('lamp', 'Crop it, please'),
    () => ana.undo()
  )
  expect(team.shown()).toEqual(three('2 Ana: Ana needs-work'))
  for (const device of team.all) expect(device.wordOf('Ana', 'chair')).toBeNull()
})

it('a mark that was cleared is said again by undo, whatever a colleague has done since, and not what is older', async () => {
  const ways = {
    'takes theirs back': ({ ana }: FoundedTeam) => ana.undoOf('lamp', 'Ana'),
    'marks it': ({ ana }: FoundedTeam) => ana.mark('lamp', 'needs-work'),
    'clears theirs': ({ ana }: FoundedTeam) => ana.mark('lamp', 'unreviewed')
  }
  const after = ['1 Kim: Kim approved', '1 Kim: Ana needs-work, Kim approved', '1 Kim: Kim approved']
  for (const [index, colleagueActs] of Object.values(ways).entries())
    for (const isFirst of [true, false]) {
      const team = new FoundedTeam()
      const { kim, ana } = team
      const marks = [() => kim.mark('lamp', 'approved'), () => ana.mark('lamp', 'ignored')]
      await team.inTurn(
        () => kim.mark('chair', 'ignored'),
        ...(isFirst ? marks : marks.reverse()),
        () => kim.mark('lamp', 'unreviewed'),
        () => colleagueActs(team)
      )
      await team.inTurn(() => kim.undo())
      expect(team.shown()).toEqual(three(after[index] ?? ''))
      for (const device of team.all) expect(device.wordOf('Kim', 'chair')).toBe('ignored')
      team.expectAlike()
      await team.inTurn(() => kim.redo())
      for (const device of team.all) expect(device.wordOf('Kim', 'lamp')).toBeNull()
      team.expectAlike()
    }
})

const many = ['lamp', 'chair', 'table'] as const

it('many marks that were taken back at once hold again by redo, also of a product that a colleague has marked meanwhile', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await team.inTurn(
    () => ana.markAll(many, 'approved'),
    () => lee.mark('lamp', 'ignored'),
    () => ana.undo()
  )
  expect(team.shown()).toEqual(three('3 Lee: Lee ignored'))
  await team.inTurn(() => ana.redo())
  for (const device of team.all)
    for (const product of many) expect(device.wordOf('Ana', product)).toBe('approved')
  expect(team.shown()).toEqual(three('1 Ana: Ana approved, Lee ignored'))
  team.expectAlike()
  await team.inTurn(() => ana.undo())
  for (const device of team.all) for (const product of many) expect(device.wordOf('Ana', product)).toBeNull()
  expect(team.shown()).toEqual(three('3 Lee: Lee ignored'))
  team.expectAlike()
})

it('a mark of many that redo left is not what its author said before', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await team.inTurn(
    () => ana.markAll(many, 'approved'),
    () => lee.mark('lamp', 'approved'),
    () => ana.undo(),
    () => ana.mark('lamp', 'ignored'),
    () => ana.redo()
  )
  expect(team.shown()).toEqual(three('3 Ana: Ana ignored, Lee approved'))
  await team.inTurn(() => ana.undoOf('lamp', 'Ana'))
  expect(team.shown()).toEqual(three('1 Lee: Lee approved'))
  team.expectAlike()
})

it('an owner does not put up a mark again that its author cleared', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  await team.inTurn(
    () => ana.mark('lamp', 'approved'),
    () => ana.mark('lamp', 'unreviewed')
  )
  expect(() => kim.undoOf('lamp', 'Ana')).toThrow('there is nothing to take back')
  expect(team.shown()).toEqual(three('0: '))
})
