import { expect, it } from 'vitest'
import { FoundedTeam } from './founded-team'

/** What each device says that the lamp is, by whom, and everybody’s mark on it. */
function shown({ all }: FoundedTeam): string[] {
  return all.map((device) => {
    const { mark, markedBy } = device.review('lamp')
    const marks = device.standing('lamp').marks.map(({ by, mark: said }) => `${by} ${said}`)
    return `${mark === 0 ? 0 : `${mark} ${markedBy}`}: ${marks.toSorted().join(', ')}`
  })
}

const three = (text: string): string[] => [text, text, text]

/** Does one thing after another, each of which everybody knows before the next. */
async function inTurn(team: FoundedTeam, ...acts: (() => void)[]): Promise<void> {
  for (const act of acts) {
    team.time += 1000
    act()
    await team.exchange()
  }
}

function expectAlike({ all, kim }: FoundedTeam): void {
  for (const device of all) expect(device.contents()).toEqual(kim.contents())
}

it('a mark that holds again since a colleague cleared theirs is taken back, by its author or an owner', async () => {
  for (const isOwner of [false, true]) {
    const team = new FoundedTeam()
    const { kim, ana, lee } = team
    await inTurn(
      team,
      () => ana.mark('lamp', 'needs-work'),
      () => lee.mark('lamp', 'approved'),
      () => lee.mark('lamp', 'unreviewed')
    )
    expect(shown(team)).toEqual(three('2 Ana: Ana needs-work'))
    const undoing = isOwner ? kim : ana
    await inTurn(team, () => undoing.undoOf('lamp', 'Ana'))
    expect(shown(team)).toEqual(three('0: '))
    expectAlike(team)
    await inTurn(team, () => undoing.redo())
    expect(shown(team)).toEqual(three('2 Ana: Ana needs-work'))
    expectAlike(team)
  }
})

it('what its author said before holds once they take back a mark that a colleague’s clearing had brought back', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await inTurn(
    team,
    () => ana.mark('lamp', 'approved'),
    () => ana.mark('lamp', 'needs-work'),
    () => lee.mark('lamp', 'ignored'),
    () => lee.mark('lamp', 'unreviewed'),
    () => ana.undo()
  )
  expect(shown(team)).toEqual(three('1 Ana: Ana approved'))
  expectAlike(team)
})

it('a mark that its author gave up does not hold again where the one on top of it is taken back', async () => {
  for (const isOwner of [false, true]) {
    const team = new FoundedTeam()
    const { kim, ana, lee } = team
    await inTurn(
      team,
      () => ana.mark('lamp', 'needs-work'),
      () => lee.mark('lamp', 'approved'),
      () => ana.undoOf('lamp', 'Ana')
    )
    expect(shown(team)).toEqual(three('1 Lee: Lee approved'))
    await inTurn(team, () => (isOwner ? kim : lee).undoOf('lamp', 'Lee'))
    expect(shown(team)).toEqual(three('0: '))
    expectAlike(team)
  }
})

it('what a colleague says by now holds, and not what they said when one’s mark came on top of it', async () => {
  const team = new FoundedTeam()
  const { kim, ana, lee } = team
  await inTurn(
    team,
    () => kim.mark('lamp', 'ignored'),
    () => ana.mark('lamp', 'needs-work'),
    () => lee.mark('lamp', 'approved'),
    () => ana.undoOf('lamp', 'Ana'),
    () => lee.undo()
  )
  expect(shown(team)).toEqual(three('3 Kim: Kim ignored'))
  expectAlike(team)
})

it('a colleague’s mark that came late holds once the newer one is taken back', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  ana.mark('lamp', 'needs-work')
  team.time += 1000
  lee.mark('lamp', 'approved')
  await team.exchange()
  expect(shown(team)).toEqual(three('1 Lee: Ana needs-work, Lee approved'))
  await inTurn(team, () => lee.undo())
  expect(shown(team)).toEqual(three('2 Ana: Ana needs-work'))
  expectAlike(team)
  await inTurn(team, () => lee.redo())
  expect(shown(team)).toEqual(three('1 Lee: Ana needs-work, Lee approved'))
  expectAlike(team)
})

it('an owner who has just cleared their own mark does not get it back with what they undo of a colleague', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  await inTurn(
    team,
    () => kim.mark('lamp', 'ignored'),
    () => ana.mark('lamp', 'needs-work')
  )
  team.time += 1000
  kim.mark('lamp', 'unreviewed')
  team.time += 1000
  kim.undoOf('lamp', 'Ana')
  await team.exchange()
  expect(shown(team)).toEqual(three('0: '))
  expectAlike(team)
})

it('a colleague’s mark that came late holds also where one had cleared one’s own before', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await inTurn(
    team,
    () => lee.mark('lamp', 'ignored'),
    () => lee.mark('lamp', 'unreviewed')
  )
  ana.mark('lamp', 'needs-work')
  team.time += 1000
  lee.mark('lamp', 'approved')
  await team.exchange()
  await inTurn(team, () => lee.undo())
  expect(shown(team)).toEqual(three('2 Ana: Ana needs-work'))
  expectAlike(team)
})

it('a note that cannot be taken back, since somebody has written on, takes no mark with it', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await inTurn(
    team,
    () => ana.mark('lamp', 'needs-work'),
    () => ana.mark('chair', 'ignored'),
    () => ana.note('lamp', 'Crop it'),
    () => lee.note('lamp', 'Crop it, please'),
    () => ana.undo()
  )
  expect(shown(team)).toEqual(three('2 Ana: Ana needs-work'))
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
      await inTurn(
        team,
        () => kim.mark('chair', 'ignored'),
        ...(isFirst ? marks : marks.reverse()),
        () => kim.mark('lamp', 'unreviewed'),
        () => colleagueActs(team)
      )
      await inTurn(team, () => kim.undo())
      expect(shown(team)).toEqual(three(after[index] ?? ''))
      for (const device of team.all) expect(device.wordOf('Kim', 'chair')).toBe('ignored')
      expectAlike(team)
      await inTurn(team, () => kim.redo())
      for (const device of team.all) expect(device.wordOf('Kim', 'lamp')).toBeNull()
      expectAlike(team)
    }
})

const many = ['lamp', 'chair', 'table'] as const

it('many marks that were taken back at once hold again by redo, also of a product that a colleague has marked meanwhile', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await inTurn(
    team,
    () => ana.markAll(many, 'approved'),
    () => lee.mark('lamp', 'ignored'),
    () => ana.undo()
  )
  expect(shown(team)).toEqual(three('3 Lee: Lee ignored'))
  await inTurn(team, () => ana.redo())
  for (const device of team.all)
    for (const product of many) expect(device.wordOf('Ana', product)).toBe('approved')
  expect(shown(team)).toEqual(three('1 Ana: Ana approved, Lee ignored'))
  expectAlike(team)
  await inTurn(team, () => ana.undo())
  for (const device of team.all) for (const product of many) expect(device.wordOf('Ana', product)).toBeNull()
  expect(shown(team)).toEqual(three('3 Lee: Lee ignored'))
  expectAlike(team)
})

it('a mark of many that redo left is not what its author said before', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  await inTurn(
    team,
    () => ana.markAll(many, 'approved'),
    () => lee.mark('lamp', 'approved'),
    () => ana.undo(),
    () => ana.mark('lamp', 'ignored'),
    () => ana.redo()
  )
  expect(shown(team)).toEqual(three('3 Ana: Ana ignored, Lee approved'))
  await inTurn(team, () => ana.undoOf('lamp', 'Ana'))
  expect(shown(team)).toEqual(three('1 Lee: Lee approved'))
  expectAlike(team)
})

it('an owner does not put up a mark again that its author cleared', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  await inTurn(
    team,
    () => ana.mark('lamp', 'approved'),
    () => ana.mark('lamp', 'unreviewed')
  )
  expect(() => kim.undoOf('lamp', 'Ana')).toThrow('there is nothing to take back')
  expect(shown(team)).toEqual(three('0: '))
})
