import { describe, expect, it } from 'vitest'
import { FoundedTeam } from './founded-team'
import { testFolder } from '../../support/folder'
import { take } from '../reviews/review-thread'
import { openTeamDesk } from './team-desk'
import { TestDevice } from './test-device'

class Team extends FoundedTeam {
  approvals(): number[] {
    return this.all.map((device) => device.policy().approvals)
  }
}

describe('how many approvals a team needs', () => {
  it('is one until its owner says otherwise, and then what they said last, in whichever order that is read', async () => {
    const team = new Team()
    expect(team.approvals()).toEqual([1, 1, 1])
    team.kim.say({ policy: { approvals: 3 } })
    await team.exchange()
    expect(team.approvals()).toEqual([3, 3, 3])
    // Ana does not hear of the last word before the one after it.
    team.kim.say({ policy: { approvals: 1 } })
    await team.exchange(team.kim)
    team.time += 1000
    team.kim.say({ policy: { approvals: 2 } })
    await team.exchange()
    expect(team.approvals()).toEqual([2, 2, 2])
  })

  it('is not what somebody says who is no owner, also not at their own computer', async () => {
    const team = new Team()
    team.kim.say({ policy: { approvals: 2 } })
    await team.exchange()
    team.time += 1000
    team.ana.say({ policy: { approvals: 1 } })
    await team.exchange()
    expect(team.approvals()).toEqual([2, 2, 2])
    expect(team.all.map((device) => device.policy().role)).toEqual(['owner', 'member', 'member'])
  })

  it('is what another owner says, once an owner has made them one', async () => {
    const team = new Team()
    team.ana.say({ owner: { device: team.ana.device } })
    team.ana.say({ policy: { approvals: 3 } })
    await team.exchange()
    expect(team.approvals()).toEqual([1, 1, 1])
    team.kim.say({ owner: { device: team.ana.device } })
    await team.exchange()
    expect(team.approvals()).toEqual([3, 3, 3])
    expect(team.ana.policy().role).toBe('owner')
    team.ana.say({ owner: { device: team.lee.device } })
    await team.exchange()
    expect(team.kim.policy().role).toBe('owner')
    expect(team.lee.policy().role).toBe('owner')
  })

  it('can be said by everybody where nobody is known to have created the team', async () => {
    const team = new Team()
    const old = [TestDevice.join('Kim', () => team.time), TestDevice.join('Ana', () => team.time)] as const
    old[1].say({ policy: { approvals: 2 } })
    await team.exchange(...old, ...old)
    expect(old.map((device) => device.policy())).toEqual([
      { approvals: 2, role: 'everybody' },
      { approvals: 2, role: 'everybody' }
    ])
  })

  it('is known to a device that joins later, and to one that tells all anew', async () => {
    const team = new Team()
    team.kim.say({ policy: { approvals: 2 } })
    await team.exchange()
    team.kim.publishAgain()
    await team.exchange()
    const bo = TestDevice.join('Bo', () => team.time, team.kim.team)
    await team.exchange(bo)
    expect([...team.approvals(), bo.policy().approvals]).toEqual([2, 2, 2, 2])
  })
})

describe('what a colleague did', () => {
  it('is undone by an owner for everybody', async () => {
    const team = new Team()
    team.ana.mark('lamp', 'approved')
    await team.exchange()
    team.kim.undoOf('lamp', 'Ana')
    await team.exchange()
    for (const device of team.all) {
      expect(device.approving('lamp')).toEqual([])
      expect(device.review('lamp').mark).toBe(0)
    }
  })

  it('is not undone by anybody else: readers pass over it', async () => {
    const team = new Team()
    team.ana.mark('lamp', 'approved')
    await team.exchange()
    team.lee.undoOf('lamp', 'Ana')
    await team.exchange()
    for (const device of [team.kim, team.ana]) {
      expect(device.approving('lamp')).toEqual(['Ana'])
      expect(device.review('lamp').mark).toBe(1)
    }
  })

  it('is undone by who became an owner later, as if they had been one', async () => {
    const team = new Team()
    team.ana.mark('lamp', 'approved')
    await team.exchange()
    team.lee.undoOf('lamp', 'Ana')
    await team.exchange()
    team.kim.say({ owner: { device: team.lee.device } })
    await team.exchange()
    for (const device of team.all) expect(device.approving('lamp')).toEqual([])
  })

  it('is undone by themselves', async () => {
    const team = new Team()
    team.ana.mark('lamp', 'approved')
    team.kim.mark('lamp', 'approved')
    await team.exchange()
    expect(team.lee.approving('lamp')).toEqual(['Ana', 'Kim'])
    team.ana.undoOf('lamp', 'Ana')
    await team.exchange()
    for (const device of team.all) expect(device.approving('lamp')).toEqual(['Kim'])
  })
})

describe('how much each person has marked', () => {
  it('is counted as it changes, as it would be from all marks', async () => {
    const team = new Team()
    team.kim.say({ policy: { approvals: 2 } })
    for (const device of [team.ana, team.kim, team.lee]) {
      for (const product of ['lamp', 'chair', 'table']) {
        device.mark(product, 'approved')
        await team.exchange()
      }
    }
    team.time += 1000
    team.ana.mark('lamp', 'unreviewed')
    team.lee.mark('chair', 'ignored')
    team.kim.undoOf('table', 'Ana')
    await team.exchange()
    team.ana.publishAgain()
    await team.exchange()
    for (const device of team.all) {
      const { kept, counted } = device.marked()
      expect(kept).toEqual(counted)
      expect(kept).toEqual({ Kim: 3, Ana: 1, Lee: 3 })
    }
  })
})

describe('removing and leaving', () => {
  async function kimAndAna() {
    const [kim, ana, place] = [openTeamDesk('Kim'), openTeamDesk('Ana'), testFolder()]
    await kim.create(place)
    await ana.join(place)
    for (const desk of [kim, ana, kim, ana]) await desk.exchange()
    return { kim, ana, place }
  }
  const refusal = (reason: string): object => ({
    failure: { code: 'input-invalid', facts: { field: 'team', reason } }
  })

  it('is refused to a member who would remove the owner, and the owner stays one', async () => {
    const { kim, ana } = await kimAndAna()
    expect(await ana.teams.removeDevice('shop', await kim.device())).toMatchObject(refusal('not-owner'))
    await ana.exchange()
    await kim.exchange()
    expect((await kim.state()).policy.role).toBe('owner')
    expect((await kim.state()).members).toMatchObject([
      { name: 'Ana', devices: [{ isRemoved: false, isOwner: false }] },
      { name: 'Kim', devices: [{ isRemoved: false, isOwner: true }] }
    ])
  })

  it('is refused to the last owner who would leave others alone, and not once another one is there', async () => {
    const { kim, ana } = await kimAndAna()
    expect(await kim.teams.leave('shop')).toMatchObject(refusal('last-owner'))
    expect((await kim.state()).members).toHaveLength(2)
    take(await kim.teams.say('shop', { owner: { device: await ana.device() } }))
    await kim.exchange()
    await ana.exchange()
    take(await kim.teams.leave('shop'))
    await ana.exchange()
    expect((await ana.state()).policy.role).toBe('owner')
    // Nobody else is there any longer.
    take(await ana.teams.leave('shop'))
  })

  it('makes a removed owner nobody who may decide, until they join anew as a member', async () => {
    const { kim, ana, place } = await kimAndAna()
    take(await kim.teams.say('shop', { owner: { device: await ana.device() } }))
    await kim.exchange()
    await ana.exchange()
    take(await ana.teams.removeDevice('shop', await kim.device()))
    await kim.exchange()
    const state = await kim.state()
    expect(state.policy.role).toBe('member')
    expect(state.members[1]).toMatchObject({ name: 'Kim', devices: [{ isRemoved: true, isOwner: false }] })
    expect(await kim.teams.say('shop', { policy: { approvals: 3 } })).toMatchObject(refusal('not-owner'))
    take(await kim.teams.leave('shop'))
    await kim.join(place)
    await ana.exchange()
    await kim.exchange()
    const again = await kim.state()
    expect(again.policy.role).toBe('member')
    expect(again.members[1]?.devices.filter(({ isThis }) => isThis)).toMatchObject([{ isRemoved: false }])
  })
})
