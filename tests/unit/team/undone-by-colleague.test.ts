import { describe, expect, it } from 'vitest'
import type { TestDevice } from './test-device'
import { FoundedTeam } from './founded-team'

/** Kim, who owns the team, has approved a lamp, as everybody knows. */
async function approvedLamp(): Promise<FoundedTeam> {
  const team = new FoundedTeam()
  team.kim.mark('lamp', 'approved')
  await team.exchange()
  return team
}

/** Does one thing after another, each of which everybody knows before the next. */
async function inTurn(team: FoundedTeam, ...acts: (() => void)[]): Promise<void> {
  for (const act of acts) {
    team.time += 1000
    act()
    await team.exchange()
  }
}

/** What everybody knows of what people say of the lamp, sorted; the same on all devices. */
function wordsOn(team: FoundedTeam): string[] {
  const [own, ...others] = team.all.map((device) =>
    device
      .standing('lamp')
      .marks.map(({ by, mark }) => `${by} ${mark}`)
      .sort()
  )
  for (const words of others) expect(words).toEqual(own)
  return own ?? []
}

const undo = (device: TestDevice) => (): void => device.undo()
const undoLatestOfAna =
  ({ kim }: FoundedTeam) =>
  (): void =>
    kim.undoOf('lamp', 'Ana')

describe('what an owner undoes of a colleague', () => {
  it('does not bring back a mark that the colleague had taken back', async () => {
    const team = await approvedLamp()
    const { ana } = team
    await inTurn(
      team,
      () => ana.mark('lamp', 'approved'),
      undo(ana),
      () => ana.mark('lamp', 'ignored')
    )
    expect(wordsOn(team)).toEqual(['Ana ignored', 'Kim approved'])
    await inTurn(team, undoLatestOfAna(team))
    expect(wordsOn(team)).toEqual(['Kim approved'])
    for (const device of team.all) {
      expect(device.approving('lamp')).toEqual(['Kim'])
      expect(device.decision('lamp')?.by).toBe('Kim')
    }
  })

  it('leaves nothing of a colleague who had taken back each of two marks', async () => {
    const team = await approvedLamp()
    const { ana } = team
    const ignore = (): void => ana.mark('lamp', 'ignored')
    await inTurn(team, () => ana.mark('lamp', 'approved'), undo(ana), ignore, undo(ana), ignore)
    await inTurn(team, undoLatestOfAna(team))
    expect(wordsOn(team)).toEqual(['Kim approved'])
  })

  it('brings back a mark that the colleague had put back, and not the one that was on top of it', async () => {
    const team = await approvedLamp()
    const { ana } = team
    await inTurn(
      team,
      () => ana.mark('lamp', 'approved'),
      () => ana.mark('lamp', 'needs-work'),
      undo(ana),
      () => ana.mark('lamp', 'ignored'),
      undoLatestOfAna(team)
    )
    expect(wordsOn(team)).toEqual(['Ana approved', 'Kim approved'])
  })

  it('brings nothing back that an owner had undone, whoever undoes what came after it', async () => {
    const team = await approvedLamp()
    const { ana, kim, lee } = team
    await inTurn(
      team,
      () => ana.mark('lamp', 'approved'),
      undoLatestOfAna(team),
      () => ana.mark('lamp', 'ignored'),
      () => lee.mark('lamp', 'needs-work'),
      // Lee's mark stands: hers is given up alone.
      () => ana.undoOf('lamp', 'Ana')
    )
    expect(wordsOn(team)).toEqual(['Kim approved', 'Lee needs-work'])
    await inTurn(team, () => kim.undoOf('lamp', 'Lee'))
    expect(wordsOn(team)).toEqual(['Kim approved'])
  })

  it('does not bring back a mark that was taken back and followed by another one before an exchange', async () => {
    const team = await approvedLamp()
    const { ana } = team
    await inTurn(
      team,
      () => ana.mark('lamp', 'approved'),
      () => {
        ana.undo()
        team.time += 1000
        ana.mark('lamp', 'ignored')
      },
      undoLatestOfAna(team)
    )
    expect(wordsOn(team)).toEqual(['Kim approved'])
    for (const device of team.all) expect(device.decision('lamp')?.by).toBe('Kim')
  })

  it('does not bring back a mark that the colleague had given up under somebody else’s', async () => {
    const team = await approvedLamp()
    const { ana, lee } = team
    await inTurn(
      team,
      () => ana.mark('lamp', 'approved'),
      () => lee.mark('lamp', 'needs-work'),
      () => ana.undoOf('lamp', 'Ana'),
      () => ana.mark('lamp', 'ignored'),
      undoLatestOfAna(team)
    )
    expect(wordsOn(team)).toEqual(['Kim approved', 'Lee needs-work'])
  })
})
