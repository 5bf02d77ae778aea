import { describe, expect, it } from 'vitest'
import { mostItems } from '../../../electron/team/types'
import { FaultyPlace } from './faulty-carrier'
import { FoundedTeam } from './founded-team'
import { TestDevice } from './test-device'

class Team extends FoundedTeam {
  /** What each device has of a view; undefined: it has none. */
  views(id: string): (string | undefined)[] {
    return this.all.map((device) => device.items().find((item) => item.id === id)?.value)
  }

  rules(): (string | undefined)[] {
    return this.all.map((device) => device.items().find(({ kind }) => kind === 'rules')?.value)
  }
}

const view = (device: TestDevice, name = '1'): string => `${device.device}-${name}`
const say = (device: TestDevice, id: string, value: string | null): void =>
  device.say({ item: { kind: 'view', id, value } })

describe('a view that somebody shares', () => {
  it('is the team’s, as whoever shared it or an owner says last, and goes for everybody', async () => {
    const team = new Team()
    const id = view(team.ana)
    say(team.ana, id, 'first')
    await team.exchange()
    expect(team.views(id)).toEqual(['first', 'first', 'first'])
    const rights = team.all.map((device) =>
      device.items().map(({ mayChange, isOwn }) => ({ mayChange, isOwn }))
    )
    expect(rights).toEqual([
      [{ mayChange: true, isOwn: false }],
      [{ mayChange: true, isOwn: true }],
      [{ mayChange: false, isOwn: false }]
    ])
    say(team.ana, id, 'second')
    await team.exchange()
    say(team.kim, id, 'of an owner')
    await team.exchange()
    expect(team.views(id)).toEqual(['of an owner', 'of an owner', 'of an owner'])
    expect(team.lee.items()).toMatchObject([{ kind: 'view', by: 'Kim' }])
    say(team.ana, id, null)
    await team.exchange()
    expect(team.views(id)).toEqual([undefined, undefined, undefined])
  })

  it('fault 140: is told by an owner where its device goes on under another id, and the place has lost what it said', async () => {
    const place = new FaultyPlace(() => 0.5)
    const team = new Team(place)
    team.kim.say({ item: { kind: 'rules', id: '', value: 'of the owner' } })
    say(team.ana, view(team.ana), 'of Ana')
    await team.exchange()
    // Her profile is copied to another computer, without the keychain; the old one is thrown away.
    const copied = team.ana.clone(null, false)
    place.forget(1)
    await team.exchange(team.kim, copied, team.kim, team.kim, copied)
    expect(copied.items().map(({ value }) => value)).toEqual(['of the owner', 'of Ana'])
    expect(team.kim.waiting).toBe(0)
  })

  it('is not changed or taken away by anybody else, also not at their own computer', async () => {
    const team = new Team()
    const id = view(team.ana)
    say(team.ana, id, 'first')
    await team.exchange()
    say(team.lee, id, 'of somebody else')
    await team.exchange()
    say(team.lee, id, null)
    await team.exchange()
    expect(team.views(id)).toEqual(['first', 'first', 'first'])
    // Nor do they share one in her name.
    say(team.lee, view(team.ana, '2'), 'not hers')
    await team.exchange()
    expect(team.views(view(team.ana, '2'))).toEqual([undefined, undefined, undefined])
    // Until an owner makes them one.
    team.kim.say({ owner: { device: team.lee.device } })
    await team.exchange()
    expect(team.views(id)).toEqual([undefined, undefined, undefined])
  })

  it('that two people change apart from each other is the same everywhere', async () => {
    const team = new Team()
    const id = view(team.ana)
    say(team.ana, id, 'first')
    await team.exchange()
    say(team.ana, id, 'hers')
    say(team.kim, id, 'his')
    await team.exchange()
    const [one, ...others] = team.views(id)
    expect(others).toEqual([one, one])
    // The same moment: the device decides.
    expect(one).toBe(team.ana.device > team.kim.device ? 'hers' : 'his')
  })

  it('is what was said in answer to what was there, also by a computer whose clock is behind', async () => {
    const team = new Team()
    const id = view(team.ana)
    say(team.ana, id, 'first')
    await team.exchange()
    team.kim.skew = -12 * 60 * 60 * 1000
    say(team.kim, id, 'in answer')
    await team.exchange()
    expect(team.views(id)).toEqual(['in answer', 'in answer', 'in answer'])
  })

  it('is there for who joins late and reads snapshots, with what this device told anew', async () => {
    const team = new Team()
    const id = view(team.ana)
    team.ana.mostSegments = 3
    say(team.ana, id, 'first')
    await team.exchange(team.ana)
    for (let index = 0; index < 8; index++) {
      team.ana.mark(`p${index}`, 'approved')
      await team.exchange(team.ana)
    }
    team.time += 24 * 60 * 60 * 1000
    say(team.ana, view(team.ana, '2'), 'gone')
    say(team.ana, view(team.ana, '2'), null)
    await team.exchange()
    await team.exchange(team.ana)
    team.ana.publishAgain()
    await team.exchange()
    const bo = TestDevice.join('Bo', () => team.time, team.kim.team)
    await team.exchange(bo)
    expect(bo.items()).toMatchObject([{ id, value: 'first', by: 'Ana' }])
    expect(bo.contents()).toEqual(team.kim.contents())
  })

  it('is told by an owner at a place where who shared it is not, and so is that it is gone', async () => {
    const team = new Team()
    const [id, other] = [view(team.ana), view(team.ana, '2')]
    say(team.ana, id, 'first')
    say(team.ana, other, 'first')
    await team.exchange()
    say(team.ana, other, null)
    await team.exchange()
    const elsewhere = new FaultyPlace(() => 0.5).carrier()
    for (const device of [team.kim, team.lee]) device.publishAgain()
    const bo = TestDevice.join('Bo', () => team.time, team.kim.team)
    for (const device of [team.lee, team.kim, bo, team.lee]) {
      team.time += 60_000
      await device.exchange(elsewhere)
    }
    expect(bo.items()).toMatchObject([{ id, value: 'first', by: 'Ana' }])
    expect(team.lee.items()).toEqual(bo.items())
  })

  it('is one of so many at most: the last is passed over everywhere', async () => {
    const team = new Team()
    for (let index = 0; index < mostItems; index++) {
      team.time += 1
      say(team.lee, view(team.lee, String(index)), 'one')
    }
    team.time += 1
    say(team.ana, view(team.ana), 'too many')
    await team.exchange()
    for (const device of team.all) expect(device.items()).toHaveLength(mostItems)
    expect(team.views(view(team.ana))).toEqual([undefined, undefined, undefined])
    say(team.lee, view(team.lee, '5'), null)
    await team.exchange()
    expect(team.views(view(team.ana))).toEqual(['too many', 'too many', 'too many'])
  })
})

describe('rules for the team', () => {
  it('are what an owner said last, and nobody else', async () => {
    const team = new Team()
    const set = (device: TestDevice, value: string | null): void =>
      device.say({ item: { kind: 'rules', id: '', value } })
    set(team.ana, 'of a member')
    await team.exchange()
    expect(team.rules()).toEqual([undefined, undefined, undefined])
    set(team.kim, 'of an owner')
    await team.exchange()
    set(team.ana, null)
    await team.exchange()
    expect(team.rules()).toEqual(['of an owner', 'of an owner', 'of an owner'])
    set(team.kim, null)
    await team.exchange()
    expect(team.rules()).toEqual([undefined, undefined, undefined])
  })
})

describe('something that a later version shares', () => {
  it('is kept and told on', async () => {
    const team = new Team()
    team.kim.say({ item: { kind: 'of-a-later-version', id: 'x', value: '{"what":1}' } })
    await team.exchange()
    team.kim.publishAgain()
    await team.exchange()
    for (const device of team.all) expect(device.items()).toMatchObject([{ kind: 'of-a-later-version' }])
  })
})
